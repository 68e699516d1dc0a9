//! All that generated code may name; no promises to anybody else.

mod choice;
mod events;
mod fresh;
mod kept;
mod leaf;
mod machine;
mod rest;
mod slot;
mod table;
mod timer;
mod tip;

// By shorter names: each word of what is generated costs time.
pub use crate::Status::{Failure, Running, Success};
pub use crate::{End, Status};
pub use core::mem::replace;
pub use core::option::Option::{self, None, Some};
pub use core::primitive::{bool, f32, u16, u32, usize};

pub use crate::language::active::is_active;
pub use choice::{Order, Untried};
pub use events::{Events, NOTHING, NoEvents, Watch, Watched, tick_ends};
pub use fresh::{Fresh, FreshAction};
pub use kept::{Kept, Value, Visit};
pub use leaf::{
    Failed, Given, Mistaken, Outcome, Tell, action, ask, decided, end_of, evaluate, holds, leave,
    not,
};
pub use machine::{Machine, Memory, NoParameters, Parts, State};
pub use rest::{cooling, elsewhere, settled, soonest};
pub use slot::{Slot, count};
pub use table::table;
pub use timer::{after, is_before, is_over, now};
pub use tip::{tip_below, tip_if, tip_or};
