//! An agent that repeats a recorded run.

use super::Tree;
use super::counterexample::Moment;
use super::tick::status;
use bt_core::__internal::{NOTHING, tick_ends};
use bt_core::{Active, Agent, AnyObserver, Inspect, Node, NodeId, Observer, Status, Wake};
use bt_language::explore::{Event, Seen};
use bt_language::machine;

/// An agent that makes the ticks of a run.
pub(super) struct Replayed<'r> {
    tree: &'r Tree,
    ticks: &'r [Moment],
    /// The number of ticks that were made.
    made: usize,
    is_aborted: bool,
}

impl<'r> Replayed<'r> {
    pub(super) const fn new(tree: &'r Tree, ticks: &'r [Moment]) -> Self {
        Self { tree, ticks, made: 0, is_aborted: false }
    }

    fn last(&self) -> Option<&Seen> {
        let last = self.made.checked_sub(1)?;
        self.ticks.get(last).map(|moment| &moment.seen).filter(|_| !self.is_aborted)
    }

    fn is_active(&self, node: &Node) -> bool {
        let active = self.last().and_then(|seen| seen.after.get(node.id.index()));
        active.copied().unwrap_or_default()
    }

    /// An active node without an active node below it.
    fn is_tip(&self, node: &Node) -> bool {
        let below = self.tree.nodes.iter().skip(node.id.index() + 1);
        let mut below = below.take_while(|below| below.id < node.end);
        self.is_active(node) && !below.any(|below| self.is_active(below))
    }
}

fn id(node: machine::NodeId) -> NodeId {
    NodeId::new(u32::try_from(node.place()).unwrap_or(NOTHING))
}

impl Inspect for Replayed<'_> {
    fn nodes(&self) -> &[Node] {
        &self.tree.nodes
    }

    fn is_active(&self, node: NodeId) -> bool {
        self.nodes().get(node.index()).is_some_and(|node| self.is_active(node))
    }

    fn active(&self) -> Active<'_> {
        Active::new(&self.tree.nodes, self)
    }

    fn tree_name(&self) -> &str {
        &self.tree.name
    }

    fn table_id(&self) -> usize {
        self.tree.nodes.as_ptr().addr()
    }

    fn tip_from(&self, from: u32) -> u32 {
        let tips = || self.tree.nodes.iter().filter(|node| self.is_tip(node));
        let next = tips().find(|node| node.id >= NodeId::new(from));
        next.or_else(|| tips().next_back()).map_or(NOTHING, |node| node.id.number())
    }
}

impl Agent<()> for Replayed<'_> {
    fn tick(&mut self, (): &mut ()) -> Status {
        self.made += 1;
        self.is_aborted = false;
        self.last().map_or(Status::Failure, |seen| status(seen.status))
    }

    fn tick_with(&mut self, (): &mut (), observer: &mut (impl Observer + ?Sized)) -> Status {
        observer.tick_begins();
        let result = self.tick(&mut ());
        for event in self.last().map(|seen| &*seen.events).unwrap_or_default() {
            match *event {
                Event::Leaf(node, result) => observer.leaf(id(node), status(result), None),
                Event::Finished(node, result) => observer.finished(id(node), status(result)),
                Event::Aborted(node) => observer.aborted(id(node)),
                Event::Ticked(node) => observer.ticked(id(node)),
                Event::Decision { .. } | Event::Over(_) => {}
            }
        }
        tick_ends(observer, self);
        result
    }

    fn tick_with_any(&mut self, (): &mut (), observer: &mut dyn AnyObserver) -> Status {
        self.tick_with(&mut (), observer)
    }

    fn abort(&mut self, (): &mut ()) {
        self.is_aborted = true;
    }

    fn abort_with(&mut self, (): &mut (), observer: &mut (impl Observer + ?Sized)) {
        // Children are aborted before their parents.
        for node in self.tree.nodes.iter().rev().filter(|node| self.is_active(node)) {
            observer.aborted(node.id);
        }
        self.abort(&mut ());
    }

    fn abort_with_any(&mut self, (): &mut (), observer: &mut dyn AnyObserver) {
        self.abort_with(&mut (), observer);
    }

    fn is_running(&self) -> bool {
        self.tree.nodes.first().is_some_and(|root| self.is_active(root))
    }

    fn next_wake(&self) -> Wake {
        Wake::NextTick
    }
}
