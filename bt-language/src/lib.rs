//! The language of `behavior_tree!` for tools: the layout of trees, their mistakes, and what an editor needs.
//!
//! A program that has trees needs only `bt-core`, and the command `bt` of the package `bt-cli` formats and checks files. This crate is for tools of your own: a plugin of an editor, a
//! check before a commit, an importer. It reads the text of trees with the parser and the checks of the macro, and runs nothing.
//!
//! ```
//! # #[cfg(feature = "edit")] {
//! use bt_language::vocabulary::Vocabulary;
//! use bt_language::{file, format};
//!
//! // The program says which words its files may use.
//! let program = "
//!     behavior_tree! {
//!         vocabulary Drill(npc: &mut Npc) {
//!             condition HealthBelow(limit: i32 = 20) => npc.health < limit;
//!             action Flee => npc.flee();
//!         }
//!     }
//! ";
//! let vocabulary = Vocabulary::of_rust(program).unwrap();
//!
//! let text = "tree Guard { sequence { condition HealthBelow(limit=30); action Flea; } }";
//! let text = format::file(text).unwrap();
//! let mistakes = file::read(&text, &vocabulary).mistakes;
//! file::forget();
//! assert_eq!(
//!     mistakes[0].show("guard.tree").to_string(),
//!     "error: there is no action `Flea` in the vocabulary; did you mean `Flee`?
//!  --> guard.tree:4:16
//!   |
//! 4 |         action Flea;
//!   |                ^^^^",
//! );
//! # }
//! ```
//!
//! | module | content | feature |
//! | --- | --- | --- |
//! | [`file`](mod@file) | the mistakes of a file, with their positions | |
//! | [`vocabulary`] | the words that a program declares, as data | |
//! | [`words`] | the words of the language: one for each kind of node | |
//! | `format` | the one layout, of files and of Rust sources | `edit` |
//! | `edit` | the nodes of a text, changes, completion and hover | `edit` |
//! | `grammar` | what files may say, for language models | `edit` |
//!
//! # Features
//!
//! | feature | adds | needs |
//! | --- | --- | --- |
//! | none | [`file`](mod@file), [`vocabulary`], [`words`] | `syn`, `rustc-hash` |
//! | `edit` | `format`, `edit`, `grammar` | |
//! | `inspect` | nothing public: the check and the text of machines, for tests | |
//!
//! # Promises
//!
//! The interface that is documented here follows [Semantic Versioning](https://semver.org). Its texts do not: the wording of
//! messages and descriptions and the layout of `format` may change in any version. Nothing panics on any text.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod calls;
#[allow(clippy::indexing_slicing, reason = "its indices come from its own tables")]
mod check;
mod data;
#[cfg(any(test, feature = "edit"))]
pub mod edit;
pub mod file;
#[cfg(any(test, feature = "edit"))]
pub mod format;
#[cfg(any(test, feature = "edit"))]
pub mod grammar;
mod internal;
#[cfg(any(test, feature = "edit"))]
mod lexer;
mod literals;
#[allow(clippy::indexing_slicing, reason = "its indices come from its own tables")]
mod lower;
mod nodes;
mod parse;
#[cfg(test)]
mod tests;
pub mod vocabulary;
pub mod words;

// All that is hidden is for the other crates of this repository, which require exactly this version. It is not part of the
// public interface and changes without notice. Data flows one way: tokens → syntax tree (`ast`) → checks → `machine`; `read` does
// the first two steps, and `lower` the last. The macro and a program that loads a file have the same parser, checks and machine.
#[doc(hidden)]
pub mod ast;
#[allow(clippy::indexing_slicing, reason = "its indices come from its own tables")]
#[doc(hidden)]
pub mod explore;
#[allow(clippy::indexing_slicing, reason = "its indices come from its own tables")]
#[doc(hidden)]
pub mod machine;
#[doc(hidden)]
pub mod mirror;
#[doc(hidden)]
pub mod mistakes;
#[doc(hidden)]
pub mod names;
#[doc(hidden)]
pub mod place;
#[doc(hidden)]
pub mod rules;
#[cfg(any(test, feature = "edit"))]
#[doc(hidden)]
pub mod save;
#[doc(hidden)]
pub mod source;

#[doc(hidden)]
pub use calls::{Declared, Source};
#[cfg(any(test, feature = "inspect"))]
#[doc(hidden)]
pub use check::given::missing;
#[cfg(any(test, feature = "inspect"))]
#[doc(hidden)]
pub use check::reach::{Analysis, Results, analyse};
#[doc(hidden)]
pub use internal::Internal;
#[doc(hidden)]
pub use lower::{Code, WordNodes, lower, lower_words};

use ast::{Outline, Tree};
use mirror::Mirror;
use mistakes::Mistakes;
use place::Lines;
use proc_macro2::TokenStream;
use vocabulary::declared::{Declaration, File};

/// The result of reading a text.
#[doc(hidden)]
pub struct Reading {
    /// The path of the runtime, from `#![crate = path]`.
    pub runtime: Option<TokenStream>,
    /// The trees; for a tree whose header cannot be read, its outline.
    pub trees: Vec<Result<Tree, Outline>>,
    /// The vocabularies; of those whose header cannot be read, the outline.
    pub vocabularies: Vec<Result<Declaration, Outline>>,
    /// The files of trees; each names one of the vocabularies.
    pub files: Vec<File>,
    /// The rules; each names one of the trees.
    pub rules: Vec<rules::Rules>,
    /// All mistakes.
    pub mistakes: Mistakes,
    /// The trees as an editor sees them.
    pub mirror: Mirror,
    /// The positions of the lines in the text.
    pub lines: Lines,
}

/// Reads and checks the trees of one text. A part that cannot be read is reported as a mistake, and
/// the rest is still returned.
#[doc(hidden)]
#[must_use]
pub fn read(tokens: TokenStream) -> Reading {
    let lines = Lines::of(&tokens);
    let mut notes = parse::Notes::default();
    let mut items = parse::items(tokens, &mut notes);
    let parse::Notes { mut mistakes, mirror, .. } = notes;
    check::items(&mut items, &mut mistakes);
    let parse::Items { runtime, trees, vocabularies, files, rules } = items;
    Reading { runtime, trees, vocabularies, files, rules, mistakes, mirror, lines }
}
