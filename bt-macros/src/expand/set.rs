//! Which positions may be recorded as running at some point of the code.

/// A set of positions; and whether nothing may be recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Set {
    pub(crate) nothing: bool,
    words: Vec<u64>,
}

impl Set {
    /// Nothing is recorded.
    pub(crate) fn nothing() -> Self {
        Self { nothing: true, words: Vec::new() }
    }

    /// It is known what is recorded.
    pub(crate) fn only(position: usize) -> Self {
        let mut set = Self { nothing: false, words: Vec::new() };
        set.insert(position);
        set
    }

    /// Anything may be recorded.
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

    pub(crate) fn contains(&self, position: usize) -> bool {
        self.words.get(position / 64).is_some_and(|word| word & (1 << (position % 64)) != 0)
    }

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
    pub(crate) fn within(&self, range: std::ops::Range<usize>) -> Vec<usize> {
        range.filter(|position| self.contains(*position)).collect()
    }

    /// The set after what was recorded of these has ended.
    pub(crate) fn without(&self, positions: &[usize]) -> Self {
        let mut set = self.clone();
        for position in positions {
            if set.contains(*position) {
                set.words[position / 64] &= !(1 << (position % 64));
                set.nothing = true;
            }
        }
        set
    }

    /// The same, where it is known that none of these is recorded.
    pub(crate) fn but(&self, positions: &[usize]) -> Self {
        let mut set = self.without(positions);
        set.nothing = self.nothing;
        set
    }

    pub(crate) fn is_empty(&self) -> bool {
        !self.nothing && self.words.iter().all(|word| *word == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::Set;

    #[test]
    fn what_ended_leaves_nothing_behind() {
        let mut set = Set::only(70);
        set.join(&Set::only(3));
        assert_eq!(set.within(0..100), [3, 70]);
        let ended = set.without(&[70, 99]);
        assert!(ended.nothing && ended.contains(3) && !ended.contains(70));
        assert!(!set.but(&[70]).nothing);
        assert!(set.but(&[3, 70]).is_empty());
        assert!(!Set::nothing().is_empty());
    }
}
