//! Compiled random trees: they do what the interpreter does, and whatever panics in them, what
//! starts also ends.

mod crowd;
mod lifecycle;
mod machine;
mod nodes;
mod rest;
mod side_by_side;
