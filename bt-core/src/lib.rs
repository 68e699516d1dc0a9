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
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;
// What `behavior_tree!` writes names this crate, also in the crate's own tests.
#[cfg(test)]
extern crate self as bt_core;

mod language;
#[cfg(feature = "alloc")]
mod many;
mod space;
mod watch;

#[doc = include_str!("language/machine.md")]
pub mod machine {}

#[doc = include_str!("language/language.md")]
pub use bt_macros::behavior_tree;
pub use language::{
    Action, Active, ActiveNodes, BehaviorTree, Clock, Decorator, End, IntoStatus, NoObserver, Node,
    NodeId, NodeKind, Observer, Status, Wake,
};
#[doc(hidden)]
pub use language::{keywords, private as __private};
#[cfg(feature = "alloc")]
pub use many::crowd;
#[cfg(feature = "alloc")]
pub use space::grid;
#[cfg(feature = "picking")]
pub use space::picking;
#[cfg(feature = "live")]
pub use watch::live;
pub use watch::{observe, picture};
#[cfg(feature = "record")]
pub use watch::{record, replay};

/// Compiles and runs every snippet of the README, with the features that they need.
#[cfg(all(doctest, feature = "alloc", feature = "picking"))]
#[doc = include_str!("../../README.md")]
mod readme {}
