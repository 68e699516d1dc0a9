//! Everything that generated code calls. Nothing here is part of the public interface.
#![allow(unexpected_cfgs, reason = "only rust-analyzer sets `rust_analyzer`")]

pub(crate) mod choice;
mod events;
mod facts;
mod fingerprint;
mod float;
mod fresh;
#[cfg(feature = "alloc")]
mod future;
mod kept;
mod leaf;
mod machine;
#[cfg(not(feature = "alloc"))]
mod no_heap;
mod result;
mod table;
mod timer;
mod words;

/// The name of this module in the scope of generated code.
pub mod scope {
    pub use super::super::private as __bt;
}

// An editor compiles tests, too, and has no time for proofs.
#[cfg(rust_analyzer)]
pub use crate::__no_tests as decide_rules;
#[cfg(not(rust_analyzer))]
pub use bt_macros::decide_rules;

// Short names: each token of generated code costs compile time.
pub use crate::Status::{Failure, Running, Success};
#[cfg(feature = "files")]
pub use crate::files;
pub use crate::language::{keywords, rules};
pub use crate::{__compiled, __facts, __files, __seen};
pub use crate::{
    Action, Active, BehaviorTree, Can, Decorator, End, Node, NodeId, Observer, Output, Status, Wake,
};
pub use core::marker::PhantomData;
pub use core::mem::replace;
pub use core::option::Option::{self, None, Some};
pub use core::primitive::{bool, f32, u16, u32, usize};
// A crate that loads files need not link the standard library itself.
#[cfg(feature = "files")]
pub use std::path::Path;

pub use crate::language::active::is_active;
pub use crate::language::play::{Arguments, Done, Play, ResultSlots, Vocabulary};
pub use crate::language::vocabulary;
pub use crate::language::vocabulary::arithmetic::{NoResult, Operation, compute, computed, scale};
pub use crate::language::vocabulary::datum::Datum;
pub use choice::{Order, Slot, Untried, count};
pub use events::{
    Events, NOTHING, NoEvents, Watch, Watched, decision, tick_ends, tip_below, tip_if, tip_or,
};
#[cfg(feature = "facts")]
pub use facts::{Collected, Facts};
pub use facts::{Fact, any, never, output};
pub use fingerprint::{Fingerprint, fingerprint};
pub use float::Float;
#[cfg(feature = "serde")]
pub use float::exact;
pub use fresh::{Fresh, FreshAction};
#[cfg(feature = "alloc")]
pub use future::{Await, AwaitHere, ErrorText};
pub use kept::{Kept, Value, Visit};
pub use leaf::{
    Failed, Given, Mistaken, Outcome, Tell, action, ask, decided, end_of, ends, evaluate, holds,
    is_answered, leave, not, stateful_answer, waits,
};
pub use machine::{HasResults, Machine, NoParameters, Parts};
#[cfg(not(feature = "alloc"))]
pub use no_heap::{Await, AwaitHere};
use result::taken;
pub use result::{Produced, Results, WithResult, kept, present, present_mut, untaken};
pub use table::table;
pub use timer::{
    Dozes, Wakes, after, cooling, elsewhere, is_before, is_over, now, settled, soonest,
};
pub use words::{Awaits, KeepsArguments, KeptArguments, KeptAwait, Text, Timed, Untimed};
#[cfg(all(feature = "serde", feature = "std"))]
pub use words::{optional_text, text};

/// The tests of rules, for editors.
#[cfg(rust_analyzer)]
#[doc(hidden)]
#[macro_export]
macro_rules! __no_tests {
    ($($call:tt)*) => {};
}
