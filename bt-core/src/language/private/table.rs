use crate::{Node, NodeId, NodeKind};

/// Makes the table of a tree's nodes from its rows. The nodes of a subtree are inserted after the node of the
/// subtree.
///
/// Trees have many nodes, and each token of generated code costs compile time. So a row is one number. Its
/// bits are, from the lowest: 6 for the kind; 3 that say which texts the node has (label, source,
/// description), taken in order from `texts`; 23 for the number of rows of its subtree; and 32 for its line.
///
/// The compiler interprets the function, so it executes few statements for each row and visits each row once.
///
/// # Panics
///
/// Panics at compile time if `N` is not the number of all these nodes.
#[must_use]
#[allow(clippy::cast_possible_truncation, reason = "a tree has fewer than 2^32 nodes")]
pub const fn table<const N: usize>(
    rows: &[u64],
    texts: &[&'static str],
    subtrees: &[&[Node]],
) -> [Node; N] {
    // The macro has the same list of kinds.
    let kinds = &NodeKind::ALL;
    let mut nodes = [NO_NODE; N];
    let (mut filled, mut subtree, mut row, mut text) = (0, 0, 0, 0);
    // The innermost node whose subtree is not complete, and the row after its subtree. Up to then, its `end` is that row:
    // the nodes of inserted subtrees move its end back.
    let (mut above, mut end_above) = (0, rows.len());
    while row < rows.len() {
        while row == end_above {
            (above, end_above) = closed(&mut nodes, above, filled);
        }
        let bits = rows[row];
        let kind = kinds[(bits & 0x3f) as usize];
        let parent = if row == 0 { None } else { Some(NodeId(above as u32)) };
        let (mut label, mut source, mut description, mut key) = (None, "", None, None);
        if bits & TEXTS == SOURCE {
            source = texts[text];
            text += 1;
        } else if bits & TEXTS > 0 {
            if bits & LABEL > 0 {
                label = Some(texts[text]);
                text += 1;
            }
            if bits & SOURCE > 0 {
                source = texts[text];
                text += 1;
            }
            if bits & DESCRIPTION > 0 {
                description = Some(texts[text]);
                text += 1;
            }
            if bits & KEY > 0 {
                key = Some(texts[text]);
                text += 1;
            }
        }
        let (id, line) = (NodeId(filled as u32), (bits >> 32) as u32);
        let size = (bits >> 9 & 0x3f_ffff) as usize;
        let mut end = filled + 1;
        if size > 1 {
            (above, end_above) = (filled, row + size);
            end = end_above;
        }
        let end = NodeId(end as u32);
        nodes[filled] = Node { id, parent, kind, label, key, source, description, line, end };
        filled += 1;
        if matches!(kind, NodeKind::Subtree) {
            filled = nested(&mut nodes, filled, subtrees[subtree]);
            nodes[id.index()].end = NodeId(filled as u32);
            subtree += 1;
        }
        row += 1;
    }
    assert!(filled == N, "all nodes are counted");
    while above > 0 {
        (above, _) = closed(&mut nodes, above, filled);
    }
    nodes[0].end = NodeId(filled as u32);
    nodes
}

const LABEL: u64 = 1 << 6;
const SOURCE: u64 = 1 << 7;
const DESCRIPTION: u64 = 1 << 8;
const KEY: u64 = 1 << 31;
const TEXTS: u64 = LABEL | SOURCE | DESCRIPTION | KEY;

/// Ends the subtree of a node before the node that is added next; returns its parent, and the row after the parent's subtree.
#[allow(clippy::cast_possible_truncation, reason = "a tree has fewer than 2^32 nodes")]
const fn closed(nodes: &mut [Node], node: usize, filled: usize) -> (usize, usize) {
    nodes[node].end = NodeId(filled as u32);
    match nodes[node].parent {
        Some(parent) => (parent.index(), nodes[parent.index()].end.index()),
        None => (node, usize::MAX),
    }
}

const NO_NODE: Node = Node {
    id: NodeId(0),
    parent: None,
    kind: NodeKind::Running,
    label: None,
    key: None,
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
