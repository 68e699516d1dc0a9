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
//! # Where to go
//!
//! [`behavior_tree!`] is the reference of the language: every node, and what a tick means. [`machine`] shows what a tree is compiled
//! to, what that costs, and how to keep it small and fast. The [guide] explains the rest, step by step; its first two chapters
//! are enough to begin:
//!
#![doc = include_str!("chapters.md")]
//!
//! # Features
//!
//! `std` is on by default. Trees need none of them: `default-features = false` leaves `core` alone.
//!
//! | feature | what it brings | needs | clean build, s CPU |
//! | --- | --- | --- | --: |
//! | none | [`behavior_tree!`], observers, pictures as text, DOT and Mermaid | `core` | 7 |
//! | `alloc` | `crowd`, `grid`, marks, statistics, pictures as SVG | `alloc` | 8 |
//! | `std` (default) | rays in a `grid`, logs to `std::io` | the standard library | 8 |
//! | `serde` | trees that derive `Serialize` and `Deserialize` are saved in the middle of a run; so are crowds and grids | `serde` | 11 |
//! | `rayon` | a `grid` moves and asks on all processors | `std`, `rayon` | 12 |
//! | `tracing` | an observer that writes spans and events | `alloc`, `tracing` | 9 |
//! | `picking` | `picking`: cameras, rays and shapes | `glam` | 10 |
//! | `record` | `record` and `replay`: what trees did, as a page in a browser | `std`, `serde`, `serde_json` | 17 |
//! | `live` | `live`: the same page, fed by the running program | `record` | 20 |
//!
//! The last column is the processor time of a debug build of that feature alone, from nothing, with the macro and all
//! dependencies; it varies by a second. Most of it is `syn` and the macro.
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

#[cfg(feature = "files")]
pub mod files;
mod language;
#[cfg(feature = "alloc")]
mod many;
mod space;
mod watch;

pub mod guide;

#[doc = include_str!("language/machine.md")]
pub mod machine {}

#[doc = include_str!("language/language.md")]
pub use bt_macros::behavior_tree;
pub use language::vocabulary;
pub use language::{
    Action, Active, ActiveNodes, AnyTree, BehaviorTree, Clock, Decorator, End, IntoStatus,
    NoObserver, Node, NodeId, NodeKind, Observer, Status, Wake,
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

/// Compiles and runs the snippets of the README.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
mod readme {}
