//! The words of the language, so that an editor can explain and complete them inside the macro.
//!
//! For each word the macro names an item of this module, with the user's own token. Only rust-analyzer reads
//! that code. Each item is a unit struct because an editor completes a unit struct as the bare word.
#![allow(
    non_camel_case_types,
    missing_debug_implementations,
    missing_copy_implementations,
    clippy::exhaustive_structs,
    reason = "they stand for words and are never made"
)]

/// `condition EXPR;`: succeeds if the expression is true, and fails otherwise.
///
/// `EXPR: bool` sees the blackboard through a shared borrow, so a condition cannot change it. A condition is
/// never running.
pub struct condition;

/// `action EXPR;` or `action Type { field: value };` or `action Type = EXPR;`: does something.
///
/// The expression may change the blackboard. Its value is a `Status`, a `bool`, `()` (success), or a `Result`
/// of one of these (`Err` is failure). A struct literal whose type implements `Action`, or a value of such a
/// type after `Type =`, is made at each activation and kept while the action runs.
pub struct action;

/// `wait(D);`: running until `D` has passed since its activation, then success.
pub struct wait;

/// `succeed;`: always succeeds.
pub struct succeed;

/// `fail;`: always fails.
pub struct fail;

/// `running;`: runs until it is aborted.
pub struct running;

/// `subtree Name;` or `subtree Name(EXPR);` or `subtree Name(NAME = EXPR);`: another tree as a node.
///
/// The subtree works on the same blackboard, or on the one that `EXPR` (`&mut npc.weapon`) borrows from it.
/// Its parameters are evaluated at activation.
pub struct subtree;

/// `sequence { … }`: ticks its children in order until one fails.
///
/// It succeeds when all children have succeeded. A running child is resumed in the next tick; earlier
/// children are not ticked again.
pub struct sequence;

/// `selector { … }`: ticks its children in order until one succeeds.
///
/// It fails when all children have failed. A running child is resumed in the next tick; earlier children are
/// not ticked again.
pub struct selector;

/// `active_sequence { … }`: a `sequence` that starts again at its first child in every tick.
///
/// When an earlier child fails or runs, the later one that was active is aborted.
pub struct active_sequence;

/// `active_selector { … }`: a `selector` that starts again at its first child in every tick.
///
/// When an earlier child succeeds or runs, the later one that was active is aborted.
pub struct active_selector;

/// `parallel(success = P, failure = P) { … }`: ticks all unfinished children in every tick, in order.
///
/// `P` is `all`, `one` or a number; the default is `success = all, failure = one`. The thresholds are tested
/// after each child. When one is reached, the tick ends at once and the running children are aborted.
pub struct parallel;

/// `monitor(success = P, failure = P) { condition …; … node … }`: runs its nodes while its conditions hold.
///
/// Every tick evaluates all conditions first; the first that is false aborts the nodes and the monitor fails.
/// The nodes after the conditions run as a `parallel`.
pub struct monitor;

/// `random_selector(EXPR) { … }`: a `selector` in random order.
///
/// `EXPR: u32` is drawn once per choice; `3 => node` gives a child a weight.
pub struct random_selector;

/// `random_sequence(EXPR) { … }`: a `sequence` in random order.
///
/// `EXPR: u32` is drawn once per choice; `3 => node` gives a child a weight.
pub struct random_sequence;

/// `utility_selector { SCORE => node … }`: a `selector` that tries its children from the highest score down.
///
/// The scores, `f32`, are evaluated at activation; a child whose score is NaN is not tried.
pub struct utility_selector;

/// `priority_selector { COND => node … }`: ticks the first child whose condition is true; an earlier child can take over.
///
/// Every tick evaluates the conditions before the running child, in order, but not the running child's own.
/// The running child is aborted before another one is ticked. When a child fails, the conditions after it are
/// evaluated.
pub struct priority_selector;

/// `active_utility_selector { SCORE => node … }` or `active_utility_selector(margin = EXPR) { SCORE => node … }`: a `utility_selector` that evaluates its scores in every tick.
///
/// `margin` (an `f32`) is added to the running child's score. If another score is higher, the running child
/// is aborted before the other one is ticked. After a failure the child with the next best score is tried; a
/// child whose score is NaN is not tried.
pub struct active_utility_selector;

/// `if EXPR { node } else { node }`: chooses a branch at activation.
///
/// Without `else`, the node fails if the expression is false.
pub struct r#if;

/// `match EXPR { PATTERN => node, … }`: chooses a branch at activation.
///
/// The patterns are exhaustive as in Rust; a pattern chooses a branch and binds nothing.
pub struct r#match;

/// `active_if EXPR { node } else { node }`: an `if` that chooses again in every tick.
///
/// When the decision changes, the old branch is aborted before the new one is ticked.
pub struct active_if;

/// `active_match EXPR { PATTERN => node, … }`: a `match` that chooses again in every tick.
///
/// When the decision changes, the old branch is aborted before the new one is ticked.
pub struct active_match;

/// `not node`: success becomes failure, and failure success.
pub struct not;

/// `force_success node`: a finished child counts as success.
pub struct force_success;

/// `force_failure node`: a finished child counts as failure.
pub struct force_failure;

/// `repeat(N) node` or `repeat node`: ticks the node again after each success, N times or for ever.
///
/// A failure ends it. It is running between two rounds.
pub struct repeat;

