//! Twelve levels of alternating sequences and selectors, each with a condition before and an action
//! after the next level, and work at the bottom.

use crate::world::{Opaque, World, next_random, seed};
use bt_core::Status;

/// The leaves of the tree: conditions on the way down, and work at the bottom and on the way up, each a
/// separate function.
pub trait Miner {
    /// Returns `true` if the way down from a level is open; it nearly always is.
    fn open<const LEVEL: u8>(&self) -> bool;
    /// Returns `true` if everything has been found on a level; that is rare.
    fn found<const LEVEL: u8>(&self) -> bool;
    /// Digs for 32 ticks or so; half of the time for nothing.
    fn dig(&mut self) -> Status;
    /// Clears a level for four ticks or so; half of the time for nothing.
    fn clear<const LEVEL: u8>(&mut self) -> Status;
}

/// The world of one miner.
#[derive(Clone, Debug)]
pub struct Mine {
    random: u32,
    checksum: u32,
    shift: u8,
}

impl Mine {
    /// Adds a leaf to the checksum; returns five pseudorandom bits.
    #[inline]
    fn work(&mut self, leaf: u32) -> u32 {
        self.checksum = (self.checksum ^ leaf).wrapping_mul(0x9E37_79B1).rotate_left(5);
        (self.checksum ^ self.random) >> 27
    }
}

impl World for Mine {
    #[expect(clippy::cast_possible_truncation, reason = "any eight bits will do")]
    fn new(agent: u32) -> Self {
        let random = seed(agent);
        Self { random, checksum: random.rotate_left(13), shift: (random >> 16) as u8 }
    }

    #[inline]
    fn step(&mut self) {
        self.shift = self.shift.wrapping_add(1);
        self.random = next_random(self.random);
    }

    #[inline]
    fn checksum(&self) -> u32 {
        self.checksum
    }
}

impl Miner for Mine {
    #[inline]
    fn open<const LEVEL: u8>(&self) -> bool {
        self.shift != LEVEL
    }

    #[inline]
    fn found<const LEVEL: u8>(&self) -> bool {
        self.shift == LEVEL
    }

    #[inline]
    fn dig(&mut self) -> Status {
        if self.work(99) != 0 {
            Status::Running
        } else if self.checksum & 1 == 0 {
            Status::Success
        } else {
            Status::Failure
        }
    }

    #[inline]
    fn clear<const LEVEL: u8>(&mut self) -> Status {
        match self.work(u32::from(LEVEL)) {
            0..24 => Status::Running,
            24..28 => Status::Success,
            _ => Status::Failure,
        }
    }
}

impl<M: Miner> Miner for Opaque<M> {
    #[inline(never)]
    fn open<const LEVEL: u8>(&self) -> bool {
        self.0.open::<LEVEL>()
    }

    #[inline(never)]
    fn found<const LEVEL: u8>(&self) -> bool {
        self.0.found::<LEVEL>()
    }

    #[inline(never)]
    fn dig(&mut self) -> Status {
        self.0.dig()
    }

    #[inline(never)]
    fn clear<const LEVEL: u8>(&mut self) -> Status {
        self.0.clear::<LEVEL>()
    }
}

/// The levels as a tree.
pub mod tree {
    use super::Miner;
    use bt_core::behavior_tree;

    behavior_tree! {
        /// Goes down level by level, digs, and clears the levels on the way up.
        #[derive(Clone, Debug)]
        pub tree Levels<M: Miner>(miner: &mut M) {
            sequence {
                condition miner.open::<0>();
                selector {
                    condition miner.found::<1>();
                    sequence {
                        condition miner.open::<2>();
                        selector {
                            condition miner.found::<3>();
                            sequence {
                                condition miner.open::<4>();
                                selector {
                                    condition miner.found::<5>();
                                    sequence {
                                        condition miner.open::<6>();
                                        selector {
                                            condition miner.found::<7>();
                                            sequence {
                                                condition miner.open::<8>();
                                                selector {
                                                    condition miner.found::<9>();
                                                    sequence {
                                                        condition miner.open::<10>();
                                                        selector {
                                                            condition miner.found::<11>();
                                                            action miner.dig();
                                                            action miner.clear::<11>();
                                                        }
                                                        action miner.clear::<10>();
                                                    }
                                                    action miner.clear::<9>();
                                                }
                                                action miner.clear::<8>();
                                            }
                                            action miner.clear::<7>();
                                        }
                                        action miner.clear::<6>();
                                    }
                                    action miner.clear::<5>();
                                }
                                action miner.clear::<4>();
                            }
                            action miner.clear::<3>();
                        }
                        action miner.clear::<2>();
                    }
                    action miner.clear::<1>();
                }
                action miner.clear::<0>();
            }
        }
    }
}

