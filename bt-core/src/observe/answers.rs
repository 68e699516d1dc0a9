//! Answers in place of leaves, for tests.

use crate::{NodeId, Observer, Status};
use alloc::collections::BTreeMap;

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
///     Answers::new().leaf(Leave::DOOR, Status::Success).leaf(Leave::DRIVE, Status::Running);
/// let mut leave = Leave::new();
/// assert_eq!(leave.tick_with(&mut Robot, &mut answers), Status::Running);
///
/// let mut marks = Marks::new(Leave::NODES);
/// let mut answers = answers.leaf(Leave::DRIVE, Status::Failure);
/// leave.tick_with(&mut Robot, &mut (&mut answers, &mut marks));
/// assert_eq!(marks.get(Leave::DRIVE), Some(Mark::Ticked(Status::Failure)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    leaves: BTreeMap<NodeId, Status>,
}

impl Answers {
    /// Makes a list without answers.
    #[must_use]
    pub const fn new() -> Self {
        Self { leaves: BTreeMap::new() }
    }

    /// Adds the answer in place of a leaf, or replaces it.
    #[must_use]
    pub fn leaf(mut self, leaf: NodeId, status: Status) -> Self {
        self.leaves.insert(leaf, status);
        self
    }
}

impl Observer for Answers {
    const ANSWERS: bool = true;

    fn answer(&mut self, leaf: NodeId) -> Option<Status> {
        self.leaves.get(&leaf).copied()
    }
}
