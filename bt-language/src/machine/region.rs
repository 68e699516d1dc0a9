use super::{Block, FrameId, NodeId, PositionId, RegionId};
use std::ops::Range;

/// A connected part of a tree in which at most one leaf runs at a time.
#[derive(Debug)]
pub struct Region {
    /// Its index among the regions.
    pub id: RegionId,
    /// The place where it begins.
    pub root: Place,
    /// The nodes in it and below it.
    pub nodes: Range<usize>,
    /// The owner.
    pub owner: Owner,
    /// The number of frames around it.
    pub depth: usize,
    /// The positions, in the order of the nodes.
    pub positions: Vec<Position>,
    /// How its state is stored.
    pub storage: Storage,
    /// `true` if leaving it calls code of the user, or changes the memory: an `end`, a clock.
    pub needs_blackboard: bool,
    /// The blocks of one tick.
    pub blocks: Vec<Block>,
    /// The positions in which the tree need not be ticked; empty if no code asks for them.
    pub rests: Vec<Rest>,
}

/// A node, or a run of the children of a wide composite, which acts like a composite of the same
/// kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The node.
    pub node: NodeId,
    /// The number of the run, if it is a run.
    pub run: Option<usize>,
}

/// The owner of a region: the tree, a region or a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The region of the whole tree.
    Tree,
    /// The region from which it was cut off, because that would be too large for rustc.
    Region(RegionId),
    /// The frame of which it is a child.
    Frame(FrameId),
}

/// The storage of a region's state between two ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// Not stored: nothing in it can run, as in a sequence of conditions.
    Nothing,
    /// A `bool`: there is one position, and it is an action, a `running` or an endless decorator.
    Flag,
    /// An enum: `Idle`, or one of the positions.
    Enum,
}

/// A node that can be recorded as running.
#[derive(Debug)]
pub struct Position {
    /// The node that runs.
    pub place: Place,
    /// The data that is kept while the node runs.
    pub keeps: Keeps,
    /// The cooldowns above it in its region, from the innermost to the outermost; they start when
    /// it is left.
    pub cooldowns: Vec<NodeId>,
}

/// The data of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    /// No data.
    Nothing,
    /// The time until which it runs: `wait`, `delay`.
    Deadline,
    /// The value of a stateful action.
    Action,
    /// The state of another tree.
    Subtree,
    /// A node's fields, and the regions of its children.
    Frame(FrameId),
    /// A region that was cut off.
    Region(RegionId),
}

/// A position in which a tick would change nothing, as long as these terms hold.
#[derive(Clone, Debug)]
pub struct Rest {
    /// The position.
    pub position: PositionId,
    /// The words of memory that must not change.
    pub terms: Vec<Term>,
}

/// A word of memory that must not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// This `cooldown` has not passed.
    Cools(NodeId),
    /// This `once` stores this result.
    Keeps(NodeId, bool),
}

impl Region {
    /// Returns `true` if a node in it can run from one tick to the next.
    #[must_use]
    pub fn can_run(&self) -> bool {
        self.storage != Storage::Nothing
    }

    /// Returns `true` if its state is stored as an enum.
    #[must_use]
    pub fn has_enum(&self) -> bool {
        self.storage == Storage::Enum
    }

    /// The only position of a region that is stored as a flag.
    #[must_use]
    pub fn flagged(&self) -> Option<&Position> {
        self.positions.first().filter(|_| self.storage == Storage::Flag)
    }

    /// The positions with their ids.
    pub fn numbered(&self) -> impl Iterator<Item = (PositionId, &Position)> {
        self.positions.iter().enumerate().map(|(place, of)| (PositionId::new(place), of))
    }
}
