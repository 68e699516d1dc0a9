//! The language on tokens, without a compiler.

mod enumeration;
mod machines;
mod words;
