//! The worlds of the examples with large libraries, for their programs and for their tests.

#[cfg(feature = "cluster")]
#[path = "../cluster/src/mod.rs"]
pub mod cluster;
#[cfg(feature = "stairs")]
#[path = "../stairs/src/mod.rs"]
pub mod stairs;
