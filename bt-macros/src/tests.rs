//! The macro on tokens, without a compiler.

mod broken;
mod depth;
mod early;
mod enumeration;
mod golden;
mod invisible;
mod mutation;
mod mutations;
mod prefixes;
mod shapes;
mod verdict;

use proc_macro2::TokenStream;

/// The expansion of a source text, which must be lexically sound.
fn expand(source: &str) -> TokenStream {
    crate::expand_trees(source.parse().expect("sound tokens"))
}

/// The texts of the `compile_error!`s of an expansion.
fn errors(expansion: TokenStream) -> Vec<String> {
    let file: syn::File = syn::parse2(expansion).expect("an expansion is Rust");
    file.items
        .iter()
        .filter_map(|item| match item {
            syn::Item::Macro(item) if item.mac.path.segments.last()?.ident == "compile_error" => {
                item.mac.parse_body::<syn::LitStr>().ok().map(|text| text.value())
            }
            _ => None,
        })
        .collect()
}
