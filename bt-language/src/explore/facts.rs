//! The facts about the expressions of a tree.

use crate::machine::{Frame, Machine, Status};

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
    /// `true` for a leaf that stands for a tree of which nothing is known: when it runs, other leaves run in it, or none.
    pub opaque: Vec<bool>,
    /// The number of expressions with a number.
    pub count: usize,
}

impl Facts {
    /// For each number of an expression the last node that a tick can be at when the expression is evaluated.
    ///
    /// A tick visits the nodes in their order, except for children that are tried in any order.
    pub(super) fn last_asked(&self, machine: &Machine) -> Vec<usize> {
        let mut last = vec![0; self.count];
        let mut has_any_order = vec![false; machine.nodes.len()];
        for frame in machine.frames.iter().filter(|frame| Frame::is_choice(frame)) {
            has_any_order[frame.node.place()] = true;
        }
        for node in &machine.nodes {
            let mut until = node.id.place();
            let mut above = node.parent.map(|parent| &machine[parent]);
            while let Some(of) = above {
                if has_any_order[of.id.place()] {
                    until = of.range().end;
                }
                above = of.parent.map(|parent| &machine[parent]);
            }
            for numbers in [&self.questions, &self.keys] {
                let number = numbers.get(node.id.place()).copied().flatten();
                if let Some(last) = number.and_then(|number| last.get_mut(number as usize)) {
                    *last = until.max(*last);
                }
            }
        }
        last
    }
}
