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
    let with = hygienic!(serde(deserialize_with = #function));
    program.attributes.iter().find_map(|attribute| {
        let syn::Meta::List(list) = &attribute.meta else { return None };
        let parse = syn::punctuated::Punctuated::<syn::Meta, syn::Token![,]>::parse_terminated;
        let metas = syn::parse::Parser::parse2(parse, list.tokens.clone()).ok()?;
        if attribute.path().is_ident("derive") {
            return metas.iter().any(is_deserialize).then(|| hygienic!(#[#with]));
        }
        let condition = metas.first().filter(|_| attribute.path().is_ident("cfg_attr"))?;
        let derives = |meta: &syn::Meta| {
            let syn::Meta::List(list) = meta else { return false };
            let derived = syn::parse::Parser::parse2(parse, list.tokens.clone());
            list.path.is_ident("derive") && derived.is_ok_and(|all| all.iter().any(is_deserialize))
        };
        let derives = metas.iter().skip(1).any(derives);
        derives.then(|| hygienic!(#[cfg_attr(#condition, #with)]))
    })
}

fn is_deserialize(of: &syn::Meta) -> bool {
    of.path().segments.last().is_some_and(|segment| segment.ident == "Deserialize")
}
