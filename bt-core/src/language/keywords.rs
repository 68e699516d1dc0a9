//! The words of the language, so that an editor can explain and complete them inside the macro.
//!
//! The macro names a word's stand-in with the user's own token; only rust-analyzer reads that. A
//! stand-in is a unit struct because an editor completes it as the bare word.
#![allow(
    non_camel_case_types,
    missing_debug_implementations,
    missing_copy_implementations,
    clippy::exhaustive_structs,
    reason = "they stand for words and are never made"
)]

/// `condition EXPR;`: asks a question of the blackboard.
///
/// `EXPR: bool` sees the blackboard through a shared borrow, so it cannot change the world. Success
/// or failure, never running.
pub struct condition;

/// `action EXPR;` or `action Type { field: value };` or `action Type = EXPR;`: does something.
///
/// The expression has the blackboard by `&mut`; its value is a `Status`, a `bool`, `()` (success), or
/// a `Result` of one of these (`Err` is failure). A struct literal whose type implements `Action`, or
/// a value of such a type behind `Type =`, is made anew at each activation and kept while it runs.
pub struct action;

/// `wait(D);`: running until that long after its activation, then success.
pub struct wait;

/// `succeed;`: success at once.
pub struct succeed;

/// `fail;`: failure at once.
pub struct fail;

/// `running;`: running for ever, until it is aborted.
pub struct running;

/// `subtree Name;` or `subtree Name(EXPR);` or `subtree Name(NAME = EXPR);`: another tree as a node.
///
/// Its parameters are evaluated at activation. It works on the same blackboard, or on the one that `EXPR` (`&mut npc.weapon`) borrows from it.
pub struct subtree;

/// `sequence { … }`: one child after the other, until one fails.
///
/// Success when all have succeeded. A running child is resumed at the next tick; those before it are
/// not asked again.
pub struct sequence;

/// `selector { … }`: one child after the other, until one succeeds.
///
/// Failure when all have failed. A running child is resumed at the next tick; those before it are not
/// asked again.
pub struct selector;

/// `active_sequence { … }`: a `sequence` that starts again at its first child in every tick.
///
/// When an earlier child fails or runs, the later one that was active is aborted.
pub struct active_sequence;

/// `active_selector { … }`: a `selector` that starts again at its first child in every tick.
///
/// When an earlier child succeeds or runs, the later one that was active is aborted.
pub struct active_selector;

/// `parallel(success = P, failure = P) { … }`: all unfinished children in every tick, in order.
///
/// `P` is `all`, `one` or a number; `success = all, failure = one` if nothing is said. Thresholds are
/// tested after each child and end the tick at once; what still runs is aborted then.
pub struct parallel;

/// `monitor(success = P, failure = P) { condition …; … node … }`: watches over its nodes.
///
/// In every tick all conditions are asked first; the first that fails aborts the nodes and fails the
/// monitor. The nodes behind the conditions run as a `parallel`.
pub struct monitor;

/// `random_selector(EXPR) { … }`: a `selector` in random order.
///
/// `EXPR: u32` is drawn once per choice; `3 => node` gives a child a weight.
pub struct random_selector;

/// `random_sequence(EXPR) { … }`: a `sequence` in random order.
///
/// `EXPR: u32` is drawn once per choice; `3 => node` gives a child a weight.
pub struct random_sequence;

/// `utility_selector { SCORE => node … }`: a `selector` from the highest score down.
///
/// The scores, `f32`, are taken at activation; a child whose score is NaN is not tried.
pub struct utility_selector;

/// `priority_selector { COND => node … }`: the first child whose condition is true; one further up takes over.
///
/// At every tick the conditions in front of the running child are asked, in order; its own is not. What
/// runs is aborted before another one is ticked. When a child fails, the conditions behind it are asked.
pub struct priority_selector;

/// `active_utility_selector { SCORE => node … }` or `active_utility_selector(margin = EXPR) { SCORE => node … }`: a `utility_selector` that takes its scores again in every tick.
///
/// The running child's score counts `margin` (an `f32`) more; when another one is higher, what runs is
/// aborted before that one is ticked. After a failure the next best is tried; NaN never is.
pub struct active_utility_selector;

/// `if EXPR { node } else { node }`: decided at activation and kept.
///
/// Without `else`, false is failure.
pub struct r#if;

