//! The language on tokens, without a compiler.

mod limits;
mod words;
