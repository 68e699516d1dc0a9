//! Trees in a program of Bevy, among its other parts: entities that come and go, order, conditions, clones, files, systems, and what
//! is missing.

#[cfg(feature = "asset")]
mod assets;
mod changes;
mod cleanup;
mod crowd;
mod errors;
#[cfg(feature = "files")]
mod files;
mod lifecycle;
mod memory;
mod neighbors;
mod order;
mod others;
mod paired;
#[cfg(feature = "reflect")]
mod reflect;
mod silence;
mod systems;
mod values;
mod warnings;
#[cfg(feature = "live")]
mod watch;
