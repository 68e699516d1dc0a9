//! A second definition of the language: trees as data, an interpreter that follows the description of
//! each node word by word, and a generator of random trees. Compiled trees must do the same as the
//! interpreter.

pub mod archive;
mod book;
mod call;
pub mod course;
pub mod disturbed;
pub mod filed;
pub mod generator;
mod interpreter;
pub mod language;
mod leaves;
mod ledger;
pub mod oracle;
pub mod printer;
pub mod random;
pub mod recorded;
mod trace;

pub use book::{Book, Kept, Scripts, World};
pub use call::{Call, Origin, Planned, What, Wraps};
pub use interpreter::{Interpreter, Row, State};
pub use leaves::{Board, Job, Nap, Ticket, Wrap};
pub use trace::{Event, Trace};
