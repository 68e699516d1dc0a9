//! All that generated code may name; no promises to anybody else.

mod choice;
mod events;
mod fresh;
mod leaf;
mod machine;
mod rest;
mod slot;
mod table;
mod timer;

pub use choice::{Order, Untried};
pub use events::{Events, NOTHING, NoEvents, Watch};
pub use fresh::Fresh;
pub use leaf::{Outcome, Tell, action, ask, decided, evaluate, holds, unfinished};
pub use machine::{Machine, Memory, Parts, State};
pub use rest::{cooling, elsewhere, settled, soonest};
pub use slot::Slot;
pub use table::{row, table};
pub use timer::now;
