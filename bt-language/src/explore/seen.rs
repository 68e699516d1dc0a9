//! The results of each node in a tick.

use crate::machine::{Machine, NodeId, Status};

/// The events, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A leaf was ticked.
    Leaf(NodeId, Status),
    /// A composite or a decorator has finished.
    Finished(NodeId, Status),
    /// A node was aborted.
    Aborted(NodeId),
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
    /// A leaf has returned running.
    pub(super) has_run: bool,
    /// The node at which the tick was cut off, since its continuations are known.
    cut: Option<NodeId>,
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
            has_run: false,
            cut: None,
        }
    }
}

impl Seen {
    pub(super) fn begin(&mut self, nodes: usize) {
        self.events.clear();
        self.has_run = false;
        self.cut = None;
        self.ticked.clear();
        self.ticked.resize(nodes, false);
        self.results.clear();
        self.results.resize(nodes, None);
        self.aborted.clear();
        self.aborted.resize(nodes, false);
    }

    /// Nothing more is seen: the rest of the tick is known.
    pub(super) fn cut(&mut self, node: NodeId) {
        self.cut.get_or_insert(node);
    }

    pub(super) fn is_cut(&self) -> bool {
        self.cut.is_some()
    }

    pub(super) fn tick(&mut self, node: NodeId) {
        if !self.is_cut() {
            self.ticked[node.place()] = true;
        }
    }

    pub(super) fn leaf(&mut self, node: NodeId, status: Status) {
        self.has_run |= status == Status::Running;
        self.returned(node, status, Event::Leaf(node, status));
    }

    pub(super) fn finished(&mut self, node: NodeId, status: Status) {
        self.returned(node, status, Event::Finished(node, status));
    }

    fn returned(&mut self, node: NodeId, status: Status, event: Event) {
        if !self.is_cut() {
            self.ticked[node.place()] = true;
            self.results[node.place()] = Some(status);
            self.events.push(event);
        }
    }

    pub(super) fn aborted(&mut self, node: NodeId) {
        if !self.is_cut() {
            self.aborted[node.place()] = true;
            self.events.push(Event::Aborted(node));
        }
    }

    /// The results of a node so far, as a number.
    pub(super) fn so_far(&self, machine: &Machine, place: usize) -> u32 {
        let range = machine.nodes.get(place).map_or(0..0, crate::machine::Node::range);
        let is_ticked = self.ticked.get(range).is_some_and(|nodes| nodes.contains(&true));
        let result = match self.results.get(place).copied().flatten() {
            None => 0,
            Some(Status::Success) => 1,
            Some(Status::Failure) => 2,
            Some(Status::Running) => 3,
        };
        let is_aborted = self.aborted.get(place).copied().unwrap_or_default();
        result | u32::from(is_ticked) << 2 | u32::from(is_aborted) << 3
    }

    /// A node was ticked if one below it was. A node that was ticked and has not finished is running, unless the tick
    /// was cut off below it.
    pub(super) fn end(&mut self, machine: &Machine) {
        for node in machine.nodes.iter().rev() {
            let place = node.id.place();
            if !self.ticked[place] {
                continue;
            }
            if !self.cut.is_some_and(|cut| node.contains(cut)) {
                self.results[place].get_or_insert(Status::Running);
            }
            if let Some(parent) = node.parent {
                self.ticked[parent.place()] = true;
            }
        }
    }
}
