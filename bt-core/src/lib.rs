//! Behavior trees written inline in Rust, compiled into enum state machines.
//!
//! [`behavior_tree!`] turns nested blocks of sequences, selectors, parallels and decorators, with
//! plain Rust expressions as leaves, into a type whose value is the position in the tree and
//! nothing else: no heap, no trait objects, no `unsafe`, nothing to register.
//!
//! ```
//! use bt_core::{Status, behavior_tree};
//!
//! struct Npc {
//!     health: u32,
//!     fled: bool,
//! }
//!
//! behavior_tree! {
//!     /// Runs away when it is hurt, and waits otherwise.
//!     #[derive(Debug, Clone)]
//!     pub tree Guard(npc: &mut Npc) {
//!         active_selector {
//!             'flee: sequence {
//!                 condition npc.health < 20;
//!                 action npc.fled = true;
//!             }
//!             running;
//!         }
//!     }
//! }
//!
//! let mut npc = Npc { health: 100, fled: false };
//! let mut guard = Guard::new();
//! assert_eq!(guard.tick(&mut npc), Status::Running);
//! npc.health = 10;
//! assert_eq!(guard.tick(&mut npc), Status::Success);
//! assert!(npc.fled);
//! ```
//!
//! [`behavior_tree!`] describes the language; [`machine`] shows what it is compiled to, what that costs,
//! and how to keep a tree small and fast.
//!
//! Trees need `core` alone: build the crate with `default-features = false` for a target without
//! the standard library.
#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;
// What `behavior_tree!` writes names this crate, also in the crate's own tests.
#[cfg(test)]
extern crate self as bt_core;

mod action;
mod active;
#[cfg(feature = "alloc")]
pub mod crowd;
mod decorator;
#[cfg(feature = "alloc")]
pub mod grid;
#[doc(hidden)]
pub mod keywords;
#[doc = include_str!("machine.md")]
pub mod machine {}
#[cfg(feature = "live")]
pub mod live;
mod node;
pub mod observe;
mod observer;
#[cfg(feature = "picking")]
pub mod picking;
pub mod picture;
#[doc(hidden)]
pub mod private;
#[cfg(feature = "record")]
pub mod record;
#[cfg(feature = "record")]
pub mod replay;
mod status;
mod time;
mod tree;
mod wake;

pub use action::Action;
pub use active::{Active, ActiveNodes};
#[doc = include_str!("language.md")]
pub use bt_macros::behavior_tree;
pub use decorator::Decorator;
pub use node::{Node, NodeId, NodeKind};
pub use observer::{NoObserver, Observer};
pub use status::{End, IntoStatus, Status};
pub use time::Clock;
pub use tree::BehaviorTree;
pub use wake::Wake;

#[doc(hidden)]
pub use private as __private;

/// Compiles and runs every snippet of the README, with the features that they need.
#[cfg(all(doctest, feature = "alloc", feature = "picking"))]
#[doc = include_str!("../../README.md")]
mod readme {}
