//! More agents than one machine holds: a meadow in strips, shared by workers, threads and processes.
//!
//! The README explains it.

pub mod animal;
pub mod checkpoint;
pub mod digest;
pub mod error;
mod exchange;
pub mod parcel;
pub mod picture;
pub mod region;
pub mod run;
pub mod schema;
pub mod sockets;
pub mod trees;
pub mod world;
