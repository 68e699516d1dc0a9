//! The changes of a tree that people make by mistake.

use super::word;
use bt_core::{Node, NodeId};
use bt_language::explore::Part;
use bt_language::words::{Family, Word};

/// A change of a node, in all places where its subtree is.
pub(super) struct Change {
    /// The node, and its copies.
    nodes: Vec<NodeId>,
    mutation: Mutation,
}

#[derive(Clone, Copy)]
enum Mutation {
    /// The child at this index and the next one are swapped.
    Swap(usize),
    /// A decorator is left out.
    LeaveOut,
    /// The node has another word.
    Becomes(Word),
    /// A condition is inverted by a decorator.
    Invert(Word),
}

impl Change {
    /// All changes of a tree.
    pub(super) fn all(nodes: &[Node]) -> Vec<Self> {
        let mut changes = Vec::new();
        for node in nodes {
            let copies = copies(nodes, node);
            // Each change of a subtree once.
            if copies.first() == Some(&node.id) {
                let change = |mutation| Self { nodes: copies.clone(), mutation };
                changes.extend(mutations(nodes, node).into_iter().map(change));
            }
        }
        changes
    }

    /// The machine with the change.
    pub(super) fn applied(&self, part: &Part, nodes: &[Node]) -> Part {
        let mut changed = part.clone();
        changed.children = part.children.iter().map(|child| self.applied(child, nodes)).collect();
        let is_changed = self.nodes.iter().any(|node| part.of.contains(&node.index()));
        match self.mutation {
            _ if !is_changed => {}
            Mutation::Swap(place) => changed.swap(place),
            Mutation::Becomes(word) => changed.word = word,
            Mutation::LeaveOut => return without(changed, nodes),
            Mutation::Invert(not) => return changed.below(not),
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
        match self.mutation {
            Mutation::Swap(place) => {
                let children = children(nodes, &nodes[node.index()]);
                format!("{} and {} are swapped", name(children[place]), name(children[place + 1]))
            }
            Mutation::LeaveOut => format!("{} is left out", name(node)),
            Mutation::Becomes(word) => format!("{} becomes {word}", name(node)),
            Mutation::Invert(_) => format!("{} is inverted", name(node)),
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
        if word(parent.kind).calls_tree() {
            let name = parent.source.split('(').next().unwrap_or_default().trim();
            return Some((name, node.id.index() - parent.id.index()));
        }
        above = parent.parent;
    }
    None
}

fn mutations(nodes: &[Node], node: &Node) -> Vec<Mutation> {
    let word = word(node.kind);
    let mut mutations = Vec::new();
    if word.is_ordered() {
        let pairs = children(nodes, node).len().saturating_sub(1);
        mutations.extend((0..pairs).map(Mutation::Swap));
    }
    mutations.extend(word.row().confused_with.iter().copied().map(Mutation::Becomes));
    if word.family() == Family::Decorator && !word.binds_name() {
        mutations.push(Mutation::LeaveOut);
    }
    let above = node.parent.map(|parent| self::word(nodes[parent.index()].kind));
    // To leave the decorator out is the same.
    let not = word.row().inverted_by.filter(|not| above != Some(*not));
    mutations.extend(not.map(Mutation::Invert));
    mutations
}

/// The child of a decorator, in its place.
fn without(mut decorator: Part, nodes: &[Node]) -> Part {
    let Some(mut child) = decorator.children.pop() else { return decorator };
    // A label is kept as long as there is something that it can name.
    let has_label = |part: &Part| part.of.iter().any(|of| nodes[*of].label.is_some());
    if has_label(&decorator) && !has_label(&child) {
        child.of.append(&mut decorator.of);
    }
    child
}
