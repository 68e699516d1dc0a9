//! A tick of a running agent, noted as an exploration notes it.

use bt_core::{Agent, Node, NodeId, Observer, Status};
use bt_language::explore::{Event, Followed, Look, Model, Seen};
use bt_language::machine;
use core::fmt;

/// Notes what an agent does in a tick.
#[derive(Clone, Debug)]
pub(super) struct Watcher {
    nodes: Vec<Node>,
    seen: Seen,
    /// The states of the model in which the agent may be; `None` if they are not known.
    followed: Option<Followed>,
}

impl Watcher {
    pub(super) fn new(nodes: &[Node]) -> Self {
        Self { nodes: nodes.to_vec(), seen: Seen::default(), followed: None }
    }

    /// Follows an agent that has just been made through the states of a model.
    pub(super) fn follow(&mut self, model: &Model) {
        self.followed = (!model.is_opaque()).then(|| Followed::new(model));
    }

    /// Completes the tick from the model. Returns `false` if the model has no such tick.
    pub(super) fn is_possible(&mut self, model: &Model) -> bool {
        let Some(followed) = &mut self.followed else { return true };
        let mut exact = Seen::default();
        let events = &self.seen.events;
        let look = Look { events, has_decisions: true, after: &self.seen.after, is_stop: false };
        match followed.tick(model, look, self.seen.status, &mut exact) {
            Some(true) => self.seen = exact,
            Some(false) => return false,
            None => self.followed = None,
        }
        true
    }

    /// Aborts an agent. Returns `false` if the model aborts other nodes.
    pub(super) fn abort<B: ?Sized>(
        &mut self,
        agent: &mut impl Agent<B>,
        blackboard: &mut B,
        model: Option<&Model>,
    ) -> bool {
        self.seen.events.clear();
        agent.abort_with(blackboard, self);
        let (Some(followed), Some(model)) = (&mut self.followed, model) else { return true };
        followed.abort(model, &self.seen.events)
    }

    pub(super) fn seen(&self) -> &Seen {
        &self.seen
    }

    /// Ticks an agent of the tree.
    pub(super) fn tick<B: ?Sized>(
        &mut self,
        agent: &mut impl Agent<B>,
        blackboard: &mut B,
    ) -> Status {
        let count = self.nodes.len();
        let seen = &mut self.seen;
        seen.events.clear();
        for list in [
            &mut seen.ticked,
            &mut seen.aborted,
            &mut seen.again,
            &mut seen.before,
            &mut seen.after,
        ] {
            list.clear();
            list.resize(count, false);
        }
        seen.results.clear();
        seen.results.resize(count, None);
        mark(&mut seen.before, agent.active());
        let status = agent.tick_with(blackboard, self);
        self.seen.status = written(status);
        mark(&mut self.seen.after, agent.active());
        self.complete();
        status
    }

    /// The tree has panicked in the tick: none of its nodes counts as active.
    pub(super) fn panicked(&mut self) {
        self.seen.status = machine::Status::Running;
        self.complete();
    }

    /// A node was ticked if one below it was; if it has not finished, it is running.
    fn complete(&mut self) {
        let Self { nodes, seen, .. } = self;
        for node in nodes.iter().rev() {
            let place = node.id.index();
            if seen.ticked[place] {
                seen.results[place].get_or_insert(machine::Status::Running);
                if let Some(parent) = node.parent {
                    seen.ticked[parent.index()] = true;
                }
            }
        }
    }

    fn note(&mut self, place: usize, status: Option<machine::Status>) {
        let nodes = &self.nodes;
        self.seen.note(place, status, |node| nodes[node].parent.map(NodeId::index));
    }

    fn returned(
        &mut self,
        node: NodeId,
        status: Status,
        event: impl Fn(machine::NodeId, machine::Status) -> Event,
    ) {
        let place = node.index();
        let status = written(status);
        if place < self.nodes.len() {
            self.note(place, Some(status));
            self.seen.events.push(event(machine::NodeId::new(place), status));
        }
    }
}

fn mark(active: &mut [bool], nodes: impl Iterator<Item = NodeId>) {
    for node in nodes {
        if let Some(active) = active.get_mut(node.index()) {
            *active = true;
        }
    }
}

const fn written(status: Status) -> machine::Status {
    match status {
        Status::Success => machine::Status::Success,
        Status::Failure => machine::Status::Failure,
        Status::Running => machine::Status::Running,
    }
}

impl Observer for Watcher {
    fn leaf(&mut self, node: NodeId, status: Status, _: Option<fmt::Arguments<'_>>) {
        self.returned(node, status, Event::Leaf);
    }

    fn finished(&mut self, node: NodeId, status: Status) {
        self.returned(node, status, Event::Finished);
    }

    fn ticked(&mut self, node: NodeId) {
        if node.index() < self.nodes.len() {
            self.note(node.index(), None);
        }
    }

    fn decided(&mut self, node: NodeId, about: NodeId, answer: bool) {
        let [of, about] = [node, about].map(|node| machine::NodeId::new(node.index()));
        self.seen.events.push(Event::Decision { of, about, answer });
    }

    fn aborted(&mut self, node: NodeId) {
        let place = node.index();
        if place < self.nodes.len() {
            self.seen.aborted[place] = true;
            self.seen.events.push(Event::Aborted(machine::NodeId::new(place)));
        }
    }
}
