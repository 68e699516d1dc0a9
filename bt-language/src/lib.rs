//! The language of `behavior_tree!`: what a tree is, whoever reads it.
//!
//! Data flows one way: tokens → what was written ([`ast`]) → checks. [`read`] does all of it. A macro
//! and a program that loads trees from text use the same parser, the same checks and the same
//! messages.

pub mod ast;
mod check;
pub mod mirror;
pub mod mistakes;
pub mod names;
mod parse;
pub mod source;
#[cfg(test)]
mod tests;
pub mod words;

use ast::{Outline, Tree};
use mirror::Mirror;
use mistakes::Mistakes;
use proc_macro2::TokenStream;

/// The trees of one text, and what else reading it leaves behind.
pub struct Reading {
    /// The trees; of those whose header cannot be read, the outline.
    pub trees: Vec<Result<Tree, Outline>>,
    /// All mistakes.
    pub mistakes: Mistakes,
    /// The trees as an editor sees them.
    pub mirror: Mirror,
}

/// Reads and checks the trees of one text. A part that cannot be read is a mistake, and the rest is
/// still there.
#[must_use]
pub fn read(tokens: TokenStream) -> Reading {
    let mut notes = parse::Notes::default();
    let mut trees = parse::trees(tokens, &mut notes);
    let parse::Notes { mut mistakes, mirror, .. } = notes;
    check::trees(&mut trees, &mut mistakes);
    Reading { trees, mistakes, mirror }
}
