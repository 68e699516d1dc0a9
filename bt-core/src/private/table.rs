use crate::{Node, NodeId, NodeKind};

/// What a row of [`table`] is written with; a generated table imports all of it.
pub mod row {
    pub use super::Row;
    pub use crate::NodeKind::*;
}

/// A node of a tree's own, in as few words as possible, since there are many: how many nodes it
/// has, itself and all below it; its kind, label, source and description, where an empty text means
/// none; its line.
pub struct Row(
    pub u32,
    pub NodeKind,
    pub &'static str,
    pub &'static str,
    pub &'static str,
    pub u32,
);

/// A tree's own rows, with the nodes of its subtrees behind the node of each.
///
/// It calls nothing and visits each node a few times: the compiler evaluates it step by step.
///
/// # Panics
///
/// At compile time, if `N` is not the number of all these nodes.
#[must_use]
#[allow(clippy::cast_possible_truncation, reason = "a tree has fewer than 2^32 nodes")]
pub const fn table<const N: usize>(rows: &[Row], subtrees: &[&[Node]]) -> [Node; N] {
    let mut nodes = [NO_NODE; N];
    // For each row its node and the row of its parent.
    let mut places = [(0_usize, 0_usize); N];
    let (mut filled, mut subtree, mut row) = (0, 0, 0);
    while row < rows.len() {
        let Row(_, kind, label, source, description, line) = rows[row];
        let mut parent = None;
        if row > 0 {
            let mut above = row - 1;
            while above + rows[above].0 as usize <= row {
                above = places[above].1;
            }
            places[row].1 = above;
            parent = Some(nodes[places[above].0].id);
        }
        places[row].0 = filled;
        nodes[filled] = Node {
            id: NodeId(filled as u32),
            parent,
            kind,
            label: if label.is_empty() { None } else { Some(label) },
            source,
            description: if description.is_empty() { None } else { Some(description) },
            line,
            end: NodeId(0),
        };
        filled += 1;
        if matches!(kind, NodeKind::Subtree) {
            filled = nested(&mut nodes, filled, subtrees[subtree]);
            subtree += 1;
        }
        row += 1;
    }
    assert!(filled == N, "all nodes are counted");
    row = 0;
    while row < rows.len() {
        let behind = row + rows[row].0 as usize;
        let end = if behind < rows.len() { places[behind].0 } else { N };
        nodes[places[row].0].end = NodeId(end as u32);
        row += 1;
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
