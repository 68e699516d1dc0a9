//! Makes the choices of a tick, in every combination that matters.
//!
//! Two beginnings of a tick that lead to the same [configuration](Oracle::enter) have the same continuations, so the
//! second one is not continued.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Makes the choices of one run; [`Oracle::next`] prepares other ones.
#[derive(Default)]
pub(super) struct Oracle {
    path: Vec<Choice>,
    place: usize,
    /// The number of each configuration.
    known: HashMap<Box<[u32]>, usize, BuildHasherDefault<Mixer>>,
    /// For each configuration whether a tick that passes it is possible.
    possible: Vec<bool>,
}

struct Choice {
    chosen: usize,
    among: usize,
    configuration: usize,
}

impl Oracle {
    pub(super) fn restart(&mut self) {
        self.path.clear();
        self.place = 0;
        self.known.clear();
        self.possible.clear();
    }

    /// Returns `true` if the next choice has not been made in this run before.
    pub(super) fn is_new(&self) -> bool {
        self.place == self.path.len()
    }

    /// A choice among this number of ways in a configuration: all that the rest of the tick depends on. `false` if it is known.
    pub(super) fn enter(&mut self, configuration: &[u32], among: usize) -> bool {
        if let Some(number) = self.known.get(configuration) {
            // What was possible from there is possible from here.
            if self.possible.get(*number).copied().unwrap_or_default() {
                self.accept();
            }
            return false;
        }
        self.known.insert(configuration.into(), self.possible.len());
        self.path.push(Choice { chosen: 0, among, configuration: self.possible.len() });
        self.possible.push(false);
        true
    }

    pub(super) fn choose(&mut self) -> usize {
        let chosen = self.path.get(self.place).map_or(0, |choice| choice.chosen);
        self.place += 1;
        chosen
    }

    /// The tick with these choices is possible.
    pub(super) fn accept(&mut self) {
        for choice in &self.path {
            self.possible[choice.configuration] = true;
        }
    }

    /// Returns `true` if a tick that begins with these choices is possible.
    pub(super) fn is_possible(&self) -> bool {
        self.path.last().is_none_or(|choice| self.possible[choice.configuration])
    }

    /// Prepares the next run; `false` if all have been made.
    pub(super) fn next(&mut self) -> bool {
        self.place = 0;
        while let Some(last) = self.path.last_mut() {
            last.chosen += 1;
            if last.chosen < last.among {
                return true;
            }
            self.path.pop();
        }
        false
    }
}

/// A hash of whole words.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        for word in bytes.chunks(8) {
            let mut whole = [0; 8];
            whole[..word.len()].copy_from_slice(word);
            self.write_u64(u64::from_le_bytes(whole));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}
