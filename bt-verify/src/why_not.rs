//! What would have to be different for a node to run.

use super::tick::status;
use super::{Proof, Tree};
use bt_core::observe::Mark;
use bt_core::{NodeId, Status};
use bt_language::explore::{self, Event, Followed, Look, Model, Piece, Seen, What, why_not};
use bt_language::machine;
use bt_watch::live::Part;
use bt_watch::record::{Agent, AgentId, Frame, Recording};
use core::fmt;
use std::sync::Arc;

/// What would have to be different for a node to run: made by [`Proof::why_not`].
///
/// It is printed as a sentence. With an answer that is not listed, the node runs too, whatever that answer is.
#[derive(Clone)]
pub struct WhyNot {
    tree: Arc<Tree>,
    node: NodeId,
    answer: explore::WhyNot,
    changes: Vec<Change>,
    parts: Vec<Part>,
}

/// An answer of a node that would have to be another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// The node that is asked: a leaf; or a composite or a decorator with a condition, a time or a choice of its own.
    pub node: NodeId,
    /// The tick: 0 for the one that was recorded, 1 for the next one.
    pub tick: usize,
    /// The answer in the tick that was recorded; `None` if the node was not asked, or if nobody can tell.
    pub was: Option<Answer>,
    /// The answer that is needed.
    pub needs: Answer,
}

/// The answer of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Answer {
    /// A leaf, or a decorator of the user's own, returns this status.
    Returns(Status),
    /// The condition of a composite or a decorator holds or not: its own, or the one in front of this child.
    Holds(NodeId, bool),
    /// A length of time is over or not: its own, or the one of this child.
    IsOver(NodeId, bool),
    /// It begins, or refuses to.
    Begins(bool),
    /// A decorator ticks its child or not.
    TicksChild(bool),
    /// It has a round, or another round.
    HasRound(bool),
    /// It chooses this child, or none.
    Chooses(Option<NodeId>),
}

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoAnswer {
    /// The tree has no such node.
    UnknownNode(NodeId),
    /// The recording has no such agent, or no tick of it up to this moment.
    NotRecorded,
    /// The recorded tree is this one, and not the one of the proof.
    OtherTree(String),
    /// The tick has panicked, or the program has aborted the tree in this moment.
    NoTick,
    /// No run of the proof has the tick: a declaration is not true, or the agent did not begin with the recording.
    NotInProof,
    /// The tree is too large; the text says what for.
    Incomplete(String),
}

