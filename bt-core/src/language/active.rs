//! The active nodes of a tree.

use crate::language::node::line::Line;
use crate::language::private::NOTHING;
use crate::{Inspect, Node, NodeId};
use core::fmt;
use core::iter::FusedIterator;

/// Iterates over the active nodes of a tree in pre-order: from [`BehaviorTree::active`](crate::BehaviorTree::active), and for
/// an [`Observer`](crate::Observer) at the end of a tick.
#[derive(Clone)]
pub struct Active<'a> {
    nodes: &'a [Node],
    tree: &'a dyn Inspect,
    next: Next,
}

impl<'a> Active<'a> {
    /// Starts at the root.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(nodes: &'a [Node], tree: &'a dyn Inspect) -> Self {
        Self { nodes, tree, next: Next::FIRST }
    }

    /// The active nodes with no active node below them.
    #[inline]
    pub(crate) fn tips(self) -> impl Iterator<Item = NodeId> {
        let mut from = 0;
        core::iter::from_fn(move || {
            let tip = self.tree.tip_from(from);
            if tip < from || tip == NOTHING {
                return None;
            }
            from = tip + 1;
            Some(NodeId::new(tip))
        })
    }
}

/// Prints the names of the nodes: `[active_selector, flee, npc.run_away()]`
impl fmt::Debug for Active<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        names(self.nodes, self.clone(), formatter)
    }
}

impl Iterator for Active<'_> {
    type Item = NodeId;

    #[inline]
    fn next(&mut self) -> Option<NodeId> {
        self.next.advance(self.nodes, |from| self.tree.tip_from(from))
    }
}

impl FusedIterator for Active<'_> {}

fn names(
    nodes: &[Node],
    active: impl Iterator<Item = NodeId>,
    formatter: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let name = |id: NodeId| nodes.get(id.index()).map_or("", Node::name);
    let name = |id| Line { text: name(id), longest: usize::MAX };
    formatter.debug_list().entries(active.map(|id| Displayed(name(id)))).finish()
}

/// Prints a text in a list without quotes.
struct Displayed<'a>(Line<'a>);

impl fmt::Debug for Displayed<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, formatter)
    }
}

/// Returns `true` if a node is active: the first tip at or after the node lies in its subtree.
#[must_use]
pub fn is_active(tree: &(impl Inspect + ?Sized), node: NodeId) -> bool {
    tree.nodes().get(node.index()).is_some_and(|of| {
        let tip = tree.tip_from(node.0);
        node.0 <= tip && tip < of.end.0
    })
}

/// The position of an iterator over active nodes.
#[derive(Clone, Copy)]
struct Next {
    node: u32,
    /// The first active tip at or after `node`, if it is known; an id before `node`, or [`NOTHING`], if it is
    /// not known.
    tip: u32,
}

impl Next {
    const FIRST: Self = Self { node: 0, tip: NOTHING };

    /// A tip is an active node without an active node below it. A node is active if the next tip in pre-order
    /// lies in its subtree, because subtrees are contiguous in pre-order.
    ///
    /// The next active node is found from both sides, which takes the fewer steps: from sibling to sibling, or from the
    /// tip up to the last parent at or after `node`.
    #[inline]
    fn advance(&mut self, nodes: &[Node], tip: impl Fn(u32) -> u32) -> Option<NodeId> {
        if self.tip == NOTHING || self.tip < self.node {
            self.tip = tip(self.node);
            if self.tip < self.node || self.tip == NOTHING {
                return None;
            }
        }
        let from = NodeId::new(self.node);
        let tip = NodeId::new(self.tip);
        let (mut sibling, mut above) = (from, tip);
        let found = loop {
            let node = &nodes[sibling.index()];
            if tip < node.end {
                break sibling;
            }
            sibling = node.end;
            match nodes[above.index()].parent {
                Some(parent) if from <= parent => above = parent,
                _ => break above,
            }
        };
        self.node = found.0 + 1;
        Some(found)
    }
}
