//! Three branches that run at the same time.

use crate::random::{Leaves, Walk};
use bt_core::Status;
use std::time::Duration;

/// The unfinished branches.
#[derive(Clone, Debug)]
pub(super) struct Work {
    does_58: bool,
    choice: Choice,
    /// The next time of `do_39`.
    next_39: Option<Duration>,
}

/// The branch that was chosen in the last tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    /// The branch has finished.
    Done,
    Do14,
    Another,
}

impl Work {
    /// All branches are unfinished.
    pub(super) const fn new() -> Self {
        Self { does_58: true, choice: Choice::Another, next_39: Some(Duration::ZERO) }
    }

    /// Ticks the branches; the first that fails ends all.
    pub(super) fn tick<W: Leaves>(
        &mut self,
        world: &mut W,
        cools_until: &mut Option<Duration>,
    ) -> Status {
        if self.does_58 {
            match world.do_58() {
                Status::Running => {}
                Status::Success => self.does_58 = false,
                Status::Failure => {
                    if self.choice == Choice::Do14 {
                        cool(world, cools_until);
                    }
                    return Status::Failure;
                }
            }
        }
        if self.choice != Choice::Done {
            self.choice = self.choose(world, cools_until);
        }
        if self.next_39.is_some_and(|next| next <= world.now()) {
            self.next_39 = do_39(world);
        }
        let is_done = !self.does_58 && self.choice == Choice::Done && self.next_39.is_none();
        if is_done { Status::Success } else { Status::Running }
    }

    fn choose<W: Leaves>(&self, world: &mut W, cools_until: &mut Option<Duration>) -> Choice {
        let was_14 = self.choice == Choice::Do14;
        let status = world.do_49();
        if status != Status::Failure {
            if was_14 {
                cool(world, cools_until);
            }
            return if status.is_running() { Choice::Another } else { Choice::Done };
        }
        if was_14 || cools_until.is_none_or(|until| until <= world.now()) {
            match world.do_14() {
                Status::Running => return Choice::Do14,
                Status::Success => {
                    cool(world, cools_until);
                    return Choice::Done;
                }
                Status::Failure => cool(world, cools_until),
            }
        }
        if world.is_38() { Choice::Done } else { Choice::Another }
    }
}

/// `do_14` has ended.
fn cool<W: Leaves>(world: &W, cools_until: &mut Option<Duration>) {
    *cools_until = Some(world.now().saturating_add(Duration::from_millis(1800)));
}

/// Returns the next time of `do_39`, unless it has finished; if it fails, a step is done instead.
fn do_39<W: Leaves>(world: &mut W) -> Option<Duration> {
    match world.do_39() {
        Status::Running => Some(world.now().saturating_add(Duration::from_secs(1))),
        Status::Success => None,
        Status::Failure => {
            Walk::set_out(1, world);
            None
        }
    }
}
