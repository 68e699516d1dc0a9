//! The facts about the expressions of a tree.

use crate::machine::Status;

/// The statuses that an action can give.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Answers {
    /// Any status.
    #[default]
    Any,
    /// Success: the expression has no value.
    Success,
    /// Success or failure.
    Finished,
}

impl Answers {
    /// The statuses, in the order in which they are tried.
    #[must_use]
    pub const fn statuses(self) -> &'static [Status] {
        match self {
            Self::Any => &[Status::Success, Status::Failure, Status::Running],
            Self::Success => &[Status::Success],
            Self::Finished => &[Status::Success, Status::Failure],
        }
    }
}

/// The facts about each node; a list that is too short has none about the nodes after its end.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The statuses of an action.
    pub answers: Vec<Answers>,
    /// A number for the expression of a condition, a `guard` or an `if`. Expressions with the same number have the
    /// same answer, until an expression that may change the blackboard is evaluated.
    pub questions: Vec<Option<u32>>,
    /// The same for the condition in front of a child of a `priority_selector`; it belongs to the child.
    pub keys: Vec<Option<u32>>,
    /// `true` for a `finally` that begins with an expression that may change the blackboard: a subtree with parameters.
    pub changes: Vec<bool>,
    /// The number of those numbers.
    pub count: usize,
}
