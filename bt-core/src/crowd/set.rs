//! A set of numbers that is iterated in order.

use alloc::vec::Vec;

const BITS: usize = u64::BITS as usize;
/// The minimum number of agents that one search finds, if there are as many.
const SEARCHED: usize = 32;

/// One bit for each number, and one bit for each word of these bits that is not zero.
#[derive(Clone, Debug, Default)]
pub(super) struct Set {
    words: Vec<u64>,
    summary: Vec<u64>,
}

/// The word and the bit of a number.
const fn place(number: usize) -> (usize, u64) {
    (number / BITS, 1 << (number % BITS))
}

/// The bits of a word at or above an index.
const fn from_bit(word: u64, from: usize) -> u64 {
    word & (u64::MAX << from)
}

impl Set {
    pub(super) const fn new() -> Self {
        Self { words: Vec::new(), summary: Vec::new() }
    }

    pub(super) fn len(&self) -> usize {
        let next = |word: &usize| self.first_word(word + 1);
        let words = core::iter::successors(self.first_word(0), next);
        words.map(|word| self.words[word].count_ones() as usize).sum()
    }

    /// Makes room for the numbers below this one, and removes all others.
    pub(super) fn resize(&mut self, numbers: usize) {
        let (last, bit) = place(numbers);
        if let Some(word) = self.words.get_mut(last) {
            *word &= bit - 1;
        }
        self.words.resize(numbers.div_ceil(BITS), 0);
        self.summary.resize(self.words.len().div_ceil(BITS), 0);
        if let Some(last) = self.words.len().checked_sub(1) {
            let (word, bit) = place(last);
            self.summary[word] &= (bit - 1) | bit;
            if self.words[last] == 0 {
                self.summary[word] &= !bit;
            }
        }
    }

    /// Removes the other numbers; makes no room.
    pub(super) fn truncate(&mut self, numbers: usize) {
        if numbers < self.words.len() * BITS {
            self.resize(numbers);
        }
    }

    pub(super) fn clear(&mut self) {
        self.words.fill(0);
        self.summary.fill(0);
    }

    /// Inserts all numbers below this one, as far as there is room.
    pub(super) fn fill(&mut self, numbers: usize) {
        self.words.fill(u64::MAX);
        self.summary.fill(u64::MAX);
        self.resize(numbers);
    }

    #[inline]
    pub(super) fn insert(&mut self, number: usize) {
        let (word, bit) = place(number);
        self.words[word] |= bit;
        let (summary, bit) = place(word);
        self.summary[summary] |= bit;
    }

    /// It has no branch, because the processor could not predict it.
    #[inline]
    pub(super) fn remove(&mut self, number: usize) {
        let (word, bit) = place(number);
        self.words[word] &= !bit;
        let is_empty = u64::from(self.words[word] == 0);
        let (summary, _) = place(word);
        self.summary[summary] &= !(is_empty << (word % BITS));
    }

    #[inline]
    pub(super) fn contains(&self, number: usize) -> bool {
        let (word, bit) = place(number);
        self.words.get(word).is_some_and(|word| word & bit != 0)
    }

    /// The first number at or above this one.
    pub(super) fn first_from(&self, from: usize) -> Option<usize> {
        let word = from / BITS;
        let bits = from_bit(*self.words.get(word)?, from % BITS);
        if bits != 0 {
            return Some(word * BITS + bits.trailing_zeros() as usize);
        }
        let word = self.first_word(word + 1)?;
        Some(word * BITS + self.words[word].trailing_zeros() as usize)
    }

    /// The first word at or after this one that is not zero.
    fn first_word(&self, from: usize) -> Option<usize> {
        let (mut summary, mut bit) = (from / BITS, from % BITS);
        loop {
            let words = from_bit(*self.summary.get(summary)?, bit);
            if words != 0 {
                return Some(summary * BITS + words.trailing_zeros() as usize);
            }
            (summary, bit) = (summary + 1, 0);
        }
    }
}

/// The next numbers of a set, found in batches. The processor cannot predict the numbers, so a search between
/// every two ticks would slow down the ticks.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    /// Its capacity is zero or enough for one search.
    numbers: Vec<usize>,
    count: usize,
    next: usize,
    /// All numbers below this one have been searched.
    searched: usize,
}

