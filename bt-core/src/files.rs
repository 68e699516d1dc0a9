//! Trees that are loaded from text while the program runs.

mod assemble;
mod code;
mod live;
mod loaded;
mod mistakes;
mod run;
mod saved;
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
pub use saved::{RestoreError, Saved};
pub use trees::Trees;
