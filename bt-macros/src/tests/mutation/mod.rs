//! Random changes to tokens, which nobody would write but everybody may feed to a macro while typing
//! or through macros of their own. It knows nothing of the language but the words that it is given:
//! the fuzzer includes it too.

mod change;
pub(crate) mod corpus;
mod place;
mod shrink;
mod token;
mod vocabulary;

pub(crate) use change::Mutator;
pub(crate) use shrink::shrink;
#[cfg(fuzzing)]
pub(crate) use token::count;
pub(crate) use token::{Token, text, write};
pub(crate) use vocabulary::vocabulary;
