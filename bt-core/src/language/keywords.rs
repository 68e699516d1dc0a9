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

mod nodes;

pub use nodes::*;

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

    /// `pub trees from "trees/soldier.tree" with Name;`: the trees of a file, compiled into the program.
    ///
    /// The path is relative to the folder of the package. The vocabulary stands in the same call. Without `pub`, the trees are
    /// private to their module; if some trees of the file are `pub`, the others always are.
    pub struct trees;

    /// `rules Name { never 'one && 'other; … }`: what the tree of this name never does, always does or must be able to do.
    ///
    /// The tree stands in the same call. A rule that a run can break is a compile error.
    pub struct rules;

    /// A place where the user has not typed a word yet.
    #[doc(hidden)]
    pub struct end;
}

/// Words inside of a `vocabulary`.
#[doc(hidden)]
pub mod vocabulary {
    /// `condition Name => EXPR;` or `condition Name(limit: i32 = 20) => EXPR;`: a question.
    ///
    /// `EXPR: bool` sees the blackboard through a shared borrow, and the parameters by value; `path: &Path` by reference.
    pub struct condition;

    /// `action Name => EXPR;` or `action Name(x: f32) => Type { x };` or `action Name => Type = EXPR;`: something to do;
    /// `action Name -> Path => EXPR;` gives a result; `action Name => await EXPR;` waits for a future.
    ///
    /// The text after `=>` is the same as after `action` in a tree, with the parameters by value; `path: &Path` by reference.
    pub struct action;

    /// `decorator Name(up_to: u32 = 3) => Type { up_to };`: a decorator, which implements `Decorator`.
    pub struct decorator;

    /// `value Name: i32 => EXPR;` or `value Name(of: u32): Spot => EXPR;`: a value that may stand in a file wherever a literal
    /// of its type may.
    ///
    /// It is read when its node is activated; in a condition, when that is asked.
    pub struct value;

    /// `type Name;` or `type Name = PATH;`: a type of the program, `Clone` and `'static`, that files store and pass on.
    pub struct r#type;

    /// `subtree Name;` or `subtree Name(&mut npc.part);`: a tree of the program, for use in files.
    pub struct subtree;

    /// `random => EXPR;`: how the random composites of a file draw their `u32`.
    pub struct random;

    /// `rule never One && Other.ticked;` and the other rules of a tree: what every tree of every file keeps.
    ///
    /// A word stands for a node with this word. A file that breaks a rule is refused, when it is loaded or compiled.
    pub struct rule;

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

/// Words in the parentheses of a `cooldown`.
#[doc(hidden)]
pub mod cooldown_policy {
    /// `after = end` or `after = success`: what begins the cooldown, if that is not the work of the child.
    pub struct after;

    /// Any end of the child, also a failure in the tick in which it began.
    pub struct end;

    /// A success of the child, and no failure or abort.
    pub struct success;
}

/// Words in the parentheses of a `repeat` or a `retry`.
#[doc(hidden)]
pub mod rounds {
    /// `every = D`: a round begins at least D after the one before began.
    pub struct every;

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
