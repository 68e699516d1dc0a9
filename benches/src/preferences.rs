//! Eight tasks, the most important first: a more important task that becomes due replaces the current
//! one.

use crate::world::{World, next_random, seed, visit};
use bt_core::{Status, behavior_tree};

/// The world of one villager.
#[derive(Clone, Debug)]
pub struct Villager {
    random: u32,
    checksum: u32,
    /// The due tasks, one bit each.
    due: u8,
}

impl World for Villager {
    fn new(agent: u32) -> Self {
        Self { random: seed(agent), checksum: 0, due: 0 }
    }

    /// In every fourth step one of the eight tasks becomes due, and another one is no longer due.
    #[inline]
    fn step(&mut self) {
        self.random = next_random(self.random);
        let becomes = u8::from(self.random >> 30 == 0) << (self.random >> 27 & 7);
        let ends = 1 << (self.random >> 24 & 7);
        self.due = (self.due | becomes) & !ends;
    }

    #[inline]
    fn checksum(&self) -> u32 {
        self.checksum
    }
}

impl Villager {
    #[inline]
    fn wants(&self, child: u32) -> bool {
        self.due >> child & 1 == 1
    }

    #[inline]
    fn works(&mut self, child: u32) -> Status {
        self.checksum = visit(self.checksum, child);
        match self.random >> 20 & 15 {
            0 => Status::Failure,
            1 => Status::Success,
            _ => Status::Running,
        }
    }
}

behavior_tree! {
    /// Does the most important task.
    #[derive(Clone, Debug)]
    pub tree Prefers(villager: &mut Villager) {
        priority_selector {
            villager.wants(0) => action villager.works(0),
            villager.wants(1) => action villager.works(1),
            villager.wants(2) => action villager.works(2),
            villager.wants(3) => action villager.works(3),
            villager.wants(4) => action villager.works(4),
            villager.wants(5) => action villager.works(5),
            villager.wants(6) => action villager.works(6),
            villager.wants(7) => action villager.works(7),
        }
    }
}

/// The same by hand: the current task, and for each a list of more important ones.
#[derive(Clone, Copy, Debug, Default)]
pub enum Match {
    /// No task is running.
    #[default]
    Idle,
    /// The most important.
    First,
    /// The next.
    Second,
    /// The next.
    Third,
    /// The next.
    Fourth,
    /// The next.
    Fifth,
    /// The next.
    Sixth,
    /// The next.
    Seventh,
    /// The least important.
    Eighth,
}

impl Match {
    /// One tick.
    #[inline]
    pub fn tick(&mut self, villager: &mut Villager) -> Status {
        let mut child = match self {
            Self::First => 0,
            Self::Second => Self::before(villager, 1).unwrap_or(1),
            Self::Third => Self::before(villager, 2).unwrap_or(2),
            Self::Fourth => Self::before(villager, 3).unwrap_or(3),
            Self::Fifth => Self::before(villager, 4).unwrap_or(4),
            Self::Sixth => Self::before(villager, 5).unwrap_or(5),
            Self::Seventh => Self::before(villager, 6).unwrap_or(6),
            Self::Eighth => Self::before(villager, 7).unwrap_or(7),
            Self::Idle => match Self::before(villager, 8) {
                Some(child) => child,
                None => return Status::Failure,
            },
        };
        loop {
            let (status, runs) = match child {
                0 => (villager.works(0), Self::First),
                1 => (villager.works(1), Self::Second),
                2 => (villager.works(2), Self::Third),
                3 => (villager.works(3), Self::Fourth),
                4 => (villager.works(4), Self::Fifth),
                5 => (villager.works(5), Self::Sixth),
                6 => (villager.works(6), Self::Seventh),
                _ => (villager.works(7), Self::Eighth),
            };
            match status {
                Status::Running => {
                    *self = runs;
                    return status;
                }
                Status::Success => {
                    *self = Self::Idle;
                    return status;
                }
                Status::Failure => {}
            }
            match (child + 1..8).find(|next| villager.wants(*next)) {
                Some(next) => child = next,
                None => {
                    *self = Self::Idle;
                    return Status::Failure;
                }
            }
        }
    }

    /// The first due task before a task.
    #[inline]
    fn before(villager: &Villager, child: u32) -> Option<u32> {
        (0..child).find(|other| villager.wants(*other))
    }
}

/// The same by hand, one `if` after the other.
#[derive(Clone, Copy, Debug, Default)]
pub struct If {
    /// Counted from 1; 0 is no task.
    runs: u8,
}

impl If {
    /// One tick.
    #[inline]
    pub fn tick(&mut self, villager: &mut Villager) -> Status {
        macro_rules! try_each {
            ($runs:ident: $($child:literal)*) => {
                $(if $runs == $child + 1 || villager.wants($child) {
                    match villager.works($child) {
                        Status::Running => {
                            self.runs = $child + 1;
                            return Status::Running;
                        }
                        Status::Success => {
                            self.runs = 0;
                            return Status::Success;
                        }
                        Status::Failure => $runs = 0,
                    }
                })*
            };
        }
        let mut runs = self.runs;
        try_each!(runs: 0 1 2 3 4 5 6 7);
        self.runs = runs;
        Status::Failure
    }
}

#[cfg(test)]
mod tests {
    use super::{If, Match, Prefers, Villager};
    use crate::world::World;
    use bt_core::Status;

    fn life<T: Default>(tick: fn(&mut T, &mut Villager) -> Status) -> (u32, Vec<Status>) {
        let (mut tree, mut villager) = (T::default(), Villager::new(3));
        let day = |_| {
            villager.step();
            tick(&mut tree, &mut villager)
        };
        let statuses = (0..10_000).map(day).collect();
        (villager.checksum(), statuses)
    }

    #[test]
    fn all_do_the_same() {
        let tree = life(Prefers::tick);
        assert_eq!(tree, life(Match::tick));
        assert_eq!(tree, life(If::tick));
        for status in [Status::Success, Status::Failure, Status::Running] {
            assert!(tree.1.contains(&status));
        }
    }
}
