//! The random trees of ten and of a hundred nodes by hand.

use super::{Leaves, Walk};
use bt_core::Status;
use std::time::Duration;

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

/// [`tree::Hundred`](crate::random::tree::Hundred) by hand: a `match` on the running action.
///
/// Nodes that can never be ticked are left out, and a branch whose only observable effect is a wait is
/// only a wait.
#[derive(Clone, Debug, Default)]
pub struct Hundred {
    runs: Runs,
    /// The time before which `do_14` is not tried again.
    cools_until: Option<Duration>,
}

#[derive(Clone, Debug, Default)]
enum Runs {
    #[default]
    Nothing,
    // The first branch.
    Do12,
    Do22,
    Walk(Walk),
    Do9,
    Do57 {
        failed: u8,
    },
    /// It is tried again in the next tick.
    Try57 {
        failed: u8,
    },
    // The second branch.
    LongWait {
        until: Duration,
    },
    Work(Work),
    Round(Round),
    ShortWait {
        until: Duration,
    },
    LastWait {
        until: Duration,
    },
}

impl Hundred {
    /// One tick.
    #[inline]
    pub fn tick<W: Leaves>(&mut self, world: &mut W) -> Status {
        match &mut self.runs {
            Runs::Nothing => {
                if world.is_27() {
                    self.begin(world)
                } else {
                    let until = world.now().saturating_add(Duration::from_millis(2800));
                    self.keep(Runs::LongWait { until })
                }
            }
            // The conditions before it are evaluated again.
            Runs::Do12 => self.begin(world),
            Runs::Do22 => self.do_22(world),
            Runs::Walk(walk) => match walk.go_on(world) {
                Status::Running => Status::Running,
                Status::Success => self.do_9(world),
                Status::Failure => self.look_around(world),
            },
            Runs::Do9 => self.do_9(world),
            Runs::Do57 { failed } => {
                let failed = *failed;
                self.do_57(world, failed)
            }
            Runs::Try57 { failed } => {
                let failed = *failed;
                self.try_57(world, failed)
            }
            _ => self.tick_other(world),
        }
    }

    fn begin<W: Leaves>(&mut self, world: &mut W) -> Status {
        if world.is_56() && world.is_32() {
            match world.do_12() {
                Status::Running => return self.keep(Runs::Do12),
                Status::Success => return self.end(world),
                Status::Failure if world.is_40() => return self.end(world),
                Status::Failure => {}
            }
        }
        self.do_22(world)
    }

    fn do_22<W: Leaves>(&mut self, world: &mut W) -> Status {
        match world.do_22() {
            Status::Running => self.keep(Runs::Do22),
            Status::Success => self.end(world),
            Status::Failure if world.is_3() => self.end(world),
            Status::Failure if world.is_57() => match Walk::set_out(2, world) {
                (walk, Status::Running) => self.keep(Runs::Walk(walk)),
                (_, Status::Success) => self.do_9(world),
                (_, Status::Failure) => self.look_around(world),
            },
            Status::Failure => self.look_around(world),
        }
    }

    fn do_9<W: Leaves>(&mut self, world: &mut W) -> Status {
        match world.do_9() {
            Status::Running => self.keep(Runs::Do9),
            Status::Success => self.end(world),
            Status::Failure => self.look_around(world),
        }
    }

    fn look_around<W: Leaves>(&mut self, world: &mut W) -> Status {
        if world.is_8() || world.is_55() {
            self.end(world)
        } else if !world.is_38() {
            self.finish(Status::Failure)
        } else if world.is_21() || world.is_12() {
            self.end(world)
        } else {
            self.try_57(world, 0)
        }
    }

    fn try_57<W: Leaves>(&mut self, world: &mut W, failed: u8) -> Status {
        if world.is_42() { self.end(world) } else { self.do_57(world, failed) }
    }

    fn do_57<W: Leaves>(&mut self, world: &mut W, failed: u8) -> Status {
        match world.do_57() {
            Status::Running => self.keep(Runs::Do57 { failed }),
            Status::Success => self.end(world),
            Status::Failure if failed == 3 => self.finish(Status::Failure),
            Status::Failure => self.keep(Runs::Try57 { failed: failed + 1 }),
        }
    }

    /// The condition at the end of the first branch.
    fn end<W: Leaves>(&mut self, world: &mut W) -> Status {
        self.finish(Status::from(world.is_15() && world.is_63()))
    }

    fn keep(&mut self, running: Runs) -> Status {
        self.runs = running;
        Status::Running
    }

    fn finish(&mut self, status: Status) -> Status {
        self.runs = Runs::Nothing;
        status
    }
}

/// The second branch: a sequence.
impl Hundred {
    fn tick_other<W: Leaves>(&mut self, world: &mut W) -> Status {
        match &mut self.runs {
            Runs::LongWait { until } if *until <= world.now() => {
                if world.is_52() {
                    let work = Work::new();
                    self.work(world, work)
                } else {
                    self.finish(Status::Failure)
                }
            }
            Runs::Work(work) => {
                let status = work.tick(world, &mut self.cools_until);
                self.behind_work(world, status)
            }
            Runs::Round(round) => {
                let status = round.tick(world);
                self.behind_round(world, status)
            }
            Runs::ShortWait { until } if *until <= world.now() => {
                let until = world.now().saturating_add(Duration::from_millis(700));
                self.keep(Runs::LastWait { until })
            }
            Runs::LastWait { until } if *until <= world.now() => {
                self.finish(Status::from(world.is_1()))
            }
            _ => Status::Running,
        }
    }

    fn work<W: Leaves>(&mut self, world: &mut W, mut work: Work) -> Status {
        let status = work.tick(world, &mut self.cools_until);
        if status.is_running() {
            self.keep(Runs::Work(work))
        } else {
            self.behind_work(world, status)
        }
    }

    fn behind_work<W: Leaves>(&mut self, world: &mut W, status: Status) -> Status {
        match status {
            Status::Running => Status::Running,
            Status::Failure => self.finish(Status::Failure),
            Status::Success => {
                let mut round = Round::default();
                match round.tick(world) {
                    Status::Running => self.keep(Runs::Round(round)),
                    status => self.behind_round(world, status),
                }
            }
        }
    }

    fn behind_round<W: Leaves>(&mut self, world: &mut W, status: Status) -> Status {
        match status {
            Status::Running => Status::Running,
            Status::Success if world.is_46() => {
                let until = world.now().saturating_add(Duration::from_millis(200));
                self.keep(Runs::ShortWait { until })
            }
            Status::Success | Status::Failure => self.finish(Status::Failure),
        }
    }
}

/// A condition that has to be true four times in a row: the number of times that it was true; five failures are an attempt, and there are two attempts.
#[derive(Clone, Debug, Default)]
struct Round {
    held: u8,
    failed: u8,
    attempts: u8,
}

impl Round {
    fn tick<W: Leaves>(&mut self, world: &mut W) -> Status {
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

/// Three branches that run at the same time: those that are unfinished.
#[derive(Clone, Debug)]
struct Work {
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
    const fn new() -> Self {
        Self { does_58: true, choice: Choice::Another, next_39: Some(Duration::ZERO) }
    }

    /// Ticks the branches; the first that fails ends all.
    fn tick<W: Leaves>(&mut self, world: &mut W, cools_until: &mut Option<Duration>) -> Status {
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
