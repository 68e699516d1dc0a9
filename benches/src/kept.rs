//! Values that are kept while an action runs, and cleanups.

use crate::world::{World, next_random, seed, visit};
use bt_core::{Status, behavior_tree};
use std::cell::Cell;

/// The world of one hunter.
#[derive(Clone, Debug)]
pub struct Hunter {
    random: u32,
    checksum: u32,
}

impl World for Hunter {
    fn new(agent: u32) -> Self {
        Self { random: seed(agent), checksum: 0 }
    }

    #[inline]
    fn step(&mut self) {
        self.random = next_random(self.random);
    }

    #[inline]
    fn checksum(&self) -> u32 {
        self.checksum
    }
}

impl Hunter {
    /// In most ticks there is prey.
    #[inline]
    fn nearest(&mut self) -> Option<Prey> {
        (self.random >> 30 > 0).then_some(Prey { id: self.random >> 16 & 7, hits: 0 })
    }

    #[inline]
    fn hunt(&mut self, id: u32) -> Status {
        self.checksum = visit(self.checksum, id);
        match self.random >> 20 & 15 {
            0 => Status::Failure,
            1..4 => Status::Success,
            _ => Status::Running,
        }
    }

    #[inline]
    fn rest(&mut self) {
        self.checksum = visit(self.checksum, 99);
    }
}

thread_local! {
    static LEFT: Cell<u32> = const { Cell::new(0) };
}

/// The prey; it is counted when it is dropped.
#[derive(Debug)]
pub struct Prey {
    id: u32,
    hits: u32,
}

impl Drop for Prey {
    #[inline]
    fn drop(&mut self) {
        LEFT.set(LEFT.get().wrapping_add(self.hits));
    }
}

behavior_tree! {
    /// Keeps its prey.
    #[derive(Debug)]
    pub tree Keeps(hunter: &mut Hunter) {
        let(prey: Prey = hunter.nearest()) action {
            prey.hits += 1;
            hunter.hunt(prey.id + prey.hits)
        };
    }

    /// Rests after each hunt.
    #[derive(Debug, Clone)]
    pub tree Rests(hunter: &mut Hunter) {
        finally(hunter.rest()) action hunter.hunt(1);
    }
}

/// The same as [`Keeps`] by hand.
#[derive(Debug, Default)]
pub enum Match {
    /// It does not hunt.
    #[default]
    Idle,
    /// It hunts.
    Hunts(Prey),
}

impl Match {
    /// One tick.
    #[inline]
    pub fn tick(&mut self, hunter: &mut Hunter) -> Status {
        match self {
            Self::Idle => {
                let Some(mut prey) = hunter.nearest() else { return Status::Failure };
                let status = Self::hunt(&mut prey, hunter);
                if status.is_running() {
                    *self = Self::Hunts(prey);
                }
                status
            }
            Self::Hunts(prey) => {
                let status = Self::hunt(prey, hunter);
                if status.is_finished() {
                    *self = Self::Idle;
                }
                status
            }
        }
    }

    #[inline]
    fn hunt(prey: &mut Prey, hunter: &mut Hunter) -> Status {
        prey.hits += 1;
        hunter.hunt(prey.id + prey.hits)
    }
}

/// The same as [`Rests`] by hand, without a cleanup after a panic.
#[derive(Debug, Default)]
pub enum MatchRests {
    /// It rests.
    #[default]
    Idle,
    /// It hunts.
    Hunts,
}

impl MatchRests {
    /// One tick.
    #[inline]
    pub fn tick(&mut self, hunter: &mut Hunter) -> Status {
        let status = hunter.hunt(1);
        match self {
            Self::Idle if status.is_running() => *self = Self::Hunts,
            Self::Hunts if status.is_running() => {}
            _ => {
                *self = Self::Idle;
                hunter.rest();
            }
        }
        status
    }
}

#[cfg(test)]
mod tests {
    use super::{Hunter, Keeps, LEFT, Match, MatchRests, Rests};
    use crate::world::World;
    use bt_core::Status;

    fn life<T: Default>(tick: fn(&mut T, &mut Hunter) -> Status) -> (u32, Vec<Status>, u32) {
        LEFT.set(0);
        let (mut tree, mut hunter) = (T::default(), Hunter::new(3));
        let day = |_| {
            hunter.step();
            tick(&mut tree, &mut hunter)
        };
        let statuses = (0..10_000).map(day).collect();
        (hunter.checksum(), statuses, LEFT.get())
    }

    #[test]
    fn trees_do_the_same_as_what_is_written_by_hand() {
        assert_eq!(life(Keeps::tick), life(Match::tick));
        assert!(life(Keeps::tick).2 > 0, "nothing was dropped");
        assert_eq!(life(Rests::tick), life(MatchRests::tick));
    }
}
