//! The levels by hand.

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
