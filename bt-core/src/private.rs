//! All that generated code may name; no promises to anybody else.

mod choice;
mod events;
mod fresh;
mod leaf;
mod machine;
mod slot;
mod table;
mod timer;

pub use choice::{Order, Untried};
pub use events::{Events, NoEvents, Watch};
pub use fresh::Fresh;
pub use leaf::{Outcome, Tell, action, condition, decided, end_action, end_decorator, starts};
pub use machine::Machine;
pub use slot::Slot;
pub use table::{Nodes, node};
pub use timer::{after, now};

/// Absolute paths to what a user's crate may have hidden or lacks.
pub use core;
