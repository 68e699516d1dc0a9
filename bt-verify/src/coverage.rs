//! The results of tests, and their transitions between sets of active nodes, compared with the possible ones.

use super::report::Abilities;
use super::watcher::Watcher;
use super::{Tree, tick, word};
use bt_core::{Active, Agent, Node, NodeId, Observer, Status};
use bt_language::explore::{End, Note, Seen};
use bt_language::words::Family;
use core::fmt;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The results of a tree in tests, compared with those that a proof says are possible: made by [`Proof::coverage`](super::Proof::coverage),
/// and returned by [`simulate`](super::simulate).
///
/// It is an observer of any number of trees; [`tick`](Coverage::tick) also notes the transitions between sets of active
/// nodes. What it has never seen is not tested, although it is possible. What it has seen although the
/// proof says that it is impossible shows that the proof [assumes](super::Proof::assume) something that is not true.
///
/// ```
/// use bt_core::{Status, behavior_tree};
///
/// behavior_tree! {
///     tree Door(open: &mut bool) {
///         selector { 'open: condition *open; 'push: action *open = true; }
///     }
/// }
///
/// let mut coverage = bt_verify::explore::<Door>().coverage();
/// let mut open = false;
/// Door::new().tick_with(&mut open, &mut coverage);
/// assert_eq!(coverage.never_seen(), [(Door::OPEN, Status::Success)]);
/// Door::new().tick_with(&mut open, &mut coverage);
/// assert_eq!(coverage.to_string(), "`Door`: seen 4 of 4 possible results");
/// ```
#[derive(Clone, Debug)]
pub struct Coverage {
    tree: Arc<Tree>,
    possible: Vec<Abilities>,
    seen: Vec<Abilities>,
    /// None, if the exploration is not complete.
    possible_transitions: Option<Transitions>,
    seen_transitions: Transitions,
    /// The nodes that were aborted in this tick.
    aborted: Vec<NodeId>,
    watcher: Watcher,
}

impl Coverage {
    pub(super) fn of(tree: &Arc<Tree>, possible: &[Abilities]) -> Self {
        Self {
            possible: possible.to_vec(),
            seen: vec![Abilities::default(); tree.nodes.len()],
            possible_transitions: None,
            seen_transitions: Transitions::default(),
            aborted: Vec::new(),
            watcher: Watcher::new(&tree.nodes),
            tree: Arc::clone(tree),
        }
    }

    pub(super) fn allow(&mut self, possible: Transitions) {
        self.possible_transitions = Some(possible);
    }

    /// Ticks a tree, and notes what it does.
    pub fn tick<B: ?Sized>(&mut self, agent: &mut impl Agent<B>, blackboard: &mut B) -> Status {
        let mut watcher = self.watcher.clone();
        let status = watcher.tick(agent, blackboard);
        self.note_tick(watcher.seen());
        status
    }

    pub(super) fn note_tick(&mut self, of: &Seen) {
        self.seen_transitions.note(&of.before, &of.after);
        for (seen, (result, aborted)) in
            self.seen.iter_mut().zip(of.results.iter().zip(&of.aborted))
        {
            seen.aborted |= aborted;
            if let Some(result) = result {
                seen.returned(tick::status(*result));
            }
        }
    }

    /// Adds what another one has seen, of the same tree.
    pub fn merge(&mut self, other: &Self) {
        self.seen_transitions.add(&other.seen_transitions);
        for (seen, other) in self.seen.iter_mut().zip(&other.seen) {
            seen.ticked |= other.ticked;
            seen.succeeds |= other.succeeds;
            seen.fails |= other.fails;
            seen.runs |= other.runs;
            seen.aborted |= other.aborted;
        }
    }

