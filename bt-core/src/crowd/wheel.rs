//! A hierarchical timing wheel: it stores alarms by time.
//!
//! The slots of a level are 4,096 times as long as those of the level below. An alarm is stored on the lowest
//! level that reaches as far as its time, in the slot of that time. Each level is a ring. When time advances,
//! all alarms of the slots that are passed are due; only the slot that contains the new present is searched.
//! So an alarm moves at most once per level, and its time stays exact.
//!
//! In nanoseconds a slot of the third level is about as long as a frame of a game, and the level covers 69
//! seconds: most alarms are put there at once and never move.

use super::alarms::{List, Pool};
use super::set::Set;
use alloc::vec::Vec;
use core::ops::Range;

const DIGIT: u32 = 12;
const SLOTS: usize = 1 << DIGIT;
const LEVELS: usize = u64::BITS.div_ceil(DIGIT) as usize;
/// If a slot is passed in at most this many steps, it is searched in each of them. That costs less than
/// moving its alarms into the slots of the level below.
const STEPS: u64 = 16;

/// The alarms of all agents; each is in the future.
#[derive(Clone, Debug, Default)]
pub(super) struct Wheel {
    now: u64,
    levels: [Level; LEVELS],
    pool: Pool,
}

/// The slots of one length; the list is empty until the first alarm is set.
#[derive(Clone, Debug, Default)]
struct Level {
    occupied: Set,
    slots: Vec<List>,
}

/// The number of slots of a level that end before a time.
#[inline]
const fn passed(time: u64, level: usize) -> u64 {
    time >> (level * DIGIT as usize)
}

/// The next slot of a level after `passed` slots have been passed.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "only the lowest bits are wanted")]
const fn slot_after(passed: u64) -> usize {
    passed as usize % SLOTS
}

impl Level {
    const NEW: Self = Self { occupied: Set::new(), slots: Vec::new() };

    #[inline]
    fn slot(&mut self, slot: usize) -> &mut List {
        if self.slots.is_empty() {
            self.slots.resize(SLOTS, List::EMPTY);
            self.occupied.resize(SLOTS);
        }
        self.occupied.insert(slot);
        &mut self.slots[slot]
    }

    /// Removes the first slot that is not empty and returns its alarms.
    fn take(&mut self, slots: Range<usize>) -> Option<List> {
        let slot = self.occupied.first_from(slots.start).filter(|slot| *slot < slots.end)?;
        self.occupied.remove(slot);
        Some(core::mem::replace(&mut self.slots[slot], List::EMPTY))
    }

    /// The first of the results for the slots of one turn, starting at a slot.
    fn find_from(&self, start: usize, find: &dyn Fn(List) -> Option<u64>) -> Option<u64> {
        for slots in [start..SLOTS, 0..start] {
            let mut next = self.occupied.first_from(slots.start);
            while let Some(slot) = next.filter(|slot| *slot < slots.end) {
                let found = find(self.slots[slot]);
                if found.is_some() {
                    return found;
                }
                next = self.occupied.first_from(slot + 1);
            }
        }
        None
    }
}

/// The slots of a level that are passed between two positions; up to two ranges, because the level is a ring.
fn between(before: u64, after: u64) -> [Range<usize>; 2] {
    let (start, end) = (slot_after(before), slot_after(after));
    if after - before >= SLOTS as u64 {
        [0..SLOTS, 0..0]
    } else if start <= end {
        [start..end, 0..0]
    } else {
        [start..SLOTS, 0..end]
    }
}

impl Wheel {
    pub(super) const fn new() -> Self {
        Self { now: 0, levels: [Level::NEW; LEVELS], pool: Pool::new() }
    }

    pub(super) const fn now(&self) -> u64 {
        self.now
    }

    /// The number of alarms.
    pub(super) const fn len(&self) -> usize {
        self.pool.len()
    }

    /// Sets an alarm; its time is in the future.
    #[inline]
    pub(super) fn set(&mut self, time: u64, agent: u32) {
        let level = ((time - self.now).ilog2() / DIGIT) as usize;
        // A slot one whole turn ahead is the slot of the present.
        let is_whole = passed(time, level) - passed(self.now, level) == SLOTS as u64;
        let level = level + usize::from(is_whole);
        let slot = slot_after(passed(time, level));
        self.pool.push(self.levels[level].slot(slot), time, agent);
    }

