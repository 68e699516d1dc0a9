//! The Rust expressions in the arguments of a node.

use super::{Duration, Expression, Kind};

impl Kind {
    /// Calls `change` with each expression that an argument is made of, but lengths of time.
    pub fn each_expression(&mut self, change: &mut dyn FnMut(&mut Expression)) {
        match self {
            Self::Condition(one)
            | Self::Action(one)
            | Self::Repeat(Some(one))
            | Self::Retry(Some(one))
            | Self::Guard(one)
            | Self::Service(_, one)
            | Self::Let { value: one, .. }
            | Self::For { range: one, .. }
            | Self::Finally(one)
            | Self::If { condition: one, .. } => change(one),
            Self::Stateful(literal) | Self::With(literal) => change(&mut literal.value),
            Self::Subtree { blackboard, arguments, .. } => {
                blackboard.iter_mut().for_each(&mut *change);
                for (_, value) in arguments {
                    change(value);
                }
            }
            Self::Random { draw, weights, .. } => {
                change(draw);
                weights.iter_mut().for_each(change);
            }
            Self::Utility { scores } => scores.iter_mut().for_each(change),
            Self::Priority { conditions } => conditions.iter_mut().for_each(change),
            Self::ActiveUtility { margin, scores } => {
                margin.iter_mut().chain(scores).for_each(change);
            }
            Self::Match { scrutinee, patterns, .. } => {
                change(scrutinee);
                patterns.iter_mut().for_each(change);
            }
            _ => {}
        }
    }

    /// The length of time in the arguments, if the node has one.
    #[must_use]
    pub const fn duration(&self) -> Option<&Duration> {
        match self {
            Self::Wait(duration)
            | Self::Timeout(duration)
            | Self::Delay(duration)
            | Self::Cooldown(duration)
            | Self::Every(duration)
            | Self::Service(duration, _) => Some(duration),
            _ => None,
        }
    }

    /// The same, to change it.
    pub(crate) const fn duration_mut(&mut self) -> Option<&mut Duration> {
        match self {
            Self::Wait(duration)
            | Self::Timeout(duration)
            | Self::Delay(duration)
            | Self::Cooldown(duration)
            | Self::Every(duration)
            | Self::Service(duration, _) => Some(duration),
            _ => None,
        }
    }
}
