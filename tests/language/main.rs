//! Trees compile and follow the rules of the language, in any spelling, scope and header.

mod accepted;
mod attributes;
mod awaits;
mod data;
mod event_driven;
mod generic_arguments;
mod generics;
mod headers;
mod hygiene;
mod leaving;
mod names;
mod no_prelude;
mod spelling;
