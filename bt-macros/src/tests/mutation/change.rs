//! The changes, and their places.

use super::place::{self, Place};
use super::token::{Token, count};
use proc_macro2::{Delimiter, Span};

const DELIMITERS: [Delimiter; 4] =
    [Delimiter::Parenthesis, Delimiter::Bracket, Delimiter::Brace, Delimiter::None];

/// Changes tokens, guided by choices.
pub(crate) struct Mutator<'m> {
    pub(crate) tokens: Vec<Token>,
    /// Tokens that can be inserted.
    pub(crate) vocabulary: &'m [Vec<Token>],
    /// Trees from which a part can be inserted.
    pub(crate) donors: &'m [Vec<Token>],
    /// A number below the given one, which is at least 1.
    pub(crate) choose: &'m mut dyn FnMut(usize) -> usize,
}

impl Mutator<'_> {
    /// Makes one change.
    pub(crate) fn change(&mut self) {
        match self.below(14) {
            0 | 1 => self.delete(),
            2 => self.double(),
            3 => self.swap(),
            4 | 5 => self.replace(),
            6 => self.insert(),
            7 => self.nest(),
            8 => self.unnest(),
            9 => self.delimit_anew(),
            10 => self.empty(),
            11 => self.double_subtree(),
            12 => self.move_subtree(),
            _ => self.transplant(),
        }
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.choose)(limit.max(1))
    }

    /// Any token; `None` if there is none.
    fn place(&mut self) -> Option<Place> {
        let all = count(&self.tokens);
        if all == 0 {
            return None;
        }
        let chosen = self.below(all);
        Some(Place::nth(&self.tokens, chosen))
    }

    /// A place for an insertion: before a token, or anywhere in a group.
    fn gap(&mut self) -> Place {
        let Some(mut place) = self.place() else { return Place { groups: Vec::new(), index: 0 } };
        if let Token::Group(_, _, inner) = &self.list(&place.groups)[place.index] {
            let length = inner.len();
            if self.below(2) == 0 {
                place.groups.push(place.index);
                place.index = self.below(length + 1);
            }
        }
        place
    }

    fn list(&mut self, groups: &[usize]) -> &mut Vec<Token> {
        place::list(&mut self.tokens, groups)
    }

    fn delete(&mut self) {
        let Some(place) = self.place() else { return };
        self.list(&place.groups).remove(place.index);
    }

    fn double(&mut self) {
        let Some(place) = self.place() else { return };
        let list = self.list(&place.groups);
        let token = list[place.index].clone();
        list.insert(place.index, token);
    }

    /// Two tokens of one list.
    fn swap(&mut self) {
        let Some(place) = self.place() else { return };
        let length = self.list(&place.groups).len();
        let other = self.below(length);
        self.list(&place.groups).swap(place.index, other);
    }

    fn replace(&mut self) {
        let Some(place) = self.place() else { return };
        let piece = self.piece();
        self.list(&place.groups).splice(place.index..=place.index, piece);
    }

    fn insert(&mut self) {
        let piece = self.piece();
        self.put(piece);
    }

    fn piece(&mut self) -> Vec<Token> {
        let chosen = self.below(self.vocabulary.len());
        self.vocabulary[chosen].clone()
    }

    fn put(&mut self, tokens: Vec<Token>) {
        let place = self.gap();
        self.list(&place.groups).splice(place.index..place.index, tokens);
    }

    /// Puts a run of tokens into delimiters.
    fn nest(&mut self) {
        let Some(place) = self.place() else { return };
        let rest = self.list(&place.groups).len() - place.index;
        let length = self.below(rest + 1);
        let delimiter = DELIMITERS[self.below(DELIMITERS.len())];
        let list = self.list(&place.groups);
        let run = place.index..place.index + length;
        let inner: Vec<Token> = list.splice(run, []).collect();
        list.insert(place.index, Token::Group(delimiter, Span::call_site(), inner));
    }

    /// Takes away the delimiters around a token.
    fn unnest(&mut self) {
        let Some((groups, index)) = self.group() else { return };
        let list = self.list(&groups);
        if let Token::Group(_, _, inner) = list.remove(index) {
            list.splice(index..index, inner);
        }
    }

    /// Replaces the delimiters around a token by others.
    fn delimit_anew(&mut self) {
        let Some((groups, index)) = self.group() else { return };
        let other = DELIMITERS[self.below(DELIMITERS.len())];
        if let Token::Group(delimiter, ..) = &mut self.list(&groups)[index] {
            *delimiter = other;
        }
    }

    /// Removes the tokens in the delimiters around a token.
    fn empty(&mut self) {
        let Some((groups, index)) = self.group() else { return };
        if let Token::Group(_, _, inner) = &mut self.list(&groups)[index] {
            inner.clear();
        }
    }

    /// The group around any token, with the list that contains it.
    fn group(&mut self) -> Option<(Vec<usize>, usize)> {
        let mut groups = self.place()?.groups;
        let index = groups.pop()?;
        Some((groups, index))
    }

    fn double_subtree(&mut self) {
        let Some(place) = self.place() else { return };
        let list = self.list(&place.groups);
        let subtree = list[place.index..subtree_end(list, place.index)].to_vec();
        self.put(subtree);
    }

    fn move_subtree(&mut self) {
        let Some(place) = self.place() else { return };
        let list = self.list(&place.groups);
        let end = subtree_end(list, place.index);
        let subtree = list.splice(place.index..end, []).collect();
        self.put(subtree);
    }

    /// Replaces a subtree by one of another tree.
    fn transplant(&mut self) {
        let donor = self.below(self.donors.len());
        let Some(donor) = self.donors.get(donor) else { return };
        let mut donor = donor.clone();
        let chosen = self.below(count(&donor));
        let from = Place::nth(&donor, chosen);
        let list = place::list(&mut donor, &from.groups);
        let subtree = list[from.index..subtree_end(list, from.index)].to_vec();
        let Some(place) = self.place() else { return };
        let list = self.list(&place.groups);
        let end = subtree_end(list, place.index);
        list.splice(place.index..end, subtree);
    }
}

/// The index after the `;` or the block at which a subtree ends that begins here.
fn subtree_end(list: &[Token], from: usize) -> usize {
    let ends = |token: &Token| match token {
        Token::Single(single) => single.to_string() == ";",
        Token::Group(delimiter, ..) => *delimiter == Delimiter::Brace,
    };
    list[from..].iter().position(ends).map_or(list.len(), |end| from + end + 1)
}
