//! The positions that may be recorded as running at some point of a tick.

use super::PositionId;
use std::ops::Range;

/// A set of positions, and whether nothing may be recorded.
#[derive(Clone, Debug, Default, Eq)]
pub struct Set {
    pub(super) nothing: bool,
    words: Vec<u64>,
}

impl Set {
    /// The set in which nothing is recorded.
    pub(crate) fn nothing() -> Self {
        Self { nothing: true, words: Vec::new() }
    }

    /// The set in which this position is recorded.
    pub(crate) fn only(position: PositionId) -> Self {
        let mut set = Self::default();
        set.insert(position.place());
        set
    }

    /// The set in which anything may be recorded, in a region of `positions` positions.
    pub(crate) fn anything(positions: usize) -> Self {
        let mut set = Self::nothing();
        for position in 0..positions {
            set.insert(position);
        }
        set
    }

    fn insert(&mut self, position: usize) {
        let word = position / 64;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (position % 64);
    }

    /// Returns `true` if a position may be recorded.
    pub(crate) fn contains(&self, position: PositionId) -> bool {
        let (word, bit) = (position.place() / 64, position.place() % 64);
        self.words.get(word).is_some_and(|word| word & (1 << bit) != 0)
    }

    /// Adds the members of another set.
    pub(crate) fn join(&mut self, other: &Self) {
        self.nothing |= other.nothing;
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    /// The positions of a range that may be recorded.
    pub(crate) fn within(&self, range: Range<usize>) -> Vec<PositionId> {
        range.map(PositionId::new).filter(|position| self.contains(*position)).collect()
    }

    /// All positions that may be recorded.
    pub(crate) fn positions(&self) -> Vec<PositionId> {
        self.within(0..self.words.len() * 64)
    }

    /// The set after the recorded one of these positions has ended.
    pub(crate) fn without(&self, positions: &[PositionId]) -> Self {
        let mut set = self.but(positions);
        set.nothing |= positions.iter().any(|position| self.contains(*position));
        set
    }

    /// The set if it is known that none of these positions is recorded.
    pub(crate) fn but(&self, positions: &[PositionId]) -> Self {
        let mut set = self.clone();
        for position in positions.iter().filter(|position| self.contains(**position)) {
            set.words[position.place() / 64] &= !(1 << (position.place() % 64));
        }
        set
    }

    /// Returns `true` if the set is empty: a block with it is never reached.
    pub(crate) fn is_empty(&self) -> bool {
        !self.nothing && self.words.iter().all(|word| *word == 0)
    }
}

/// Sets are equal if they have the same members, whatever their capacity is.
impl PartialEq for Set {
    fn eq(&self, other: &Self) -> bool {
        let longest = self.words.len().max(other.words.len());
        let word = |set: &Self, place: usize| set.words.get(place).copied().unwrap_or_default();
        self.nothing == other.nothing
            && (0..longest).all(|place| word(self, place) == word(other, place))
    }
}

#[cfg(test)]
mod tests {
    use super::{PositionId, Set};

    #[test]
    fn an_end_leaves_nothing_behind() {
        let position = PositionId::new;
        let mut set = Set::only(position(70));
        set.join(&Set::only(position(3)));
        assert_eq!(set.within(0..100), [position(3), position(70)]);
        assert_eq!(set.positions(), [position(3), position(70)]);
        let ended = set.without(&[position(70), position(99)]);
        assert!(ended.nothing && ended.contains(position(3)));
        assert!(!ended.contains(position(70)));
        assert!(!set.but(&[position(70)]).nothing);
        assert!(set.but(&[position(3), position(70)]).is_empty());
        assert!(!Set::nothing().is_empty());
        assert_eq!(ended.but(&[position(3)]), Set::nothing());
    }
}
