//! The collector of mistakes: all of them are told, each at the user's own tokens.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

/// What is wrong in the trees of one macro call, in the order in which it was found.
#[derive(Default)]
pub(crate) struct Errors {
    mistakes: Vec<Mistake>,
}

struct Mistake {
    span: Span,
    text: String,
}

impl Errors {
    pub(crate) fn push(&mut self, span: Span, text: impl Into<String>) {
        self.mistakes.push(Mistake { span, text: text.into() });
    }

    /// Takes over what `syn` says of an expression, a type or a header.
    pub(crate) fn push_syn(&mut self, error: syn::Error) {
        for one in error {
            self.push(one.span(), one.to_string());
        }
    }

    /// `compile_error!` calls; they go behind all other items, so that an editor finds the same
    /// offsets with and without them.
    /// They are told in the order of the source.
    pub(crate) fn into_compile_errors(mut self) -> TokenStream {
        self.mistakes.sort_by_key(|mistake| {
            let start = mistake.span.start();
            (start.line, start.column)
        });
        self.mistakes
            .into_iter()
            .map(|Mistake { span, text }| quote_spanned!(span=> ::core::compile_error! { #text }))
            .collect()
    }
}