/// The levels by hand.
pub mod hand {
    use super::Miner;
    use bt_core::Status;

    /// [`tree::Levels`](super::tree::Levels) by hand: a number for the running action, and a loop over the
    /// levels above a finished one.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Match {
        /// 0, or one more than the number of levels above the running action.
        at: u8,
    }

    const IDLE: u8 = 0;
    const LEVELS: u8 = 12;

    impl Match {
        /// One tick.
        #[inline]
        pub fn tick<M: Miner>(&mut self, miner: &mut M) -> Status {
            let mut at = self.at;
            if at == IDLE {
                if let Some((level, status)) = Self::stopped(miner) {
                    return self.ascend(level, status, miner);
                }
                at = LEVELS + 1;
            }
            let status = match at {
                1 => miner.clear::<0>(),
                2 => miner.clear::<1>(),
                3 => miner.clear::<2>(),
                4 => miner.clear::<3>(),
                5 => miner.clear::<4>(),
                6 => miner.clear::<5>(),
                7 => miner.clear::<6>(),
                8 => miner.clear::<7>(),
                9 => miner.clear::<8>(),
                10 => miner.clear::<9>(),
                11 => miner.clear::<10>(),
                12 => miner.clear::<11>(),
                _ => miner.dig(),
            };
            if status == Status::Running {
                self.at = at;
                return status;
            }
            self.ascend(at - 1, status, miner)
        }

        /// The level that ends on the way down, and its result.
        fn stopped<M: Miner>(miner: &M) -> Option<(u8, Status)> {
            if !miner.open::<0>() {
                return Some((0, Status::Failure));
            }
            if miner.found::<1>() {
                return Some((1, Status::Success));
            }
            if !miner.open::<2>() {
                return Some((2, Status::Failure));
            }
            if miner.found::<3>() {
                return Some((3, Status::Success));
            }
            if !miner.open::<4>() {
                return Some((4, Status::Failure));
            }
            if miner.found::<5>() {
                return Some((5, Status::Success));
            }
            if !miner.open::<6>() {
                return Some((6, Status::Failure));
            }
            if miner.found::<7>() {
                return Some((7, Status::Success));
            }
            if !miner.open::<8>() {
                return Some((8, Status::Failure));
            }
            if miner.found::<9>() {
                return Some((9, Status::Success));
            }
            if !miner.open::<10>() {
                return Some((10, Status::Failure));
            }
            if miner.found::<11>() {
                return Some((11, Status::Success));
            }
            None
        }

        /// Continues above a finished level.
        fn ascend<M: Miner>(&mut self, levels: u8, mut status: Status, miner: &mut M) -> Status {
            for level in (0..levels).rev() {
                let is_sequence = level % 2 == 0;
                if is_sequence == (status == Status::Success) {
                    status = match level {
                        0 => miner.clear::<0>(),
                        1 => miner.clear::<1>(),
                        2 => miner.clear::<2>(),
                        3 => miner.clear::<3>(),
                        4 => miner.clear::<4>(),
                        5 => miner.clear::<5>(),
                        6 => miner.clear::<6>(),
                        7 => miner.clear::<7>(),
                        8 => miner.clear::<8>(),
                        9 => miner.clear::<9>(),
                        10 => miner.clear::<10>(),
                        _ => miner.clear::<11>(),
                    };
                    if status == Status::Running {
                        self.at = level + 1;
                        return status;
                    }
                }
            }
            self.at = IDLE;
            status
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Mine, hand, tree};
    use crate::run::assert_same;
    use crate::world::Opaque;

    #[test]
    fn it_is_the_same_by_hand() {
        assert_same::<tree::Levels<_>, hand::Match, Mine>(tree::Levels::tick, hand::Match::tick);
        assert_same::<tree::Levels<_>, hand::Match, Opaque<Mine>>(
            tree::Levels::tick,
            hand::Match::tick,
        );
    }
}