impl Proof {
    /// Finds what would have to be different for a node to run in a moment of a recording, or in the last tick before it.
    ///
    /// The result is the smallest set of answers with which the node is ticked in that tick. If no answers lead to it in
    /// that tick, they are those of the smallest number of ticks, and of these again the smallest set. All other answers
    /// stay as they were, in each of the ticks; what was not asked may give any answer. What a leaf cannot answer is
    /// not proposed.
    ///
    /// A node for which there are no such answers [never](WhyNot::is_never) runs before the program aborts the tree. The
    /// search ends at the [limit](super::Limits::transitions) of transitions, and says so. It takes no
    /// [assumptions](Self::assume) into account.
    ///
    /// ```
    /// use bt_core::behavior_tree;
    /// use bt_verify::Answer;
    /// use bt_watch::record::Recorder;
    ///
    /// struct Cat { hungry: bool, bowls: u32 }
    ///
    /// behavior_tree! {
    ///     tree Day(cat: &mut Cat) {
    ///         active_selector {
    ///             sequence {
    ///                 'hungry: condition cat.hungry;
    ///                 'full: condition cat.bowls > 0;
    ///                 'eat: action cat.bowls -= 1;
    ///             }
    ///             'sleep: running;
    ///         }
    ///     }
    /// }
    ///
    /// let mut recorder = Recorder::with_capacity(10_000);
    /// let agent = recorder.agent::<Day>("Tom");
    /// recorder.tick(agent, &mut Day::new(), &mut Cat { hungry: false, bowls: 1 });
    ///
    /// let proof = bt_verify::explore::<Day>();
    /// let answer = proof.why_not(recorder.recording(), agent, 0, Day::EAT)?;
    /// assert_eq!(
    ///     answer.to_string(),
    ///     "`eat` runs if the condition `hungry` holds and the condition `full` holds"
    /// );
    /// // The second one was not asked.
    /// assert_eq!(answer.changes()[1].was, None);
    /// # Ok::<(), bt_verify::NoAnswer>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the recording has no such tick, or the proof has not: then it is not known which state the tree was in. An agent
    /// counts as a new one at the first moment of the recording; if earlier moments were dropped, all states are searched for those
    /// with the same active nodes.
    pub fn why_not(
        &self,
        recording: &Recording,
        agent: AgentId,
        moment: u64,
        node: NodeId,
    ) -> Result<WhyNot, NoAnswer> {
        let model = self.model.as_ref();
        let model = model.map_err(|_| NoAnswer::Incomplete(self.problem().unwrap_or_default()))?;
        if node.index() >= self.tree.nodes.len() {
            return Err(NoAnswer::UnknownNode(node));
        }
        let agent = recording.agent(agent).ok_or(NoAnswer::NotRecorded)?;
        if !self.has_recorded(&agent) {
            return Err(NoAnswer::OtherTree(agent.tree().name().into()));
        }
        let transitions = self.limits.transitions;
        let (before, frame) = before(model, recording, &agent, moment, transitions)?;
        let happened = Happened::of(model, &frame);
        let status = happened.status.ok_or(NoAnswer::NoTick)?;
        let answer = why_not(model, &before, happened.look(), status, node.index(), transitions);
        let answer = answer.ok_or(NoAnswer::NotInProof)?;
        let changes = match &answer {
            explore::WhyNot::If { different, .. } => {
                different.iter().map(|one| Change::of(model.machine(), one)).collect()
            }
            explore::WhyNot::Never { .. }
            | explore::WhyNot::Unclear
            | explore::WhyNot::NotFound { .. } => Vec::new(),
        };
        let part = |piece| match piece {
            Piece::Text(text) => Part::Text(text.into_owned()),
            Piece::Node(node) => Part::Name(id(node)),
            Piece::Key(node) => Part::Key(id(node)),
        };
        let sentence = answer.sentence(model.machine(), node.index());
        let parts = sentence.into_iter().map(part).collect();
        Ok(WhyNot { tree: Arc::clone(&self.tree), node, answer, changes, parts })
    }

    /// Returns `true` if the tree of an agent is the one of the proof.
    fn has_recorded(&self, agent: &Agent<'_>) -> bool {
        let (own, others) = (&self.tree.nodes, agent.tree().nodes());
        own.len() == others.len()
            && own.iter().zip(others).all(|(own, other)| {
                (own.kind, own.source, own.key, own.label, own.end)
                    == (
                        other.kind,
                        &*other.source,
                        other.key.as_deref(),
                        other.label.as_deref(),
                        other.end,
                    )
            })
    }
}

