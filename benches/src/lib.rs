//! What trees cost, beside what is written by hand and beside other libraries.

pub mod random;
pub mod world;
