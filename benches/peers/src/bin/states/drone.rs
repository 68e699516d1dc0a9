//! A drone of 21 nodes, as a tree and by hand.

use crate::model::{Answers, Tick};
use bt_core::{Status, behavior_tree};

/// The leaves of the drone; none is ever called.
pub(crate) struct World {
    low: bool,
    calm: bool,
    sent: bool,
    status: Status,
}

impl World {
    const fn act(&mut self) -> Status {
        self.status
    }
}

behavior_tree! {
    /// Charges, takes photographs while there is no storm, reports them, and rests.
    pub tree Drone(d: &mut World) {
        active_selector {
            sequence {
                'is_low: condition d.low;
                'fly_home: action d.act();
                'charge: action d.act();
            }
            monitor {
                'is_calm: condition d.calm;
                sequence {
                    'take_off: action d.act();
                    repeat(5) sequence {
                        'fly: action d.act();
                        'photograph: action d.act();
                    }
                    'land: action d.act();
                }
            }
            parallel {
                selector {
                    'is_sent: condition d.sent;
                    'send: action d.act();
                }
                retry(3) 'sweep: action d.act();
            }
            'rest: action d.act();
        }
    }
}

/// The action that runs, and the rounds that are left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum State {
    #[default]
    Idle,
    FlyHome,
    Charge,
    TakeOff,
    Tour {
        left: u8,
        at: Leg,
    },
    Land,
    /// `send` until the report is sent, and the attempts to sweep that are left.
    Report {
        send: bool,
        sweep: Option<Sweep>,
    },
    Rest,
}

/// The part of a tour that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Leg {
    Between,
    Fly,
    Photograph,
}

/// The attempts that are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Sweep {
    left: u8,
    is_running: bool,
}

impl State {
    /// The first child: the next state, or none if it has failed.
    fn home(self, answers: &mut Answers) -> Option<Self> {
        if !matches!(self, Self::FlyHome | Self::Charge) && !answers.condition() {
            return None;
        }
        if self != Self::Charge {
            match answers.action() {
                Status::Running => return Some(Self::FlyHome),
                Status::Failure => return None,
                Status::Success => {}
            }
        }
        match answers.action() {
            Status::Running => Some(Self::Charge),
            Status::Success => Some(Self::Idle),
            Status::Failure => None,
        }
    }

    /// The second child.
    fn mission(self, answers: &mut Answers) -> Option<Self> {
        if !answers.condition() {
            return None;
        }
        if !matches!(self, Self::Tour { .. } | Self::Land) {
            match answers.action() {
                Status::Running => return Some(Self::TakeOff),
                Status::Failure => return None,
                Status::Success => {}
            }
        }
        if self != Self::Land {
            let (left, at) =
                if let Self::Tour { left, at } = self { (left, at) } else { (5, Leg::Between) };
            if at != Leg::Photograph {
                match answers.action() {
                    Status::Running => return Some(Self::Tour { left, at: Leg::Fly }),
                    Status::Failure => return None,
                    Status::Success => {}
                }
            }
            match answers.action() {
                Status::Running => return Some(Self::Tour { left, at: Leg::Photograph }),
                Status::Failure => return None,
                Status::Success if left > 1 => {
                    return Some(Self::Tour { left: left - 1, at: Leg::Between });
                }
                Status::Success => {}
            }
        }
        match answers.action() {
            Status::Running => Some(Self::Land),
            Status::Success => Some(Self::Idle),
            Status::Failure => None,
        }
    }

    /// The third child.
    fn report(self, answers: &mut Answers) -> Option<Self> {
        let (is_sending, mut send, mut sweep) = match self {
            Self::Report { send, sweep } => (send, send, sweep),
            _ => (false, true, Some(Sweep { left: 3, is_running: false })),
        };
        if send && (is_sending || !answers.condition()) {
            match answers.action() {
                Status::Running => {}
                Status::Failure => return None,
                Status::Success => send = false,
            }
        } else {
            send = false;
        }
        if !send && sweep.is_none() {
            return Some(Self::Idle);
        }
        if let Some(Sweep { left, .. }) = sweep {
            sweep = match answers.action() {
                Status::Running => Some(Sweep { left, is_running: true }),
                Status::Failure if left == 1 => return None,
                Status::Failure => Some(Sweep { left: left - 1, is_running: false }),
                Status::Success => None,
            };
        }
        Some(if !send && sweep.is_none() { Self::Idle } else { Self::Report { send, sweep } })
    }
}

impl Tick for State {
    fn tick(self, answers: &mut Answers) -> Self {
        self.home(answers)
            .or_else(|| self.mission(answers))
            .or_else(|| self.report(answers))
            .unwrap_or_else(|| match answers.action() {
                Status::Running => Self::Rest,
                Status::Success | Status::Failure => Self::Idle,
            })
    }

    fn is_sound(&self) -> bool {
        !matches!(self, Self::Tour { left: 0 | 6.., .. })
    }
}
