//! A second definition of the language: trees as data, an interpreter that follows the description of
//! each node word by word, and a generator of random trees. Compiled trees must do the same as the
//! interpreter.

pub mod archive;
mod book;
mod call;
pub mod cases;
pub mod course;
pub mod disturbed;
pub mod filed;
pub mod generator;
mod interpreter;
pub mod language;
mod leaves;
pub mod oracle;
pub mod printer;
pub mod random;
pub mod recorded;

pub use book::{Book, Kept, Scripts, World};
pub use call::{Call, Event, Origin, Planned, Trace, What, Wraps};
pub use interpreter::{Interpreter, Row, State};
pub use leaves::{Board, Job, Nap, Ticket, Wrap};
