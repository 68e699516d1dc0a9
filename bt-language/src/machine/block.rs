use super::{BlockId, NodeId, PositionId, Set};

/// Steps in a row, and one exit.
#[derive(Debug)]
pub struct Block {
    /// Its place among the blocks of its region or frame.
    pub id: BlockId,
    /// Its name in generated code and in text.
    pub name: String,
    /// The positions that may be recorded when it begins. Frames record nothing.
    pub recorded: Set,
    /// The steps at its beginning.
    pub steps: Vec<Step>,
    /// How it ends.
    pub exit: Exit,
}

/// A status of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It has succeeded.
    Success,
    /// It has failed.
    Failure,
    /// It goes on in the next tick.
    Running,
}

/// A status that is known, or the one that the exit of the block has just seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// This one.
    Is(Status),
    /// The status of the leaf, or of the child, that was ticked last.
    Same,
}

/// A step of a block before it ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Observers see that a composite or a decorator has finished.
    Finished(NodeId, Verdict),
    /// Observers see the status of a leaf without an expression.
    Leaf(NodeId, Status),
    /// The recorded one of these positions ends.
    Abort(Abort),
    /// This position is recorded, in the place of any other.
    Record(PositionId),
    /// A `repeat` or `retry` between two rounds begins the next: nothing is recorded any more.
    Forget(PositionId),
    /// A `cooldown` begins.
    Cool(NodeId),
    /// A `cooldown` of a length that is not a literal keeps that length.
    KeepLength(NodeId),
    /// A `once` keeps whether its child has succeeded.
    Keep(NodeId, bool),
    /// All children of the frame that run are aborted.
    LeaveChildren,
    /// The only child begins anew in the next tick.
    RenewChild,
    /// One round less is left.
    CountRound,
    /// The next time at which something is due is one period from now.
    Postpone,
    /// The expression of a `service` is evaluated.
    Serve,
    /// A child of a parallel has finished: with success, or with failure.
    Close(usize, bool),
}

/// The end of what is recorded, as seen by what takes its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Abort {
    /// The recorded positions that may have to end.
    pub positions: Vec<PositionId>,
    /// How it is found out whether one of them is.
    pub test: Test,
    /// Nodes end up to the first that contains this one.
    pub keep: NodeId,
}

/// How it is found out whether one of several positions is recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Test {
    /// One of them is, or nothing.
    Always,
    /// By name.
    Named,
    /// By number, from the first to the last of each range. A range may include positions that cannot
    /// be recorded here.
    Ranges(Vec<(PositionId, PositionId)>),
}

/// A way out of a block, and what is done on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The steps on the way.
    pub steps: Vec<Step>,
    /// Where it leads.
    pub to: To,
}

/// Where an edge leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// To a later block.
    Block(BlockId),
    /// Out, with a status.
    Return(Verdict),
}

/// How a block ends.
#[derive(Debug)]
pub enum Exit {
    /// In one way.
    Jump(Edge),
    /// By what is recorded: the first arm that names it. The last names no position; it is for
    /// everything else.
    Resume(Vec<(Vec<PositionId>, Edge)>),
    /// By an answer.
    Ask {
        /// The question.
        question: Question,
        /// If it is so.
        yes: Edge,
        /// If it is not.
        no: Edge,
    },
    /// By the first pattern of a `match` that fits: an edge for each.
    Choose(NodeId, Vec<Edge>),
    /// By what a `once` keeps.
    Remembered {
        /// The node.
        node: NodeId,
        /// It has succeeded.
        success: Edge,
        /// It has failed.
        failure: Edge,
        /// It has not finished yet.
        nothing: Edge,
    },
    /// By the value of an action's expression.
    Act {
        /// The node.
        node: NodeId,
        /// It runs.
        running: Edge,
        /// It has finished.
        ended: Ended,
    },
    /// By time: a position that keeps a deadline begins, or goes on.
    Wait {
        /// The position.
        position: PositionId,
        /// `true` if it begins: its deadline is one duration from now.
        begins: bool,
        /// The deadline is still to come.
        before: Edge,
        /// The deadline is over.
        over: Edge,
    },
    /// A position with data begins and is recorded; nothing else is.
    Begin {
        /// The position.
        position: PositionId,
        /// It refuses to begin: the `check` of what the user made, or a count of 0.
        refused: Option<Edge>,
        /// It has begun.
        then: Edge,
    },
    /// A position with data begins and is ticked while another one may be recorded.
    BeginBeside {
        /// The position.
        position: PositionId,
        /// It refuses to begin.
        refused: Option<Edge>,
        /// If it runs, this ends, it is recorded, and the region runs.
        abort: Abort,
        /// It has succeeded and is over.
        success: Edge,
        /// It has failed and is over.
        failure: Edge,
    },
    /// A position with data that is recorded is ticked; if it runs, the region does.
    Continue {
        /// The position.
        position: PositionId,
        /// It has succeeded and is over.
        success: Edge,
        /// It has failed and is over.
        failure: Edge,
    },
    /// A child of the frame is ticked, unless it has finished.
    Child {
        /// Which one.
        child: usize,
        /// It had finished before, as a child of a parallel can.
        closed: Option<Edge>,
        /// It runs.
        running: Edge,
        /// It has finished.
        ended: Ended,
    },
}

