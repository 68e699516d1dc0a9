//! Files of behavior trees: formats of other tools, and the command `bt`.
//!
//! [`behavior3`] and [`behavior_tree_cpp`] import trees of other tools as the text of a file of trees, with the words that
//! they use, and export trees for the editors of these tools. The command `bt` does this for files, and formats, checks
//! and draws trees.

pub mod behavior3;
pub mod behavior_tree_cpp;
pub mod command;
mod composites;
mod cycles;
mod descriptions;
mod imported;
pub mod lsp;
mod names;
mod original_names;
mod outline;
mod own;
mod reach;
pub mod schema;
mod terms;
mod words;
pub mod words_json;

pub use imported::{Difference, ImportError, Imported};
