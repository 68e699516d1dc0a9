//! The behavior of a tree as data: the *machine*.
//!
//! A **region** is a connected part of a tree in which at most one leaf runs at a time. Between two
//! ticks its state is `Idle` or one **position**: the node that runs. A position whose node keeps
//! data has a **frame**: fields, and the regions of the node's children. One tick of a region, or
//! of a frame, is a list of **blocks**. Each block has **steps** and one **exit**. Exits lead to
//! later blocks, or back to one that picks a child that was not tried, so a tick ends.
//!
//! While a region is ticked, the position of the last tick stays *recorded* until its turn comes or
//! until it is aborted. Each block lists the positions that may be recorded when it begins.
//!
//! The renderer, the loader and the explorer of states read the machine. `lower` makes it. With the feature `inspect`,
//! `Machine::check` checks it, and `Machine::to_text` prints it.

mod block;
#[cfg(any(test, feature = "inspect"))]
mod check;
mod id;
mod node;
mod region;
mod set;
#[cfg(any(test, feature = "inspect"))]
mod text;

pub use crate::ast::{Cleanup, Expression, Form, Purpose};
pub(crate) use crate::literals::Literals;
pub use block::{
    Abort, Block, BlockName, Edge, Ended, Exit, Pick, Question, Status, Step, Test, To, Verdict,
};
#[cfg(any(test, feature = "inspect"))]
pub use check::Fault;
pub use id::{BlockId, CellId, ExpressionId, FrameId, NodeId, PositionId, RegionId};
pub(crate) use node::with;
pub use node::{Binding, Bound, Call, Cell, Content, Count, Length, Made, Node, Scope};
pub use region::{Field, Frame, Keeps, Owner, Place, Position, Region, Rest, Slots, Storage, Term};
pub use set::Set;

use proc_macro2::TokenStream;

/// The machine of one tree.
///
/// * Nodes are in pre-order; the first is the root.
/// * The first region is the region of the tree. A region comes after the region that contains it.
/// * Ids are indices of these lists.
#[derive(Default)]
pub struct Machine {
    /// The name of the tree.
    pub name: String,
    /// The [header](crate::ast::Tree::header) of the tree.
    pub header: Option<String>,
    /// The nodes, in pre-order.
    pub nodes: Vec<Node>,
    /// The regions, outer ones first.
    pub regions: Vec<Region>,
    /// The frames, outer ones first.
    pub frames: Vec<Frame>,
    /// The memory, in the order of the nodes.
    pub memory: Vec<Cell>,
}

impl Machine {
    /// Returns `true` for a condition; the question whether its parts have results is none, and nobody hears of its answer.
    #[must_use]
    pub fn is_condition(&self, of: ExpressionId) -> bool {
        let expression = self[of.node].expressions.get(of.place);
        expression.is_some_and(|(purpose, _)| *purpose != Purpose::Results)
    }

    /// The region of the whole tree.
    pub const ROOT: RegionId = RegionId::FIRST;

    /// The calls of other trees with their nodes, in the order of the nodes.
    pub fn calls(&self) -> impl Iterator<Item = (NodeId, &Call)> {
        self.memory.iter().filter_map(|cell| match &cell.of {
            Content::Tree(call) => Some((cell.node, call)),
            Content::Time(_) | Content::Result | Content::Place(_) => None,
        })
    }

    /// The values of types of the user, regions before frames.
    pub fn made(&self) -> impl Iterator<Item = &Made> {
        let positions = self.regions.iter().flat_map(|region| &region.positions);
        let actions = positions.filter_map(|position| match &position.keeps {
            Keeps::Action(made) => Some(made),
            Keeps::Nothing
            | Keeps::Deadline(_)
            | Keeps::Tree(_)
            | Keeps::Frame(_)
            | Keeps::Region(_) => None,
        });
        let fields = self.frames.iter().flat_map(|frame| &frame.fields);
        actions.chain(fields.filter_map(Field::made))
    }

    /// The same, to change them, with the nodes.
    pub fn made_mut(&mut self) -> (&mut [Node], impl Iterator<Item = &mut Made>) {
        let positions = self.regions.iter_mut().flat_map(|region| &mut region.positions);
        let actions = positions.filter_map(|position| match &mut position.keeps {
            Keeps::Action(made) => Some(made),
            Keeps::Nothing
            | Keeps::Deadline(_)
            | Keeps::Tree(_)
            | Keeps::Frame(_)
            | Keeps::Region(_) => None,
        });
        let fields = self.frames.iter_mut().flat_map(|frame| &mut frame.fields);
        (&mut self.nodes, actions.chain(fields.filter_map(Field::made_mut)))
    }

    /// The types of the values that nodes give names to, with the nodes.
    pub fn values(&self) -> impl Iterator<Item = (NodeId, &TokenStream)> {
        self.frames.iter().flat_map(|frame| {
            frame.fields.iter().filter_map(|field| field.value().map(|of| (frame.node, of)))
        })
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
