//! Regions with their positions, and the frames of the nodes that keep data.

use super::{
    Block, BlockId, CellId, Count, Exit, ExpressionId, FrameId, Length, Made, NodeId, PositionId,
    Question, RegionId,
};
use proc_macro2::{Ident, TokenStream};
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
    /// `true` if it contains a cleanup that takes time, or a tree that may have one.
    pub cleans_up: bool,
    /// The blocks of one tick.
    pub blocks: Vec<Block>,
    /// The positions in which the tree need not be ticked; empty if no code asks for them.
    pub rests: Vec<Rest>,
    /// The nodes with labels, and the block at which each begins.
    pub labelled: Vec<(NodeId, BlockId)>,
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
    pub cooldowns: Vec<CellId>,
}

/// The data of a position.
#[derive(Clone, Debug)]
pub enum Keeps {
    /// No data.
    Nothing,
    /// The time until which it runs.
    Deadline(Length),
    /// The value of a stateful action.
    Action(Made),
    /// The state of another tree; the word of memory has its call.
    Tree(CellId),
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
    /// `true` if that also needs all expressions to give the same results as in the tick before. Such a rest stands before
    /// the one of the same position without this condition.
    pub if_unchanged: bool,
    /// The words of memory that must not change.
    pub terms: Vec<Term>,
}

/// A word of memory that must not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// This time has not passed.
    Cools(CellId),
    /// This result is stored.
    Keeps(CellId, bool),
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

/// The data of an active node, and the tick of its children's regions.
#[derive(Debug)]
pub struct Frame {
    /// Its index among the frames.
    pub id: FrameId,
    /// The node.
    pub node: NodeId,
    /// The region in which the node is a position.
    pub home: RegionId,
    /// The fields besides the children.
    pub fields: Vec<Field>,
    /// How many of the children are stored.
    pub slots: Slots,
    /// The regions of the children. A monitor's conditions have none.
    pub children: Vec<RegionId>,
    /// The expression that is evaluated when the node ends.
    pub end: Option<ExpressionId>,
    /// `true` if leaving one of the children needs the blackboard.
    pub needs_blackboard: bool,
    /// `true` if one of the children contains a cleanup that takes time, or a tree that may have one.
    pub cleans_up: bool,
    /// `true` if its first child is the cleanup of the second: a stop of the frame stops the second child and closes it
    /// as one that has failed, reopens the first, and ticks the frame.
    pub is_cleanup: bool,
    /// The blocks of one tick.
    pub blocks: Vec<Block>,
}

/// A field of a frame, which is set when its node begins.
#[derive(Clone, Debug)]
pub enum Field {
    /// The number of rounds that are left, including the current one.
    Rounds(Count),
    /// The current number, and the end of the range.
    Numbers {
        /// The name of the current number.
        name: Ident,
        /// The number of rounds; the expression is the range.
        range: Count,
    },
    /// The time at which the node ends.
    Deadline(Length),
    /// The next due time; and the time between two due times, if that is not a literal.
    Due(Length),
    /// A value.
    Value {
        /// Its name.
        name: Ident,
        /// Its type.
        of: TokenStream,
        /// The expression that gives it, or refuses to.
        value: ExpressionId,
    },
    /// A value that a node below gives.
    Place {
        /// Its name.
        name: Ident,
        /// Its type.
        of: TokenStream,
    },
    /// A decorator that the user has written.
    Decorator(Made),
    /// The children that have been tried; the next is drawn at random.
    Tried {
        /// The random number.
        draw: ExpressionId,
        /// The weight of each child.
        weights: Vec<ExpressionId>,
    },
    /// The children that have not been tried, in the order of their scores at the beginning.
    Ranked(Vec<ExpressionId>),
    /// The same in the written order, round from the child whose place is stored.
    InTurn(CellId),
    /// The time until which the success of a child counts.
    Until {
        /// The index of the child.
        child: usize,
        /// The time that it counts, from its beginning.
        length: Length,
    },
    /// Whether cleanups of the children run, which the node has interrupted.
    Stopping,
}

