//! Twelve levels of alternating sequences and selectors, with the work at the bottom.

use crate::world::{Opaque, World, next_random, seed, visit};
use bt_core::Status;

/// The leaves of the tree: conditions on the way down, and work at the bottom.
pub trait Digger {
    /// Returns `true` if the way down from a level is open; it nearly always is.
    fn open(&self, level: u32) -> bool;
    /// Returns `true` if everything has been found on a level; that is rare.
    fn found(&self, level: u32) -> bool;
    /// Digs for eight ticks or so; half of the time for nothing.
    fn dig(&mut self) -> Status;
}

/// The world of one digger.
#[derive(Clone, Debug)]
pub struct Descent {
    random: u32,
    checksum: u32,
    depth: u32,
}

impl World for Descent {
    fn new(agent: u32) -> Self {
        Self { random: seed(agent), checksum: 0, depth: 0 }
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

impl Digger for Descent {
    #[inline]
    fn open(&self, level: u32) -> bool {
        self.random >> 25 != level
    }

    #[inline]
    fn found(&self, level: u32) -> bool {
        (self.random >> 18) & 127 == level
    }

    #[inline]
    fn dig(&mut self) -> Status {
        self.checksum = visit(self.checksum, 1);
        self.depth = self.depth.wrapping_add(self.random >> 30);
        let luck = self.random >> 28;
        if luck > 1 { Status::Running } else { Status::from(luck == 1) }
    }
}

impl<D: Digger> Digger for Opaque<D> {
    #[inline(never)]
    fn open(&self, level: u32) -> bool {
        self.0.open(level)
    }

    #[inline(never)]
    fn found(&self, level: u32) -> bool {
        self.0.found(level)
    }

    #[inline(never)]
    fn dig(&mut self) -> Status {
        self.0.dig()
    }
}

/// The levels as a tree.
pub mod tree {
    use super::Digger;
    use bt_core::behavior_tree;

    behavior_tree! {
        /// Goes down level by level; only the work at the bottom takes time.
        #[derive(Clone, Debug)]
        pub tree Levels<D: Digger>(digger: &mut D) {
            sequence {
                condition digger.open(0);
                selector {
                    condition digger.found(1);
                    sequence {
                        condition digger.open(2);
                        selector {
                            condition digger.found(3);
                            sequence {
                                condition digger.open(4);
                                selector {
                                    condition digger.found(5);
                                    sequence {
                                        condition digger.open(6);
                                        selector {
                                            condition digger.found(7);
                                            sequence {
                                                condition digger.open(8);
                                                selector {
                                                    condition digger.found(9);
                                                    sequence {
                                                        condition digger.open(10);
                                                        selector {
                                                            condition digger.found(11);
                                                            action digger.dig();
                                                        }
                                                    }
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The levels by hand.
pub mod hand {
    use super::Digger;
    use bt_core::Status;

    /// [`tree::Levels`](super::tree::Levels) by hand: a `match` on whether it digs.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Match {
        /// No action is running.
        #[default]
        Idle,
        /// It digs.
        Dig,
    }

    impl Match {
        /// One tick.
        #[inline]
        pub fn tick<D: Digger>(&mut self, digger: &mut D) -> Status {
            let status = match self {
                Self::Idle => Self::descend(digger),
                Self::Dig => digger.dig(),
            };
            *self = if status == Status::Running { Self::Dig } else { Self::Idle };
            status
        }

        fn descend<D: Digger>(digger: &mut D) -> Status {
            if !digger.open(0) {
                return Status::Failure;
            }
            if digger.found(1) {
                return Status::Success;
            }
            if !digger.open(2) {
                return Status::Failure;
            }
            if digger.found(3) {
                return Status::Success;
            }
            if !digger.open(4) {
                return Status::Failure;
            }
            if digger.found(5) {
                return Status::Success;
            }
            if !digger.open(6) {
                return Status::Failure;
            }
            if digger.found(7) {
                return Status::Success;
            }
            if !digger.open(8) {
                return Status::Failure;
            }
            if digger.found(9) {
                return Status::Success;
            }
            if !digger.open(10) {
                return Status::Failure;
            }
            if digger.found(11) {
                return Status::Success;
            }
            digger.dig()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Descent, hand, tree};
    use crate::run::assert_same;
    use crate::world::Opaque;

    #[test]
    fn it_is_the_same_by_hand() {
        assert_same::<tree::Levels<_>, hand::Match, Descent>(tree::Levels::tick, hand::Match::tick);
        assert_same::<tree::Levels<_>, hand::Match, Opaque<Descent>>(
            tree::Levels::tick,
            hand::Match::tick,
        );
    }
}
