//! The invisible delimiters around arguments of a `macro_rules!`.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

pub(crate) fn is_in(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::None || is_in(group.stream()),
        _ => false,
    })
}

/// rustc ignores invisible delimiters in the output of a procedural macro: `$x:expr` loses them there.
pub(crate) fn opened(tokens: TokenStream) -> TokenStream {
    let open = |token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => opened(group.stream()),
        TokenTree::Group(group) => {
            TokenTree::from(Group::new(group.delimiter(), opened(group.stream()))).into()
        }
        single => TokenStream::from(single),
    };
    tokens.into_iter().map(open).collect()
}
