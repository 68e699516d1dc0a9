//! The soldier that resumes, by hand.

use crate::model::{Answers, Tick};
use bt_core::Status;

/// The action that runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum State {
    #[default]
    Idle,
    Flee,
    Attack,
    Patrol,
}

impl Tick for State {
    fn tick(self, answers: &mut Answers) -> Self {
        let is_fighting = matches!(self, Self::Flee | Self::Attack);
        if is_fighting || answers.condition() {
            // An enemy is in sight.
            if self == Self::Flee || answers.condition() {
                match answers.action() {
                    Status::Running => return Self::Flee,
                    Status::Success => return Self::Idle,
                    Status::Failure => {}
                }
            }
            // The enemy is alive.
            if answers.condition() {
                match answers.action() {
                    Status::Running => return Self::Attack,
                    Status::Success => return Self::Idle,
                    Status::Failure => {}
                }
            }
        }
        match answers.action() {
            Status::Running => Self::Patrol,
            Status::Success | Status::Failure => Self::Idle,
        }
    }

    fn is_sound(&self) -> bool {
        true
    }
}
