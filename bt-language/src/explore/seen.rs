//! The results of each node in a tick.

use super::Model;
use crate::machine::{NodeId, Status};

/// The events of a tick, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A leaf was ticked.
    Leaf(NodeId, Status),
    /// A composite or a decorator has finished.
    Finished(NodeId, Status),
    /// A node was aborted.
    Aborted(NodeId),
    /// A node with data is ticked; its result comes later, or it is running.
    Ticked(NodeId),
}

/// The results of each node in a tick.
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

/// The end of a tick.
pub struct End<'t> {
    pub(super) model: &'t Model,
    /// The status of the tree.
    pub status: Status,
    /// The cells of the state before the tick.
    pub before: &'t [u32],
    /// The cells of the state after it.
    pub after: &'t [u32],
    /// All events.
    pub events: &'t [Event],
}

impl End<'_> {
    /// Marks the nodes that were active before the tick, and those that are active after it.
    #[must_use]
    pub fn active(&self) -> (Vec<bool>, Vec<bool>) {
        let (mut before, mut after) = (Vec::new(), Vec::new());
        self.model.active(self.before, &mut before);
        self.model.active(self.after, &mut after);
        (before, after)
    }

    /// Finds the results of each node.
    pub fn see(&self, seen: &mut Seen) {
        let nodes = &self.model.machine.nodes;
        seen.status = self.status;
        self.model.active(self.before, &mut seen.before);
        self.model.active(self.after, &mut seen.after);
        seen.ticked.clear();
        seen.ticked.resize(nodes.len(), false);
        seen.results.clear();
        seen.results.resize(nodes.len(), None);
        seen.aborted.clear();
        seen.aborted.resize(nodes.len(), false);
        seen.events.clear();
        seen.events.extend_from_slice(self.events);
        for event in self.events {
            match *event {
                Event::Leaf(node, status) | Event::Finished(node, status) => {
                    seen.ticked[node.place()] = true;
                    seen.results[node.place()] = Some(status);
                }
                Event::Aborted(node) => seen.aborted[node.place()] = true,
                Event::Ticked(node) => seen.ticked[node.place()] = true,
            }
        }
        // A node was ticked if one below it was; if it has not finished, it is running.
        for node in nodes.iter().rev() {
            let place = node.id.place();
            if seen.ticked[place] {
                seen.results[place].get_or_insert(Status::Running);
                if let Some(parent) = node.parent {
                    seen.ticked[parent.place()] = true;
                }
            }
        }
    }
}
