//! `let`, `for` and `finally`: values that nodes share, and cleanups.

mod cleanup;
mod errors;
mod lasting;
mod parameters;
mod priorities;
mod results;
mod values;
mod world;
