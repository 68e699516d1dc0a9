//! Tokens → syntax tree. After a mistake the parser goes on.

mod argument;
mod branch;
mod composite;
mod constant;
mod cursor;
mod duration;
mod expression;
mod file;
mod generics;
mod header;
mod invisible;
mod items;
mod leaf;
mod misplaced;
mod node;
mod notes;
mod policies;
mod reader;
pub(crate) mod scope;
mod subtree;
mod syntax;
mod trees_from;
mod unknown;
mod vocabulary;
mod word;

pub(crate) use argument::{CONDITION, STATEMENT};
pub(crate) use composite::REST;
pub(crate) use constant::constant;
pub(crate) use duration::written_out;
pub(crate) use file::trees_of_file;
pub(crate) use items::{Items, items};
pub(crate) use leaf::Act;
pub(crate) use notes::Notes;
pub(crate) use reader::{Read, Reader};
pub(crate) use word::{Given, call};
