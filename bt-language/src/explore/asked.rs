//! The questions of a tick to the program and to its clock, and the replies.

use super::state::Shape;
use super::tick::Tick;
use super::{Model, Same};
use crate::machine::{ExpressionId, NodeId, Status};

/// A question to the program, or to its clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Asked {
    /// The node that asks, or the leaf that is asked.
    pub node: NodeId,
    /// The question.
    pub what: What,
}

/// The content of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum What {
    /// Does a condition hold?
    Holds {
        /// The node itself, or the child in front of which it stands.
        about: NodeId,
        /// The index of the expression among those of the node.
        place: usize,
    },
    /// Which status does the action or the decorator return?
    Status,
    /// Does the decorator tick its child?
    Ticks,
    /// Does it begin, or does it refuse to?
    Begins,
    /// Is its time over, or the time that it keeps for this child?
    IsOver(Option<usize>),
    /// Has it any round?
    HasRounds,
    /// Has it a round after this one?
    HasRound,
    /// Which of this number of arms is it?
    Arm(usize),
    /// Which of this number of children that are left is the next one?
    Next(usize),
    /// Which of this number of children that are left is the best one?
    Best(usize),
}

/// The reply to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reply {
    /// No.
    No,
    /// Yes.
    Yes,
    /// This status.
    Status(Status),
    /// The child with this index.
    Child(usize),
    /// No child.
    NoChild,
}

/// A question that always gets the same reply in a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Key {
    /// An expression that stands in several places.
    Shared(Same),
    /// A question of one node.
    Own(Asked),
}

impl Asked {
    pub(super) fn key(self, model: &Model) -> Key {
        match self.what {
            What::Holds { place, .. } => {
                let shared = model.facts.question(ExpressionId { node: self.node, place });
                shared.map_or(Key::Own(self), Key::Shared)
            }
            What::Status
            | What::Ticks
            | What::Begins
            | What::IsOver(_)
            | What::HasRounds
            | What::HasRound
            | What::Arm(_)
            | What::Next(_)
            | What::Best(_) => Key::Own(self),
        }
    }
}

impl Model {
    /// Returns `true` if two questions are the same expression, which has the same answer until the blackboard may have
    /// changed.
    #[must_use]
    pub fn is_same_question(&self, one: Asked, other: Asked) -> bool {
        one.key(self) == other.key(self)
    }

    /// The replies to a question at which a tick has stopped with these words, in the order of the alternatives.
    pub(super) fn replies(&self, shape: &Shape, words: &[u32], asked: Asked) -> Vec<Reply> {
        let (words, events) = (&mut words.to_vec(), &mut Vec::new());
        Tick { model: self, shape, words, events, chosen: None }.replies(asked)
    }
}