    /// Returns `true` if everything that is possible was seen: results, aborts and transitions.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.never_seen().is_empty()
            && self.never_aborted().is_empty()
            && self.never_taken().next().is_none()
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
        self.aborts(|possible, seen| possible && !seen)
    }

    /// The transitions that are possible and were never made by [`tick`](Self::tick) or in a simulation: the active
    /// nodes before a tick, and those after it.
    pub fn never_taken(&self) -> impl Iterator<Item = (&[NodeId], &[NodeId])> {
        let possible = self.possible_transitions.iter();
        possible.flat_map(|possible| possible.without(&self.seen_transitions)).map(parts)
    }

    /// The transitions that were made and are not possible in the proof; none if that is not complete.
    pub fn impossible_transitions(&self) -> impl Iterator<Item = (&[NodeId], &[NodeId])> {
        let possible = self.possible_transitions.iter();
        possible.flat_map(|possible| self.seen_transitions.without(possible)).map(parts)
    }

    fn aborts(&self, is_wanted: impl Fn(bool, bool) -> bool) -> Vec<NodeId> {
        let pairs = self.tree.nodes.iter().zip(self.possible.iter().zip(&self.seen));
        let wanted =
            pairs.filter(|(_, (possible, seen))| is_wanted(possible.aborted, seen.aborted));
        wanted.map(|(node, _)| node.id).collect()
    }

    fn results(&self, is_wanted: impl Fn(bool, bool) -> bool) -> Vec<(NodeId, Status)> {
        let mut results = Vec::new();
        let pairs = self.possible.iter().zip(&self.seen);
        for (node, (possible, seen)) in self.tree.nodes.iter().zip(pairs) {
            let statuses = [Status::Success, Status::Failure, Status::Running].into_iter();
            let wanted =
                statuses.filter(|status| is_wanted(possible.has(*status), seen.has(*status)));
            results.extend(wanted.map(|status| (node.id, status)));
        }
        results
    }

    fn note(&mut self, node: NodeId, status: Status) {
        if let Some(seen) = self.seen.get_mut(node.index()) {
            seen.returned(status);
        }
    }

    /// `[selector, flee]`
    fn names(&self, active: &[NodeId]) -> String {
        let node = |id: &NodeId| self.tree.nodes.get(id.index());
        let names: Vec<&str> = active.iter().filter_map(node).map(Node::name).collect();
        std::format!("[{}]", names.join(", "))
    }

    fn write_counts(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let possible = self.results(|possible, _| possible).len();
        let seen = self.results(|possible, seen| possible && seen).len();
        write!(formatter, "`{}`: seen {seen} of {possible} possible results", self.tree.name)?;
        let possible = self.aborts(|possible, _| possible).len();
        if possible > 0 {
            let seen = self.aborts(|possible, seen| possible && seen).len();
            write!(formatter, ", {seen} of {possible} possible aborts")?;
        }
        if let Some(possible) = self.counted_transitions() {
            let seen = possible.len() - self.never_taken().count();
            write!(formatter, ", {seen} of {} possible transitions", possible.len())?;
        }
        Ok(())
    }

    /// The possible transitions, if any were noted.
    fn counted_transitions(&self) -> Option<&Transitions> {
        self.possible_transitions.as_ref().filter(|_| self.seen_transitions.len() > 0)
    }
}

fn parts((before, after): &Transition) -> (&[NodeId], &[NodeId]) {
    (before, after)
}

impl Observer for Coverage {
    fn leaf(&mut self, node: NodeId, status: Status, _: Option<fmt::Arguments<'_>>) {
        self.note(node, status);
    }

    fn finished(&mut self, node: NodeId, status: Status) {
        self.note(node, status);
    }

    fn aborted(&mut self, node: NodeId) {
        self.aborted.push(node);
    }

    fn tick_begins(&mut self) {
        // The program aborted these.
        self.aborted.clear();
    }

    fn tick_ends(&mut self, active: Active<'_>) {
        active.for_each(|node| self.note(node, Status::Running));
        for node in core::mem::take(&mut self.aborted) {
            if let Some(seen) = self.seen.get_mut(node.index()) {
                seen.aborted = true;
            }
        }
    }
}

