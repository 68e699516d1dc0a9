//! Tests of agreements between the files, and of effects that are hard to see from outside.

mod history;
mod nearest;
#[cfg(feature = "std")]
mod panics;
#[cfg(feature = "rayon")]
mod parallel;
#[cfg(feature = "std")]
mod rays;
mod room;
mod rules;
#[cfg(feature = "serde")]
mod saved;