/// The states of an agent before its last tick up to a moment, and the frame of the tick.
fn before<'r>(
    model: &Model,
    recording: &'r Recording,
    agent: &Agent<'r>,
    moment: u64,
    transitions: u64,
) -> Result<(Followed, Frame<'r>), NoAnswer> {
    let among = |active: Vec<NodeId>| {
        let mut marks = vec![false; model.machine().nodes.len()];
        for node in active {
            marks[node.index()] = true;
        }
        let too_large =
            || format!("the state before the tick was not found within {transitions} transitions");
        Followed::among(model, &marks, transitions).ok_or_else(|| NoAnswer::Incomplete(too_large()))
    };
    let is_asked = |frame: &Frame<'r>| frame.moments().start <= moment;
    let mut frames = agent.frames().take_while(is_asked).peekable();
    let first = frames.peek().map(|frame| frame.moments().start).ok_or(NoAnswer::NotRecorded)?;
    let is_new = recording.moments().start == 0 && agent.renews().is_none();
    let mut known = is_new.then(|| Followed::new(model));
    // The active nodes from which nothing was followed yet.
    let mut active = agent.active_at(first.wrapping_sub(1));
    while let Some(frame) = frames.next() {
        let happened = Happened::of(model, &frame);
        let until = frame.moments().end.min(moment.saturating_add(1));
        let is_last = frames.peek().is_none();
        let ticks = until - frame.moments().start - u64::from(is_last);
        for _ in 0..ticks {
            let Some(mut followed) = known.take() else { break };
            let earlier = followed.clone();
            if happened.goes_on(model, &mut followed) {
                let is_same = followed == earlier;
                known = Some(followed);
                if is_same {
                    break;
                }
            }
        }
        if ticks > 0 {
            active = frame.active();
        }
        if is_last {
            let known = known.map_or_else(|| among(active), Ok)?;
            return Ok((known, frame));
        }
    }
    Err(NoAnswer::NotRecorded)
}

/// What a frame shows.
struct Happened {
    events: Vec<Event>,
    after: Vec<bool>,
    /// The status of the tree; `None` without a tick, or with something else besides the tick.
    status: Option<machine::Status>,
    is_abort: bool,
}

impl Happened {
    fn of(model: &Model, frame: &Frame<'_>) -> Self {
        let nodes = &model.machine().nodes;
        let event = |(node, mark): (NodeId, Mark)| {
            let id = machine::NodeId::new(node.index());
            let is_leaf = nodes[node.index()].children.is_empty();
            match mark {
                Mark::Aborted => Event::Aborted(id),
                Mark::Ticked(status) if is_leaf => Event::Leaf(id, written(status)),
                Mark::Ticked(status) => Event::Finished(id, written(status)),
            }
        };
        let events: Vec<Event> = frame.events().map(event).collect();
        let mut after = vec![false; nodes.len()];
        for node in frame.active() {
            after[node.index()] = true;
        }
        // Only the program aborts the root.
        let is_aborted = events.contains(&Event::Aborted(machine::NodeId::FIRST));
        let is_abort = is_aborted && events.iter().all(|of| matches!(of, Event::Aborted(_)));
        let status = frame.status().map(written).filter(|_| !is_aborted);
        Self { events, after, status, is_abort }
    }

    fn look(&self) -> Look<'_> {
        Look { events: &self.events, has_decisions: false, after: &self.after, is_stop: false }
    }

    /// Follows a tree through it; `false` if it is not known any more where the tree is.
    fn goes_on(&self, model: &Model, followed: &mut Followed) -> bool {
        match self.status {
            Some(status) => {
                followed.tick(model, self.look(), status, &mut Seen::default()) == Some(true)
            }
            None => self.is_abort && followed.abort(model, &self.events),
        }
    }
}

const fn written(status: Status) -> machine::Status {
    match status {
        Status::Success => machine::Status::Success,
        Status::Failure => machine::Status::Failure,
        Status::Running => machine::Status::Running,
    }
}

fn id(place: usize) -> NodeId {
    NodeId::new(u32::try_from(place).unwrap_or(u32::MAX))
}

impl Change {
    fn of(machine: &machine::Machine, different: &explore::Different) -> Self {
        let explore::Different { tick, asked, was, needs } = *different;
        let id = |node: machine::NodeId| id(node.place());
        let of = &machine[asked.node];
        let child = |child: usize| of.children.get(child).map_or(id(of.id), |child| id(*child));
        let answer = |reply| match (asked.what, reply) {
            (_, explore::Reply::Status(of)) => Answer::Returns(status(of)),
            (_, explore::Reply::Child(of)) => Answer::Chooses(Some(child(of))),
            (_, explore::Reply::NoChild) => Answer::Chooses(None),
            (what, explore::Reply::No | explore::Reply::Yes) => {
                let yes = reply == explore::Reply::Yes;
                match what {
                    What::Holds { about, .. } if about == of.id && of.children.is_empty() => {
                        Answer::Returns(if yes { Status::Success } else { Status::Failure })
                    }
                    What::Holds { about, .. } => Answer::Holds(id(about), yes),
                    What::IsOver(of_child) => {
                        Answer::IsOver(of_child.map_or(id(of.id), child), yes)
                    }
                    What::Begins => Answer::Begins(yes),
                    What::HasRounds | What::HasRound => Answer::HasRound(yes),
                    What::Ticks | What::Status | What::Arm(_) | What::Next(_) | What::Best(_) => {
                        Answer::TicksChild(yes)
                    }
                }
            }
        };
        Self { node: id(asked.node), tick, was: was.map(answer), needs: answer(needs) }
    }
}