impl Found {
    pub(super) const fn new() -> Self {
        Self { numbers: Vec::new(), count: 0, next: 0, searched: 0 }
    }

    /// Starts again at this number.
    pub(super) fn restart(&mut self, from: usize) {
        (self.count, self.next, self.searched) = (0, 0, from);
    }

    /// Returns `true` if a number that is inserted now would be skipped.
    #[inline]
    pub(super) const fn is_past(&self, number: usize) -> bool {
        number < self.searched
    }

    /// Returns the next number; calls the function with the numbers of each new batch.
    #[inline]
    pub(super) fn take(&mut self, set: &Set, mut found: impl FnMut(usize)) -> Option<usize> {
        if self.next == self.count {
            self.search(set);
            if self.count == 0 {
                return None;
            }
            for number in &self.numbers[..self.count] {
                found(*number);
            }
        }
        let number = *self.numbers.get(self.next)?;
        self.next += 1;
        Some(number)
    }

    #[inline(never)]
    fn search(&mut self, set: &Set) {
        self.numbers.resize(SEARCHED + BITS, 0);
        (self.count, self.next) = (0, 0);
        let mut first = self.searched / BITS;
        let mut bit = self.searched % BITS;
        while let Some(words) = set.summary.get(first / BITS) {
            let mut words = from_bit(*words, first % BITS);
            while words != 0 {
                let word = first / BITS * BITS + words.trailing_zeros() as usize;
                words &= words - 1;
                // Only the first word can be partly searched.
                let bits =
                    if word == first { from_bit(set.words[word], bit) } else { set.words[word] };
                self.add(word * BITS, bits);
                self.searched = (word + 1) * BITS;
                if self.count >= SEARCHED {
                    return;
                }
            }
            (first, bit) = ((first / BITS + 1) * BITS, 0);
            self.searched = first * BITS;
        }
    }

    /// Adds the numbers of a word in steps of four, even if fewer are left: the end of a loop over single
    /// numbers would be hard to predict.
    #[inline]
    fn add(&mut self, word: usize, mut bits: u64) {
        if let Some(room) = self.numbers.get_mut(self.count..self.count + 4) {
            for number in room {
                *number = word + bits.trailing_zeros() as usize;
                self.count += usize::from(bits != 0);
                bits &= bits.wrapping_sub(1);
            }
        }
        while bits != 0 {
            self.numbers[self.count] = word + bits.trailing_zeros() as usize;
            self.count += 1;
            bits &= bits - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Found, Set};
    use alloc::vec::Vec;

    /// All numbers, found in both ways.
    fn all(set: &Set) -> Vec<usize> {
        let after = |last: &usize| set.first_from(last + 1);
        let all: Vec<_> = core::iter::successors(set.first_from(0), after).collect();
        for (place, from) in all.iter().copied().chain([0]).enumerate() {
            let mut found = Found::new();
            found.restart(from);
            let mut soon = Vec::new();
            let found: Vec<_> =
                core::iter::from_fn(|| found.take(set, |number| soon.push(number))).collect();
            assert_eq!(found, all[place % all.len().max(1)..]);
            assert_eq!(found, soon);
        }
        all
    }

    #[test]
    fn it_is_walked_in_order() {
        let mut set = Set::new();
        set.resize(100_000);
        let numbers = [0, 63, 64, 65, 66, 67, 68, 69, 4095, 4096, 4097, 70_000, 99_999];
        for number in numbers.into_iter().rev() {
            set.insert(number);
        }
        assert_eq!(all(&set), numbers);
        set.remove(4096);
        set.remove(0);
        assert_eq!(all(&set)[..7], numbers[1..8]);
        assert_eq!(all(&set)[7..], [4095, 4097, 70_000, 99_999]);
    }

    #[test]
    fn what_is_cut_off_does_not_come_back() {
        let mut set = Set::new();
        for length in [1, 63, 64, 65, 4096, 4097, 5000] {
            set.resize(length);
            set.fill(length);
            assert_eq!(all(&set).len(), length);
            set.resize(length / 2);
            set.resize(length);
            assert_eq!(all(&set).len(), length / 2);
        }
    }
}
