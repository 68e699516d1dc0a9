//! The random trees by hand; this file has the one of ten nodes.

mod hundred;

use super::Leaves;
use bt_core::Status;
pub use hundred::Hundred;

/// [`tree::Ten`](super::tree::Ten) by hand: a `match` on the running action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Match {
    /// No action is running.
    #[default]
    Idle,
    /// The action of the first branch.
    Do25,
    /// The first action of the second branch.
    Do16,
    /// The second action of the second branch.
    Do33,
}

impl Match {
    /// One tick.
    #[inline]
    pub fn tick<W: Leaves>(&mut self, world: &mut W) -> Status {
        let is_first = match self {
            Self::Idle => world.is_27(),
            Self::Do25 => true,
            Self::Do16 | Self::Do33 => false,
        };
        if is_first { self.first(world) } else { self.second(world) }
    }

    fn first<W: Leaves>(&mut self, world: &mut W) -> Status {
        match world.do_25() {
            Status::Running => self.keep(Self::Do25),
            Status::Success => self.finish(Status::from(world.is_41())),
            Status::Failure => self.finish(Status::Failure),
        }
    }

    /// The second branch always succeeds in the end, whatever its actions and the last condition return.
    fn second<W: Leaves>(&mut self, world: &mut W) -> Status {
        match world.do_16() {
            Status::Running => self.keep(Self::Do16),
            Status::Success if world.do_33().is_running() => self.keep(Self::Do33),
            Status::Success | Status::Failure => self.finish(Status::Success),
        }
    }

    fn keep(&mut self, running: Self) -> Status {
        *self = running;
        Status::Running
    }

    fn finish(&mut self, status: Status) -> Status {
        *self = Self::Idle;
        status
    }
}
