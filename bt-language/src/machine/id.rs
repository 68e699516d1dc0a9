//! Ids of the parts of a machine; each kind is a type of its own.

use super::{Cell, Expression, Frame, Machine, Node, Region};
use std::fmt;
use std::ops::Index;

macro_rules! id {
    ($(#[$about:meta])* $name:ident) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        impl $name {
            /// The id of the first part of its kind.
            pub const FIRST: Self = Self(0);

            /// The id of the part at an index of its list.
            #[must_use]
            pub fn new(place: usize) -> Self {
                Self(u32::try_from(place).unwrap_or(u32::MAX))
            }

            /// The index in its list.
            #[must_use]
            pub const fn place(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(formatter)
            }
        }
    };
}

id! {
    /// A node: its index in pre-order.
    NodeId
}
id! {
    /// A region of a machine.
    RegionId
}
id! {
    /// A position of its region.
    PositionId
}
id! {
    /// A frame of a machine.
    FrameId
}
id! {
    /// A block of its region or frame.
    BlockId
}

id! {
    /// A word of memory of a machine.
    CellId
}

/// An expression of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExpressionId {
    /// The node.
    pub node: NodeId,
    /// Its index among the expressions of the node.
    pub place: usize,
}

// Ids are made together with the lists that they index, and no list becomes shorter.
impl Index<NodeId> for Machine {
    type Output = Node;

    fn index(&self, id: NodeId) -> &Node {
        &self.nodes[id.place()]
    }
}

impl Index<RegionId> for Machine {
    type Output = Region;

    fn index(&self, id: RegionId) -> &Region {
        &self.regions[id.place()]
    }
}

impl Index<CellId> for Machine {
    type Output = Cell;

    fn index(&self, id: CellId) -> &Cell {
        &self.memory[id.place()]
    }
}

impl Index<ExpressionId> for Machine {
    type Output = Expression;

    fn index(&self, id: ExpressionId) -> &Expression {
        &self.nodes[id.node.place()].expressions[id.place].1
    }
}

impl Index<FrameId> for Machine {
    type Output = Frame;

    fn index(&self, id: FrameId) -> &Frame {
        &self.frames[id.place()]
    }
}
