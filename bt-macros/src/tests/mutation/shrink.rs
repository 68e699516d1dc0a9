//! Finds the smallest token list that still fails.

use super::place::{self, Place};
use super::token::{Token, count};

/// The numbers of tokens that are removed at once.
const RUNS: [usize; 5] = [32, 8, 3, 2, 1];

/// Removes tokens, and delimiters around tokens, as long as the rest `fails`.
pub(crate) fn shrink(mut tokens: Vec<Token>, fails: &dyn Fn(&[Token]) -> bool) -> Vec<Token> {
    while let Some(smaller) = smaller(&tokens, fails) {
        tokens = smaller;
    }
    tokens
}

/// The tokens after one pass of removals; `None` if nothing can be removed.
fn smaller(tokens: &[Token], fails: &dyn Fn(&[Token]) -> bool) -> Option<Vec<Token>> {
    let mut least = tokens.to_vec();
    for run in RUNS {
        let mut chosen = 0;
        while chosen < count(&least) {
            let smaller = [without(&least, chosen, run), opened(&least, chosen)]
                .into_iter()
                .flatten()
                .find(|smaller| fails(smaller));
            match smaller {
                Some(smaller) => least = smaller,
                None => chosen += 1,
            }
        }
    }
    (count(&least) < count(tokens)).then_some(least)
}

/// The tokens without a run of `run` tokens, if there are as many.
fn without(tokens: &[Token], chosen: usize, run: usize) -> Option<Vec<Token>> {
    let mut tokens = tokens.to_vec();
    let place = Place::nth(&tokens, chosen);
    let list = place::list(&mut tokens, &place.groups);
    if place.index + run > list.len() {
        return None;
    }
    list.drain(place.index..place.index + run);
    Some(tokens)
}

/// Tokens without the delimiters of one group.
fn opened(tokens: &[Token], chosen: usize) -> Option<Vec<Token>> {
    let mut tokens = tokens.to_vec();
    let place = Place::nth(&tokens, chosen);
    let list = place::list(&mut tokens, &place.groups);
    let Token::Group(_, _, inner) = list[place.index].clone() else { return None };
    list.splice(place.index..=place.index, inner);
    Some(tokens)
}
