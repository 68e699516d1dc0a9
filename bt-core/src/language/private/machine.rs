use super::{Events, Kept};
use crate::{Node, Status, Wake};
use core::time::Duration;

/// The type of a compiled tree, whatever its blackboard. Proofs and recordings take it as a type parameter:
/// `bt_verify::explore::<Soldier>()`, `recorder.agent::<Soldier>("Ada")`.
///
/// [`behavior_tree!`](crate::behavior_tree) implements it; programs use the items of [`BehaviorTree`](crate::BehaviorTree).
///
/// ```
/// use bt_core::{Machine, behavior_tree};
///
/// behavior_tree! {
///     tree Up(number: &mut i32) { action *number += 1; }
/// }
///
/// /// The size of an agent.
/// const fn size<T: Machine>() -> usize {
///     size_of::<T>()
/// }
///
/// assert!(size::<Up>() <= 1);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tree",
    label = "a `subtree` is a type that `behavior_tree!` made"
)]
pub trait Machine {
    /// The tree itself.
    #[doc(hidden)]
    type Tree;
    /// The position in the tree; it is reset when the tree finishes.
    #[doc(hidden)]
    type State;
    /// The data of `cooldown`, `once` and `round_robin`, which is kept after their activations.
    #[doc(hidden)]
    type Memory;
    /// The parameters of the tree; `()` if it has none.
    #[doc(hidden)]
    type Parameters;
    // rustc shows this line to a program with `dyn BehaviorTree`.
    #[doc(hidden)]
    const FORGOTTEN: Self::Memory; // for `dyn BehaviorTree`, use `dyn Agent`
    #[doc(hidden)]
    const TABLE: &'static [Node];
    /// The number of nodes of the tree, with those of its subtrees.
    #[doc(hidden)]
    const SIZE: u32;
    /// `true` if a cleanup of the tree takes time.
    #[doc(hidden)]
    const CLEANS_UP: bool = false;
    /// The fingerprint of the tree; 0 if it cannot be saved.
    #[doc(hidden)]
    const FINGERPRINT: u64 = 0;
    /// The results that the types of its expressions allow, for proofs.
    #[cfg(feature = "facts")]
    #[doc(hidden)]
    const FACTS: super::Facts = super::Facts::NONE;

    /// Returns the table to generic functions, in which the compiler would evaluate the constant once more.
    #[must_use]
    #[inline]
    #[doc(hidden)]
    fn nodes() -> &'static [Node] {
        Self::TABLE
    }

    /// The position of a tree that has just started: nothing runs yet.
    #[doc(hidden)]
    fn begin(parameters: Self::Parameters) -> Self::State;

    /// Returns a tip, that is, an active node without an active node below it: the first tip at or after
    /// `from`, or any other tip if there is none, or [`NOTHING`](super::NOTHING) if no node is active.
    #[doc(hidden)]
    fn tip(&self, from: u32) -> u32;

    /// Does the same for a state.
    #[doc(hidden)]
    fn tip_parts(state: &Self::State, from: u32) -> u32;

    /// Returns when the tree has to be ticked again, in any case or if all expressions give the same results. The default
    /// is for trees in which no node can rest.
    #[must_use]
    #[inline]
    #[doc(hidden)]
    fn wake_parts<const IF_UNCHANGED: bool>(_: &Self::State, _: &Self::Memory) -> Wake {
        Wake::NextTick
    }

    /// Moves the deadlines of a state. The default is for trees without deadlines.
    #[inline]
    #[doc(hidden)]
    fn shift_parts(_: &mut Self::State, _by: Duration) {}

    /// Moves those of a memory.
    #[inline]
    #[doc(hidden)]
    fn shift_memory(_: &mut Self::Memory, _by: Duration) {}

    /// Visits what the nodes keep; a tree without `let`, `for`, parameters and subtrees says nothing.
    #[inline]
    #[doc(hidden)]
    fn kept(&self, _: &mut Kept<'_>) {}

    /// The same of a state.
    #[inline]
    #[doc(hidden)]
    fn kept_parts(_: &Self::State, _: &mut Kept<'_>) {}
}

/// The parameters of a tree without parameters.
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

/// A tree with results.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is a tree without results",
    label = "it gives nothing; write `tree Name(…) -> (name: Type)`, or remove the `->`"
)]
pub trait HasResults: Machine {
    type Results;

    /// Takes the results out of the state of a tree that has succeeded.
    fn take_results(state: &mut Self::State) -> Option<Self::Results>;
}

/// The functions of a tree, for the tree that contains it as a `subtree`.
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

    /// One tick of the end of what runs; `true` if the tree was ticked before in this tick. The default is for trees
    /// without a cleanup that takes time.
    fn stop_parts(
        state: &mut Self::State,
        memory: &mut Self::Memory,
        blackboard: &mut Blackboard,
        events: impl Events,
        _late: bool,
    ) -> Status {
        Self::abort_parts(state, memory, blackboard, events);
        Status::Success
    }
}