/// `retry(N) node` or `retry node`: ticks the node again after each failure, N attempts or for ever.
///
/// A success ends it. It is running between two attempts.
pub struct retry;

/// `guard(EXPR) node`: evaluates the expression before every tick of the child.
///
/// If it is false, the child is aborted and the guard fails.
pub struct guard;

/// `timeout(D) node`: aborts a child that still runs when D has passed, and fails.
pub struct timeout;

/// `delay(D) node`: is running for D, then ticks the child.
pub struct delay;

/// `cooldown(D) node`: after the child has ended in any way, fails for D without ticking it.
pub struct cooldown;

/// `every(D) node`: ticks the child at most once per D, the first time at once.
///
/// Between these ticks it is running.
pub struct every;

/// `once node`: keeps the first result of the child for ever.
pub struct once;

/// `service(D, EXPR) node`: runs `EXPR` while the child is active, at activation and then once per D.
pub struct service;

/// `let(NAME: TYPE = EXPR) node`: keeps a value while the node is active.
///
/// `EXPR` gives a `TYPE`, an `Option<TYPE>` or a `Result<TYPE, E>`, and may change the blackboard; `None`
/// and `Err` are failure. Inside, `NAME` is a `&mut TYPE` in actions, and a `&TYPE` in what only looks.
pub struct r#let;

/// `for(NAME in RANGE) node`: ticks the node once for each number of a range, one round per tick.
///
/// `NAME` is the `usize` of the round. The next round follows a success; a failure ends the loop. An empty
/// range succeeds.
pub struct r#for;

/// `finally(EXPR) node`: runs `EXPR` once when the node ends in any way.
///
/// The node ends by success, failure or abort; `EXPR` runs after the cleanups inside the node. It does not
/// run if the node never started.
pub struct finally;

/// `with Type { … } node`: a decorator of your own; the type implements `Decorator`.
pub struct with;

/// A place where the user has not typed a word yet.
#[doc(hidden)]
pub struct end;

/// Words that may follow the block of an `if`.
#[doc(hidden)]
pub mod branches {
    pub use super::*;

    /// `else { node }` or `else if EXPR { node }`: the branch that is chosen if the condition is false.
    pub struct r#else;
}

/// Words that begin an item of the macro.
#[doc(hidden)]
pub mod items {
    /// `tree Name(npc: &mut Npc) { node }`: a behavior tree over a blackboard.
    ///
    /// The header has the form of a function's. The body is exactly one node.
    pub struct tree;

    /// `vocabulary Name(npc: &mut Npc) { condition Hurt => npc.health < 20; … }`: the words of trees in files.
    ///
    /// Each word stands for Rust, and files are made of words. `Name::load` and `Name::parse` load files while the program
    /// runs (feature `files`). See the guide's chapter `files`.
    pub struct vocabulary;

    /// `trees from "trees/soldier.tree" with Name;`: the trees of a file, compiled into the program.
    ///
    /// The path is relative to the folder of the package. The vocabulary stands in the same call.
    pub struct trees;

    /// A place where the user has not typed a word yet.
    #[doc(hidden)]
    pub struct end;
}

/// Words inside of a `vocabulary`.
#[doc(hidden)]
pub mod vocabulary {
    /// `condition Name => EXPR;` or `condition Name(limit: i32 = 20) => EXPR;`: a question.
    ///
    /// `EXPR: bool` sees the blackboard through a shared borrow, and the parameters by value.
    pub struct condition;

    /// `action Name => EXPR;` or `action Name(x: f32) => Type { x };` or `action Name => Type = EXPR;`: something to do.
    ///
    /// The text after `=>` is the same as after `action` in a tree, with the parameters by value.
    pub struct action;

    /// `decorator Name(up_to: u32 = 3) => Type { up_to };`: a decorator, which implements `Decorator`.
    pub struct decorator;

    /// `value Name: i32 => EXPR;`: a value that may stand in a file wherever a literal of its type may.
    ///
    /// It is read when its node is activated; in a condition, when that is asked.
    pub struct value;

    /// `subtree Name;` or `subtree Name(&mut npc.part);`: a tree of the program, for use in files.
    pub struct subtree;

    /// `random => EXPR;`: how the random composites of a file draw their `u32`.
    pub struct random;

    /// Where a word is still to be written.
    pub struct end;
}

/// Words in the parentheses of a `parallel` or a `monitor`.
#[doc(hidden)]
pub mod policies {
    /// `success = P`: how many children must succeed; the default is `all`.
    ///
    /// The node fails as soon as fewer children than this can still succeed.
    pub struct success;

    /// `failure = P`: how many children must fail; the default is `one`.
    pub struct failure;

    /// All children.
    pub struct all;

    /// One child.
    pub struct one;

    /// A place where the user has not typed a word yet.
    #[doc(hidden)]
    pub struct end;
}

/// Of trees that the macro wrote both for editors and for rustc, keeps the text for editors, which rustc need
/// not be able to parse.
#[doc(hidden)]
#[macro_export]
macro_rules! __seen {
    ({ $($seen:tt)* } { $($compiled:tt)* }) => { $($seen)* };
}

/// Of trees that the macro wrote both for editors and for rustc, keeps the text for rustc.
#[doc(hidden)]
#[macro_export]
macro_rules! __compiled {
    ({ $($seen:tt)* } { $($compiled:tt)* }) => { $($compiled)* };
}