/// The number of lines of each list.
const SHOWN: usize = 4;

/// The fraction of the possible results that was seen, and what was not, in one screen: each list is cut, and a method
/// returns all of it.
impl fmt::Display for Coverage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_counts(formatter)?;
        let node = |id: NodeId| std::format!("{}", self.tree.nodes[id.index()]);
        // The leaves come first: the results of composites follow from theirs.
        let is_leaf = |id: &NodeId| word(self.tree.nodes[id.index()].kind).family() == Family::Leaf;
        let nodes = |mut ids: Vec<NodeId>| {
            ids.sort_by_key(|id| !is_leaf(id));
            ids.into_iter().map(node).collect()
        };
        let (never_seen, is_ticked) =
            (self.never_seen(), |id: NodeId| self.seen[id.index()].ticked);
        let never = |wanted| {
            let of = never_seen.iter().filter(|(id, status)| *status == wanted && is_ticked(*id));
            nodes(of.map(|(id, _)| *id).collect())
        };
        let mut never_ticked: Vec<NodeId> = never_seen.iter().map(|(id, _)| *id).collect();
        never_ticked.retain(|id| !is_ticked(*id));
        never_ticked.dedup();
        let result = |(id, status): (NodeId, Status)| std::format!("{}: {status}", node(id));
        let step = |(before, after)| std::format!("{} → {}", self.names(before), self.names(after));
        let taken = self.counted_transitions().map(|_| self.never_taken().map(step).collect());
        let lists: [(&str, Vec<String>); 8] = [
            ("never ticked", nodes(never_ticked)),
            ("never succeeded", never(Status::Success)),
            ("never failed", never(Status::Failure)),
            ("never running", never(Status::Running)),
            ("never aborted", nodes(self.never_aborted())),
            ("never taken", taken.unwrap_or_default()),
            ("seen, and not possible", self.impossible().into_iter().map(result).collect()),
            ("taken, and not possible", self.impossible_transitions().map(step).collect()),
        ];
        for (title, lines) in lists.iter().filter(|(_, lines)| !lines.is_empty()) {
            write!(formatter, "\n{title}:")?;
            for line in lines.iter().take(SHOWN) {
                write!(formatter, "\n  {line}")?;
            }
            if lines.len() > SHOWN {
                write!(formatter, "\n  and {} more", lines.len() - SHOWN)?;
            }
        }
        Ok(())
    }
}

/// The active nodes before a tick, and those after it.
pub(super) type Transition = (Box<[NodeId]>, Box<[NodeId]>);

/// Some transitions.
#[derive(Clone, Debug, Default)]
pub(super) struct Transitions {
    known: BTreeSet<Transition>,
    /// The last one: most ticks in a row are the same.
    last: (Vec<bool>, Vec<bool>),
}

impl Transitions {
    pub(super) fn note(&mut self, before: &[bool], after: &[bool]) {
        let (last_before, last_after) = &self.last;
        if self.known.is_empty() || (&**last_before, &**last_after) != (before, after) {
            self.known.insert((active(before), active(after)));
            self.last = (before.to_vec(), after.to_vec());
        }
    }

    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.known.extend(other.known.iter().cloned());
    }

    /// Those that the others do not have.
    pub(super) fn without<'t>(&'t self, others: &'t Self) -> impl Iterator<Item = &'t Transition> {
        self.known.difference(&others.known)
    }
}

impl Note for Transitions {
    fn ends(&mut self, end: &End<'_>) {
        let (before, after) = end.active();
        self.note(&before, &after);
    }
}

fn active(nodes: &[bool]) -> Box<[NodeId]> {
    let active = (0..).zip(nodes).filter(|(_, is_active)| **is_active);
    active.map(|(node, _)| NodeId::new(node)).collect()
}
