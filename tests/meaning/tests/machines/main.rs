//! Compiled random trees: they do the same as the interpreter, every start has an end even if calls
//! panic, and recordings of them are exact.

mod crowd;
mod lifecycle;
mod machine;
mod nodes;
mod recorded;
mod rest;
mod side_by_side;
mod words;
