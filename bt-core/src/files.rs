//! Trees that are loaded from text while the program runs.
//!
//! A [`vocabulary`](crate::vocabulary) declares the words that a file may use. Its functions `load` and `parse` return
//! [`Trees`], or all [`Mistakes`] of the file. Each agent has a [`Loaded`], which has the methods of a compiled tree.
//! `pub trees from "…" with …;` compiles the same file, and needs no feature. The [guide](crate::guide::files) explains
//! the format of the files and everything else.
//!
//! ```
//! use bt_core::{Clock, Status, behavior_tree};
//! use std::time::Duration;
//!
//! struct Npc {
//!     health: i32,
//!     place: i32,
//!     now: Duration,
//! }
//!
//! impl Clock for Npc {
//!     fn now(&self) -> Duration {
//!         self.now
//!     }
//! }
//!
//! behavior_tree! {
//!     vocabulary Drill(npc: &mut Npc) {
//!         /// Is hurt.
//!         condition HealthBelow(limit: i32 = 20) => npc.health < limit;
//!         /// Walks some steps.
//!         action Walk(steps: i32) => npc.place += steps;
//!         value Pause: Duration => Duration::from_secs(npc.place.unsigned_abs().into());
//!     }
//! }
//!
//! fn main() -> Result<(), bt_core::files::Mistakes> {
//!     let mut trees = Drill::parse(
//!         "/// Walks, and runs away when it is hurt.
//!         tree Soldier {
//!             active_selector {
//!                 'flee: sequence { condition HealthBelow; action Walk(steps = -5); }
//!                 repeat sequence { action Walk(steps = 1); wait(Pause); }
//!             }
//!         }",
//!     )?;
//!     let mut npc = Npc { health: 100, place: 0, now: Duration::ZERO };
//!     let mut soldier = trees.tree("Soldier").expect("the text has this tree");
//!     assert_eq!(soldier.tick(&mut npc), Status::Running); // it waits for a second
//!     npc.health = 10;
//!     assert_eq!(soldier.tick(&mut npc), Status::Success); // it flees
//!     assert_eq!(npc.place, -4);
//!
//!     let mistakes = trees.reload("tree Soldier { action Wlk(steps = 1); }").unwrap_err();
//!     assert_eq!(
//!         mistakes.to_string(),
//!         "error: there is no action `Wlk` in the vocabulary; did you mean `Walk`?
//!  --> text:1:23
//!   |
//! 1 | tree Soldier { action Wlk(steps = 1); }
//!   |                       ^^^"
//!     );
//!
//!     trees.reload("tree Soldier { action Walk(steps = 2); }")?;
//!     soldier.renew(&trees, &mut npc);
//!     assert_eq!(soldier.tick(&mut npc), Status::Success);
//!     assert_eq!(npc.place, -2);
//!     Ok(())
//! }
//! ```

mod assemble;
mod carry;
mod code;
mod live;
mod loaded;
mod mark;
mod mistakes;
mod parameters;
mod resume;
mod rules;
mod run;
mod saved;
mod shape;
mod state;
mod trees;
mod words;

use crate::language::{play, texts};
pub use loaded::Loaded;
#[doc(hidden)]
pub use mark::mark;
pub use mistakes::{Mistake, Mistakes};
pub use parameters::ArgumentError;
pub use play::Vocabulary;
#[doc(hidden)]
pub use play::{Arguments, Play};
pub use saved::{RestoreError, Saved};
pub use trees::{FileText, Trees};
#[doc(hidden)]
pub use words::of as words_of;
pub use words::{vocabulary_as_json, words_as_json};
