//! The last event of every node in the last tick.

use super::Mark;
use crate::{Active, Agent, Node, NodeId, Observer, Status};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// Stores the last event of each node in the last tick, for a picture of the crate `bt-watch` or for queries.
///
/// ```
/// use bt_core::observe::{Mark, Marks};
/// use bt_core::{Status, behavior_tree};
///
/// behavior_tree! {
///     tree Guard(health: &mut u32) {
///         active_selector {
///             'flee: sequence {
///                 condition *health < 20;
///                 running;
///             }
///             'watch: running;
///         }
///     }
/// }
///
/// let mut marks = Marks::new(Guard::NODES);
/// let (mut guard, mut health) = (Guard::new(), 100);
/// marks.tick(&mut guard, &mut health);
/// assert_eq!(marks.get(Guard::WATCH), Some(Mark::Ticked(Status::Running)));
/// health = 10;
/// marks.tick(&mut guard, &mut health);
/// assert_eq!(marks.get(Guard::FLEE), Some(Mark::Ticked(Status::Running)));
/// assert_eq!(marks.aborted(), [Guard::WATCH]);
/// ```
#[derive(Clone, Debug)]
pub struct Marks {
    nodes: Vec<Option<Mark>>,
    errors: Vec<(NodeId, String)>,
    aborted: Vec<NodeId>,
    active: Vec<NodeId>,
    last_leaf: Option<NodeId>,
}

impl Marks {
    /// Makes marks for a tree with these nodes: `Marks::new(Guard::NODES)`.
    #[must_use]
    pub fn new(nodes: &[Node]) -> Self {
        Self {
            nodes: alloc::vec![None; nodes.len()],
            errors: Vec::new(),
            aborted: Vec::new(),
            active: Vec::new(),
            last_leaf: None,
        }
    }

    /// Removes the marks of the tick before, ticks the tree and marks its nodes.
    pub fn tick<B: ?Sized, T: Agent<B>>(&mut self, tree: &mut T, blackboard: &mut B) -> Status {
        let nodes = tree.nodes().len();
        if nodes != self.nodes.len() {
            // A loaded tree has taken a new version.
            self.clear();
            self.nodes.resize(nodes, None);
        }
        tree.tick_with(blackboard, self)
    }

    /// Removes all marks.
    pub fn clear(&mut self) {
        self.nodes.fill(None);
        self.errors.clear();
        self.aborted.clear();
        self.active.clear();
        self.last_leaf = None;
    }

    /// Marks the active nodes as running. No event says this about a node that has children.
    pub fn set_active(&mut self, active: impl IntoIterator<Item = NodeId>) {
        self.active.clear();
        self.active.extend(active);
        for index in 0..self.active.len() {
            self.set(self.active[index], Mark::Ticked(Status::Running));
        }
    }

    /// The last event of the node in the last tick; `None` if it had none.
    #[must_use]
    pub fn get(&self, node: NodeId) -> Option<Mark> {
        self.nodes.get(node.index()).copied().flatten()
    }

    /// The text of the node's error in the last tick.
    #[must_use]
    pub fn error(&self, node: NodeId) -> Option<&str> {
        let mut errors = self.errors.iter();
        errors.find(|(failed, _)| *failed == node).map(|(_, error)| error.as_str())
    }

    /// The nodes that the last tick aborted, in order: children before their parents.
    #[must_use]
    pub fn aborted(&self) -> &[NodeId] {
        &self.aborted
    }

    /// The nodes that were active after the last tick, the root first.
    #[must_use]
    pub fn active(&self) -> &[NodeId] {
        &self.active
    }

    /// The leaf that the last tick ticked last.
    #[must_use]
    pub const fn last_leaf(&self) -> Option<NodeId> {
        self.last_leaf
    }

    fn set(&mut self, node: NodeId, mark: Mark) {
        if let Some(place) = self.nodes.get_mut(node.index()) {
            *place = Some(mark);
        }
    }
}

impl Observer for Marks {
    fn leaf(&mut self, node: NodeId, status: Status, error: Option<fmt::Arguments<'_>>) {
        self.set(node, Mark::Ticked(status));
        self.last_leaf = Some(node);
        self.errors.extend(error.map(|error| (node, error.to_string())));
    }

    fn error(&mut self, node: NodeId, error: fmt::Arguments<'_>) {
        self.errors.push((node, error.to_string()));
    }

    fn finished(&mut self, node: NodeId, status: Status) {
        self.set(node, Mark::Ticked(status));
    }

    fn aborted(&mut self, node: NodeId) {
        self.set(node, Mark::Aborted);
        self.aborted.push(node);
    }

    fn tick_begins(&mut self) {
        self.clear();
    }

    fn tick_ends(&mut self, active: Active<'_>) {
        self.set_active(active);
    }
}
