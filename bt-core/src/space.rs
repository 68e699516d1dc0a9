//! What game AI needs beside a tree: who is near, and what was touched.

#[cfg(feature = "alloc")]
pub mod grid;
#[cfg(feature = "picking")]
pub mod picking;
