//! Trees that are loaded from text while the program runs.

mod assemble;
mod code;
mod play;
mod run;
mod shape;
mod texts;

pub use play::{Arguments, Play, Vocabulary};
