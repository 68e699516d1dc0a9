//! The reader of the methods: the compiler, or an editor.

use super::{expression, table};
use crate::program::Program;
use proc_macro2::{Ident, Span, TokenStream};

/// The reader of a method.
#[derive(Clone, Copy)]
pub(super) enum Reader {
    Compiler,
    /// It needs the signature, and does not see the calls in the body.
    Editor,
}

impl Reader {
    pub(super) fn body(self, body: TokenStream) -> TokenStream {
        match self {
            Self::Compiler => body,
            Self::Editor => hygienic!(loop {}),
        }
    }

    /// An editor goes to the header; with the span of the name, it would find the method there.
    pub(super) fn name(self, program: &Program, name: &str) -> Ident {
        match self {
            Self::Compiler => at_name(program, name),
            Self::Editor => Ident::new(name, program.colon),
        }
    }

    /// Only the compiler reports errors about a subtree.
    pub(super) fn mentions(self, program: &Program) -> Option<TokenStream> {
        matches!(self, Self::Compiler).then(|| table::mentions(program))
    }

    /// Editors show the names of parameters.
    pub(super) fn observer(self) -> Ident {
        match self {
            Self::Compiler => expression::local("observer"),
            Self::Editor => Ident::new("observer", Span::mixed_site()),
        }
    }

    /// The binder already occurs in the mirror.
    pub(super) fn binder(self, program: &Program) -> Ident {
        let mut binder = program.binder.clone();
        if let Self::Editor = self {
            binder.set_span(Span::mixed_site());
        }
        binder
    }
}

/// A generated word with the span of the tree's name: errors about a call point there.
pub(super) fn at_name(program: &Program, word: &str) -> Ident {
    Ident::new(word, Span::mixed_site().located_at(program.name.span()))
}
