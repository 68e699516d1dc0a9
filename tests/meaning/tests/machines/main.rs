//! Compiled and loaded random trees: they do what the interpreter does, whatever panics in them, what starts
//! also ends, and what is recorded of them is what they did.

#![allow(
    clippy::too_many_lines,
    reason = "the functions of a `behavior_tree!` inside of a `macro_rules!` seem to have all its lines"
)]

mod compiled_files;
mod crowd;
mod extracted;
mod lifecycle;
mod machine;
mod nodes;
mod proved;
mod recorded;
mod rest;
mod saved;
mod shifted;
mod side_by_side;
mod words;
