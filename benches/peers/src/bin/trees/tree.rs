//! Trees that are written once for all libraries that build their nodes at run time.

use bt_core::Status;

/// A condition. Leaves are types, so that no library has to call them through a pointer.
pub(crate) trait Condition<W>: Send + Sync + 'static {
    const NAME: &'static str;
    fn ask(world: &W) -> bool;
}

/// An action.
pub(crate) trait Action<W>: Send + Sync + 'static {
    const NAME: &'static str;
    fn act(world: &mut W) -> Status;
}

/// A leaf of either kind, as a function.
pub(crate) type Leaf<W> = fn(&mut W) -> Status;

/// A condition as a leaf.
pub(crate) fn ask<W, C: Condition<W>>(world: &mut W) -> Status {
    if C::ask(world) { Status::Success } else { Status::Failure }
}

/// A factory for the nodes of a library.
pub(crate) trait Nodes<W>: Default {
    type Node;
    fn condition<C: Condition<W>>(&mut self) -> Self::Node;
    fn action<A: Action<W>>(&mut self) -> Self::Node;
}

/// Composites that resume.
pub(crate) trait Memory<W>: Nodes<W> {
    fn sequence(&mut self, children: Vec<Self::Node>) -> Self::Node;
    fn selector(&mut self, children: Vec<Self::Node>) -> Self::Node;
}

/// Composites that start at their first child in each tick.
pub(crate) trait Active<W>: Nodes<W> {
    /// A condition that is evaluated in every tick, and a node after it.
    fn guard<C: Condition<W>>(&mut self, node: Self::Node) -> Self::Node;
    fn active_selector(&mut self, children: Vec<Self::Node>) -> Self::Node;
}

/// A tree, for the libraries whose nodes `N` makes.
pub(crate) trait Tree<W, N: Nodes<W>>: Send + Sync + 'static {
    fn build(nodes: &mut N) -> N::Node;
}
