//! Behavior trees written inline in Rust, compiled into enum state machines.
//!
//! [`behavior_tree!`] compiles nested blocks of sequences, selectors, parallels and decorators, with plain
//! Rust expressions as leaves, into a type. Its value is the position in the tree and nothing else: no heap,
//! no trait objects, no `unsafe`, and no registration.
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
//! [`behavior_tree!`] is the reference of the language: every node, and the rules of a tick. [`machine`]
//! shows the generated code, its costs, and how to keep a tree small and fast. The [guide] explains
//! everything else step by step; its first two chapters are enough for a start:
//!
#![doc = include_str!("chapters.md")]
//!
//! # Features
//!
//! `std` is enabled by default. Trees need no feature: with `default-features = false` the crate needs only
//! `core`.
//!
//! | feature | adds | needs | clean build, `syn` = 1 |
//! | --- | --- | --- | --: |
//! | none | [`behavior_tree!`], observers | `core` | 3.5 |
//! | `alloc` | `await`, `crowd`, `grid`, marks, reasons, statistics | `alloc`, `bt-space` | 3.8 |
//! | `std` (default) | [`task`], wakers of a crowd, rays in a `grid`, logs to `std::io` | the standard library | 4.1 |
//! | `serde` | saving and loading: trees that derive `Serialize` and `Deserialize`, also while they run, crowds and grids | `serde` | 5.1 |
//! | `files` | `files`: trees loaded from text while the program runs; compiling a file needs no feature | `std`, `serde_json`, `bt-language` | 7.9 |
//! | `tracing` | an observer that writes spans and events | `alloc`, `tracing` | 4.0 |
//! | `rayon` | a `grid` moves entities and runs queries on all processors | `std`, `rayon` | 4.9 |
//! | `picking` | `picking`: cameras, rays and shapes | `bt-space`, `glam` | 4.4 |
//!
//! The last column is the processor time of a clean debug build with that feature alone, with the macro and
//! all dependencies, relative to that of `syn` alone; it varies by a tenth. The macro takes most of it. The feature `facts` belongs to `bt-verify`.
//!
//! # Other crates
//!
//! `bt-watch` has pictures, recordings and the page that shows and edits a running program, `bt-verify` proofs for unit
//! tests, `bt-bevy` trees as components of Bevy, and `bt-cli` the command `bt` for files of trees. `bt-language` formats, checks and edits trees for tools of your own.
//! `cargo doc -p bt-watch --all-features --open` shows the guide of `bt-watch`; the same with `bt-verify`.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;
// The generated code names this crate, also in the crate's own tests.
#[cfg(test)]
extern crate self as bt_core;

#[cfg(feature = "alloc")]
pub mod crowd;
#[cfg(feature = "files")]
pub mod files;
mod language;

pub mod guide;
pub mod observe;
#[cfg(feature = "std")]
pub mod task;

#[doc = include_str!("language/machine.md")]
pub mod machine {}

#[doc = include_str!("language/language.md")]
pub use bt_macros::behavior_tree;
#[cfg(feature = "alloc")]
#[doc(no_inline)]
pub use bt_space::grid;
#[cfg(feature = "picking")]
#[doc(no_inline)]
pub use bt_space::picking;
#[doc(hidden)]
pub use language::private as __private;
pub use language::{
    Action, Active, Agent, AnyObserver, BehaviorTree, Can, Clock, Decorator, End, Inspect,
    IntoStatus, Machine, NoObserver, Node, NodeId, NodeKind, Observer, Output, Status, Wake,
    Waking,
};
pub use language::{rules, vocabulary};
/// What `bt-watch` and `bt-verify` need of this crate; nothing here is part of the public interface.
#[doc(hidden)]
pub mod __internal {
    #[cfg(feature = "files")]
    pub use crate::files::{mark, words_of};
    pub use crate::language::node::{
        Family,
        line::{Expression, Line, Written, key},
    };
    #[cfg(feature = "facts")]
    pub use crate::language::private::Collected;
    pub use crate::language::private::{Kept, NOTHING, Visit, tick_ends};
    #[cfg(feature = "alloc")]
    pub use crate::observe::reason::{Change, Comparison, Part, Row, Tick};
}

/// Items that generated code has with the feature `files` only, so that the user's crate needs no `cfg`.
#[cfg(feature = "files")]
#[doc(hidden)]
#[macro_export]
macro_rules! __files {
    ($($items:tt)*) => { $($items)* };
}

/// Items that generated code has with the feature `facts` only. The macro may have its part of the feature for another
/// build of this crate.
#[cfg(feature = "facts")]
#[doc(hidden)]
#[macro_export]
macro_rules! __facts {
    ($($items:tt)*) => { $($items)* };
}

/// Nothing, without the feature `facts`.
#[cfg(not(feature = "facts"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __facts {
    ($($items:tt)*) => {};
}

/// Nothing, without the feature `files`.
#[cfg(not(feature = "files"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __files {
    ($($items:tt)*) => {};
}

/// Compiles and runs the snippets of the README.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
mod readme {}

/// Does the same with the page for assistants.
#[cfg(doctest)]
#[doc = include_str!("../../AGENTS.md")]
mod agents {}
