//! The trees of a recording.

use bt_core::Inspect;
use bt_core::{Node, NodeId, NodeKind};
use std::borrow::{Cow, ToOwned};
use std::string::String;
use std::vec::Vec;

/// A tree of a recording: its name and its nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    pub(super) name: String,
    pub(super) file: Option<String>,
    pub(super) text_mark: Option<String>,
    pub(super) nodes: Vec<TreeNode>,
}

impl Tree {
    /// The tree of a type, without the paths in the type's name: `Patrol<Walker>`.
    pub(super) fn of(type_name: &str, nodes: &[Node]) -> Self {
        let word = |character: char| !(character.is_alphanumeric() || "_:".contains(character));
        let parts = type_name.split_inclusive(word);
        let name = parts.map(|part| part.rsplit("::").next().unwrap_or(part)).collect();
        let nodes = nodes.iter().map(TreeNode::of).collect();
        Self { name, file: None, text_mark: None, nodes }
    }

    /// The tree of an agent, which may be a loaded one.
    pub(super) fn of_agent(agent: &(impl Inspect + ?Sized)) -> Self {
        let mut tree = Self::of(agent.tree_name(), agent.nodes());
        tree.file = agent.file().map(ToOwned::to_owned);
        tree.text_mark = agent.text_mark().map(ToOwned::to_owned);
        for (node, of) in tree.nodes.iter_mut().zip(agent.nodes()) {
            let file = agent.file_of(of.id).filter(|file| agent.file() != Some(file));
            node.file = file.map(|file| Cow::Owned(file.to_owned()));
        }
        for foreign in agent.foreign() {
            // Their lines are those of the program.
            for node in &mut tree.nodes[foreign.clone()] {
                (node.line, node.file) = (0, None);
            }
        }
        tree
    }

    /// The name of the tree's type.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The file from which the tree was loaded, if it is known.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// The mark of the text from which the tree was loaded; other texts have other marks. `None` for a compiled tree.
    #[must_use]
    pub fn text_mark(&self) -> Option<&str> {
        self.text_mark.as_deref()
    }

    /// The nodes in pre-order: a node's id is its place here.
    #[must_use]
    pub fn nodes(&self) -> &[TreeNode] {
        &self.nodes
    }

    /// Expands tips, active nodes without an active node below them, to all active nodes.
    pub(super) fn active(&self, tips: impl Iterator<Item = NodeId>) -> Vec<NodeId> {
        let mut active = Vec::new();
        for tip in tips {
            let mut node = Some(tip);
            while let Some(id) = node {
                active.push(id);
                node = self.nodes[id.index()].parent;
            }
        }
        active.sort_unstable();
        active.dedup();
        active
    }
}

/// One node of a recorded tree, as it was written; the same as a [`Node`], but it may come from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TreeNode {
    /// The parent; `None` for the root.
    pub parent: Option<NodeId>,
    /// The kind of the node.
    pub kind: NodeKind,
    /// The label, without its apostrophe.
    pub label: Option<Cow<'static, str>>,
    /// The text in front of the node and its `=>`: a condition, a score, a pattern, a weight.
    pub key: Option<Cow<'static, str>>,
    /// The source text of a leaf, or of a decorator's or composite's argument; may be empty.
    pub source: Cow<'static, str>,
    /// The doc comment before the node.
    pub description: Option<Cow<'static, str>>,
    /// The header of the tree that begins with this node, if the tree has parameters or results.
    pub header: Option<Cow<'static, str>>,
    /// The line of the node in its file; 0 if it is not known.
    pub line: u32,
    /// The file of the node, if it is known and is not that of the tree.
    pub file: Option<Cow<'static, str>>,
    /// The id after the last node of this node's subtree.
    pub end: NodeId,
}

impl TreeNode {
    fn of(node: &Node) -> Self {
        Self {
            parent: node.parent,
            kind: node.kind,
            label: node.label.map(Cow::Borrowed),
            key: node.key.map(Cow::Borrowed),
            source: Cow::Borrowed(node.source),
            description: node.description.map(Cow::Borrowed),
            header: node.header.map(Cow::Borrowed),
            line: node.line,
            file: None,
            end: node.end,
        }
    }

    /// The name of the node, like [`Node::name`].
    #[must_use]
    pub fn name(&self) -> &str {
        match (&self.label, self.kind) {
            (Some(label), _) => label,
            (None, kind) if kind.is_named_by_source() => &self.source,
            (None, kind) => kind.word(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Tree;

    #[test]
    fn a_name_has_no_paths() {
        let name = |type_name| Tree::of(type_name, &[]).name;
        assert_eq!(name("soldier::Soldier"), "Soldier");
        assert_eq!(name("a::Patrol<b::c::Walker, &d::E>"), "Patrol<Walker, &E>");
        assert_eq!(name("Guard"), "Guard");
    }
}
