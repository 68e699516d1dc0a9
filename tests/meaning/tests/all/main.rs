//! Trees that are compiled, loaded, explored and interpreted do the same, and what two other libraries were recorded to do.

#![allow(
    clippy::too_many_lines,
    reason = "the functions of a `behavior_tree!` inside of a `macro_rules!` seem to have all its lines"
)]

mod cases;
mod compiled_files;
mod conformance;
mod coverage;
mod crowd;
mod edit;
mod enumeration;
mod extracted;
mod format;
mod grammar;
mod imports;
mod lifecycle;
mod machine;
mod proved;
mod recorded;
mod rest;
mod saved;
mod shifted;
mod side_by_side;
#[path = "../../build/vocabulary.rs"]
mod vocabulary;
mod words;

use meaning::{filed, language};
