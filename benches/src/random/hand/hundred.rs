//! The random tree of a hundred nodes by hand.

mod round;
mod work;

use crate::random::{Leaves, Walk};
use bt_core::Status;
use round::Round;
use std::time::Duration;
use work::Work;

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
