//! Trees and the interpreter do what was recorded from two other behavior-tree libraries, and imported trees compile.

mod imports;
mod interpreter;
mod libraries;
