//! Placeholder until the first test of the language.
