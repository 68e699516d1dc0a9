use super::{BlockId, CellId, ExpressionId, Length, Machine, NodeId, Place, PositionId, Set};
use std::borrow::Cow;

/// A list of steps, and one exit.
#[derive(Debug)]
pub struct Block {
    /// Its index among the blocks of its region or frame.
    pub id: BlockId,
    /// Its name in generated code and in text.
    pub name: BlockName,
    /// The positions that may be recorded when it begins. Frames record nothing.
    pub recorded: Set,
    /// The steps at its beginning.
    pub steps: Vec<Step>,
    /// Its exit.
    pub exit: Exit,
}

/// The name of a block. It is written only where somebody reads it, since a tree that is loaded needs no names.
#[derive(Clone, Debug)]
pub enum BlockName {
    /// `begin`
    Text(Cow<'static, str>),
    /// What stands before the name of a node or of a run of its children, and behind it: `resume_walk_7`
    Of(&'static str, Place, &'static str),
}

impl BlockName {
    /// The text of the name.
    #[must_use]
    pub fn text(&self, machine: &Machine) -> String {
        match self {
            Self::Text(text) => text.as_ref().to_owned(),
            Self::Of(before, place, behind) => format!("{before}{}{behind}", machine.name(*place)),
        }
    }
}

impl From<&'static str> for BlockName {
    fn from(text: &'static str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for BlockName {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

/// A status of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// It has succeeded.
    Success,
    /// It has failed.
    Failure,
    /// It needs another tick.
    Running,
}

/// The status that an edge returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A known status.
    Is(Status),
    /// The status of the leaf or the child that was ticked last.
    Same,
}

/// A step of a block or an edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Tells observers that a composite or a decorator has finished.
    Finished(NodeId, Verdict),
    /// Tells observers the status of a leaf without an expression.
    Leaf(NodeId, Status),
    /// Tells observers that a decorator is ticked, which may tick nothing below it.
    Ticked(NodeId),
    /// Aborts the recorded one of some positions.
    Abort(Box<Abort>),
    /// Records this position, in place of any other.
    Record(PositionId),
    /// Records nothing: a `repeat` or `retry` between two rounds starts the next round.
    Forget(PositionId),
    /// Stores the end of a length of time that begins now.
    Cool(CellId),
    /// Notes, for the rest of this tick of the region, that a node has just begun.
    NoteBegin(CellId),
    /// Does the same as `Cool`, unless the node began in this tick of the region.
    CoolIfOlder(CellId),
    /// Evaluates a length of time that is not a literal, and stores it.
    StoreLength(CellId, ExpressionId),
    /// Stores whether a child has succeeded.
    StoreResult(CellId, bool),
    /// Stores the child behind the chosen one; the first comes behind the last.
    StoreNext(CellId),
    /// Aborts all running children of the frame.
    LeaveChildren,
    /// Resets the only child, so that it starts again in the next tick.
    RenewChild,
    /// Decrements the number of rounds that are left.
    CountRound,
    /// Sets the next due time to one period from now.
    Postpone(Length),
    /// Evaluates an expression that may change the blackboard.
    Run(ExpressionId),
    /// Gives a name a new value.
    Set(ExpressionId),
    /// Marks one child of several as finished, with success or with failure.
    Close(usize, bool),
    /// Resets a child that is marked as finished, so that it can start again.
    Reopen(usize),
    /// Sets the time until which the success of a child counts, which begins now.
    Lasts(usize, Length),
    /// Scores all children, for the picks of this tick.
    Rank {
        /// The score of each child.
        scores: Vec<ExpressionId>,
        /// Added to the score of the chosen child.
        margin: Option<ExpressionId>,
    },
    /// Leaves a child out of the picks of this tick.
    LeaveOut(usize),
    /// Forgets the chosen child, which has ended.
    ForgetChosen,
}

/// Aborts the recorded position, on behalf of a node that takes its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Abort {
    /// The recorded positions that may have to end.
    pub positions: Vec<PositionId>,
    /// The test for whether one of them is recorded.
    pub test: Test,
    /// Nodes are aborted up to the first node that contains this one.
    pub keep: NodeId,
}

