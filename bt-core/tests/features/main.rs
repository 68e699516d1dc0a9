//! The features of the crate, with trees that are compiled and loaded.

mod awaits;
mod loaded;
mod observe;
mod renewed;
mod resumed;
mod saved;
mod tracing;
mod words;
