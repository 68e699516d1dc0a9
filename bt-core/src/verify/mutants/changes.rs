//! The changes of a tree that people make by mistake.

use super::branch::Branch;
use crate::{Node, NodeId, NodeKind};
use std::format;
use std::string::String;
use std::vec::Vec;

/// A change of a node, in all places where its subtree is.
pub(super) struct Change {
    /// The node, and its copies.
    nodes: Vec<NodeId>,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    /// The child at this index and the next one are swapped.
    Swap(usize),
    /// A decorator is left out.
    LeaveOut,
    /// The node is of another kind.
    Becomes(NodeKind),
    /// A condition is inverted.
    Invert,
}

impl Change {
    /// All changes of a tree.
    pub(super) fn all(nodes: &[Node]) -> Vec<Self> {
        let mut changes = Vec::new();
        for node in nodes {
            let copies = copies(nodes, node);
            // Each change of a subtree once.
            if copies.first() == Some(&node.id) {
                let change = |kind| Self { nodes: copies.clone(), kind };
                changes.extend(kinds(nodes, node).into_iter().map(change));
            }
        }
        changes
    }

    /// The tree with the change.
    pub(super) fn applied(&self, branch: &Branch) -> Branch {
        let mut changed = branch.clone();
        changed.children = branch.children.iter().map(|child| self.applied(child)).collect();
        if !self.nodes.contains(&branch.node.id) {
            return changed;
        }
        match self.kind {
            Kind::Swap(place) => changed.children.swap(place, place + 1),
            Kind::Becomes(kind) => changed.node.kind = kind,
            Kind::LeaveOut => return without(changed),
            Kind::Invert => return inverted(changed),
        }
        changed
    }

    /// `active_selector (line 12) becomes selector`
    pub(super) fn text(&self, nodes: &[Node]) -> String {
        let name = |node: NodeId| {
            let node = &nodes[node.index()];
            let line = if node.line > 0 { format!(" (line {})", node.line) } else { String::new() };
            format!("`{node}`{line}")
        };
        let node = self.nodes[0];
        match self.kind {
            Kind::Swap(place) => {
                let children = children(nodes, &nodes[node.index()]);
                format!("{} and {} are swapped", name(children[place]), name(children[place + 1]))
            }
            Kind::LeaveOut => format!("{} is left out", name(node)),
            Kind::Becomes(kind) => format!("{} becomes {kind}", name(node)),
            Kind::Invert => format!("{} is inverted", name(node)),
        }
    }
}

fn children(nodes: &[Node], node: &Node) -> Vec<NodeId> {
    let below = nodes.iter().filter(|child| child.parent == Some(node.id));
    below.map(|child| child.id).collect()
}

/// The places of a node: more than one if it is in a subtree that is used more than once.
fn copies(nodes: &[Node], node: &Node) -> Vec<NodeId> {
    let origin = origin(nodes, node);
    let is_copy = |other: &&Node| {
        other.id == node.id || origin.is_some() && self::origin(nodes, other) == origin
    };
    nodes.iter().filter(is_copy).map(|node| node.id).collect()
}

/// The subtree of a node and its index there; `None` if it is in no subtree.
fn origin(nodes: &[Node], node: &Node) -> Option<(&'static str, usize)> {
    let mut above = node.parent;
    while let Some(parent) = above.map(|parent| &nodes[parent.index()]) {
        if parent.kind == NodeKind::Subtree {
            let name = parent.source.split('(').next().unwrap_or_default().trim();
            return Some((name, node.id.index() - parent.id.index()));
        }
        above = parent.parent;
    }
    None
}

fn kinds(nodes: &[Node], node: &Node) -> Vec<Kind> {
    use NodeKind as Of;
    let mut kinds = Vec::new();
    let swaps = matches!(
        node.kind,
        Of::Sequence
            | Of::Selector
            | Of::ActiveSequence
            | Of::ActiveSelector
            | Of::Parallel
            | Of::Monitor
            | Of::PrioritySelector
    );
    if swaps {
        let pairs = children(nodes, node).len().saturating_sub(1);
        kinds.extend((0..pairs).map(Kind::Swap));
    }
    kinds.extend(without_active(node.kind).map(Kind::Becomes));
    kinds.extend(exchanged(node.kind).map(Kind::Becomes));
    let can_be_left_out = matches!(
        node.kind,
        Of::Not
            | Of::ForceSuccess
            | Of::ForceFailure
            | Of::Repeat
            | Of::Retry
            | Of::Guard
            | Of::Timeout
            | Of::Delay
            | Of::Cooldown
            | Of::Every
            | Of::Once
            | Of::Service
            | Of::Finally
            | Of::With
    );
    kinds.extend(can_be_left_out.then_some(Kind::LeaveOut));
    let is_inverted = node.parent.is_some_and(|parent| nodes[parent.index()].kind == Of::Not);
    kinds.extend((node.kind == Of::Condition && !is_inverted).then_some(Kind::Invert));
    kinds
}

fn without_active(kind: NodeKind) -> Option<NodeKind> {
    kind.word().strip_prefix("active_").and_then(NodeKind::from_word)
}

fn exchanged(kind: NodeKind) -> Option<NodeKind> {
    use NodeKind as Of;
    Some(match kind {
        Of::Sequence => Of::Selector,
        Of::Selector => Of::Sequence,
        Of::ActiveSequence => Of::ActiveSelector,
        Of::ActiveSelector => Of::ActiveSequence,
        Of::RandomSequence => Of::RandomSelector,
        Of::RandomSelector => Of::RandomSequence,
        _ => return None,
    })
}

/// The child of a decorator, in its place.
fn without(mut decorator: Branch) -> Branch {
    let Some(mut child) = decorator.children.pop() else { return decorator };
    child.node.key = decorator.node.key;
    // A label is kept as long as there is something that it can name.
    if decorator.node.label.is_some() && child.node.label.is_none() {
        child.node.label = decorator.node.label;
        child.stands_for.append(&mut decorator.stands_for);
    }
    child
}

/// `condition c` → `not condition c`
fn inverted(condition: Branch) -> Branch {
    let mut not = condition.clone();
    not.node = Node { kind: NodeKind::Not, label: None, source: "", ..condition.node };
    not.stands_for.clear();
    let mut condition = condition;
    condition.node.key = None;
    not.children = [condition].into();
    not
}
