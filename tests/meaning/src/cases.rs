//! Cases: trees with a script of answers and the expected events, in the files of `cases/`.
//!
//! ```text
//! === What a guard refuses is aborted.
//! tree Guarded { guard(!Danger) action Walk; }
//! ---
//! tick => running: !Danger, Walk.start, Walk=running
//! +1s, Danger => failure: Danger, Walk.aborted
//! ```
//!
//! Each line of a script changes answers, lets time pass, and then ticks, stops or aborts the tree. An answer stays until it
//! is changed; at first all conditions are false, all actions run, and all numbers are zero. Behind `=>` stand the
//! result, the calls in their order, the texts of errors, and when the tree has to be ticked again if that is not the next tick.

mod reader;
mod script;
mod text;

pub use reader::forest;
pub(crate) use script::ALIASES;
pub use script::{Deed, prepare, shown};
pub use text::{Case, Step, files, read, written};
