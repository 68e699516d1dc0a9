//! The language on tokens, without a compiler.

mod enumeration;
mod limits;
mod machines;
mod words;