/// A test whether one of several positions is recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Test {
    /// No test: one of them is recorded.
    Always,
    /// Compares with each position.
    Named,
    /// Compares with ranges, from the first to the last position of each. A range may include
    /// positions that cannot be recorded here.
    Ranges(Vec<(PositionId, PositionId)>),
}

/// A way out of a block, with the steps on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The steps on the way.
    pub steps: Vec<Step>,
    /// The target.
    pub to: To,
}

/// The target of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// To a later block.
    Block(BlockId),
    /// To an earlier block of a frame, which picks another child: each pick uses up a child, so the tick ends.
    Back(BlockId),
    /// Returns a status.
    Return(Verdict),
}

/// The exit of a block.
#[derive(Debug)]
pub enum Exit {
    /// Always takes the same edge.
    Jump(Edge),
    /// Takes the first arm that names the recorded position. The last arm names no position and is
    /// for all others.
    Resume(Vec<(Vec<PositionId>, Edge)>),
    /// Takes an edge by an answer.
    Ask {
        /// The question.
        question: Question,
        /// The edge for yes.
        yes: Edge,
        /// The edge for no.
        no: Edge,
    },
    /// Takes the edge of the first pattern that matches a value.
    Choose {
        /// The value.
        scrutinee: ExpressionId,
        /// The patterns, one for each arm.
        patterns: Vec<ExpressionId>,
        /// The edges of the arms.
        arms: Vec<Edge>,
    },
    /// Takes an edge by a stored result.
    Remembered {
        /// The word of memory with the result.
        cell: CellId,
        /// The edge for a stored success.
        success: Edge,
        /// The edge for a stored failure.
        failure: Edge,
        /// The edge if nothing is stored yet.
        nothing: Edge,
    },
    /// Evaluates an action's expression and takes an edge by its status.
    Act {
        /// The expression.
        of: ExpressionId,
        /// The edge if it runs.
        running: Edge,
        /// The edges if it has finished.
        ended: Ended,
    },
    /// Begins or continues a position with a deadline, and takes an edge by time.
    Wait {
        /// The position.
        position: PositionId,
        /// `true` if it begins; then the deadline is one length of the position from now.
        begins: bool,
        /// The edge before the deadline.
        before: Edge,
        /// The edge after the deadline.
        over: Edge,
    },
    /// Begins a position with data and records it; nothing else is recorded.
    Begin {
        /// The position.
        position: PositionId,
        /// The edge if it refuses to begin: a `check` returned false, or a count is 0.
        refused: Option<Edge>,
        /// The edge if it has begun.
        then: Edge,
    },
    /// Begins and ticks a position with data while another position may be recorded.
    BeginBeside {
        /// The position.
        position: PositionId,
        /// The edge if it refuses to begin.
        refused: Option<Edge>,
        /// The abort if it runs; then it is recorded, and the region returns running.
        abort: Box<Abort>,
        /// The edge if it has succeeded.
        success: Edge,
        /// The edge if it has failed.
        failure: Edge,
    },
    /// Ticks a recorded position with data; if it runs, the region returns running.
    Continue {
        /// The position.
        position: PositionId,
        /// The edge if it has succeeded.
        success: Edge,
        /// The edge if it has failed.
        failure: Edge,
    },
    /// Ticks a child of the frame, unless the child has finished.
    Child {
        /// The index of the child.
        child: usize,
        /// The edge if it is marked as finished, which is possible for one of several.
        closed: Option<Edge>,
        /// The edge if it runs.
        running: Edge,
        /// The edges if it has finished.
        ended: Ended,
    },
    /// Chooses a child of the frame.
    Pick {
        /// The choice.
        by: Pick,
        /// The edge if a child is chosen.
        found: Edge,
        /// The edge if no child is left.
        none: Edge,
        /// The edge if another child is chosen, and not aborted here because it may have to clean up.
        other: Option<Edge>,
    },
    /// Ticks the chosen child of the frame.
    Chosen {
        /// The edge if it runs.
        running: Edge,
        /// The edges if it has finished.
        ended: Ended,
    },
    /// Ends the children of the frame: aborts them, and runs their cleanups that take time, in every tick until all have
    /// ended.
    Stop {
        /// `true` if the children were ticked before in this tick; then a cleanup that runs is not ticked again.
        late: bool,
        /// The edge if a cleanup runs; from then on, the frame is stopping.
        running: Edge,
        /// The edge if nothing runs any more; the frame is not stopping any more, and no child is chosen.
        stopped: Edge,
    },
    /// Ticks the user's decorator of the frame, which ticks the only child any number of times. A child that has
    /// finished is idle again.
    Through {
        /// The edge if the decorator runs.
        running: Edge,
        /// The edges if it has finished.
        ended: Ended,
    },
}

