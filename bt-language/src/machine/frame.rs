use super::{Block, FrameId, NodeId, RegionId, Status};

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
    /// The regions of the children. A monitor's conditions have none.
    pub children: Vec<RegionId>,
    /// `true` if leaving one of the children needs the blackboard.
    pub needs_blackboard: bool,
    /// One tick.
    pub body: Body,
}

/// A field of a frame, which is set when its node begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The number of rounds that are left, including the current one.
    Rounds,
    /// The deadline of a `timeout`.
    Deadline,
    /// The next due time.
    Due,
    /// The time between two due times, if it is not a literal.
    Period,
    /// A decorator that the user has written.
    Decorator,
    /// The value of a `let`.
    Value,
    /// The current number of a `for`, and the end of its range.
    Numbers,
    /// The order of the children that have not been tried yet.
    Order(Order),
}

/// The order in which children are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// At random, each once.
    Random,
    /// The highest score first.
    Score,
}

/// The tick of a frame.
#[derive(Debug)]
pub enum Body {
    /// One child, ticked by these blocks.
    Single(Vec<Block>),
    /// All children run: each is open, has succeeded, or has failed.
    Parallel(Vec<Block>),
    /// One child at a time. The first is chosen in the first tick of the node. When a child ends
    /// with `onward`, the next is chosen in the same tick; when none is left, the node ends with
    /// `onward`. Every other status of the child is the status of the node.
    Choice {
        /// The status after which the next child is chosen.
        onward: Status,
    },
    /// One child at a time. In every tick the children are scored and tried from the highest score
    /// down. If the running child is not the best, it is aborted before the best one is ticked.
    /// After a failure the next is tried in the same tick.
    Scored,
    /// A decorator of the user ticks the child, or does not. A child that has ended is idle again;
    /// a child that still runs when the decorator ends is aborted.
    Wrapped,
}

impl Frame {
    /// Returns `true` if one child of several runs at a time.
    #[must_use]
    pub fn is_choice(&self) -> bool {
        matches!(self.body, Body::Choice { .. } | Body::Scored)
    }

    /// Returns `true` if the frame has exactly one child.
    #[must_use]
    pub fn is_single(&self) -> bool {
        matches!(self.body, Body::Single(_) | Body::Wrapped)
    }

    /// The blocks of one tick, if it has any.
    #[must_use]
    pub fn blocks(&self) -> &[Block] {
        match &self.body {
            Body::Single(blocks) | Body::Parallel(blocks) => blocks,
            Body::Choice { .. } | Body::Scored | Body::Wrapped => &[],
        }
    }
}
