//! `let`, `for` and `finally`: data that one node finds and others use, and what is done when a node ends.

mod cleanup;
mod parameters;
mod priorities;
mod values;
mod world;
