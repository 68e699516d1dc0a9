use crate::{Node, NodeId, NodeKind};

/// A row of a tree's own table of nodes.
#[must_use]
pub const fn node(
    id: u32,
    end: u32,
    parent: Option<u32>,
    kind: NodeKind,
    label: Option<&'static str>,
    source: &'static str,
    description: Option<&'static str>,
    line: u32,
) -> Node {
    let parent = match parent {
        Some(parent) => Some(NodeId::new(parent)),
        None => None,
    };
    Node { id: NodeId::new(id), parent, kind, label, source, description, line, end: NodeId::new(end) }
}

/// A table of `N` nodes, put together from a tree's own rows and those of its subtrees.
pub struct Nodes<const N: usize> {
    rows: [Node; N],
    filled: usize,
}

impl<const N: usize> Nodes<N> {
    #[must_use]
    pub const fn new() -> Self {
        Self { rows: [node(0, 0, None, NodeKind::Fail, None, "", None, 0); N], filled: 0 }
    }

    /// Adds a row whose id is its place.
    #[must_use]
    pub const fn own(mut self, node: Node) -> Self {
        self.rows[self.filled] = node;
        self.filled += 1;
        self
    }

    /// Adds the nodes of a subtree below the node that was added last.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, reason = "a tree has fewer than 2^32 nodes")]
    pub const fn nested(mut self, nodes: &[Node]) -> Self {
        let offset = self.filled as u32;
        let mut index = 0;
        while index < nodes.len() {
            let mut row = nodes[index];
            row.id = NodeId::new(row.id.index() as u32 + offset);
            row.end = NodeId::new(row.end.index() as u32 + offset);
            row.parent = match row.parent {
                Some(parent) => Some(NodeId::new(parent.index() as u32 + offset)),
                None => Some(NodeId::new(offset - 1)),
            };
            self.rows[self.filled] = row;
            self.filled += 1;
            index += 1;
        }
        self
    }

    #[must_use]
    pub const fn finish(self) -> [Node; N] {
        self.rows
    }
}

impl<const N: usize> Default for Nodes<N> {
    fn default() -> Self {
        Self::new()
    }
}
