//! The reason of a change: a sentence that says why another node runs than in the tick before.
//!
//! It states only what the events of the two ticks prove.

mod comparison;
mod ticks;

pub use comparison::{Change, Comparison};
pub use ticks::Tick;
pub(super) use ticks::Ticks;

use super::nodes::Nodes;
use crate::language::node::line::{Line, Written, key};
use crate::{Active, Agent, Node, NodeId, NodeKind, Observer, Status};
use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use core::fmt;

/// A row of a table of nodes.
pub trait Row {
    fn parent(&self) -> Option<NodeId>;
    fn end(&self) -> NodeId;
    fn kind(&self) -> NodeKind;
    fn has_label(&self) -> bool;
}

impl Row for Node {
    fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    fn end(&self) -> NodeId {
        self.end
    }

    fn kind(&self) -> NodeKind {
        self.kind
    }

    fn has_label(&self) -> bool {
        self.label.is_some()
    }
}

/// A part of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    Text(Cow<'static, str>),
    /// A node by its name.
    Name(NodeId),
    /// A node by its word and argument, also if it has a label.
    Word(NodeId),
    /// The text in front of a node and its `=>`.
    Key(NodeId),
    /// The changes of the blackboard values that the source of the node names. Only a recording knows them.
    Changes(NodeId),
    /// The changes of the blackboard values that the text in front of the node names.
    KeyChanges(NodeId),
}

impl From<&'static str> for Part {
    fn from(text: &'static str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl Part {
    /// The part in a plain text.
    fn text(&self, nodes: &[Node]) -> Cow<'static, str> {
        let name = |id: NodeId, write: fn(&Node) -> String| nodes.get(id.index()).map(write);
        match self {
            Self::Text(text) => text.clone(),
            Self::Name(node) => name(*node, named).unwrap_or_default().into(),
            Self::Word(node) => name(*node, written).unwrap_or_default().into(),
            Self::Key(node) => name(*node, keyed).unwrap_or_default().into(),
            Self::Changes(_) | Self::KeyChanges(_) => Cow::Borrowed(""),
        }
    }
}

/// The name of a node in a sentence: its label, or else the source of a condition, an action or a subtree, or else its
/// word with its argument.
fn named(node: &Node) -> String {
    let line = |text| Line { text, longest: usize::MAX }.to_string();
    match node.label {
        Some(label) => line(label),
        None if node.kind.is_named_by_source() && !node.source.is_empty() => line(node.source),
        None => written(node),
    }
}

fn keyed(node: &Node) -> String {
    key(node, usize::MAX).map(|key| key.to_string()).unwrap_or_default()
}

/// The word of a node with its argument: `wait(2s)`, `if npc.hungry`
fn written(node: &Node) -> String {
    Written { node: &Node { label: None, ..*node }, longest: usize::MAX }.to_string()
}

/// Says in a sentence why another node runs than in the tick before.
///
/// All ticks have to be those of one agent. The page of a recording of `bt-watch` shows the same sentences, with the changes of the
/// blackboard, and so do a [`Log`](super::Log) and the text of a counterexample of `bt-verify`.
///
/// ```
/// use bt_core::behavior_tree;
/// use bt_core::observe::Reasons;
///
/// behavior_tree! {
///     tree Guard(health: &mut u32) {
///         active_selector {
///             'flee: guard(*health < 20) running;
///             'watch: running;
///         }
///     }
/// }
///
/// let mut reasons = Reasons::new(Guard::NODES);
/// let (mut guard, mut health) = (Guard::new(), 100);
/// reasons.tick(&mut guard, &mut health);
/// assert_eq!(reasons.last(), None);
/// health = 10;
/// reasons.tick(&mut guard, &mut health);
/// let expected = "guard(*health < 20) turned true, so flee took over from watch.";
/// assert_eq!(reasons.last(), Some(expected));
/// ```
#[derive(Clone, Debug)]
pub struct Reasons {
    nodes: Nodes,
    ticks: Ticks,
    last: Option<String>,
}

impl Reasons {
    /// Makes reasons for a tree with these nodes: `Reasons::new(Guard::NODES)`.
    #[must_use]
    pub fn new(nodes: &[Node]) -> Self {
        Self { nodes: Nodes::copied(nodes), ticks: Ticks::new(), last: None }
    }

    /// Sets the active nodes of a tree that was ticked before.
    pub fn set_active(&mut self, active: impl IntoIterator<Item = NodeId>) {
        self.last = None;
        self.ticks.begin();
        self.ticks.end(&self.nodes, active);
    }

    /// Ticks the tree and finds the reason.
    pub fn tick<B: ?Sized, T: Agent<B>>(&mut self, tree: &mut T, blackboard: &mut B) -> Status {
        if self.nodes.follow(tree) {
            self.ticks = Ticks::new();
        }
        tree.tick_with(blackboard, self)
    }

    /// The sentence about the last tick, or about an abort after it; `None` if there is nothing to explain.
    #[must_use]
    pub fn last(&self) -> Option<&str> {
        self.last.as_deref()
    }
}

impl Observer for Reasons {
    fn leaf(&mut self, node: NodeId, status: Status, error: Option<fmt::Arguments<'_>>) {
        self.ticks.leaf(node, status, error);
    }

    fn error(&mut self, node: NodeId, error: fmt::Arguments<'_>) {
        self.ticks.error(node, error);
    }

    fn finished(&mut self, node: NodeId, status: Status) {
        self.ticks.finished(node, status);
    }

    fn aborted(&mut self, node: NodeId) {
        self.ticks.aborted(node);
        if self.ticks.is_whole_abort(node) {
            self.last = self.ticks.reason(&self.nodes);
        }
    }

    fn tick_begins(&mut self) {
        self.last = None;
        self.ticks.begin();
    }

    fn tick_ends(&mut self, active: Active<'_>) {
        self.ticks.end(&self.nodes, active);
        self.last = self.ticks.reason(&self.nodes);
    }
}
