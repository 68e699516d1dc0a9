//! The cost of trees, compared with hand-written code that does the same work in the same world.
//!
//! Each module is one tree: it has the blackboard and the leaves, `tree` the tree, and `hand` the
//! best code that a careful programmer writes for it. Tests check that both give the same statuses and
//! visit the same leaves.

pub mod abort;
pub mod cases;
pub mod depth;
pub mod descent;
pub mod dog;
pub mod errands;
pub mod generated;
pub mod kept;
pub mod levels;
pub mod loaded;
pub mod preferences;
pub mod random;
pub mod run;
pub mod ship;
pub mod soldier;
pub mod world;
