//! Trees compile and follow the rules of the language, in any spelling and any scope.

mod accepted;
mod attributes;
mod awaits;
mod data;
mod event_driven;
mod generic_arguments;
mod generics;
mod names;
mod next_wake;
mod spelling;