impl Field {
    /// The name of its value in the expressions of the nodes below.
    pub(crate) fn name(&self) -> Option<&Ident> {
        match self {
            Self::Numbers { name, .. } | Self::Value { name, .. } | Self::Place { name, .. } => {
                Some(name)
            }
            Self::Rounds(_)
            | Self::Deadline(_)
            | Self::Due(_)
            | Self::Decorator(_)
            | Self::Tried { .. }
            | Self::Ranked(_)
            | Self::InTurn(_)
            | Self::Until { .. }
            | Self::Stopping => None,
        }
    }

    /// The type of its value, if the user has written one.
    pub(super) fn value(&self) -> Option<&TokenStream> {
        match self {
            Self::Value { of, .. } | Self::Place { of, .. } => Some(of),
            Self::Rounds(_)
            | Self::Numbers { .. }
            | Self::Deadline(_)
            | Self::Due(_)
            | Self::Decorator(_)
            | Self::Tried { .. }
            | Self::Ranked(_)
            | Self::InTurn(_)
            | Self::Until { .. }
            | Self::Stopping => None,
        }
    }

    /// Its value, if that is of a type of the user.
    pub(super) fn made(&self) -> Option<&Made> {
        match self {
            Self::Decorator(made) => Some(made),
            Self::Rounds(_)
            | Self::Numbers { .. }
            | Self::Deadline(_)
            | Self::Due(_)
            | Self::Value { .. }
            | Self::Place { .. }
            | Self::Tried { .. }
            | Self::Ranked(_)
            | Self::InTurn(_)
            | Self::Until { .. }
            | Self::Stopping => None,
        }
    }

    /// The same, to change it.
    pub(super) fn made_mut(&mut self) -> Option<&mut Made> {
        match self {
            Self::Decorator(made) => Some(made),
            Self::Rounds(_)
            | Self::Numbers { .. }
            | Self::Deadline(_)
            | Self::Due(_)
            | Self::Value { .. }
            | Self::Place { .. }
            | Self::Tried { .. }
            | Self::Ranked(_)
            | Self::InTurn(_)
            | Self::Until { .. }
            | Self::Stopping => None,
        }
    }
}

/// How the children of a frame are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slots {
    /// There is one child.
    One,
    /// Each child is stored: it is open, has succeeded, or has failed.
    Each,
    /// The chosen child is stored, if one is chosen.
    Chosen,
}

impl Frame {
    /// Returns `true` if its time counts only while its child is idle.
    #[must_use]
    pub fn waits_while_idle(&self) -> bool {
        let asks = |exit: &Exit| matches!(exit, Exit::Ask { question: Question::IsIdle(_), .. });
        self.slots == Slots::One && self.blocks.iter().any(|block| asks(&block.exit))
    }

    /// The name that it declares for the nodes below.
    #[must_use]
    pub fn name(&self) -> Option<&Ident> {
        self.fields.iter().find_map(Field::name)
    }

    /// Returns `true` if children that have finished begin again.
    #[must_use]
    pub fn renews(&self) -> bool {
        let asks = |exit: &Exit| matches!(exit, Exit::Ask { question: Question::IsStale(_), .. });
        self.blocks.iter().any(|block| asks(&block.exit))
    }

    /// Returns `true` if the success of a child counts for a time.
    #[must_use]
    pub fn lasts(&self, child: usize) -> bool {
        let is_it = |field: &Field| matches!(field, Field::Until { child: of, .. } if *of == child);
        self.fields.iter().any(is_it)
    }

    /// Returns `true` if one child of several runs at a time.
    #[must_use]
    pub fn is_choice(&self) -> bool {
        self.slots == Slots::Chosen
    }

    /// Returns `true` if the frame has exactly one child.
    #[must_use]
    pub fn is_single(&self) -> bool {
        self.slots == Slots::One
    }
}
