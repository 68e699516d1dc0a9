//! The macro on tokens, without a compiler.

mod arrows;
mod corpus;
mod depth;
mod early;
mod files;
mod golden;
mod locals;
mod mistakes;
mod mutations;
mod prefixes;
mod rules;
mod shapes;
mod tokens;
mod verdict;

use bt_language::machine::Machine;
use proc_macro2::TokenStream;

/// The step between the places of a tree that are tested; 1 with `ALL_PLACES=1`, which needs an
/// optimized macro.
fn stride() -> usize {
    if std::env::var_os("ALL_PLACES").is_some() { 1 } else { 40 }
}

/// The expansion of a source text, which must be lexically sound.
fn expand(source: &str) -> TokenStream {
    crate::expand_trees(&source.parse().expect("sound tokens"))
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

/// Checks every machine that a test makes.
pub(crate) fn check(machine: &Machine) {
    if let Err(faults) = machine.check() {
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        panic!("the machine of `{}` is not sound:\n{}", machine.name, faults.join("\n"));
    }
}
