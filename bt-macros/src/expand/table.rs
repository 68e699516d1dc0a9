//! The constants of a tree: its nodes as data, and its labels.

use super::context::nested;
use super::subtree::part;
use crate::ast::Kind;
use crate::model::{Model, Node, names};
use proc_macro2::{Ident, Literal, Span, TokenStream};

pub(super) fn constants(model: &Model) -> TokenStream {
    let rows = model.nodes.iter().map(row);
    let sizes: Vec<TokenStream> = subtrees(model).map(|tree| size(model, tree)).collect();
    let own = Literal::usize_unsuffixed(model.nodes.len());
    let tables = subtrees(model)
        .map(|tree| if model.is_opaque(tree) { hygienic!(&[]) } else { part(tree, "TABLE") });
    let table = hygienic! {
        &::bt_core::__private::table::<{ #own #(+ #sizes as ::core::primitive::usize)* }>(
            {
                use ::bt_core::__private::row::*;
                &[#(#rows),*]
            },
            &[#(#tables),*],
        )
    };
    let counts = sizes.iter().enumerate().map(|(before, size)| {
        let name = nested(before + 1);
        let sum = if before == 0 {
            hygienic!(#size)
        } else {
            let last = nested(before);
            hygienic!(Self::#last + #size)
        };
        hygienic!(const #name: ::core::primitive::u32 = #sum;)
    });
    let named = named(model, &table);
    hygienic! {
        #named
        #(#counts)*
    }
}

/// The constants that a program can name.
pub(super) fn named(model: &Model, table: &TokenStream) -> TokenStream {
    let visibility = &model.visibility;
    let labels = model.nodes.iter().filter_map(|node| label(model, node));
    hygienic! {
        /// The nodes of the tree, in pre-order: a node's id is its place here.
        #visibility const NODES: &'static [::bt_core::Node] = #table;
        #(#labels)*
    }
}

pub(super) fn subtrees(model: &Model) -> impl Iterator<Item = &TokenStream> {
    model.nodes.iter().filter_map(|node| match &node.kind {
        Kind::Subtree { tree, .. } => Some(tree),
        _ => None,
    })
}

/// How many nodes a subtree brings.
fn size(model: &Model, tree: &TokenStream) -> TokenStream {
    if model.is_opaque(tree) {
        return hygienic!(0);
    }
    part(tree, "SIZE")
}

/// How many nodes the tree has, subtrees included.
pub(super) fn total(model: &Model) -> TokenStream {
    model.end(0)
}

/// `Row(3, Sequence, "flee", "", "Runs away.", 7)`
fn row(node: &Node) -> TokenStream {
    let size = Literal::usize_unsuffixed(node.end - node.id);
    let kind = Ident::new(names::kind_name(&node.kind), Span::mixed_site());
    let label = node.label.as_ref().map(ToString::to_string).unwrap_or_default();
    let (source, description) = (&node.source, node.description.as_deref().unwrap_or_default());
    let line = Literal::usize_unsuffixed(node.span.start().line);
    hygienic!(Row(#size, #kind, #label, #source, #description, #line))
}

/// `const FLEE: NodeId`
fn label(model: &Model, node: &Node) -> Option<TokenStream> {
    let label = node.label.as_ref()?;
    let constant = names::constant(label);
    let text = match &node.description {
        Some(text) => format!(" The node `'{label}`: {text}"),
        None => format!(" The node `'{label}`."),
    };
    let id = model.id(node.id);
    let visibility = &model.visibility;
    Some(hygienic! {
        #[doc = #text]
        #visibility const #constant: ::bt_core::NodeId = ::bt_core::NodeId::new(#id);
    })
}

/// Names each subtree's parts in a body, which then has the one error about them, and none that
/// follows from it.
pub(super) fn mentions(model: &Model) -> TokenStream {
    let mut seen = std::collections::BTreeSet::new();
    let trees = subtrees(model).filter(|tree| seen.insert(tree.to_string()));
    let sizes = trees.map(|tree| part(tree, "SIZE"));
    hygienic!(#(let _ = #sizes;)*)
}
