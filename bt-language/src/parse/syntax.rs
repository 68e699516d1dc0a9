//! Calls `syn` without a stack overflow: `syn` recurses into nested tokens, and a compiler that
//! runs out of stack prints no message.

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::parse::Parser;

/// The maximum nesting depth of delimiters in an expression, a pattern or a header.
const GROUPS: usize = 128;

/// The maximum nesting depth of generic arguments: `A<A<A<…>>>`
const GENERICS: usize = 48;

pub(crate) fn read<T>(parser: impl Parser<Output = T>, tokens: &TokenStream) -> syn::Result<T> {
    if let Some((span, text)) = refused(tokens.clone()) {
        return Err(syn::Error::new(span, text));
    }
    parser.parse2(tokens.clone())
}

pub(crate) fn expression(tokens: &TokenStream) -> syn::Result<syn::Expr> {
    read(<syn::Expr as syn::parse::Parse>::parse, tokens)
}

pub(crate) fn is_expression(tokens: &TokenStream) -> bool {
    expression(tokens).is_ok()
}

/// Returns `true` if tokens are the path of a type: `npcs::Patrol<N>`
pub(crate) fn is_path(tokens: &TokenStream) -> bool {
    read(<syn::TypePath as syn::parse::Parse>::parse, tokens).is_ok()
}

/// The place and the text of the mistake in tokens that are nested too deeply for `syn`, or that have a
/// `try` outside of delimiters, which `syn` reads as a name like any other.
fn refused(tokens: TokenStream) -> Option<(Span, &'static str)> {
    let deep = "this is nested too deeply; move a part of it into a function or a type of its own";
    let mut word = None;
    let mut open = vec![(tokens.into_iter(), 0_usize)];
    while let Some((tokens, generics)) = open.last_mut() {
        match tokens.next() {
            None => {
                open.pop();
            }
            Some(TokenTree::Punct(punct)) => {
                match punct.as_char() {
                    '<' => *generics += 1,
                    '>' => *generics = generics.saturating_sub(1),
                    // The `<` before it was a comparison.
                    '&' | '|' | ';' => *generics = 0,
                    _ => {}
                }
                if *generics > GENERICS {
                    return Some((punct.span(), deep));
                }
            }
            Some(TokenTree::Group(group)) => {
                if open.len() > GROUPS {
                    return Some((group.span_open(), deep));
                }
                open.push((group.stream().into_iter(), 0));
            }
            Some(TokenTree::Ident(ident))
                if open.len() == 1 && word.is_none() && ident == "try" =>
            {
                word = Some(ident.span());
            }
            Some(_) => {}
        }
    }
    word.map(|span| (span, "`try` is a word of Rust; to use it as a name write `r#try`"))
}
