//! A hierarchical timing wheel: who is due at which time.
//!
//! A time is a number of 64 bits, read as digits of twelve bits each. An alarm lies on the level of the
//! first digit in which its time differs from the present, in the slot of that digit. When the present
//! goes on, only the slot that it comes to is taken apart; slots that it passes are due as a whole, and
//! so are all levels below. So an alarm is moved once per level at most, and is exact to the last bit.
//!
//! In nanoseconds a slot of the third level is as long as a frame of a game, and the level lasts 69
//! seconds: most alarms are set there at once and moved once more, or never.

use super::pool::{List, Pool};
use super::set::Set;
use alloc::vec::Vec;

const DIGIT: u32 = 12;
const SLOTS: usize = 1 << DIGIT;
const LEVELS: usize = u64::BITS.div_ceil(DIGIT) as usize;

/// The alarms of all agents; each is after the present.
#[derive(Clone, Debug, Default)]
pub(super) struct Wheel {
    now: u64,
    levels: [Level; LEVELS],
    pool: Pool,
}

/// The slots for all values of a digit; there are none until the first alarm is set.
#[derive(Clone, Debug, Default)]
struct Level {
    occupied: Set,
    slots: Vec<List>,
}

/// Of a difference between two times that is not 0.
fn level(difference: u64) -> usize {
    (difference.ilog2() / DIGIT) as usize
}

/// The digit of a time on a level.
#[allow(clippy::cast_possible_truncation, reason = "a digit has twelve bits")]
fn digit(time: u64, level: usize) -> usize {
    (time >> (level * DIGIT as usize)) as usize % SLOTS
}

impl Level {
    const NEW: Self = Self { occupied: Set::new(), slots: Vec::new() };

    #[inline]
    fn slot(&mut self, digit: usize) -> &mut List {
        if self.slots.is_empty() {
            self.slots.resize(SLOTS, List::EMPTY);
            self.occupied.resize(SLOTS);
        }
        self.occupied.insert(digit);
        &mut self.slots[digit]
    }

    /// Takes the first slot below a digit out that is not empty.
    fn take_below(&mut self, digit: usize) -> Option<List> {
        let slot = self.occupied.first_from(0).filter(|slot| *slot < digit)?;
        self.occupied.remove(slot);
        Some(core::mem::replace(&mut self.slots[slot], List::EMPTY))
    }
}

impl Wheel {
    pub(super) const fn new() -> Self {
        Self { now: 0, levels: [Level::NEW; LEVELS], pool: Pool::new() }
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
        let level = level(time ^ self.now);
        self.pool.push(self.levels[level].slot(digit(time, level)), time, agent);
    }

    /// Lets the time go on, and tells whose alarm it was.
    pub(super) fn advance(&mut self, now: u64, mut due: impl FnMut(u64, u32)) {
        if now <= self.now {
            return;
        }
        let top = level(now ^ self.now);
        let here = digit(now, top);
        for level in 0..=top {
            let end = if level < top { SLOTS } else { here };
            while let Some(passed) = self.levels[level].take_below(end) {
                self.pool.drain(passed, &mut due);
            }
        }
        self.now = now;
        if let Some(mut reached) = self.levels[top].take_below(here + 1) {
            while let Some((time, agent)) = self.pool.pop(&mut reached) {
                if time <= now {
                    due(time, agent);
                } else {
                    self.set(time, agent);
                }
            }
        }
    }

    /// The first alarm of those that are still wanted.
    pub(super) fn first(&self, is_wanted: impl Fn(u64, u32) -> bool) -> Option<u64> {
        let slots = |level: &'_ Level| {
            let next = |slot: &usize| level.occupied.first_from(slot + 1);
            core::iter::successors(level.occupied.first_from(0), next)
                .map(|slot| level.slots[slot])
                .collect::<Vec<_>>()
        };
        self.levels.iter().flat_map(slots).find_map(|slot| {
            let alarms = self.pool.iter(slot);
            alarms.filter(|(time, agent)| is_wanted(*time, *agent)).map(|(time, _)| time).min()
        })
    }

    /// Forgets all alarms; the present is this time.
    pub(super) fn reset(&mut self, now: u64) {
        self.now = now;
        for level in &mut self.levels {
            level.occupied.clear();
            level.slots.fill(List::EMPTY);
        }
        self.pool.clear();
    }
}
