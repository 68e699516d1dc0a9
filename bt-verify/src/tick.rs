//! One tick, as a rule sees it.

use super::rule::Predicate;
use bt_core::rules::Property;
use bt_core::{End, NodeId, Status};
use bt_language::explore::{Event, Seen, Watch};
use bt_language::machine;
use core::cell::{Cell, RefCell};

/// One tick of a tree in some state; rules are evaluated for ticks.
///
/// A rule about a node that the tree does not have is an error.
#[derive(Debug)]
pub struct Tick<'t> {
    seen: &'t Seen,
    /// The nodes of a mutant by the ids of the original tree.
    names: Option<&'t Names>,
    /// A node that the tree does not have.
    unknown: Cell<Option<NodeId>>,
    /// The nodes that were asked about.
    asked: Option<&'t RefCell<Watch>>,
}

impl<'t> Tick<'t> {
    pub(super) const fn new(seen: &'t Seen) -> Self {
        Self { seen, names: None, unknown: Cell::new(None), asked: None }
    }

    /// Notes the nodes that are asked about.
    pub(super) const fn noting(seen: &'t Seen, asked: Option<&'t RefCell<Watch>>) -> Self {
        Self { seen, names: None, unknown: Cell::new(None), asked }
    }

    /// Asks about a tick of a mutant by the ids of the original tree.
    pub(super) fn ask_by(&self, names: &Names, question: &Predicate<'_>) -> bool {
        let unknown = Cell::new(None);
        let tick = Tick { seen: self.seen, names: Some(names), unknown, asked: self.asked };
        let answer = question(&tick);
        self.unknown.set(tick.unknown());
        answer
    }

    pub(super) fn unknown(&self) -> Option<NodeId> {
        self.unknown.get()
    }

    /// The results of a node; they matter from then on.
    fn of<T: Copy + Default>(&self, list: &[T], node: NodeId) -> T {
        let asked = self.asked.and_then(|asked| asked.try_borrow_mut().ok());
        if let (Some(mut asked), Some(node)) = (asked, self.named(node)) {
            asked.during.insert(node.index());
        }
        self.entry(list, node)
    }

    fn entry<T: Copy + Default>(&self, list: &[T], node: NodeId) -> T {
        let Some(named) = self.named(node) else { return T::default() };
        list.get(named.index()).copied().unwrap_or_else(|| {
            self.unknown.set(Some(node));
            T::default()
        })
    }

    /// The node in this tree; `None` if a mutant does not have it, so that it is never ticked.
    fn named(&self, node: NodeId) -> Option<NodeId> {
        self.names.map_or(Some(node), |names| names.get(node))
    }

    /// Returns `true` if the node is active after the tick: it has returned running and was not aborted.
    #[must_use]
    pub fn is_active(&self, node: NodeId) -> bool {
        self.entry(&self.seen.after, node)
    }

    /// Returns `true` if the node was active before the tick.
    #[must_use]
    pub fn was_active(&self, node: NodeId) -> bool {
        let asked = self.asked.and_then(|asked| asked.try_borrow_mut().ok());
        if let (Some(mut asked), Some(node)) = (asked, self.named(node)) {
            asked.before.insert(node.index());
        }
        self.entry(&self.seen.before, node)
    }

    /// Returns `true` if the node was ticked.
    #[must_use]
    pub fn is_ticked(&self, node: NodeId) -> bool {
        self.of(&self.seen.ticked, node)
    }

    /// The status that the node returned; `None` if it was not ticked.
    #[must_use]
    pub fn result(&self, node: NodeId) -> Option<Status> {
        self.of(&self.seen.results, node).map(status)
    }

    /// Returns `true` if the node began in this tick, whether it still runs or not.
    #[must_use]
    pub fn started(&self, node: NodeId) -> bool {
        let begins = !self.was_active(node)
            || self.of(&self.seen.again, node)
            || self.was_aborted_before(node);
        self.is_ticked(node) && begins
    }

    /// It was active, was aborted, and was ticked after that.
    fn was_aborted_before(&self, node: NodeId) -> bool {
        let is_later = self.is_active(node) || self.result(node).is_some_and(Status::is_finished);
        self.of(&self.seen.aborted, node) && self.was_active(node) && is_later
    }

    /// How the node ended in this tick; `None` if it did not.
    #[must_use]
    pub fn ended(&self, node: NodeId) -> Option<End> {
        match self.result(node) {
            Some(Status::Success) => Some(End::Success),
            Some(Status::Failure) => Some(End::Failure),
            _ => self.of(&self.seen.aborted, node).then_some(End::Aborted),
        }
    }

    /// Answers what a rule of the language asks about a node.
    pub(super) fn is(&self, node: NodeId, property: Property) -> bool {
        match property {
            Property::Active => self.is_active(node),
            Property::Ticked => self.is_ticked(node),
            Property::Started => self.started(node),
            Property::Succeeded => self.result(node) == Some(Status::Success),
            Property::Failed => self.result(node) == Some(Status::Failure),
            Property::Running => self.result(node) == Some(Status::Running),
            Property::Aborted => self.of(&self.seen.aborted, node),
            Property::Answered { in_front, yes } => self.answered(node, in_front, yes),
        }
    }

    /// Returns `true` if a condition that is no leaf was asked about the node, and this was the answer. The condition stands
    /// in front of the node, in the node above it, or it is the node's own; see
    /// [`Observer::decided`](bt_core::Observer::decided).
    #[must_use]
    pub fn answered(&self, node: NodeId, in_front: bool, yes: bool) -> bool {
        let Some(node) = self.named(node) else { return false };
        if let Some(mut asked) = self.asked.and_then(|asked| asked.try_borrow_mut().ok()) {
            asked.decided.insert((node.index(), in_front));
        }
        let is_it = |event: &Event| match *event {
            Event::Decision { of, about, answer } => {
                (about.place(), of != about, answer) == (node.index(), in_front, yes)
            }
            Event::Leaf(..)
            | Event::Finished(..)
            | Event::Aborted(_)
            | Event::Ticked(_)
            | Event::Over(_) => false,
        };
        self.seen.events.iter().any(is_it)
    }

    /// The status of the tree.
    #[must_use]
    pub fn status(&self) -> Status {
        status(self.seen.status)
    }
}

/// The nodes of a mutant by the ids of the original tree.
#[derive(Debug)]
pub(super) struct Names(Vec<Option<NodeId>>);

impl Names {
    pub(super) fn of_nothing(nodes: usize) -> Self {
        Self(std::vec![None; nodes])
    }

    pub(super) fn set(&mut self, original: NodeId, node: NodeId) {
        self.0[original.index()] = Some(node);
    }

    /// A node that the original tree does not have keeps its id, which no tree has.
    fn get(&self, original: NodeId) -> Option<NodeId> {
        self.0.get(original.index()).copied().unwrap_or(Some(original))
    }

    /// The node of the original tree for each node of the mutant.
    pub(super) fn originals(&self, nodes: usize) -> Vec<Option<usize>> {
        let mut originals = std::vec![None; nodes];
        for (original, node) in self.0.iter().enumerate().rev() {
            if let Some(place) = node.and_then(|node| originals.get_mut(node.index())) {
                // A label that was moved comes before the node itself.
                place.get_or_insert(original);
            }
        }
        originals
    }
}

pub(super) const fn status(of: machine::Status) -> Status {
    match of {
        machine::Status::Success => Status::Success,
        machine::Status::Failure => Status::Failure,
        machine::Status::Running => Status::Running,
    }
}
