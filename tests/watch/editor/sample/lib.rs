//! Trees of every kind, to be opened in an editor.

pub mod actions;
pub mod errands;
pub mod probe;
pub mod soldier;
pub mod world;