/// `match EXPR { PATTERN => node, … }`: decided at activation and kept.
///
/// Exhaustive as in Rust; a pattern chooses and binds nothing.
pub struct r#match;

/// `active_if EXPR { node } else { node }`: an `if` that is decided again in every tick.
///
/// When the decision changes, the old branch is aborted before the new one is ticked.
pub struct active_if;

/// `active_match EXPR { PATTERN => node, … }`: a `match` that is decided again in every tick.
///
/// When the decision changes, the old branch is aborted before the new one is ticked.
pub struct active_match;

/// `not node`: success and failure exchanged.
pub struct not;

/// `force_success node`: a finished child counts as success.
pub struct force_success;

/// `force_failure node`: a finished child counts as failure.
pub struct force_failure;

/// `repeat(N) node` or `repeat node`: again after each success, N times or for ever.
///
/// A failure ends it. It is running between two rounds.
pub struct repeat;

/// `retry(N) node` or `retry node`: again after each failure, N attempts or for ever.
///
/// A success ends it. It is running between two attempts.
pub struct retry;

/// `guard(EXPR) node`: asked before every tick of the child.
///
/// False aborts the child and fails.
pub struct guard;

/// `timeout(D) node`: a child that still runs when D has passed is aborted: failure.
pub struct timeout;

/// `delay(D) node`: running for D, then the child.
pub struct delay;

/// `cooldown(D) node`: failure for D after the child has ended, in whatever way.
pub struct cooldown;

/// `every(D) node`: at most one tick of the child per D, the first at once.
///
/// In between it is running.
pub struct every;

/// `once node`: the first completed result, kept for ever.
pub struct once;

/// `service(D, EXPR) node`: runs `EXPR` while the child is active, at activation and then once per D.
pub struct service;

/// `let(NAME: TYPE = EXPR) node`: keeps a value while the node is active.
///
/// `EXPR` gives a `TYPE`, an `Option<TYPE>` or a `Result<TYPE, E>`, and may change the blackboard; `None`
/// and `Err` are failure. Inside, `NAME` is a `&mut TYPE` in actions, and a `&TYPE` in what only looks.
pub struct r#let;

/// `for(NAME in RANGE) node`: again after each success, once for each number of a range.
///
/// One round per tick; `NAME` is the `usize` of the round. A failure ends it; an empty range succeeds.
pub struct r#for;

/// `finally(EXPR) node`: runs `EXPR` once when the node ends, in whatever way.
///
/// Success, failure or abort, after the ends of what is inside; not if the node never began.
pub struct finally;

/// `with Type { … } node`: a decorator of your own; the type implements `Decorator`.
pub struct with;

/// Where a word is still to be written.
#[doc(hidden)]
pub struct end;

/// Words that may follow the block of an `if`.
#[doc(hidden)]
pub mod branches {
    pub use super::*;

    /// `else { node }` or `else if EXPR { node }`: the branch for when the condition is false.
    pub struct r#else;
}

/// Words that begin an item of the macro.
#[doc(hidden)]
pub mod items {
    /// `tree Name(npc: &mut Npc) { node }`: a behavior tree over a blackboard.
    ///
    /// The header reads like a function's. The body is exactly one node.
    pub struct tree;

    /// Where a word is still to be written.
    #[doc(hidden)]
    pub struct end;
}

/// Words in the parentheses of a `parallel` or a `monitor`.
#[doc(hidden)]
pub mod policies {
    /// `success = P`: how many children must succeed; `all` if nothing is said.
    ///
    /// The node fails when fewer children than this can still succeed.
    pub struct success;

    /// `failure = P`: how many children must fail; `one` if nothing is said.
    pub struct failure;

    /// All children.
    pub struct all;

    /// One child.
    pub struct one;

    /// Where a word is still to be written.
    #[doc(hidden)]
    pub struct end;
}

/// Of trees that were written for both, what an editor sees. It need not be Rust that rustc can read.
#[doc(hidden)]
#[macro_export]
macro_rules! __seen {
    ({ $($seen:tt)* } { $($compiled:tt)* }) => { $($seen)* };
}

/// Of trees that were written for both, what is compiled.
#[doc(hidden)]
#[macro_export]
macro_rules! __compiled {
    ({ $($seen:tt)* } { $($compiled:tt)* }) => { $($compiled)* };
}
