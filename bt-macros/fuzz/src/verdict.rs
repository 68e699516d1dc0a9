//! Checks that every expansion has to pass; a panic is a finding.

use proc_macro2::{TokenStream, TokenTree};

#[path = "../../src/tests/invisible.rs"]
mod invisible;

/// Expands tokens and parses the expansion, as rustc does.
pub fn check(input: TokenStream) {
    if depth(input.clone()) > 100 {
        return; // rustc's own parser has a limited stack
    }
    let output = bt_macros::expand(input.clone());
    let visible = if invisible::is_in(input.clone()) { invisible::opened(output) } else { output };
    if let Err(error) = syn::parse2::<syn::File>(visible) {
        panic!("the expansion is not Rust: {error}, of: {input}");
    }
}

/// The nesting depth of delimiters.
fn depth(tokens: TokenStream) -> usize {
    let below = |token| match token {
        TokenTree::Group(group) => 1 + depth(group.stream()),
        _ => 0,
    };
    tokens.into_iter().map(below).max().unwrap_or(0)
}
