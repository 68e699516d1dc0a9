//! The macro accepts any text that the lexer accepts.

#![no_main]

mod verdict;

use proc_macro2::TokenStream;

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(tokens) = text.parse::<TokenStream>() {
        verdict::check(tokens);
    }
});
