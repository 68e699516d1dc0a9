//! The features of the crate, with trees that are compiled and loaded.

mod observe;
mod saved;
mod tracing;
mod words;
