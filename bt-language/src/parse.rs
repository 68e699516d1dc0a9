//! Tokens → syntax tree. After a mistake the parser goes on.

mod argument;
mod children;
mod cursor;
mod expression;
mod formula;
mod items;
mod leaf;
mod node;
mod reader;
mod rules;
mod vocabulary;

#[cfg(any(test, feature = "edit"))]
pub(crate) use argument::UNITS;
pub(crate) use argument::{CONDITION, STATEMENT, constant, has_unit, written_out};
pub(crate) use children::{REST, ends_of_range};
pub(crate) use formula::{Term, term_of};
pub use items::MOST_PARAMETERS;
pub(crate) use items::{Items, Use, items, trees_of_file};
pub(crate) use leaf::{Act, NamedArgument, call};
pub(crate) use reader::{Notes, Parser, Reader};
pub(crate) use rules::rule_of_words;
pub(crate) use vocabulary::OTHER_TYPES;
