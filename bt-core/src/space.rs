//! Space for game AI: queries for nearby entities, and touches on the screen.

#[cfg(feature = "alloc")]
pub mod grid;
#[cfg(feature = "picking")]
pub mod picking;
