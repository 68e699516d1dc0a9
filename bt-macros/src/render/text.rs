//! The texts of files that a tree keeps.

use crate::program::Program;
use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

/// The type of a text of a file.
pub(super) fn of(span: Span) -> TokenStream {
    quote_spanned!(span=> &'static ::core::primitive::str)
}

/// The attribute of a field that keeps a `&'static str` of a file, if the tree derives `Deserialize`: a text that is
/// loaded becomes one that lives as long as the program. The type of such a field is written as a path, because `serde`
/// borrows from its input whatever has the type `&str`.
pub(super) fn deserialize_with(
    program: &Program,
    field: &TokenStream,
    function: &str,
) -> Option<TokenStream> {
    if field.to_string() != of(Span::call_site()).to_string() {
        return None;
    }
    let function = format!("__bt::{function}");
    attribute(program, &["Deserialize"], &hygienic!(serde(deserialize_with = #function)))
}

/// An attribute of a field for `serde`, if the tree derives one of its traits.
pub(super) fn attribute(
    program: &Program,
    traits: &[&str],
    attribute: &TokenStream,
) -> Option<TokenStream> {
    let parse = syn::punctuated::Punctuated::<syn::Meta, syn::Token![,]>::parse_terminated;
    let metas = |of: &syn::Meta, word: &str| {
        let syn::Meta::List(list) = of else { return None };
        list.path
            .is_ident(word)
            .then(|| syn::parse::Parser::parse2(parse, list.tokens.clone()).ok())?
    };
    let derives = |of: &syn::Meta| {
        let derived = metas(of, "derive");
        derived.is_some_and(|all| all.iter().any(|derived| is_of_serde(derived, traits)))
    };
    if program.attributes.iter().any(|of| derives(&of.meta)) {
        return Some(hygienic!(#[#attribute]));
    }
    let conditional = program.attributes.iter().filter_map(|of| metas(&of.meta, "cfg_attr"));
    let conditions = conditional.filter(|metas| metas.iter().skip(1).any(derives));
    let conditions: Vec<_> = conditions.filter_map(|metas| metas.first().cloned()).collect();
    (!conditions.is_empty()).then(|| hygienic!(#[cfg_attr(any(#(#conditions),*), #attribute)]))
}

/// Returns `true` for `Serialize` or `serde::Serialize`, but not for the trait of this name of another library.
fn is_of_serde(of: &syn::Meta, traits: &[&str]) -> bool {
    let segments = &of.path().segments;
    let last = segments.last().is_some_and(|last| traits.iter().any(|name| last.ident == name));
    last && (segments.len() == 1 || segments.iter().any(|segment| segment.ident == "serde"))
}
