//! Trees and the interpreter do what was recorded from two other behavior-tree libraries.

mod interpreter;
mod libraries;
