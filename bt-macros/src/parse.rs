//! Tokens → what was written; goes on behind a mistake.

mod argument;
mod composite;
mod cursor;
mod duration;
mod header;
mod leaf;
mod node;

pub(crate) use header::trees;
