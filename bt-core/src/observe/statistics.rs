//! Counts of the events of each node, and their times.

use super::nodes::Nodes;
use crate::Inspect;
use crate::{Active, Agent, Node, NodeId, Observer, Status};
use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

/// Counts the events of each node of a tree; with a clock it also measures times.
///
/// ```
/// use bt_core::behavior_tree;
/// use bt_core::observe::Statistics;
/// use std::time::Instant;
///
/// behavior_tree! {
///     tree Walk(steps: &mut u32) {
///         active_selector {
///             'arrive: condition *steps == 3;
///             'walk: action {
///                 *steps += 1;
///                 bt_core::Status::Running
///             };
///         }
///     }
/// }
///
/// let start = Instant::now();
/// let mut statistics = Statistics::with_clock(Walk::NODES, move || start.elapsed());
/// let (mut walk, mut steps) = (Walk::new(), 0);
/// for _ in 0..4 {
///     statistics.tick(&mut walk, &mut steps);
/// }
/// assert_eq!(statistics.ticks(), 4);
/// let arrive = statistics.node(Walk::ARRIVE);
/// assert_eq!((arrive.successes, arrive.failures), (1, 3));
/// let walking = statistics.node(Walk::WALK);
/// assert_eq!((walking.active, walking.aborts), (3, 1));
/// assert!(statistics.time(Walk::WALK) <= start.elapsed());
/// println!("{statistics}"); // a table with a line for each node
/// ```
#[derive(Clone, Debug)]
pub struct Statistics<C = fn() -> Duration> {
    nodes: Nodes,
    counts: Vec<NodeStatistics>,
    ticks: u64,
    clock: Option<C>,
    /// The time of the event before.
    before: Duration,
}

/// The counters of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct NodeStatistics {
    /// The number of successes.
    pub successes: u64,
    /// The number of failures.
    pub failures: u64,
    /// The number of aborts.
    pub aborts: u64,
    /// The number of ticks after which it was active.
    pub active: u64,
    /// The time that the node itself took, without the nodes below it.
    pub own_time: Duration,
}

impl Statistics {
    /// Makes statistics for a tree with these nodes: `Statistics::new(Walk::NODES)`.
    #[must_use]
    pub fn new(nodes: &[Node]) -> Self {
        Self::of(nodes, None)
    }
}

impl<C: FnMut() -> Duration> Statistics<C> {
    /// Also measures times, with a clock of the program's own.
    ///
    /// The time between two events counts for the node of the later event. The time after the last event of a
    /// tick counts for the root. So the time of a leaf contains the expressions of the decorators before it.
    #[must_use]
    pub fn with_clock(nodes: &[Node], clock: C) -> Self {
        Self::of(nodes, Some(clock))
    }

    /// Ticks the tree and counts what happens.
    ///
    /// When a loaded tree has taken a new version, the counters go on if only parameters and texts are others;
    /// otherwise they begin at 0.
    pub fn tick<B: ?Sized, T: Agent<B>>(&mut self, tree: &mut T, blackboard: &mut B) -> Status {
        self.follow(tree);
        tree.tick_with(blackboard, self)
    }

    /// Adds the time since the last event to the node of this event; returns its counters.
    fn spent(&mut self, node: NodeId) -> Option<&mut NodeStatistics> {
        let counts = self.counts.get_mut(node.index())?;
        if let Some(clock) = &mut self.clock {
            let now = clock();
            counts.own_time += now.saturating_sub(self.before);
            self.before = now;
        }
        Some(counts)
    }

    fn ended(&mut self, node: NodeId, status: Status) {
        let Some(counts) = self.spent(node) else { return };
        match status {
            Status::Success => counts.successes += 1,
            Status::Failure => counts.failures += 1,
            // It is counted at the end of the tick, like all active nodes.
            Status::Running => {}
        }
    }
}

impl<C> Statistics<C> {
    fn of(nodes: &[Node], clock: Option<C>) -> Self {
        let counts = alloc::vec![NodeStatistics::default(); nodes.len()];
        Self { nodes: Nodes::copied(nodes), counts, ticks: 0, clock, before: Duration::ZERO }
    }

    /// Takes the nodes of another version of the tree.
    fn follow(&mut self, tree: &impl Inspect) {
        let is_alike =
            |(one, other): (&Node, &Node)| one.kind == other.kind && one.end == other.end;
        let (old, new) = (&self.nodes, tree.nodes());
        let goes_on = old.len() == new.len() && old.iter().zip(new).all(is_alike);
        if self.nodes.follow(tree) && !goes_on {
            self.counts = alloc::vec![NodeStatistics::default(); self.nodes.len()];
            self.ticks = 0;
        }
    }

    /// The number of ticks that were counted.
    #[must_use]
    pub const fn ticks(&self) -> u64 {
        self.ticks
    }

    /// The counters of the node; all zero if there is no such node.
    #[must_use]
    pub fn node(&self, node: NodeId) -> NodeStatistics {
        self.counts.get(node.index()).copied().unwrap_or_default()
    }

    /// The time that the node and all nodes below it took.
    #[must_use]
    pub fn time(&self, node: NodeId) -> Duration {
        let end = self.nodes.get(node.index()).map_or(node.index(), |node| node.end.index());
        let counts = self.counts.get(node.index()..end).unwrap_or_default();
        counts.iter().map(|counts| counts.own_time).sum()
    }
}

impl<C: FnMut() -> Duration> Observer for Statistics<C> {
    fn leaf(&mut self, node: NodeId, status: Status, _: Option<fmt::Arguments<'_>>) {
        self.ended(node, status);
    }

    fn finished(&mut self, node: NodeId, status: Status) {
        self.ended(node, status);
    }

    fn aborted(&mut self, node: NodeId) {
        if let Some(counts) = self.spent(node) {
            counts.aborts += 1;
        }
    }

    fn tick_begins(&mut self) {
        if let Some(clock) = &mut self.clock {
            self.before = clock();
        }
    }

    fn tick_ends(&mut self, active: Active<'_>) {
        self.spent(NodeId::new(0));
        self.ticks += 1;
        for node in active {
            if let Some(counts) = self.counts.get_mut(node.index()) {
                counts.active += 1;
            }
        }
    }
}

/// A table with a line for each node.
impl<C> fmt::Display for Statistics<C> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            formatter,
            "  success  failure  aborted   active        time  after {} ticks",
            self.ticks
        )?;
        for (node, counts) in self.nodes.iter().zip(&self.counts) {
            let NodeStatistics { successes, failures, aborts, active, .. } = counts;
            let (time, indent) = (self.time(node.id), 2 * node.depth(&self.nodes));
            write!(formatter, "{successes:9}{failures:9}{aborts:9}{active:9}{time:>12.1?}")?;
            writeln!(formatter, "  {:indent$}{node}", "")?;
        }
        Ok(())
    }
}
