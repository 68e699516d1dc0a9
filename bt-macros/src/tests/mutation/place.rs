//! Places in nested lists of tokens.

use super::token::{Token, count};

/// A place in a list, with the groups on the way to that list.
pub(super) struct Place {
    pub(super) groups: Vec<usize>,
    pub(super) index: usize,
}

impl Place {
    /// The place of the token that is the `chosen`-th one, depth first.
    pub(super) fn nth(tokens: &[Token], chosen: usize) -> Self {
        let mut place = Self { groups: Vec::new(), index: 0 };
        let (mut list, mut left) = (tokens, chosen);
        while left > 0 {
            left -= 1;
            match &list[place.index] {
                Token::Group(_, _, inner) if left < count(inner) => {
                    place.groups.push(place.index);
                    place.index = 0;
                    list = inner;
                }
                Token::Group(_, _, inner) => {
                    place.index += 1;
                    left -= count(inner);
                }
                Token::Single(_) => place.index += 1,
            }
        }
        place
    }
}

/// The list at the end of the way through these groups.
pub(super) fn list<'t>(tokens: &'t mut Vec<Token>, groups: &[usize]) -> &'t mut Vec<Token> {
    groups.iter().fold(tokens, |list, index| match &mut list[*index] {
        Token::Group(_, _, inner) => inner,
        Token::Single(_) => unreachable!("a way leads through groups"),
    })
}
