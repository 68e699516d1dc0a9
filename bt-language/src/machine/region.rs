use super::{Block, FrameId, NodeId, PositionId, RegionId};
use std::ops::Range;

/// A connected part of a tree in which at most one leaf runs at a time.
#[derive(Debug)]
pub struct Region {
    /// Its place among the regions.
    pub id: RegionId,
    /// Where it begins.
    pub root: Place,
    /// The nodes in it and below.
    pub nodes: Range<usize>,
    /// The owner.
    pub owner: Owner,
    /// How many frames are around it.
    pub depth: usize,
    /// The positions, in the order of the nodes.
    pub positions: Vec<Position>,
    /// How its state is stored.
    pub storage: Storage,
    /// `true` if leaving it calls something of the user's, or changes the memory: an `end`, a clock.
    pub needs_blackboard: bool,
    /// One tick, from the first block on.
    pub blocks: Vec<Block>,
    /// The positions in which the tree need not be ticked; none if nobody asks.
    pub rests: Vec<Rest>,
}

/// A node; or a run of the children of a wide composite, which is like a composite of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The node.
    pub node: NodeId,
    /// The number of the run, if it is one.
    pub run: Option<usize>,
}

/// The owner of a region: the tree, a region or a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// Nothing: it is that of the tree.
    Tree,
    /// A region from which it was cut off, since that would be too large for a compiler.
    Region(RegionId),
    /// The frame whose child it is.
    Frame(FrameId),
}

/// How the state of a region is stored between two ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// Nothing in it can run, as in a row of conditions.
    Nothing,
    /// One leaf without data can run: a `bool` says whether it does.
    Flag,
    /// `Idle`, or one of the positions.
    Enum,
}

/// A node that can be recorded as running.
#[derive(Debug)]
pub struct Position {
    /// The node that runs.
    pub place: Place,
    /// The data that are kept while it does.
    pub keeps: Keeps,
    /// The cooldowns above it in its region, from the inside out; they begin when it is left.
    pub cooldowns: Vec<NodeId>,
}

/// The data of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    /// That it runs.
    Nothing,
    /// The time until which it runs: `wait`, `delay`.
    Deadline,
    /// A stateful action.
    Action,
    /// The state of another tree.
    Subtree,
    /// A node's fields, and the regions of its children.
    Frame(FrameId),
    /// A region that was cut off.
    Region(RegionId),
}

/// A position that a tick would leave as it is, as long as these terms hold.
#[derive(Clone, Debug)]
pub struct Rest {
    /// The position.
    pub position: PositionId,
    /// The words of the memory that have to stay as they are.
    pub terms: Vec<Term>,
}

/// A word of memory that has to stay as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// This `cooldown` goes on.
    Cools(NodeId),
    /// This `once` keeps this result.
    Keeps(NodeId, bool),
}

impl Region {
    /// Returns `true` if something in it can run from one tick to the next.
    #[must_use]
    pub fn can_run(&self) -> bool {
        self.storage != Storage::Nothing
    }

    /// Returns `true` if its state is stored, as an enum of its own.
    #[must_use]
    pub fn has_enum(&self) -> bool {
        self.storage == Storage::Enum
    }

    /// The only position of a region that is a flag.
    #[must_use]
    pub fn flagged(&self) -> Option<&Position> {
        self.positions.first().filter(|_| self.storage == Storage::Flag)
    }

    /// The positions with their ids.
    pub fn numbered(&self) -> impl Iterator<Item = (PositionId, &Position)> {
        self.positions.iter().enumerate().map(|(place, of)| (PositionId::new(place), of))
    }
}