/// Where what has finished leads to.
#[derive(Debug)]
pub enum Ended {
    /// By its status.
    Apart {
        /// It has succeeded.
        success: Edge,
        /// It has failed.
        failure: Edge,
    },
    /// To the same, whatever the status.
    Alike(Edge),
}

/// A question of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// A `condition`, or `not` in front of one: observers see the answer.
    Condition(NodeId),
    /// The decision of a node that is no leaf.
    Decision(NodeId),
    /// The condition in front of a child of a `priority_selector`: the node, and which child.
    Preference(NodeId, usize),
    /// A `cooldown` is over.
    IsReady(NodeId),
    /// The deadline of the frame is still to come.
    IsInTime,
    /// The frame has something to do now.
    IsDue,
    /// The frame has another round.
    HasRounds,
    /// Enough children of the parallel have succeeded (or failed).
    Enough {
        /// `true` if successes are counted, `false` for failures.
        successes: bool,
        /// How many it takes.
        count: u32,
    },
}

impl Edge {
    /// To a block.
    #[must_use]
    pub fn to(block: BlockId) -> Self {
        Self { steps: Vec::new(), to: To::Block(block) }
    }

    /// Out, with a status.
    #[must_use]
    pub fn leave(verdict: Verdict) -> Self {
        Self { steps: Vec::new(), to: To::Return(verdict) }
    }

    /// The same after these steps.
    #[must_use]
    pub fn after(mut self, steps: impl IntoIterator<Item = Step>) -> Self {
        self.steps.extend(steps);
        self
    }
}

impl Exit {
    /// All ways out.
    #[must_use]
    pub fn edges(&self) -> Vec<&Edge> {
        match self {
            Self::Jump(edge) => vec![edge],
            Self::Resume(arms) => arms.iter().map(|(_, edge)| edge).collect(),
            Self::Ask { yes, no, .. } => vec![yes, no],
            Self::Choose(_, arms) => arms.iter().collect(),
            Self::Remembered { success, failure, nothing, .. } => vec![success, failure, nothing],
            Self::Act { running, ended, .. } => {
                std::iter::once(running).chain(ended.edges()).collect()
            }
            Self::Wait { before, over, .. } => vec![before, over],
            Self::Begin { refused, then, .. } => refused.iter().chain([then]).collect(),
            Self::BeginBeside { refused, success, failure, .. } => {
                refused.iter().chain([success, failure]).collect()
            }
            Self::Continue { success, failure, .. } => vec![success, failure],
            Self::Child { closed, running, ended, .. } => {
                closed.iter().chain([running]).chain(ended.edges()).collect()
            }
        }
    }
}

impl Ended {
    fn edges(&self) -> Vec<&Edge> {
        match self {
            Self::Apart { success, failure } => vec![success, failure],
            Self::Alike(edge) => vec![edge],
        }
    }
}
