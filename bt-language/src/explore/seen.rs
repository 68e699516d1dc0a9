//! What each node did in a tick.

use crate::machine::{Machine, NodeId, Status};

/// What happened, in the order in which it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A leaf was ticked.
    Leaf(NodeId, Status),
    /// A composite or a decorator has finished.
    Finished(NodeId, Status),
    /// A node was aborted.
    Aborted(NodeId),
}

/// What each node did in a tick.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The status of the tree.
    pub status: Status,
    /// The nodes that were active before the tick.
    pub before: Vec<bool>,
    /// The nodes that are active after it.
    pub after: Vec<bool>,
    /// The nodes that were ticked.
    pub ticked: Vec<bool>,
    /// The status of a node that was ticked.
    pub results: Vec<Option<Status>>,
    /// The nodes that were aborted.
    pub aborted: Vec<bool>,
    /// All events.
    pub events: Vec<Event>,
}

impl Default for Seen {
    fn default() -> Self {
        Self {
            status: Status::Failure,
            before: Vec::new(),
            after: Vec::new(),
            ticked: Vec::new(),
            results: Vec::new(),
            aborted: Vec::new(),
            events: Vec::new(),
        }
    }
}

impl Seen {
    pub(super) fn begin(&mut self, nodes: usize) {
        self.events.clear();
        self.ticked.clear();
        self.ticked.resize(nodes, false);
        self.results.clear();
        self.results.resize(nodes, None);
        self.aborted.clear();
        self.aborted.resize(nodes, false);
    }

    pub(super) fn leaf(&mut self, node: NodeId, status: Status) {
        self.ticked[node.place()] = true;
        self.results[node.place()] = Some(status);
        self.events.push(Event::Leaf(node, status));
    }

    pub(super) fn finished(&mut self, node: NodeId, status: Status) {
        self.ticked[node.place()] = true;
        self.results[node.place()] = Some(status);
        self.events.push(Event::Finished(node, status));
    }

    pub(super) fn aborted(&mut self, node: NodeId) {
        self.aborted[node.place()] = true;
        self.events.push(Event::Aborted(node));
    }

    /// A node was ticked if one below it was. A node that was ticked and has not finished is running.
    pub(super) fn end(&mut self, machine: &Machine) {
        for node in machine.nodes.iter().rev() {
            let place = node.id.place();
            if !self.ticked[place] {
                continue;
            }
            self.results[place].get_or_insert(Status::Running);
            if let Some(parent) = node.parent {
                self.ticked[parent.place()] = true;
            }
        }
    }
}
