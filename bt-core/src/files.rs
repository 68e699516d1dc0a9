//! Trees that are loaded from text while the program runs.

mod assemble;
mod code;
mod loaded;
mod mistakes;
mod run;
mod same;
mod shape;
mod tips;
mod trees;
mod wake;
mod words;

use crate::language::{play, texts};
pub use loaded::Loaded;
pub use mistakes::{Mistake, Mistakes};
pub use play::Vocabulary;
#[doc(hidden)]
pub use play::{Arguments, Play};
pub use trees::Trees;
pub use words::words_as_json;
