use crate::Node;

/// The parts of a tree, for the tree that contains it as a `subtree`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tree",
    label = "a `subtree` is a type that `behavior_tree!` made"
)]
pub trait Machine {
    /// The place in the tree; given up when the tree finishes.
    type State;
    /// What `cooldown` and `once` keep for ever.
    type Memory;
    const IDLE: Self::State;
    const FORGOTTEN: Self::Memory;
    const TABLE: &'static [Node];
    /// How many nodes the tree has, subtrees included.
    const SIZE: u32;

    /// The first active node from `from` on that has nothing active below it.
    fn tip(&self, from: u32) -> Option<u32>;
}
