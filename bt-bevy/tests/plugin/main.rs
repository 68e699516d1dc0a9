//! Trees among the other parts of a program of Bevy: other entities, order, conditions, clones, and what is missing.

mod order;
mod others;
mod silence;
mod values;
mod warnings;
