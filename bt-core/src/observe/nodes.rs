//! The nodes of the tree that is observed.

#[cfg(feature = "alloc")]
use crate::Inspect;
use crate::Node;
#[cfg(feature = "alloc")]
use alloc::boxed::Box;
use core::ops::Deref;

/// The nodes of a tree: those of a compiled one, or a copy of those of a loaded one.
#[derive(Clone, Debug)]
pub(super) struct Nodes {
    /// The number of their table; 0 if it is not known.
    #[cfg(feature = "alloc")]
    id: usize,
    table: Table,
}

#[derive(Clone, Debug)]
enum Table {
    Compiled(&'static [Node]),
    #[cfg(feature = "alloc")]
    Copied(Box<[Node]>),
}

impl Nodes {
    pub(super) const fn compiled(nodes: &'static [Node]) -> Self {
        Self {
            #[cfg(feature = "alloc")]
            id: 0,
            table: Table::Compiled(nodes),
        }
    }

    #[cfg(feature = "alloc")]
    pub(super) fn copied(nodes: &[Node]) -> Self {
        Self { id: 0, table: Table::Copied(nodes.into()) }
    }

    /// Takes the nodes of a tree that is going to be ticked, if they are others: a loaded tree may have taken a new
    /// version. Returns `true` if they are.
    #[cfg(feature = "alloc")]
    pub(super) fn follow(&mut self, tree: &impl Inspect) -> bool {
        let id = tree.table_id();
        // The numbers of loaded trees are odd; compiled trees stay as they are.
        if id == self.id || id % 2 == 0 {
            return false;
        }
        self.id = id;
        let is_other = **self != *tree.nodes();
        if is_other {
            self.table = Table::Copied(tree.nodes().into());
        }
        is_other
    }
}

impl Deref for Nodes {
    type Target = [Node];

    fn deref(&self) -> &[Node] {
        match &self.table {
            Table::Compiled(nodes) => nodes,
            #[cfg(feature = "alloc")]
            Table::Copied(nodes) => nodes,
        }
    }
}
