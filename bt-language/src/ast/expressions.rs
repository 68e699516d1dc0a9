//! The Rust expressions in the arguments of a node.

use super::Kind;
use proc_macro2::TokenStream;

impl Kind {
    /// Calls `change` with each Rust expression in the arguments.
    pub(crate) fn each_expression(&mut self, change: &mut impl FnMut(&mut TokenStream)) {
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
}
