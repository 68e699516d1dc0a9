//! The meadow is the same for any number of workers and processes, goes on from checkpoints, and says what is wrong.

mod bad_input;
mod checkpoints;
mod common;
mod equal;
