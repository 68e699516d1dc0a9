//! What has to hold for every expansion; a panic is the finding.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// Expands tokens and reads what comes out, as rustc does.
pub fn check(input: TokenStream) {
    if depth(input.clone()) > 100 {
        return; // rustc's own parser has a limited stack
    }
    let output = bt_macros::expand(input.clone());
    let visible = if has_invisible(input.clone()) { opened(output) } else { output };
    if let Err(error) = syn::parse2::<syn::File>(visible) {
        panic!("the expansion is not Rust: {error}, of: {input}");
    }
}

/// How deep delimiters are nested.
fn depth(tokens: TokenStream) -> usize {
    let below = |token| match token {
        TokenTree::Group(group) => 1 + depth(group.stream()),
        _ => 0,
    };
    tokens.into_iter().map(below).max().unwrap_or(0)
}

fn has_invisible(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => {
            group.delimiter() == Delimiter::None || has_invisible(group.stream())
        }
        _ => false,
    })
}

/// rustc does not see invisible delimiters that a procedural macro writes.
fn opened(tokens: TokenStream) -> TokenStream {
    let open = |token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => opened(group.stream()),
        TokenTree::Group(group) => {
            TokenTree::from(Group::new(group.delimiter(), opened(group.stream()))).into()
        }
        single => TokenStream::from(single),
    };
    tokens.into_iter().map(open).collect()
}
