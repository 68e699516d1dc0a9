use crate::{Node, NodeId, NodeKind};

/// A row of a tree's own table of nodes.
#[must_use]
#[allow(clippy::too_many_arguments, reason = "a row has as many columns")]
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
    Node {
        id: NodeId::new(id),
        parent,
        kind,
        label,
        source,
        description,
        line,
        end: NodeId::new(end),
    }
}

/// A tree's own rows, with the nodes of its subtrees behind the node of each.
///
/// # Panics
///
/// At compile time, if `N` is not the number of all these nodes.
#[must_use]
pub const fn flatten<const N: usize>(own: &[Node], subtrees: &[&[Node]]) -> [Node; N] {
    let mut rows = [own[0]; N];
    let mut filled = 0;
    let mut subtree = 0;
    let mut index = 0;
    while index < own.len() {
        rows[filled] = own[index];
        filled += 1;
        if matches!(own[index].kind, NodeKind::Subtree) {
            filled = nested(&mut rows, filled, subtrees[subtree]);
            subtree += 1;
        }
        index += 1;
    }
    rows
}

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
