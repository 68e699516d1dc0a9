//! The results of tests, compared with the possible ones.

use super::report::Abilities;
use crate::{ActiveNodes, Node, NodeId, Observer, Status};
use core::fmt;
use std::vec;
use std::vec::Vec;

/// The results of a tree in tests, compared with those that a proof says are possible: made by [`Proof::coverage`](super::Proof::coverage).
///
/// It is an observer. What it has never seen is not tested, although it is possible. What it has seen although the
/// proof says that it is impossible shows that the proof [assumes](super::Proof::assume) something that is not true.
///
/// ```
/// use bt_core::{Status, behavior_tree, verify};
///
/// behavior_tree! {
///     tree Door(open: &mut bool) {
///         selector { 'open: condition *open; 'push: action *open = true; }
///     }
/// }
///
/// let mut coverage = verify::explore::<Door>().coverage();
/// let mut open = false;
/// Door::new().tick_with(&mut open, &mut coverage);
/// assert_eq!(coverage.never_seen(), [(Door::OPEN, Status::Success)]);
/// Door::new().tick_with(&mut open, &mut coverage);
/// assert_eq!(coverage.to_string(), "seen 4 of 4 possible results");
/// ```
#[derive(Clone, Debug)]
pub struct Coverage {
    nodes: Vec<Node>,
    possible: Vec<Abilities>,
    seen: Vec<Abilities>,
}

impl Coverage {
    pub(super) fn of(nodes: &[Node], possible: &[Abilities]) -> Self {
        let seen = vec![Abilities::default(); nodes.len()];
        Self { nodes: nodes.to_vec(), possible: possible.to_vec(), seen }
    }

    /// Adds what another one has seen, of the same tree.
    pub fn merge(&mut self, other: &Self) {
        for (seen, other) in self.seen.iter_mut().zip(&other.seen) {
            seen.ticked |= other.ticked;
            seen.succeeds |= other.succeeds;
            seen.fails |= other.fails;
            seen.runs |= other.runs;
            seen.aborted |= other.aborted;
        }
    }

    /// The results of nodes that are possible and were not seen.
    #[must_use]
    pub fn never_seen(&self) -> Vec<(NodeId, Status)> {
        self.results(|possible, seen| possible && !seen)
    }

    /// The results of nodes that were seen and are not possible in the proof. If it is not complete, they may be
    /// possible in the tree.
    #[must_use]
    pub fn impossible(&self) -> Vec<(NodeId, Status)> {
        self.results(|possible, seen| seen && !possible)
    }

    /// The nodes that another node can abort, and that were never aborted.
    #[must_use]
    pub fn never_aborted(&self) -> Vec<NodeId> {
        let pairs = self.nodes.iter().zip(self.possible.iter().zip(&self.seen));
        let missed = pairs.filter(|(_, (possible, seen))| possible.aborted && !seen.aborted);
        missed.map(|(node, _)| node.id).collect()
    }

    fn results(&self, is_wanted: impl Fn(bool, bool) -> bool) -> Vec<(NodeId, Status)> {
        let mut results = Vec::new();
        for (node, (possible, seen)) in self.nodes.iter().zip(self.possible.iter().zip(&self.seen))
        {
            let statuses = [Status::Success, Status::Failure, Status::Running].into_iter();
            let wanted =
                statuses.filter(|status| is_wanted(possible.has(*status), seen.has(*status)));
            results.extend(wanted.map(|status| (node.id, status)));
        }
        results
    }

    fn note(&mut self, node: NodeId, status: Status) {
        if let Some(seen) = self.seen.get_mut(node.index()) {
            seen.ticked = true;
            match status {
                Status::Success => seen.succeeds = true,
                Status::Failure => seen.fails = true,
                Status::Running => seen.runs = true,
            }
        }
    }
}

impl Observer for Coverage {
    fn leaf(&mut self, node: NodeId, status: Status, _: Option<fmt::Arguments<'_>>) {
        self.note(node, status);
    }

    fn finished(&mut self, node: NodeId, status: Status) {
        self.note(node, status);
    }

    fn aborted(&mut self, node: NodeId) {
        if let Some(seen) = self.seen.get_mut(node.index()) {
            seen.aborted = true;
        }
    }

    fn tick_ends(&mut self, active: ActiveNodes<'_>) {
        active.for_each(|node| self.note(node, Status::Running));
    }
}

/// The fraction of the possible results that was seen, and the results that were not.
impl fmt::Display for Coverage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let possible = self.results(|possible, _| possible).len();
        let seen = self.results(|possible, seen| possible && seen).len();
        write!(formatter, "seen {seen} of {possible} possible results")?;
        let mut list = |title: &str, results: Vec<(NodeId, Status)>| {
            for (place, (node, status)) in results.into_iter().enumerate() {
                if place == 0 {
                    write!(formatter, "\n{title}:")?;
                }
                if let Some(node) = self.nodes.get(node.index()) {
                    write!(formatter, "\n  {node}: {status}")?;
                }
            }
            Ok(())
        };
        list("never seen", self.never_seen())?;
        list("seen, and not possible", self.impossible())
    }
}
