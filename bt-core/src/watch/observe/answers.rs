//! Answers in place of leaves, for tests.

use crate::{NodeId, Observer, Status};
use alloc::vec::Vec;

/// Answers in place of leaves, so that a test need not bring the blackboard into the state in which they would return
/// the same. Leaves without an answer are ticked.
///
/// [`Observer::answer`] lists the effect of an answer on each kind of leaf. A pair of observers also reports the tick:
///
/// ```
/// use bt_core::observe::{Answers, Mark, Marks};
/// use bt_core::{Status, behavior_tree};
///
/// struct Robot;
///
/// impl Robot {
///     fn sees_door(&self) -> bool {
///         unimplemented!("a camera")
///     }
///
///     fn drive(&mut self) -> Status {
///         unimplemented!("a motor")
///     }
/// }
///
/// behavior_tree! {
///     tree Leave(robot: &mut Robot) {
///         sequence {
///             'door: condition robot.sees_door();
///             'drive: action robot.drive();
///         }
///     }
/// }
///
/// let mut answers =
///     Answers::new().with(Leave::DOOR, Status::Success).with(Leave::DRIVE, Status::Running);
/// let mut leave = Leave::new();
/// assert_eq!(leave.tick_with(&mut Robot, &mut answers), Status::Running);
///
/// let mut marks = Marks::new(Leave::NODES);
/// let mut answers = answers.with(Leave::DRIVE, Status::Failure);
/// leave.tick_with(&mut Robot, &mut (&mut answers, &mut marks));
/// assert_eq!(marks.get(Leave::DRIVE), Some(Mark::Ticked(Status::Failure)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    leaves: Vec<(NodeId, Status)>,
    decisions: Vec<(NodeId, bool)>,
    keys: Vec<(NodeId, bool)>,
}

impl Answers {
    /// Makes a list without answers.
    #[must_use]
    pub const fn new() -> Self {
        Self { leaves: Vec::new(), decisions: Vec::new(), keys: Vec::new() }
    }

    /// Adds the answer in place of a leaf, or replaces it.
    #[must_use]
    pub fn with(mut self, leaf: NodeId, status: Status) -> Self {
        set(&mut self.leaves, leaf, status);
        self
    }

    /// Adds the decision in place of the condition of a `guard`, an `if` or an `active_if`, or replaces it.
    ///
    /// ```
    /// use bt_core::observe::Answers;
    /// use bt_core::{Status, behavior_tree};
    ///
    /// behavior_tree! {
    ///     tree Sleep(tired: &mut bool) {
    ///         'sleep: guard(*tired) running;
    ///     }
    /// }
    ///
    /// let mut answers = Answers::new().with_decision(Sleep::SLEEP, true);
    /// assert_eq!(Sleep::new().tick_with(&mut false, &mut answers), Status::Running);
    /// ```
    #[must_use]
    pub fn with_decision(mut self, node: NodeId, holds: bool) -> Self {
        set(&mut self.decisions, node, holds);
        self
    }

    /// Adds the decision in place of the condition in front of a child of a `priority_selector`, or replaces it.
    #[must_use]
    pub fn with_key(mut self, child: NodeId, holds: bool) -> Self {
        set(&mut self.keys, child, holds);
        self
    }
}

fn set<T>(list: &mut Vec<(NodeId, T)>, node: NodeId, value: T) {
    match list.iter_mut().find(|(of, _)| *of == node) {
        Some((_, old)) => *old = value,
        None => list.push((node, value)),
    }
}

fn get<T: Copy>(list: &[(NodeId, T)], node: NodeId) -> Option<T> {
    list.iter().find(|(of, _)| *of == node).map(|(_, value)| *value)
}

impl Observer for Answers {
    const ANSWERS: bool = true;

    fn answer(&mut self, leaf: NodeId) -> Option<Status> {
        get(&self.leaves, leaf)
    }

    fn decide(&mut self, node: NodeId) -> Option<bool> {
        get(&self.decisions, node)
    }

    fn decide_key(&mut self, child: NodeId) -> Option<bool> {
        get(&self.keys, child)
    }
}
