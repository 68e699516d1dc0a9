//! Trees that are loaded from text while the program runs.

mod play;

pub use play::{Arguments, Play, Vocabulary};
