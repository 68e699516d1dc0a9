use super::{Events, Kept, Visit};
use crate::{Node, Status, Wake};

/// The parts of a tree, for the tree that contains it as a `subtree`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tree",
    label = "a `subtree` is a type that `behavior_tree!` made"
)]
pub trait Machine {
    /// The tree itself.
    type Tree;
    /// The place in the tree; given up when the tree finishes.
    type State;
    /// The data of `cooldown` and `once`, which outlives their activations.
    type Memory;
    /// The parameters of the tree; `()` if it has none.
    type Parameters;
    const FORGOTTEN: Self::Memory;
    const TABLE: &'static [Node];
    /// How many nodes the tree has, subtrees included.
    const SIZE: u32;

    /// The table, for a function with generics: the compiler would evaluate the constant again there.
    #[must_use]
    #[inline]
    fn nodes() -> &'static [Node] {
        Self::TABLE
    }

    /// The place in a tree in which nothing runs.
    fn begin(parameters: Self::Parameters) -> Self::State;

    /// An active node that has nothing active below it: the first from `from` on, if there is one; else
    /// any, or [`NOTHING`](super::NOTHING).
    fn tip(&self, from: u32) -> u32;

    /// The same of a state.
    fn tip_parts(state: &Self::State, from: u32) -> u32;

    /// When the tree has to be ticked again; a tree in which nothing can rest says nothing.
    #[must_use]
    #[inline]
    fn wake_parts(_: &Self::State, _: &Self::Memory) -> Wake {
        Wake::NextTick
    }

    /// Visits what the nodes keep; a tree without `let`, `for`, parameters and subtrees says nothing.
    #[inline]
    fn kept(&self, _: &mut Kept<impl Visit>) {}

    /// The same of a state.
    #[inline]
    fn kept_parts(_: &Self::State, _: &mut Kept<impl Visit>) {}
}

/// The parameters of a tree that has none.
#[diagnostic::on_unimplemented(
    message = "this subtree has parameters",
    label = "give each of them a value: `subtree Name(parameter = value);`"
)]
pub trait NoParameters {
    const NONE: Self;
}

#[diagnostic::do_not_recommend]
impl NoParameters for () {
    const NONE: Self = ();
}

/// The place in a tree.
pub type State<Tree> = <Tree as Machine>::State;

/// The data that a tree never drops.
pub type Memory<Tree> = <Tree as Machine>::Memory;

/// The steps of a tree, for the tree that contains it as a `subtree`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tree on `{Blackboard}`",
    label = "a `subtree` works on the blackboard of its tree, or on what stands in its parentheses"
)]
pub trait Parts<Blackboard: ?Sized>: Machine {
    fn part(blackboard: &mut Blackboard) -> &mut Blackboard {
        blackboard
    }

    fn tick_parts(
        state: &mut Self::State,
        memory: &mut Self::Memory,
        blackboard: &mut Blackboard,
        events: impl Events,
    ) -> Status;

    fn abort_parts(
        state: &mut Self::State,
        memory: &mut Self::Memory,
        blackboard: &mut Blackboard,
        events: impl Events,
    );
}
