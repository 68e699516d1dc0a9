//! The language of `behavior_tree!`: reads, checks and lowers trees.
//!
//! Data flows one way: tokens → syntax tree ([`ast`]) → checks → behavior ([`machine`]). [`read`]
//! does the first two steps, and [`lower`] the last. A macro and a program that loads trees from
//! text use the same parser, the same checks, the same messages and the same machine.
//!
//! Nothing here panics on any input.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod ast;
mod calls;
#[allow(clippy::indexing_slicing, reason = "its indices come from its own tables")]
mod check;
mod data;
#[cfg(any(test, feature = "edit"))]
pub mod edit;
#[cfg(any(test, feature = "explore"))]
#[allow(clippy::indexing_slicing, reason = "its indices come from its own tables")]
pub mod explore;
pub mod file;
#[cfg(any(test, feature = "edit"))]
pub mod format;
mod internal;
#[cfg(any(test, feature = "edit"))]
mod lexer;
mod literals;
#[allow(clippy::indexing_slicing, reason = "its indices come from its own tables")]
mod lower;
#[allow(clippy::indexing_slicing, reason = "its indices come from its own tables")]
pub mod machine;
pub mod mirror;
pub mod mistakes;
pub mod names;
mod nodes;
mod parse;
pub mod place;
pub mod source;
#[cfg(test)]
mod tests;
pub mod vocabulary;
pub mod words;

#[cfg(any(test, feature = "inspect"))]
pub use check::reach::{Analysis, Results, analyse};
pub use internal::Internal;
pub use lower::{Code, WordNodes, lower, lower_words};

use ast::{Outline, Tree};
use mirror::Mirror;
use mistakes::Mistakes;
use place::Lines;
use proc_macro2::TokenStream;
use vocabulary::declared::{Declaration, File};

/// The result of reading a text.
pub struct Reading {
    /// The path of the runtime, from `#![crate = path]`.
    pub runtime: Option<TokenStream>,
    /// The trees; for a tree whose header cannot be read, its outline.
    pub trees: Vec<Result<Tree, Outline>>,
    /// The vocabularies; of those whose header cannot be read, the outline.
    pub vocabularies: Vec<Result<Declaration, Outline>>,
    /// The files of trees; each names one of the vocabularies.
    pub files: Vec<File>,
    /// All mistakes.
    pub mistakes: Mistakes,
    /// The trees as an editor sees them.
    pub mirror: Mirror,
    /// The positions of the lines in the text.
    pub lines: Lines,
}

/// Reads and checks the trees of one text. A part that cannot be read is reported as a mistake, and
/// the rest is still returned.
#[must_use]
pub fn read(tokens: TokenStream) -> Reading {
    let lines = Lines::of(&tokens);
    let mut notes = parse::Notes::default();
    let mut items = parse::items(tokens, &mut notes);
    let parse::Notes { mut mistakes, mirror, .. } = notes;
    check::items(&mut items, &mut mistakes);
    let parse::Items { runtime, trees, vocabularies, files } = items;
    Reading { runtime, trees, vocabularies, files, mistakes, mirror, lines }
}
