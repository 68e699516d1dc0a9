//! A tree that can be changed.

use super::Names;
use crate::{Node, NodeId};
use std::vec::Vec;

/// A node with everything below it.
#[derive(Clone)]
pub(super) struct Branch {
    pub(super) node: Node,
    /// The nodes of the original tree for which it stands.
    pub(super) stands_for: Vec<NodeId>,
    pub(super) children: Vec<Branch>,
}

impl Branch {
    /// The tree of a table, which has at least a root.
    pub(super) fn of(nodes: &[Node]) -> Self {
        Self::at(nodes, 0)
    }

    fn at(nodes: &[Node], place: usize) -> Self {
        let node = nodes[place];
        let mut children = Vec::new();
        let mut next = place + 1;
        while next < node.end.index() {
            children.push(Self::at(nodes, next));
            next = nodes[next].end.index();
        }
        Self { node, stands_for: [node.id].into(), children }
    }

    /// The table of the tree, and where the nodes of the original one are in it.
    pub(super) fn table(&self, original: usize) -> (Vec<Node>, Names) {
        let mut nodes = Vec::new();
        let mut names = Names::of_nothing(original);
        self.write(None, &mut nodes, &mut names);
        (nodes, names)
    }

    fn write(&self, parent: Option<NodeId>, nodes: &mut Vec<Node>, names: &mut Names) {
        let place = nodes.len();
        let id = id(place);
        nodes.push(Node { id, parent, ..self.node });
        for original in &self.stands_for {
            names.set(*original, id);
        }
        for child in &self.children {
            child.write(Some(id), nodes, names);
        }
        nodes[place].end = self::id(nodes.len());
    }
}

fn id(place: usize) -> NodeId {
    NodeId::new(u32::try_from(place).unwrap_or(u32::MAX))
}