/// The way in which a child is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// The chosen child, or if there is none, the next of those that were not tried since the node began.
    Next,
    /// The best of those that were not tried in this tick. The chosen one is aborted first if it is not the best, or
    /// if none is left: a score that is no number leaves its child out.
    Best,
}

/// The edges for a finished leaf or child.
#[derive(Debug)]
pub enum Ended {
    /// Different edges for success and failure.
    Apart {
        /// The edge for success.
        success: Edge,
        /// The edge for failure.
        failure: Edge,
    },
    /// The same edge for both.
    Alike(Edge),
}

/// A question of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// A condition as a leaf; observers get the answer.
    Condition {
        /// The expression; its node is the leaf.
        of: ExpressionId,
        /// The number of inverters directly above the leaf; they are part of the question.
        nots: u32,
    },
    /// The decision of a composite or a decorator.
    Decision {
        /// The expression.
        of: ExpressionId,
        /// The node that decides, or the child that is decided about.
        about: NodeId,
        /// The answer, if it is a literal.
        known: Option<bool>,
    },
    /// Is a stored time over, or is none stored?
    IsReady(CellId),
    /// Is the deadline of the frame in the future?
    IsInTime,
    /// Is the frame due now?
    IsDue,
    /// Has a child neither begun nor finished, or is another one chosen or none?
    IsIdle(usize),
    /// Has a child of several finished, and is the time over until which that counts?
    IsStale(usize),
    /// Do cleanups of the children run, which the node has interrupted?
    IsStopping,
    /// Has the frame another round?
    HasRounds,
    /// Have enough children of the parallel succeeded (or failed)?
    Enough {
        /// `true` if successes are counted, `false` for failures.
        successes: bool,
        /// The number of children that are enough.
        count: u32,
    },
}

impl Edge {
    /// An edge to a block.
    pub(crate) fn to(block: BlockId) -> Self {
        Self { steps: Vec::new(), to: To::Block(block) }
    }

    /// An edge that returns a status.
    pub(crate) fn leave(verdict: Verdict) -> Self {
        Self { steps: Vec::new(), to: To::Return(verdict) }
    }

    /// The leaf of which this edge tells observers.
    #[must_use]
    pub fn leaf(&self) -> Option<NodeId> {
        self.steps.iter().find_map(
            |step| {
                if let Step::Leaf(leaf, _) = step { Some(*leaf) } else { None }
            },
        )
    }

    /// The same edge after these steps.
    pub(crate) fn after(mut self, steps: impl IntoIterator<Item = Step>) -> Self {
        // Most edges have one step at most, and a large file has many edges.
        let steps = steps.into_iter();
        self.steps.reserve_exact(steps.size_hint().0);
        self.steps.extend(steps);
        self
    }
}

impl Exit {
    /// All edges of the exit.
    #[must_use]
    pub fn edges(&self) -> Vec<&Edge> {
        match self {
            Self::Jump(edge) => vec![edge],
            Self::Resume(arms) => arms.iter().map(|(_, edge)| edge).collect(),
            Self::Ask { yes, no, .. } => vec![yes, no],
            Self::Choose { arms, .. } => arms.iter().collect(),
            Self::Remembered { success, failure, nothing, .. } => vec![success, failure, nothing],
            Self::Act { running, ended, .. }
            | Self::Chosen { running, ended }
            | Self::Through { running, ended } => {
                std::iter::once(running).chain(ended.edges()).collect()
            }
            Self::Pick { found, none, other, .. } => {
                [found, none].into_iter().chain(other).collect()
            }
            Self::Stop { running, stopped, .. } => vec![running, stopped],
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
