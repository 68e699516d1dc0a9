//! The features of the crate, with trees that are compiled and loaded.

mod observe;
mod picture;
mod saved;
mod tracing;
mod verify;
mod words;
