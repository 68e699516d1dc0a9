//! Tests that the files agree with each other, and tests of effects that are hard to observe from
//! outside.

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
