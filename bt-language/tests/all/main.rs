//! The language and its editor. One program, because linking takes longer than the tests.

mod cases;
mod complete;
mod edit;
mod fields;
mod format;
mod limits;
mod rename;
mod rules;
#[cfg(unix)]
mod save;
mod tables;
mod vocabularies;
