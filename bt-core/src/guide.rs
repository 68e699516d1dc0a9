//! The guide: how to write, test, watch and run behavior trees.
//!
//! The chapters can be read in order. The first two are enough for a start.
//!
#![doc = include_str!("chapters.md")]
//!
//! [`behavior_tree!`](crate::behavior_tree) is the reference of the language. [`machine`](crate::machine)
//! shows the code that a tree is compiled to.

#[doc = include_str!("guide/first_tree.md")]
pub mod first_tree {}

#[doc = include_str!("guide/ticks_and_aborts.md")]
pub mod ticks_and_aborts {}

#[doc = include_str!("guide/time.md")]
pub mod time {}

#[doc = include_str!("guide/stateful_actions.md")]
pub mod stateful_actions {}

#[doc = include_str!("guide/decorators.md")]
pub mod decorators {}

#[doc = include_str!("guide/subtrees.md")]
pub mod subtrees {}

#[doc = include_str!("guide/data.md")]
pub mod data {}

#[doc = include_str!("guide/files.md")]
pub mod files {}

#[doc = include_str!("guide/testing.md")]
pub mod testing {}

#[doc = include_str!("guide/many_agents.md")]
pub mod many_agents {}

#[doc = include_str!("guide/grid.md")]
pub mod grid {}

#[doc = include_str!("guide/picking.md")]
pub mod picking {}

#[doc = include_str!("guide/engines.md")]
pub mod engines {}

#[doc = include_str!("guide/performance.md")]
pub mod performance {}

#[doc = include_str!("guide/traps.md")]
pub mod traps {}

#[doc = include_str!("guide/errors.md")]
pub mod errors {}
