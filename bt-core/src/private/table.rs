use crate::{Node, NodeId, NodeKind};

/// What a row of [`table`] is written with; a generated table imports all of it.
pub mod row {
    pub use super::Row;
    pub use crate::NodeKind::*;
    pub use core::option::Option::{None, Some};
}

/// A node of a tree's own, in as few words as possible, since there are many: how many nodes it
/// has, itself and all below it; how many nodes before it its parent stands; its kind, label,
/// source, description and line.
pub struct Row(
    pub u32,
    pub u32,
    pub NodeKind,
    pub Option<&'static str>,
    pub &'static str,
    pub Option<&'static str>,
    pub u32,
);

/// A tree's own rows, with the nodes of its subtrees behind the node of each.
///
/// It calls nothing and visits each node once or twice: the compiler evaluates it step by step.
///
/// # Panics
///
/// At compile time, if `N` is not the number of all these nodes.
#[must_use]
#[allow(clippy::cast_possible_truncation, reason = "a tree has fewer than 2^32 nodes")]
pub const fn table<const N: usize>(rows: &[Row], subtrees: &[&[Node]]) -> [Node; N] {
    let mut nodes = [NO_NODE; N];
    // The node of each row.
    let mut places = [0_u32; N];
    let (mut filled, mut subtree, mut row) = (0, 0, 0);
    while row < rows.len() {
        let Row(size, back, kind, label, source, description, line) = rows[row];
        places[row] = filled as u32;
        let parent = if back == 0 { None } else { Some(NodeId(places[row - back as usize])) };
        // With subtrees between, it ends further behind.
        let end = NodeId(row as u32 + size);
        let id = NodeId(filled as u32);
        nodes[filled] = Node { id, parent, kind, label, source, description, line, end };
        filled += 1;
        if matches!(kind, NodeKind::Subtree) {
            filled = nested(&mut nodes, filled, subtrees[subtree]);
            subtree += 1;
        }
        row += 1;
    }
    assert!(filled == N, "all nodes are counted");
    if subtree > 0 {
        row = 0;
        while row < rows.len() {
            let behind = row + rows[row].0 as usize;
            let end = if behind < rows.len() { places[behind] } else { N as u32 };
            nodes[places[row] as usize].end = NodeId(end);
            row += 1;
        }
    }
    nodes
}

const NO_NODE: Node = Node {
    id: NodeId(0),
    parent: None,
    kind: NodeKind::Running,
    label: None,
    source: "",
    description: None,
    line: 0,
    end: NodeId(0),
};

/// Adds the nodes of a subtree below the node that was added last.
#[allow(clippy::cast_possible_truncation, reason = "a tree has fewer than 2^32 nodes")]
const fn nested(rows: &mut [Node], mut filled: usize, nodes: &[Node]) -> usize {
    let offset = filled as u32;
    let mut index = 0;
    while index < nodes.len() {
        let mut row = nodes[index];
        row.id = row.id.after(offset);
        row.end = row.end.after(offset);
        row.parent = match row.parent {
            Some(parent) => Some(parent.after(offset)),
            None => Some(NodeId::new(offset - 1)),
        };
        rows[filled] = row;
        filled += 1;
        index += 1;
    }
    filled
}
