//! The active nodes of a tree.

use crate::language::node::line::Line;
use crate::language::private::{NOTHING, Tips};
use crate::{Node, NodeId};
use core::fmt;
use core::iter::FusedIterator;

/// Iterates over the active nodes of a tree in pre-order; returned by
/// [`BehaviorTree::active`](crate::BehaviorTree::active).
pub struct Active<'a, T: Tips> {
    tree: &'a T,
    next: Next,
}

impl<'a, T: Tips> Active<'a, T> {
    /// Starts at the root.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(tree: &'a T) -> Self {
        Self { tree, next: Next::FIRST }
    }
}

impl<T: Tips> Clone for Active<'_, T> {
    fn clone(&self) -> Self {
        Self { tree: self.tree, next: self.next }
    }
}

/// Prints the names of the nodes: `[active_selector, flee, npc.run_away()]`
impl<T: Tips> fmt::Debug for Active<'_, T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        names(self.tree.table(), self.clone(), formatter)
    }
}

impl<T: Tips> Iterator for Active<'_, T> {
    type Item = NodeId;

    #[inline]
    fn next(&mut self) -> Option<NodeId> {
        self.next.advance(self.tree.table(), |from| self.tree.tip_from(from))
    }
}

impl<T: Tips> FusedIterator for Active<'_, T> {}

/// The active nodes of a tree of any type, in pre-order. An [`Observer`](crate::Observer) receives them at
/// the end of a tick.
#[derive(Clone)]
pub struct ActiveNodes<'a> {
    nodes: &'a [Node],
    tip: &'a dyn Fn(u32) -> u32,
    next: Next,
}

impl<'a> ActiveNodes<'a> {
    pub(crate) const fn new(nodes: &'a [Node], tip: &'a dyn Fn(u32) -> u32) -> Self {
        Self { nodes, tip, next: Next::FIRST }
    }
}

/// Prints the names of the nodes: `[active_selector, flee, npc.run_away()]`
impl fmt::Debug for ActiveNodes<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        names(self.nodes, self.clone(), formatter)
    }
}

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

impl Iterator for ActiveNodes<'_> {
    type Item = NodeId;

    #[inline]
    fn next(&mut self) -> Option<NodeId> {
        self.next.advance(self.nodes, self.tip)
    }
}

impl FusedIterator for ActiveNodes<'_> {}

/// Returns `true` if a node is active: the first tip at or after the node lies in its subtree.
#[must_use]
pub fn is_active<T: Tips>(tree: &T, node: NodeId) -> bool {
    tree.table().get(node.index()).is_some_and(|of| {
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
