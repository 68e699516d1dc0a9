//! The behavior of a tree as data: the *machine*.
//!
//! A **region** is a connected part of a tree in which at most one leaf runs at a time. Between two
//! ticks its state is `Idle` or one **position**: the node that runs. A position whose node keeps
//! data has a **frame**: fields, and the regions of the node's children. One tick of a region, or
//! of a frame, is a list of **blocks**. Each block has **steps** and one **exit**. Exits lead only
//! to later blocks, so a tick ends.
//!
//! While a region is ticked, the position of the last tick stays *recorded* until its turn comes or
//! until it is aborted. Each block lists the positions that may be recorded when it begins.
//!
//! Everything that runs, draws or proves a tree reads the machine. [`crate::lower`] makes it. With the feature `inspect`,
//! `Machine::check` checks it, and `Machine::to_text` prints it.

mod block;
#[cfg(any(test, feature = "inspect"))]
mod check;
mod frame;
mod id;
mod name;
mod node;
mod region;
mod scope;
mod set;
#[cfg(any(test, feature = "inspect"))]
mod text;

pub use block::{Abort, Block, Edge, Ended, Exit, Question, Status, Step, Test, To, Verdict};
#[cfg(any(test, feature = "inspect"))]
pub use check::Fault;
pub use frame::{Body, Field, Frame, Order};
pub use id::{BlockId, FrameId, NodeId, PositionId, RegionId};
pub use node::Node;
pub use region::{Keeps, Owner, Place, Position, Region, Rest, Storage, Term};
pub use scope::{Binding, Bound, Scope};
pub(crate) use scope::{of_parameters, with};
pub use set::Set;

/// The machine of one tree.
///
/// * Nodes are in pre-order; the first is the root.
/// * The first region is the region of the tree. A region comes after the region that contains it.
/// * Ids are indices of these lists.
pub struct Machine {
    /// The name of the tree.
    pub name: String,
    /// The nodes, in pre-order.
    pub nodes: Vec<Node>,
    /// The regions, outer ones first.
    pub regions: Vec<Region>,
    /// The frames, outer ones first.
    pub frames: Vec<Frame>,
}

impl Machine {
    /// The region of the whole tree.
    pub const ROOT: RegionId = RegionId::FIRST;

    /// The number of subtree nodes.
    #[must_use]
    pub fn subtrees(&self) -> usize {
        self.nodes.iter().filter(|node| node.is_subtree()).count()
    }

    /// Returns `true` if a node keeps a value after it has ended, or is a subtree in which a node
    /// may.
    #[must_use]
    pub fn has_memory(&self) -> bool {
        self.nodes.iter().any(Node::is_kept)
    }

    /// The node that runs while a position is recorded.
    #[must_use]
    pub fn node_of(&self, position: &Position) -> &Node {
        &self[position.place.node]
    }

    /// The frame of a position, if it has one.
    #[must_use]
    pub fn frame_of(&self, position: &Position) -> Option<&Frame> {
        match position.keeps {
            Keeps::Frame(frame) => Some(&self[frame]),
            _ => None,
        }
    }
}
