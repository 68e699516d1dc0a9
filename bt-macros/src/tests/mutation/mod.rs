//! Random changes of tokens. Users may pass such tokens to the macro while they type, or from macros of
//! their own. The code knows nothing of the language except the words that are passed to it, because the
//! fuzzer includes it too.

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
