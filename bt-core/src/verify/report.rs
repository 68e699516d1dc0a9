//! The facts about nodes that the states of a tree show.

use super::Tree;
use super::search::Search;
use super::tick::status;
use crate::language::node::Family;
use crate::{Node, NodeId, NodeKind, Status};
use bt_language::explore::Seen;
use core::cell::RefCell;
use core::fmt;
use std::string::{String, ToString as _};
use std::vec;
use std::vec::Vec;

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
    pub(super) bytes: usize,
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

    pub(super) fn of(search: &Search<'_>, nodes: &[Node]) -> Self {
        let noted = RefCell::default();
        let found = search.run(|| {
            *noted.borrow_mut() =
                (Self::of_nothing(nodes.len()), Runs::default(), Waits::default());
            |step| {
                let (report, runs, waits) = &mut *noted.borrow_mut();
                report.note(step.seen);
                if let Some(to) = step.to {
                    runs.note(step.from, to, step.seen, nodes);
                    waits.note(step.from, to, step.seen, nodes);
                }
            }
        });
        let (mut report, runs, waits): (Self, Runs, Waits) = noted.into_inner();
        report.states = found.states.len();
        report.transitions = found.transitions;
        report.bytes = found.states.bytes_of_one();
        report.is_complete = found.is_complete;
        report.problem = found.broken.map(|broken| broken.reason.to_string());
        report.traps = waits.traps;
        report.longest_run = if found.is_complete { runs.longest() } else { None };
        report
    }

    fn note(&mut self, seen: &Seen) {
        let results = seen.results.iter().zip(&seen.aborted);
        for (node, (result, aborted)) in self.nodes.iter_mut().zip(results) {
            node.aborted |= aborted;
            if let Some(result) = result {
                node.returned(status(*result));
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

/// The runs in which no leaf returns running: from each state the states that may follow.
#[derive(Default)]
struct Runs {
    after: Vec<Vec<usize>>,
}

impl Runs {
    fn note(&mut self, from: usize, to: usize, seen: &Seen, nodes: &[Node]) {
        let longest = from.max(to) + 1;
        if self.after.len() < longest {
            self.after.resize_with(longest, Vec::new);
        }
        let runs = |node: &&Node| {
            let result = seen.results.get(node.id.index()).copied().flatten();
            let is_leaf = node.kind.family() == Family::Leaf && node.kind != NodeKind::Subtree;
            is_leaf && result.map(status) == Some(Status::Running)
        };
        let goes_on = status(seen.status) == Status::Running;
        if goes_on && nodes.iter().find(runs).is_none() && !self.after[from].contains(&to) {
            self.after[from].push(to);
        }
    }

    /// The number of ticks of the longest run; `None` if one does not end.
    fn longest(&self) -> Option<u32> {
        #[derive(Clone, Copy)]
        enum Known {
            Nothing,
            Open,
            Ticks(u32),
        }
        let mut known = vec![Known::Nothing; self.after.len()];
        // A state and how many of those after it have been looked at.
        let mut path = vec![(0, 0)];
        while let Some((state, next)) = path.pop() {
            let after = self.after.get(state).map(Vec::as_slice).unwrap_or_default();
            let Some(below) = after.get(next) else {
                let ticks = |place: &usize| match known[*place] {
                    Known::Ticks(ticks) => ticks,
                    _ => 0,
                };
                let longest = after.iter().map(ticks).max().unwrap_or(0);
                if let Some(known) = known.get_mut(state) {
                    *known = Known::Ticks(longest.saturating_add(1));
                }
                continue;
            };
            known[state] = Known::Open;
            path.push((state, next + 1));
            match known[*below] {
                Known::Open => return None,
                Known::Nothing => path.push((*below, 0)),
                Known::Ticks(_) => {}
            }
        }
        known.first().map_or(Some(1), |known| match known {
            Known::Ticks(ticks) => Some(*ticks),
            _ => None,
        })
    }
}

/// Finds the states that lead only to themselves.
#[derive(Default)]
struct Waits {
    /// The state whose ticks are visited.
    state: Option<usize>,
    traps: Vec<Vec<NodeId>>,
    is_trap: bool,
}

impl Waits {
    fn note(&mut self, from: usize, to: usize, seen: &Seen, nodes: &[Node]) {
        let is_new = self.state.replace(from) != Some(from);
        let is_active = |node: &&Node| seen.after.get(node.id.index()).copied().unwrap_or_default();
        let is_still = to == from && status(seen.status) == Status::Running;
        if is_new {
            self.is_trap = is_still
                && !nodes.iter().filter(is_active).any(|node| {
                    node.kind.family() == Family::Leaf && node.kind != NodeKind::Subtree
                });
            if self.is_trap {
                self.traps.push(nodes.iter().filter(is_active).map(|node| node.id).collect());
            }
        } else if self.is_trap && !is_still {
            self.is_trap = false;
            self.traps.pop();
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
        for (node, of) in nodes.iter().zip(can) {
            if !of.ticked {
                unreached.ticked.push(node.id);
                continue;
            }
            let children: Vec<Abilities> = nodes
                .iter()
                .zip(can)
                .filter(|(child, _)| child.parent == Some(node.id))
                .map(|(_, can)| *can)
                .collect();
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
    use NodeKind as Kind;
    let all = |status| children.iter().all(|child| child.has(status));
    let any = |status| children.iter().any(|child| child.has(status));
    match (node.kind, wanted) {
        (Kind::Sequence | Kind::ActiveSequence | Kind::RandomSequence, Status::Success)
        | (Kind::Selector | Kind::ActiveSelector | Kind::RandomSelector, Status::Failure) => {
            all(wanted)
        }
        (
            Kind::Sequence
            | Kind::ActiveSequence
            | Kind::RandomSequence
            | Kind::Selector
            | Kind::ActiveSelector
            | Kind::RandomSelector
            | Kind::If
            | Kind::ActiveIf
            | Kind::Match
            | Kind::ActiveMatch
            | Kind::Guard
            | Kind::Subtree
            | Kind::Delay
            | Kind::Service
            | Kind::Let
            | Kind::Finally,
            _,
        ) => any(wanted) && !children.is_empty(),
        (Kind::Not, Status::Success) => any(Status::Failure),
        (Kind::Not, Status::Failure) => any(Status::Success),
        (Kind::Not | Kind::ForceSuccess | Kind::ForceFailure, Status::Running) => any(wanted),
        _ => false,
    }
}