    /// Advances the time, and calls `due` for each alarm that goes off.
    pub(super) fn advance(&mut self, now: u64, mut due: impl FnMut(u64, u32)) {
        let Some(step) = now.checked_sub(self.now) else { return };
        let before = core::mem::replace(&mut self.now, now);
        for level in 0..LEVELS {
            let (before, after) = (passed(before, level), passed(now, level));
            for slots in between(before, after) {
                while let Some(passed) = self.levels[level].take(slots.clone()) {
                    self.pool.drain(passed, &mut due);
                }
            }
            let here = slot_after(after);
            if let Some(reached) = self.levels[level].take(here..here + 1) {
                self.go_through(reached, level, step, &mut due);
            }
        }
    }

    /// Distributes the alarms of the slot that contains the present.
    fn go_through(
        &mut self,
        mut reached: List,
        level: usize,
        step: u64,
        due: &mut impl FnMut(u64, u32),
    ) {
        let now = self.now;
        let end = (passed(now, level) + 1).saturating_mul(1 << (level * DIGIT as usize));
        let stays = (end - now).div_ceil(STEPS) <= step;
        let mut rest = List::EMPTY;
        while let Some(chunk) = self.pool.pop(&mut reached) {
            for (time, agent) in chunk.alarms() {
                if time <= now {
                    due(time, agent);
                } else if stays {
                    self.pool.push(&mut rest, time, agent);
                } else {
                    self.set(time, agent);
                }
            }
        }
        if !rest.is_empty() {
            *self.levels[level].slot(slot_after(passed(now, level))) = rest;
        }
    }

    /// The first alarm that is still wanted.
    pub(super) fn first(&self, is_wanted: impl Fn(u64, u32) -> bool) -> Option<u64> {
        let of_slot = |slot: List| {
            let mut first: Option<u64> = None;
            for (time, agent) in self.pool.iter(slot) {
                if is_wanted(time, agent) && first.is_none_or(|first| time < first) {
                    first = Some(time);
                }
            }
            first
        };
        let mut first: Option<u64> = None;
        for (level, slots) in self.levels.iter().enumerate() {
            let start = slot_after(passed(self.now, level));
            if let Some(time) = slots.find_from(start, &of_slot) {
                first = Some(first.map_or(time, |first| first.min(time)));
            }
        }
        first
    }

    /// Removes all alarms, and sets the present to this time.
    pub(super) fn reset(&mut self, now: u64) {
        self.now = now;
        for level in &mut self.levels {
            level.occupied.clear();
            level.slots.fill(List::EMPTY);
        }
        self.pool.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::{SLOTS, STEPS, Wheel};
    use alloc::vec::Vec;

    /// The times where slots begin and end, and the times next to them.
    fn edges() -> Vec<u64> {
        let around = |time: u64| [time - 1, time, time + 1];
        let slots = (1..60).step_by(3).map(|bits| 1 << bits);
        let turns =
            (12..60).step_by(12).flat_map(|bits| [3, SLOTS as u64 - 1].map(|slot| slot << bits));
        let mut edges: Vec<u64> =
            slots.chain(turns).flat_map(around).filter(|time| *time > 0).collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    #[test]
    fn each_alarm_rings_in_the_first_step_that_reaches_it() {
        let edges = edges();
        let later = |now: u64| edges.iter().map(move |span| now + span);
        for &start in edges.iter().step_by(7) {
            let mut wheel = Wheel::new();
            wheel.advance(start, |_, _| unreachable!("nothing is set"));
            let times: Vec<u64> = later(start).collect();
            for (time, agent) in times.iter().zip(0..) {
                wheel.set(*time, agent);
            }
            let mut reached = start;
            for &now in &times {
                assert_eq!(
                    wheel.first(|_, _| true),
                    times.iter().copied().find(|time| reached < *time)
                );
                let mut rung = Vec::new();
                wheel.advance(now, |time, agent| rung.push((time, times[agent as usize])));
                assert_eq!(rung, [(now, now)]);
                reached = now;
            }
            assert_eq!(wheel.len(), 0);
        }
    }

    #[test]
    fn small_steps_find_the_same_as_large_ones() {
        let times: Vec<u64> = (1..4000).map(|agent| agent * agent * 7919 % (1 << 26) + 1).collect();
        for step in [1 << 13, (1 << 24) / (2 * STEPS), (1 << 24) / STEPS, 1 << 24, 1 << 25] {
            let mut wheel = Wheel::new();
            for (time, agent) in times.iter().zip(0..) {
                wheel.set(*time, agent);
            }
            let mut now = 0;
            while wheel.len() > 0 {
                let before = now;
                now += step;
                let wanted = times.iter().filter(|time| (before + 1..=now).contains(*time)).count();
                let mut rung = 0;
                wheel.advance(now, |time, agent| {
                    assert_eq!(time, times[agent as usize]);
                    rung += usize::from(before < time && time <= now);
                });
                assert_eq!(rung, wanted, "steps of {step}, at {now}");
            }
            assert!(now > 1 << 25);
        }
    }
}
