//! A condition that has to be true four times in a row.

use crate::random::Leaves;
use bt_core::Status;

/// The number of times that it was true; five failures are an attempt, and there are two attempts.
#[derive(Clone, Debug, Default)]
pub(super) struct Round {
    held: u8,
    failed: u8,
    attempts: u8,
}

impl Round {
    pub(super) fn tick<W: Leaves>(&mut self, world: &mut W) -> Status {
        if world.is_27() {
            self.held += 1;
            return if self.held == 4 { Status::Success } else { Status::Running };
        }
        self.held = 0;
        self.failed += 1;
        if self.failed < 5 {
            return Status::Running;
        }
        self.failed = 0;
        self.attempts += 1;
        if self.attempts < 2 { Status::Running } else { Status::Failure }
    }
}