impl WhyNot {
    /// The node that does not run.
    #[must_use]
    pub const fn node(&self) -> NodeId {
        self.node
    }

    /// The answers that would have to be others, in the order in which they are asked for. They are empty if the node runs without a
    /// change, and if there is [no number of ticks](Self::ticks).
    #[must_use]
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// The sentence with its nodes, for the [page](bt_watch::live::Live::let_ask) of a running program.
    ///
    /// ```
    /// # use bt_core::behavior_tree;
    /// # behavior_tree! { tree Guard(it: &mut u32) { action *it += 1; } }
    /// use bt_verify::{Limits, explore_with};
    /// use bt_watch::live::{Live, Part};
    ///
    /// let mut live = Live::start()?;
    /// live.let_ask(|recording, agent, moment, node| {
    ///     // The answer does not need all states.
    ///     let proof = explore_with::<Guard>(Limits { states: 1, ..Limits::default() });
    ///     match proof.why_not(recording, agent, moment, node) {
    ///         Ok(answer) => answer.parts(),
    ///         Err(problem) => [Part::Text(problem.to_string())].into(),
    ///     }
    /// });
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn parts(&self) -> Vec<Part> {
        self.parts.clone()
    }

    /// The number of ticks up to the one in which the node would run: 1 for the tick that was recorded. `None` if no such
    /// answers were found.
    #[must_use]
    pub const fn ticks(&self) -> Option<usize> {
        match self.answer {
            explore::WhyNot::If { ticks, .. } => Some(ticks),
            explore::WhyNot::Never { .. }
            | explore::WhyNot::Unclear
            | explore::WhyNot::NotFound { .. } => None,
        }
    }

    /// Returns `true` if it is proved that the node does not run before the program aborts the tree, whatever is answered.
    #[must_use]
    pub const fn is_never(&self) -> bool {
        matches!(self.answer, explore::WhyNot::Never { .. })
    }
}

/// One sentence, without a full stop.
impl fmt::Display for WhyNot {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for part in &self.parts {
            match part {
                Part::Text(text) => formatter.write_str(text)?,
                Part::Key(node) => write!(formatter, "`{}`", self.tree.key(*node))?,
                Part::Name(node) => write!(formatter, "`{}`", self.tree.named(*node))?,
            }
        }
        Ok(())
    }
}

/// The same as [`Display`](fmt::Display).
impl fmt::Debug for WhyNot {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownNode(node) => write!(
                formatter,
                "the tree has no node {}; use the constants of its type",
                node.index()
            ),
            Self::NotRecorded => formatter.write_str(
                "the recording has no tick of this agent up to this moment; use a number of `Recording::moments`",
            ),
            Self::OtherTree(name) => {
                write!(formatter, "the recorded tree is `{name}`, whose nodes are others")
            }
            Self::NoTick => formatter.write_str(
                "the program has aborted the tree in this moment, or the tick has panicked; ask about another moment",
            ),
            Self::NotInProof => formatter.write_str(
                "no run of the proof has this tick: a `CAN` is not true, or the agent was not new when the recording began",
            ),
            Self::Incomplete(text) => formatter.write_str(text),
        }
    }
}

impl core::error::Error for NoAnswer {}
