//! The language of `behavior_tree!`: what a tree is, whoever reads it.
//!
//! Data flows one way: tokens → what was written ([`ast`]) → checks → what it does ([`machine`]). [`read`]
//! does the first two, and [`lower`] the last. A macro and a program that loads trees from text use the same
//! parser, the same checks, the same messages and the same machine.
//!
//! Nothing here panics on any input.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod ast;
#[allow(clippy::indexing_slicing, reason = "indexes are of tables that it made itself")]
mod check;
pub mod file;
mod internal;
#[allow(clippy::indexing_slicing, reason = "indexes are of tables that it made itself")]
mod lower;
#[allow(clippy::indexing_slicing, reason = "indexes are of tables that it made itself")]
pub mod machine;
pub mod mirror;
pub mod mistakes;
pub mod names;
mod parse;
pub mod place;
pub mod source;
#[cfg(test)]
mod tests;
pub mod vocabulary;
pub mod words;

pub use internal::Internal;
pub use lower::lower;

use ast::{Outline, Tree};
use mirror::Mirror;
use mistakes::Mistakes;
use place::Lines;
use proc_macro2::TokenStream;

/// The trees of one text, and what else reading it leaves behind.
pub struct Reading {
    /// The trees; of those whose header cannot be read, the outline.
    pub trees: Vec<Result<Tree, Outline>>,
    /// All mistakes.
    pub mistakes: Mistakes,
    /// The trees as an editor sees them.
    pub mirror: Mirror,
    /// Where the lines of the text are.
    pub lines: Lines,
}

/// Reads and checks the trees of one text. A part that cannot be read is a mistake, and the rest is
/// still there.
#[must_use]
pub fn read(tokens: TokenStream) -> Reading {
    let lines = Lines::of(&tokens);
    let mut notes = parse::Notes::default();
    let mut trees = parse::trees(tokens, &mut notes);
    let parse::Notes { mut mistakes, mirror, .. } = notes;
    check::trees(&mut trees, &mut mistakes);
    Reading { trees, mistakes, mirror, lines }
}
