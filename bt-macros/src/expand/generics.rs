//! Which of a tree's generics a hidden type needs: those that its nodes' types name.

use super::context::mentions;
use crate::ast::Kind;
use crate::model::{ItemId, Model, Node};
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use std::ops::Range;

impl Model {
    /// `__SoldierAt7<N>`
    pub(crate) fn with_generics(&self, name: &Ident, nodes: Range<usize>) -> TokenStream {
        let used = self.used_generics(nodes);
        let (_, arguments, _) = used.split_for_impl();
        hygienic!(#name #arguments)
    }

    /// The type of the region below this root.
    pub(crate) fn region_of(&self, root: ItemId) -> TokenStream {
        self.with_generics(&self.region_type(root), self.nodes_of(root))
    }

    /// The nodes below an item; those of its whole composite for a run of children.
    pub(crate) fn nodes_of(&self, item: ItemId) -> Range<usize> {
        let node = self.node_of(item);
        node.id..node.end
    }

    /// The tree's generics that the types stored for these nodes name.
    pub(crate) fn used_generics(&self, nodes: Range<usize>) -> syn::Generics {
        let mut used = syn::Generics::default();
        if self.generics.params.is_empty() {
            return used;
        }
        let stored: TokenStream = self.nodes[nodes].iter().filter_map(stored_type).collect();
        for parameter in &self.generics.params {
            if mentions(&stored, parameter_name(parameter)) {
                used.params.push(parameter.clone());
            }
        }
        if let Some(clause) = &self.generics.where_clause {
            let absent = |parameter: &&syn::GenericParam| {
                !used.params.iter().any(|used| parameter_name(used) == parameter_name(parameter))
            };
            let unused: Vec<&syn::GenericParam> =
                self.generics.params.iter().filter(absent).collect();
            let mut clause = clause.clone();
            clause.predicates = clause
                .predicates
                .into_iter()
                .filter(|predicate| {
                    let tokens = predicate.to_token_stream();
                    !unused.iter().any(|parameter| mentions(&tokens, parameter_name(parameter)))
                })
                .collect();
            used.where_clause = Some(clause).filter(|_| !used.params.is_empty());
        }
        used
    }

    /// Whether a subtree's type names generics of this tree; its nodes cannot be listed then,
    /// since the length of an array cannot depend on them.
    pub(crate) fn is_opaque(&self, tree: &TokenStream) -> bool {
        self.generics.params.iter().any(|parameter| mentions(tree, parameter_name(parameter)))
    }
}

fn stored_type(node: &Node) -> Option<TokenStream> {
    match &node.kind {
        Kind::Stateful(literal) | Kind::With(literal) => Some(literal.path.clone()),
        Kind::Subtree { tree, .. } => Some(tree.clone()),
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
