//! The cost of trees: the same work as a tree and written by hand, in the same world.
//!
//! Each module is one tree: `world` has the blackboard and the leaves, `tree` the tree, and `hand` the best that a
//! careful person writes for the same tree. The tests hold both to the same statuses and the same visited leaves.

pub mod abort;
pub mod cases;
pub mod depth;
pub mod descent;
pub mod errands;
pub mod kept;
pub mod levels;
pub mod loaded;
pub mod preferences;
pub mod random;
pub mod run;
pub mod ship;
pub mod soldier;
pub mod world;
