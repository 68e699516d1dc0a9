//! A hierarchical timing wheel: who is due at which time.
//!
//! A time is a number of 64 bits, read as digits of six bits each. An alarm lies on the level of the
//! first digit in which its time differs from the present, in the slot of that digit. When the present
//! goes on, only the slot that it comes to is taken apart; slots that it passes are due as a whole, and
//! so are all levels below. So an alarm is moved once per level at most, and is exact to the last bit.

use super::pool::{List, Pool};
use alloc::vec::Vec;

const DIGIT: u32 = 6;
const SLOTS: usize = 1 << DIGIT;
const LEVELS: usize = u64::BITS.div_ceil(DIGIT) as usize;

/// The alarms of all agents; each is after the present.
#[derive(Clone, Debug)]
pub(super) struct Wheel {
    now: u64,
    /// Which slots of each level hold anything.
    occupied: [u64; LEVELS],
    /// By level and digit; there are none until the first alarm is set.
    slots: Vec<List>,
    pool: Pool,
}

/// Of a difference between two times that is not 0.
fn level(difference: u64) -> usize {
    (difference.ilog2() / DIGIT) as usize
}

/// The digit of a time on a level.
#[allow(clippy::cast_possible_truncation, reason = "a digit has six bits")]
fn digit(time: u64, level: usize) -> usize {
    (time >> (level * DIGIT as usize)) as usize % SLOTS
}

/// The numbers of the bits that are set.
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(bit)
    })
}

impl Default for Wheel {
    fn default() -> Self {
        Self::new()
    }
}

impl Wheel {
    pub(super) const fn new() -> Self {
        Self { now: 0, occupied: [0; LEVELS], slots: Vec::new(), pool: Pool::new() }
    }

    pub(super) const fn now(&self) -> u64 {
        self.now
    }

    /// How many alarms there are.
    pub(super) const fn len(&self) -> usize {
        self.pool.len()
    }

    /// Sets an alarm; its time is after the present.
    #[inline]
    pub(super) fn set(&mut self, time: u64, agent: u32) {
        if self.slots.is_empty() {
            self.slots.resize(LEVELS * SLOTS, List::EMPTY);
        }
        let level = level(time ^ self.now);
        let digit = digit(time, level);
        self.occupied[level] |= 1 << digit;
        self.pool.push(&mut self.slots[level * SLOTS + digit], time, agent);
    }

    /// Lets the time go on, and tells whose alarm it was.
    pub(super) fn advance(&mut self, now: u64, mut due: impl FnMut(u64, u32)) {
        if now <= self.now {
            return;
        }
        let top = level(now ^ self.now);
        for level in 0..top {
            for slot in bits(core::mem::take(&mut self.occupied[level])) {
                self.pool.drain(&mut self.slots[level * SLOTS + slot], &mut due);
            }
        }
        let here = digit(now, top);
        let passed = self.occupied[top] & ((1 << here) - 1);
        for slot in bits(passed) {
            self.pool.drain(&mut self.slots[top * SLOTS + slot], &mut due);
        }
        let reached = self.occupied[top] & (1 << here);
        self.occupied[top] ^= passed | reached;
        self.now = now;
        if reached != 0 {
            self.take_apart(top * SLOTS + here, due);
        }
    }

    /// Takes the slot apart that the present has come to.
    fn take_apart(&mut self, slot: usize, mut due: impl FnMut(u64, u32)) {
        let mut list = core::mem::replace(&mut self.slots[slot], List::EMPTY);
        while let Some((time, agent)) = self.pool.pop(&mut list) {
            if time <= self.now {
                due(time, agent);
            } else {
                self.set(time, agent);
            }
        }
    }

    /// The first alarm of those that are still wanted.
    pub(super) fn first(&self, is_wanted: impl Fn(u64, u32) -> bool) -> Option<u64> {
        let levels = self.occupied.iter().enumerate();
        let mut slots = levels.flat_map(|(level, word)| bits(*word).map(move |bit| (level, bit)));
        slots.find_map(|(level, slot)| {
            let alarms = self.pool.iter(self.slots[level * SLOTS + slot]);
            alarms.filter(|(time, agent)| is_wanted(*time, *agent)).map(|(time, _)| time).min()
        })
    }

    /// Forgets all alarms; the present is this time.
    pub(super) fn reset(&mut self, now: u64) {
        self.now = now;
        self.occupied = [0; LEVELS];
        self.slots.fill(List::EMPTY);
        self.pool.clear();
    }
}
