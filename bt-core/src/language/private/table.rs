use crate::{Node, NodeId, NodeKind};

/// Makes the table of a tree's nodes from its rows. The nodes of a subtree are inserted after the node of the
/// subtree.
///
/// Trees have many nodes, and each token of generated code costs compile time. So a row is one number. Its
/// bits are, from the lowest: 6 for the kind; 3 that say which texts the node has (label, source,
/// description), taken in order from `texts`; 23 for the number of rows of its subtree; and 32 for its line.
///
/// The function calls few others and visits each node once or twice, because the compiler interprets it.
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
    let mut nodes = [NO_NODE; N];
    // For each row: its node, the row after its subtree, and its parent's row.
    let (mut places, mut ends, mut parents) = ([0; N], [0; N], [0; N]);
    let (mut filled, mut subtree, mut row, mut text) = (0, 0, 0, 0);
    while row < rows.len() {
        let bits = rows[row];
        // The macro has the same list of kinds.
        let kind = NodeKind::ALL[(bits & 0x3f) as usize];
        let size = (bits >> 9 & 0x3f_ffff) as usize;
        let mut above = if row == 0 { 0 } else { row - 1 };
        while ends[above] <= row && above > 0 {
            above = parents[above];
        }
        (places[row], ends[row], parents[row]) = (filled, row + size, above);
        let parent = if row == 0 { None } else { Some(NodeId(places[above] as u32)) };
        // The nodes of inserted subtrees move the end back.
        let (id, end) = (NodeId(filled as u32), NodeId((row + size) as u32));
        let (mut label, mut source, mut description, mut key) = (None, "", None, None);
        if bits & 1 << 6 > 0 {
            label = Some(texts[text]);
            text += 1;
        }
        if bits & 1 << 7 > 0 {
            source = texts[text];
            text += 1;
        }
        if bits & 1 << 8 > 0 {
            description = Some(texts[text]);
            text += 1;
        }
        if bits & 1 << 31 > 0 {
            key = Some(texts[text]);
            text += 1;
        }
        let line = (bits >> 32) as u32;
        nodes[filled] = Node { id, parent, kind, label, key, source, description, line, end };
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
            let end = if ends[row] < rows.len() { places[ends[row]] } else { N };
            nodes[places[row]].end = NodeId(end as u32);
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
