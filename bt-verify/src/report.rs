//! The facts about nodes that the states of a tree show.

use super::counterexample::Reason;
use super::rule::Demands;
use super::tick::status;
use super::{Tree, word};
use bt_core::{Node, NodeId, Status};
use bt_language::explore::{Event, Found, Note, Search, Watch};
use bt_language::words::{Expects, Family};
use core::fmt;

/// The results that a node has in at least one state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a thing that a node can do")]
#[non_exhaustive]
pub struct Abilities {
    /// It is ticked.
    pub ticked: bool,
    /// It returns success.
    pub succeeds: bool,
    /// It returns failure.
    pub fails: bool,
    /// It returns running.
    pub runs: bool,
    /// A node of the tree aborts it; the program itself can abort every node that runs.
    pub aborted: bool,
}

impl Abilities {
    pub(super) fn has(self, status: Status) -> bool {
        match status {
            Status::Success => self.succeeds,
            Status::Failure => self.fails,
            Status::Running => self.runs,
        }
    }

    pub(super) fn returned(&mut self, status: Status) {
        self.ticked = true;
        match status {
            Status::Success => self.succeeds = true,
            Status::Failure => self.fails = true,
            Status::Running => self.runs = true,
        }
    }
}

/// The results of all states.
#[derive(Default)]
pub(super) struct Report {
    pub(super) states: usize,
    pub(super) transitions: u64,
    pub(super) state_memory: usize,
    pub(super) tick_memory: usize,
    pub(super) depth: usize,
    pub(super) is_complete: bool,
    pub(super) problem: Option<String>,
    pub(super) nodes: Vec<Abilities>,
    pub(super) traps: Vec<Vec<NodeId>>,
    pub(super) longest_run: Option<u32>,
}

impl Report {
    pub(super) fn of_nothing(nodes: usize) -> Self {
        Self { nodes: vec![Abilities::default(); nodes], ..Self::default() }
    }

    pub(super) fn of(search: &Search<'_, Demands<'_>>, nodes: &[Node]) -> Self {
        let (found, mut report) = search.run(Watch::default(), || Self::of_nothing(nodes.len()));
        report.note_states(search, &found, nodes);
        report.states = found.states.count();
        report.transitions = found.transitions;
        report.state_memory = found.states.memory();
        report.tick_memory = found.tick_memory;
        report.is_complete = found.is_complete;
        report.longest_run = found.longest_run;
        report.depth = found.depth;
        report.problem = found.broken.first().map(|broken| broken.fault.to_string());
        report
    }

    /// The nodes that are active in a state were ticked, and returned running.
    fn note_states(
        &mut self,
        search: &Search<'_, Demands<'_>>,
        found: &Found<Reason>,
        nodes: &[Node],
    ) {
        let (mut cells, mut active) = (Vec::new(), Vec::new());
        let count = search.model.start().len();
        for state in 0..u32::try_from(found.states.count()).unwrap_or(u32::MAX) {
            found.states.unpack(state, &mut cells);
            search.model.active(&cells[..count], &mut active);
            for (can, _) in self.nodes.iter_mut().zip(&active).filter(|(_, active)| **active) {
                can.returned(Status::Running);
            }
            if found.stays.binary_search(&state).is_ok() {
                let active = || nodes.iter().zip(&active).filter(|(_, active)| **active);
                let is_leaf = |node: &Node| {
                    let word = word(node.kind);
                    word.family() == Family::Leaf && !word.calls_tree()
                };
                if !active().any(|(node, _)| is_leaf(node)) {
                    self.traps.push(active().map(|(node, _)| node.id).collect());
                }
            }
        }
        // A node was ticked if one below it was.
        for node in nodes.iter().rev() {
            let is_ticked = self.nodes.get(node.id.index()).is_some_and(|can| can.ticked);
            let parent = node.parent.and_then(|parent| self.nodes.get_mut(parent.index()));
            if let (true, Some(parent)) = (is_ticked, parent) {
                parent.ticked = true;
            }
        }
    }

    pub(super) fn write(
        &self,
        tree: &Tree,
        problem: Option<&str>,
        formatter: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let Tree { name, nodes } = tree;
        writeln!(formatter, "{name}: {} states, {} transitions", self.states, self.transitions)?;
        if let Some(problem) = problem {
            writeln!(formatter, "{problem}")?;
        }
        for (node, can) in nodes.iter().zip(&self.nodes) {
            let letter = |can: bool, letter| if can { letter } else { '·' };
            let width = 2 * node.depth(nodes);
            writeln!(
                formatter,
                "{}{}{}{} {:width$}{node}",
                letter(can.succeeds, '✓'),
                letter(can.fails, '✗'),
                letter(can.runs, '▶'),
                letter(can.aborted, '■'),
                ""
            )?;
        }
        Ok(())
    }
}

