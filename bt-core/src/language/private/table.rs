use crate::{Node, NodeId, NodeKind};

/// Makes the table of a tree's nodes from its rows. The nodes of a subtree are inserted after the node of the
/// subtree.
///
/// Trees have many nodes, and each token of generated code costs compile time. So a row is one number. Its
/// bits are, from the lowest: 32 for the line; 32 for the row after the node's subtree; 32 for the row of its parent; 8
/// for the kind; and 5 that say which texts the node has (label, source, description, key, header), taken in order
/// from `texts`.
///
/// The compiler interprets the function, so it executes few statements for each row, and computes nothing that the
/// macro knows.
///
/// # Panics
///
/// Panics at compile time if `N` is not the number of all these nodes.
#[must_use]
#[allow(clippy::cast_possible_truncation, reason = "each part of a row is cut out of it")]
pub const fn table<const N: usize>(
    rows: &[u128],
    texts: &[&'static str],
    subtrees: &[&[Node]],
) -> [Node; N] {
    // The macro has the same list of kinds.
    let kinds = NodeKind::ALL;
    let mut nodes = [NO_NODE; N];
    let count = rows.len();
    let (mut row, mut text) = (0, 0);
    while row < count {
        let bits = rows[row];
        let node = &mut nodes[row];
        node.id.0 = row as u32;
        node.line = bits as u32;
        node.end.0 = (bits >> 32) as u32;
        node.parent = Some(NodeId((bits >> 64) as u32));
        node.kind = kinds[(bits >> 96) as u8 as usize];
        let has = bits >> 104;
        if has == SOURCE {
            node.source = texts[text];
            text += 1;
        } else if has > 0 {
            text = with_texts(node, has, texts, text);
        }
        row += 1;
    }
    nodes[0].parent = None;
    if subtrees.is_empty() {
        assert!(count == N, "all nodes are counted");
    } else {
        insert(&mut nodes, count, subtrees);
    }
    nodes
}

const LABEL: u128 = 1;
const SOURCE: u128 = 2;
const DESCRIPTION: u128 = 4;
const KEY: u128 = 8;
const HEADER: u128 = 16;

const NO_NODE: Node = Node {
    id: NodeId(0),
    parent: None,
    kind: NodeKind::Running,
    label: None,
    key: None,
    source: "",
    description: None,
    header: None,
    line: 0,
    end: NodeId(0),
};

/// Gives a node its texts; returns the index of the next text.
const fn with_texts(node: &mut Node, has: u128, texts: &[&'static str], mut text: usize) -> usize {
    if has & LABEL > 0 {
        node.label = Some(texts[text]);
        text += 1;
    }
    if has & SOURCE > 0 {
        node.source = texts[text];
        text += 1;
    }
    if has & DESCRIPTION > 0 {
        node.description = Some(texts[text]);
        text += 1;
    }
    if has & KEY > 0 {
        node.key = Some(texts[text]);
        text += 1;
    }
    if has & HEADER > 0 {
        node.header = Some(texts[text]);
        text += 1;
    }
    text
}

/// Moves the nodes of the rows to their places in the whole table, the last first, and inserts the nodes of subtrees.
#[allow(clippy::cast_possible_truncation, reason = "a tree has fewer than 2^32 nodes")]
const fn insert<const N: usize>(nodes: &mut [Node; N], rows: usize, subtrees: &[&[Node]]) {
    // The place of each row. A row after the last one would be after all nodes.
    let mut places = [N as u32; N];
    let (mut row, mut place, mut subtree) = (rows, N, subtrees.len());
    while row > 0 {
        row -= 1;
        let mut node = nodes[row];
        if matches!(node.kind, NodeKind::Subtree) {
            subtree -= 1;
            let inserted = subtrees[subtree];
            place -= inserted.len();
            copy(nodes, place, inserted);
        }
        let end = node.end.index();
        node.end.0 = if end < rows { places[end] } else { N as u32 };
        place -= 1;
        node.id.0 = place as u32;
        places[row] = place as u32;
        nodes[place] = node;
    }
    assert!(place == 0, "all nodes are counted");
    row = 1;
    while row < rows {
        let node = &mut nodes[places[row] as usize];
        if let Some(parent) = &mut node.parent {
            parent.0 = places[parent.index()];
        }
        row += 1;
    }
}

/// Copies the nodes of a subtree to the places after its node.
#[allow(clippy::cast_possible_truncation, reason = "a tree has fewer than 2^32 nodes")]
const fn copy(nodes: &mut [Node], place: usize, inserted: &[Node]) {
    let offset = place as u32;
    let mut index = 0;
    while index < inserted.len() {
        let mut node = inserted[index];
        node.id = node.id.after(offset);
        node.end = node.end.after(offset);
        node.parent = match node.parent {
            Some(parent) => Some(parent.after(offset)),
            None => Some(NodeId(offset - 1)),
        };
        nodes[place + index] = node;
        index += 1;
    }
}
