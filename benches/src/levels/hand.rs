//! The levels by hand.

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
