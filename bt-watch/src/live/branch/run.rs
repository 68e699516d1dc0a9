//! The run of a copy.

use super::Wish;
use crate::live::change::{Changes, Forced};
use crate::live::gate::Gate;
use crate::record::{AgentId, Notes, Recorder, Recording, Tree, TreeNode};
use bt_core::{Agent, Inspect, NodeId, NodeKind, Status};
use serde::Serialize;
use serde_json::{Value, json};
use std::any::Any;
use std::borrow::ToOwned;
use std::format;
use std::iter;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::string::{String, ToString};
use std::vec::Vec;

/// The agent that was copied.
pub(super) struct Origin<'a> {
    recording: &'a Recording,
    name: &'a str,
    tree: &'a Tree,
    /// The first tick of the copy.
    first: u64,
}

impl<'a> Origin<'a> {
    pub(super) fn new(recording: &'a Recording, agent: usize, first: u64) -> Option<Self> {
        let agent = recording.agent(AgentId::new(agent))?;
        Some(Self { recording, name: agent.name(), tree: agent.tree(), first })
    }

    /// The moments of the copy's ticks: those in which the agent was ticked, and all moments after these.
    fn moments(&self, agent: usize) -> impl Iterator<Item = u64> {
        // A version of the agent's tree, and those that came after it.
        let mut versions = Vec::from([AgentId::new(agent)]);
        for other in self.recording.agents() {
            if other.renews().is_some_and(|(before, _)| versions.contains(&before)) {
                versions.push(other.id());
            }
        }
        let first = self.first;
        let agents = versions.into_iter().filter_map(|version| self.recording.agent(version));
        let frames = agents.flat_map(|agent| agent.frames().flat_map(|frame| frame.moments()));
        let ticked: Vec<u64> = iter::once(first).chain(frames.filter(|at| *at > first)).collect();
        let end = ticked.iter().max().map_or(first, |last| last + 1);
        ticked.into_iter().chain(end..)
    }
}

/// One tick of a copy, in which its leaves may have other answers; see [`Live::let_branch`](crate::live::Live::let_branch).
#[derive(Debug)]
pub struct Turn<'a> {
    name: &'a str,
    tree: &'a Tree,
    recorder: Recorder,
    /// The copy, after its first tick.
    agent: Option<AgentId>,
    /// The answers for leaves of the original tree.
    wanted: Vec<(NodeId, Forced)>,
    /// Those for leaves of the copy's tree.
    changes: Changes,
    problems: Vec<String>,
}

impl Turn<'_> {
    /// Ticks the copy's tree; see [`Live::tick`](crate::live::Live::tick).
    pub fn tick<B: ?Sized, T: Agent<B>>(&mut self, tree: &mut T, blackboard: &mut B) -> Status {
        let agent = self.agent(tree);
        let values = self.recorder.latest(agent).cloned().unwrap_or_default();
        let Self { recorder, changes, .. } = self;
        recorder.turn(agent, tree, |tree, notes| {
            if !changes.is_forcing() {
                return tree.tick_with(blackboard, notes);
            }
            let mut answer = |leaf: NodeId, _: &Notes| {
                let forced = changes.forced((0, leaf.index()))?;
                forced.answer(|comparison| comparison.holds(&values))
            };
            let status = tree.tick_with(blackboard, &mut Gate::new(&mut answer, notes));
            for leaf in notes.forced_leaves() {
                changes.asked((0, leaf.index()));
            }
            status
        })
    }

    /// Does the same as [`tick`](Self::tick), and shows the changes of the blackboard.
    pub fn tick_with_snapshot<B: Serialize + ?Sized, T: Agent<B>>(
        &mut self,
        tree: &mut T,
        blackboard: &mut B,
    ) -> Status {
        let status = self.tick(tree, blackboard);
        let agent = self.agent(tree);
        self.recorder.snapshot(agent, blackboard);
        status
    }

    /// The copy in the recording; adds it before the first tick.
    fn agent(&mut self, tree: &impl Inspect) -> AgentId {
        if let Some(agent) = self.agent {
            return agent;
        }
        let agent = self.recorder.agent_of(self.name, tree);
        self.agent = Some(agent);
        if let Some(copy) = self.recorder.recording().agent(agent) {
            for (leaf, forced) in self.wanted.drain(..) {
                match leaf_in(copy.tree(), self.tree, leaf) {
                    Some(leaf) => self.changes.force((0, leaf), forced),
                    None => self.problems.push(format!(
                        "the text has no `{}` any more, so its answer is not forced",
                        self.tree.nodes().get(leaf.index()).map_or("", TreeNode::name)
                    )),
                }
            }
        }
        agent
    }
}

/// The leaf of a tree that is written like this leaf of another one: the first one, the second one, …
fn leaf_in(tree: &Tree, other: &Tree, leaf: NodeId) -> Option<usize> {
    if tree == other {
        return Some(leaf.index());
    }
    let wanted = written(other.nodes().get(leaf.index())?);
    let before =
        other.nodes()[..leaf.index()].iter().filter(|node| written(node) == wanted).count();
    let alike = tree.nodes().iter().enumerate().filter(|(_, node)| written(node) == wanted);
    alike.map(|(place, _)| place).nth(before)
}

/// How a leaf is written.
fn written(node: &TreeNode) -> (NodeKind, Option<&str>, &str) {
    (node.kind, node.label.as_deref(), &node.source)
}

/// Runs a copy, and returns its recording: `{"from":7,"recording":{…},"problem":null}`
pub(super) fn run(
    origin: &Origin<'_>,
    wish: &Wish<'_>,
    mut advance: impl FnMut(&mut Turn<'_>),
) -> Value {
    let mut turn = Turn {
        name: origin.name,
        tree: origin.tree,
        // The number of ticks is bounded.
        recorder: Recorder::beginning_at(origin.first),
        agent: None,
        wanted: wish.forced.clone(),
        changes: Changes::default(),
        problems: Vec::new(),
    };
    let ticks = usize::try_from(wish.ticks).unwrap_or(usize::MAX);
    for moment in origin.moments(wish.agent).take(ticks) {
        while turn.recorder.recording().moments().end <= moment {
            match origin.recording.time(turn.recorder.recording().moments().end) {
                Some(time) => turn.recorder.next_moment_at(time),
                None => turn.recorder.next_moment(),
            }
        }
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| advance(&mut turn))) {
            let tick = moment + 1;
            turn.problems.push(format!("the copy panicked in tick {tick}: {}", message(&*panic)));
            break;
        }
    }
    if turn.agent.is_none() && turn.problems.is_empty() {
        turn.problems.push("the program did not tick the copy".to_owned());
    }
    let problem = (!turn.problems.is_empty()).then(|| turn.problems.join("; "));
    let recording: Value =
        serde_json::from_str(&turn.recorder.recording().to_json()).unwrap_or_default();
    json!({ "from": origin.first, "recording": recording, "problem": problem })
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}
