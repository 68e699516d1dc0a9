use super::{Block, FrameId, NodeId, RegionId, Status};

/// The data of an active node, and how it ticks the regions of its children.
#[derive(Debug)]
pub struct Frame {
    /// Its place among the frames.
    pub id: FrameId,
    /// The node.
    pub node: NodeId,
    /// The region in which the node is a position.
    pub home: RegionId,
    /// The fields beside the children.
    pub fields: Vec<Field>,
    /// The regions of the children. A monitor's conditions have none.
    pub children: Vec<RegionId>,
    /// `true` if leaving one of the children needs the blackboard.
    pub needs_blackboard: bool,
    /// One tick.
    pub body: Body,
}

/// A field of a frame, set when its node begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// How many rounds are left, this one included.
    Rounds,
    /// The time at which a `timeout` is over.
    Deadline,
    /// The next time at which something is due.
    Due,
    /// The time between two times at which something is due, where that is not a literal.
    Period,
    /// A decorator of the user's own.
    Decorator,
    /// The value of a `let`.
    Value,
    /// The number of a `for`, and the end of its range.
    Numbers,
    /// The order of the children that are still to be tried.
    Order(Order),
}

/// How children are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// By lot, each once.
    Random,
    /// The highest score first.
    Score,
}

/// How a frame is ticked.
#[derive(Debug)]
pub enum Body {
    /// One child, ticked by these blocks.
    Single(Vec<Block>),
    /// Children side by side: each is open, or it has succeeded, or it has failed.
    Parallel(Vec<Block>),
    /// One child at a time. The first is chosen when the node is ticked first; when a child ends with
    /// `onward`, the next is chosen in the same tick; when none is left, the node ends with `onward`.
    /// Every other status of the child is that of the node.
    Choice {
        /// The status after which the next child is chosen.
        onward: Status,
    },
    /// One child at a time. In every tick the children are scored; from the highest score down, a child that
    /// runs goes on, and another one takes its place: what runs is aborted first. After a failure the next
    /// is tried in the same tick.
    Scored,
    /// A decorator of the user's own ticks the child, or does not. A child that has ended is idle
    /// again; one that still runs when the decorator ends is aborted.
    Wrapped,
}

impl Frame {
    /// Returns `true` if one child of several runs at a time.
    #[must_use]
    pub fn is_choice(&self) -> bool {
        matches!(self.body, Body::Choice { .. } | Body::Scored)
    }

    /// Returns `true` if the frame has one child, whatever is written.
    #[must_use]
    pub fn is_single(&self) -> bool {
        matches!(self.body, Body::Single(_) | Body::Wrapped)
    }

    /// The blocks of one tick, where it has any.
    #[must_use]
    pub fn blocks(&self) -> &[Block] {
        match &self.body {
            Body::Single(blocks) | Body::Parallel(blocks) => blocks,
            Body::Choice { .. } | Body::Scored | Body::Wrapped => &[],
        }
    }
}
