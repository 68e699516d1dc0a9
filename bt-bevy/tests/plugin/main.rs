//! Trees among the other parts of a program of Bevy: other entities, order, conditions, clones, files, systems, and what is missing.

#[cfg(feature = "asset")]
mod assets;
mod errors;
#[cfg(feature = "files")]
mod files;
mod memory;
mod order;
mod others;
mod silence;
mod systems;
mod values;
mod warnings;