impl Note for Report {
    fn happens(&mut self, events: &[Event]) {
        for event in events {
            let (Event::Leaf(node, _)
            | Event::Finished(node, _)
            | Event::Aborted(node)
            | Event::Ticked(node)
            | Event::Decision { of: node, .. }
            | Event::Over(node)) = event;
            let Some(can) = self.nodes.get_mut(node.place()) else { continue };
            match event {
                Event::Leaf(_, result) | Event::Finished(_, result) => {
                    can.returned(status(*result));
                }
                Event::Ticked(_) => can.ticked = true,
                // It was running before, if not in the state then in the same tick.
                Event::Aborted(_) => {
                    can.returned(Status::Running);
                    can.aborted = true;
                }
                Event::Decision { .. } | Event::Over(_) => {}
            }
        }
    }
}

/// The things that never happen and should.
///
/// A node should do what its kind can do with what its children do: a `sequence` should succeed if each of its
/// children does, and fail if one of them does. A condition need not run, and `succeed` need not fail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unreached {
    ticked: Vec<NodeId>,
    succeed: Vec<NodeId>,
    fail: Vec<NodeId>,
    run: Vec<NodeId>,
    aborted: Vec<NodeId>,
}

impl Unreached {
    pub(super) fn of(nodes: &[Node], can: &[Abilities]) -> Self {
        let mut unreached = Self::default();
        let mut children = vec![Vec::new(); nodes.len()];
        for (node, of) in nodes.iter().zip(can) {
            if let Some(parent) = node.parent {
                children[parent.index()].push(*of);
            }
        }
        for ((node, of), children) in nodes.iter().zip(can).zip(children) {
            if !of.ticked {
                unreached.ticked.push(node.id);
                continue;
            }
            let should = |status| expects(node, &children, status) && !of.has(status);
            unreached.succeed.extend(should(Status::Success).then_some(node.id));
            unreached.fail.extend(should(Status::Failure).then_some(node.id));
            unreached.run.extend(should(Status::Running).then_some(node.id));
            if of.runs && !of.aborted {
                unreached.aborted.push(node.id);
            }
        }
        unreached
    }

    /// Returns `true` if each node is ticked, and does what it should. Nodes that run and are never aborted by another
    /// node of the tree, such as the root, do not count.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        [&self.ticked, &self.succeed, &self.fail, &self.run].iter().all(|list| list.is_empty())
    }

    /// The nodes that are never ticked.
    #[must_use]
    pub fn never_ticked(&self) -> &[NodeId] {
        &self.ticked
    }

    /// The nodes that are ticked, and never succeed, although their children would allow it.
    #[must_use]
    pub fn never_succeed(&self) -> &[NodeId] {
        &self.succeed
    }

    /// The nodes that are ticked, and never fail, although their children would allow it.
    #[must_use]
    pub fn never_fail(&self) -> &[NodeId] {
        &self.fail
    }

    /// The nodes that are ticked, and never run, although their children would allow it.
    #[must_use]
    pub fn never_run(&self) -> &[NodeId] {
        &self.run
    }

    /// The nodes that run, and are never aborted by another node of the tree.
    #[must_use]
    pub fn never_aborted(&self) -> &[NodeId] {
        &self.aborted
    }
}

/// Returns `true` if a node should return a status at some time, by what its children return.
fn expects(node: &Node, children: &[Abilities], wanted: Status) -> bool {
    let all = |status| children.iter().all(|child| child.has(status));
    let any = |status| children.iter().any(|child| child.has(status));
    match (word(node.kind).row().expects, wanted) {
        (Expects::EachChild(true), Status::Success)
        | (Expects::EachChild(false), Status::Failure) => all(wanted),
        (Expects::EachChild(_) | Expects::AnyChild, _)
        | (Expects::Running | Expects::Inverted, Status::Running) => any(wanted),
        (Expects::Inverted, Status::Success) => any(Status::Failure),
        (Expects::Inverted, Status::Failure) => any(Status::Success),
        (Expects::Running, Status::Success | Status::Failure) | (Expects::Nothing, _) => false,
    }
}
