//! The types that a user names in struct literals, each by an alias of its own, so that a type that
//! is not known is told once: where it is named, and not where it is made.

use super::context::first_span;
use crate::program::Program;
use bt_language::ast::{Kind, Literal};
use bt_language::machine::Node;
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};

/// `type __SoldierType7 = Walk;`
pub(super) fn aliases(program: &Program) -> TokenStream {
    let visibility = &program.visibility;
    let aliases = program.nodes().iter().filter_map(|node| {
        let (Kind::Stateful(literal) | Kind::With(literal)) = &node.kind else { return None };
        let (name, path) = (program.alias_type(node), &literal.path);
        let used = unbounded(program.used_generics(node.id.place()..node.id.place() + 1));
        let (parameters, _, _) = used.split_for_impl();
        Some(hygienic! {
            #[doc(hidden)]
            #[allow(dead_code, private_interfaces, non_camel_case_types, reason = "as the tree needs it")]
            #visibility type #name #parameters = #path;
        })
    });
    hygienic!(#(#aliases)*)
}

/// An alias takes no bounds: `<N: Clone, const M: usize>` → `<N, const M: usize>`
fn unbounded(mut generics: syn::Generics) -> syn::Generics {
    for parameter in &mut generics.params {
        match parameter {
            syn::GenericParam::Type(of) => of.bounds.clear(),
            syn::GenericParam::Lifetime(of) => of.bounds.clear(),
            syn::GenericParam::Const(_) => {}
        }
    }
    generics
}

fn name(program: &Program, node: &Node, literal: &Literal) -> Ident {
    let mut name = program.alias_type(node);
    name.set_span(first_span(&literal.path));
    name
}

/// `Walk { to: npc.home }` → `__SoldierType7 { to: npc.home }`
pub(crate) fn made(program: &Program, node: &Node, literal: &Literal) -> TokenStream {
    match literal.value.clone().into_iter().last() {
        Some(TokenTree::Group(fields)) if fields.delimiter() == Delimiter::Brace => {
            let name = name(program, node, literal);
            hygienic!(#name #fields)
        }
        _ => literal.path.clone(),
    }
}
