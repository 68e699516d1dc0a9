//! A set of agents that is walked in the order of their numbers.

use alloc::vec::Vec;

const BITS: usize = u64::BITS as usize;

/// A bit for each agent, and one for each word of these in which there is any.
#[derive(Clone, Debug, Default)]
pub(super) struct Awake {
    words: Vec<u64>,
    summary: Vec<u64>,
}

/// The word and the bit of a number.
const fn place(number: usize) -> (usize, u64) {
    (number / BITS, 1 << (number % BITS))
}

/// The first bit of a word from a place in it on.
fn first_bit(word: u64, from: usize) -> Option<usize> {
    let left = word & (u64::MAX << from);
    (left != 0).then_some(left.trailing_zeros() as usize)
}

impl Awake {
    pub(super) const fn new() -> Self {
        Self { words: Vec::new(), summary: Vec::new() }
    }

    /// Makes room for so many agents; none that is left is above them.
    pub(super) fn resize(&mut self, agents: usize) {
        let (last, bit) = place(agents);
        if let Some(word) = self.words.get_mut(last) {
            *word &= bit - 1;
        }
        self.words.resize(agents.div_ceil(BITS), 0);
        self.summary.resize(self.words.len().div_ceil(BITS), 0);
        if let Some(last) = self.words.len().checked_sub(1) {
            let (word, bit) = place(last);
            self.summary[word] &= (bit - 1) | bit;
            if self.words[last] == 0 {
                self.summary[word] &= !bit;
            }
        }
    }

    pub(super) fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(super) fn insert_all(&mut self, agents: usize) {
        self.words.fill(u64::MAX);
        self.summary.fill(u64::MAX);
        self.resize(agents);
    }

    #[inline]
    pub(super) fn insert(&mut self, agent: usize) {
        let (word, bit) = place(agent);
        self.words[word] |= bit;
        let (summary, bit) = place(word);
        self.summary[summary] |= bit;
    }

    #[inline]
    pub(super) fn remove(&mut self, agent: usize) {
        let (word, bit) = place(agent);
        self.words[word] &= !bit;
        if self.words[word] == 0 {
            let (summary, bit) = place(word);
            self.summary[summary] &= !bit;
        }
    }

    #[inline]
    pub(super) fn contains(&self, agent: usize) -> bool {
        let (word, bit) = place(agent);
        self.words.get(word).is_some_and(|word| word & bit != 0)
    }

    /// The first agent from a number on.
    #[inline]
    pub(super) fn first_from(&self, from: usize) -> Option<usize> {
        let word = from / BITS;
        if let Some(bit) = first_bit(*self.words.get(word)?, from % BITS) {
            return Some(word * BITS + bit);
        }
        let word = self.first_word(word + 1)?;
        Some(word * BITS + self.words[word].trailing_zeros() as usize)
    }

    /// The first word from a number on in which there is anybody.
    fn first_word(&self, from: usize) -> Option<usize> {
        let mut summary = from / BITS;
        let mut bit = from % BITS;
        loop {
            if let Some(bit) = first_bit(*self.summary.get(summary)?, bit) {
                return Some(summary * BITS + bit);
            }
            (summary, bit) = (summary + 1, 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Awake;
    use alloc::vec::Vec;

    fn all(awake: &Awake) -> Vec<usize> {
        let after = |last: &usize| awake.first_from(last + 1);
        core::iter::successors(awake.first_from(0), after).collect()
    }

    #[test]
    fn it_is_walked_in_order() {
        let mut awake = Awake::new();
        awake.resize(100_000);
        let agents = [0, 63, 64, 4095, 4096, 4097, 70_000, 99_999];
        for agent in agents.into_iter().rev() {
            awake.insert(agent);
        }
        assert_eq!(all(&awake), agents);
        awake.remove(4096);
        awake.remove(0);
        assert_eq!(all(&awake), [63, 64, 4095, 4097, 70_000, 99_999]);
    }

    #[test]
    fn who_is_cut_off_does_not_come_back() {
        let mut awake = Awake::new();
        for length in [1, 63, 64, 65, 4096, 4097, 5000] {
            awake.resize(length);
            awake.insert_all(length);
            assert_eq!(all(&awake).len(), length);
            awake.resize(length / 2);
            awake.resize(length);
            assert_eq!(all(&awake).len(), length / 2);
        }
    }
}
