//! Finds the generics of a tree that a hidden type needs: those that the types of its nodes name.

use super::scope::mentions;
use crate::program::{Program, trait_object};
use bt_language::ast::Kind;
use bt_language::machine::{Node, Position, Region, Storage};
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use std::ops::Range;

impl Program {
    /// `__SoldierAt7<N>`
    pub(crate) fn with_generics(&self, name: &Ident, nodes: Range<usize>) -> TokenStream {
        with_arguments(name, &self.used_generics(nodes))
    }

    /// The type of a region's state.
    pub(crate) fn region_of(&self, region: &Region) -> TokenStream {
        match region.storage {
            Storage::Nothing => hygienic!(()),
            Storage::Flag => hygienic!(::core::primitive::bool),
            Storage::Enum => self.with_generics(&self.region_type(region), region.nodes.clone()),
        }
    }

    /// The idle value of a region.
    pub(crate) fn idle(&self, region: &Region) -> TokenStream {
        match region.storage {
            Storage::Nothing => hygienic!(()),
            Storage::Flag => hygienic!(false),
            Storage::Enum => {
                let of = self.region_type(region);
                hygienic!(#of::Idle)
            }
        }
    }

    /// The state of a region while a position runs: `__SoldierAt7::Attack9`
    pub(crate) fn recorded_as(&self, region: &Region, position: &Position) -> TokenStream {
        if region.storage == Storage::Flag {
            return hygienic!(true);
        }
        let (of, variant) = (self.region_type(region), self.variant(position));
        hygienic!(#of::#variant)
    }

    /// The tree's generics that the types stored for these nodes name.
    pub(crate) fn used_generics(&self, nodes: Range<usize>) -> syn::Generics {
        if self.generics.params.is_empty() {
            return syn::Generics::default();
        }
        let types = self.nodes()[nodes].iter().filter_map(stored_type);
        self.generics_in(&hygienic!(#(#types)*))
    }

    /// The tree's generics that some types name.
    pub(crate) fn generics_named(&self, types: &TokenStream) -> syn::Generics {
        if self.generics.params.is_empty() {
            return syn::Generics::default();
        }
        self.generics_in(types)
    }

    /// The tree's generics that the memory names: those of its subtrees.
    pub(crate) fn memory_generics(&self) -> syn::Generics {
        if self.generics.params.is_empty() {
            return syn::Generics::default();
        }
        let types = self.nodes().iter().filter(|node| node.is_kept()).filter_map(stored_type);
        self.generics_in(&hygienic!(#(#types)*))
    }

    /// The tree's generics that occur in these types, with the bounds that name no other generics.
    fn generics_in(&self, stored: &TokenStream) -> syn::Generics {
        let mut used = syn::Generics::default();
        let occurs = |parameter: &&syn::GenericParam| mentions(stored, parameter_name(parameter));
        let absent: Vec<&Ident> = self
            .generics
            .params
            .iter()
            .filter(|parameter| !occurs(parameter))
            .map(parameter_name)
            .collect();
        let names_absent =
            |tokens: TokenStream| absent.iter().any(|parameter| mentions(&tokens, parameter));
        for parameter in self.generics.params.iter().filter(occurs) {
            let mut parameter = parameter.clone();
            match &mut parameter {
                syn::GenericParam::Type(of) => {
                    of.bounds = without(&of.bounds, |bound| names_absent(bound.to_token_stream()));
                }
                syn::GenericParam::Lifetime(of) => {
                    of.bounds = without(&of.bounds, |bound| names_absent(bound.to_token_stream()));
                }
                syn::GenericParam::Const(_) => {}
            }
            used.params.push(parameter);
        }
        if let Some(clause) = self.generics.where_clause.clone().filter(|_| !used.params.is_empty())
        {
            let predicates =
                without(&clause.predicates, |predicate| names_absent(predicate.to_token_stream()));
            used.where_clause = Some(syn::WhereClause { predicates, ..clause });
        }
        used
    }

    /// Returns `true` if a subtree's type names generics of this tree. Then its nodes cannot be
    /// listed, because the length of an array cannot depend on generics.
    pub(crate) fn is_opaque(&self, tree: &TokenStream) -> bool {
        self.generics.params.iter().any(|parameter| mentions(tree, parameter_name(parameter)))
    }
}

/// `__SoldierAgent<N>`
pub(super) fn with_arguments(name: &Ident, generics: &syn::Generics) -> TokenStream {
    let (_, arguments, _) = generics.split_for_impl();
    hygienic!(#name #arguments)
}

/// A list without some items.
fn without<T: Clone, P: Clone + Default>(
    list: &syn::punctuated::Punctuated<T, P>,
    unwanted: impl Fn(&T) -> bool,
) -> syn::punctuated::Punctuated<T, P> {
    list.iter().filter(|item| !unwanted(item)).cloned().collect()
}

fn stored_type(node: &Node) -> Option<TokenStream> {
    match &node.kind {
        Kind::Stateful(literal) | Kind::With(literal) => Some(literal.path.clone()),
        Kind::Subtree { tree, .. } => Some(tree.clone()),
        Kind::Let { of, .. } => Some(of.clone()),
        _ => None,
    }
}

/// `N`, or the `a` of `'a`.
fn parameter_name(parameter: &syn::GenericParam) -> &Ident {
    match parameter {
        syn::GenericParam::Lifetime(lifetime) => &lifetime.lifetime.ident,
        syn::GenericParam::Type(of) => &of.ident,
        syn::GenericParam::Const(of) => &of.ident,
    }
}

/// In a trait's header `dyn World` means `dyn World + 'static`; a method takes any lifetime.
pub(super) fn trait_generics(program: &Program) -> (syn::Generics, TokenStream) {
    let (mut generics, blackboard) = (program.generics.clone(), &program.blackboard_type);
    let is_lifetime =
        |bound: &syn::TypeParamBound| matches!(bound, syn::TypeParamBound::Lifetime(_));
    match trait_object(blackboard) {
        Some(of) if !of.bounds.iter().any(is_lifetime) => {
            let lifetime: syn::Lifetime = syn::parse_quote!('__blackboard);
            let parameter = syn::LifetimeParam::new(lifetime.clone());
            generics.params.insert(0, syn::GenericParam::Lifetime(parameter));
            (generics, hygienic!(#blackboard + #lifetime))
        }
        _ => (generics, blackboard.clone()),
    }
}
