//! The constants of a tree: its nodes as data, and its labels.

use super::context::nested;
use super::subtree::part;
use crate::ast::Kind;
use crate::model::{Model, Node, names};
use proc_macro2::{Ident, Literal, Span, TokenStream};

pub(super) fn constants(model: &Model) -> TokenStream {
    let rows = model.nodes.iter().map(|node| row(model, node));
    let sizes: Vec<TokenStream> = subtrees(model).map(|tree| size(model, tree)).collect();
    let table = if sizes.is_empty() {
        hygienic!(&[#(#rows),*])
    } else {
        let own = Literal::usize_unsuffixed(model.nodes.len());
        let tables = subtrees(model)
            .map(|tree| if model.is_opaque(tree) { hygienic!(&[]) } else { part(tree, "TABLE") });
        hygienic! {
            &::bt_core::__private::flatten::<{ #own #(+ #sizes as ::core::primitive::usize)* }>(
                &[#(#rows),*],
                &[#(#tables),*],
            )
        }
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

fn row(model: &Model, node: &Node) -> TokenStream {
    let (id, end) = (model.id(node.id), model.end(node.id));
    let parent = optional(node.parent.map(|parent| model.id(parent)));
    let kind = Ident::new(names::kind_name(&node.kind), Span::call_site());
    let label = node.label.as_ref().map(ToString::to_string);
    let label = optional(label.map(|label| hygienic!(#label)));
    let source = &node.source;
    let description = optional(node.description.as_ref().map(|text| hygienic!(#text)));
    let line = Literal::u32_unsuffixed(u32::try_from(node.span.start().line).unwrap_or(0));
    hygienic! {
        ::bt_core::__private::node(
            #id, #end, #parent, ::bt_core::NodeKind::#kind, #label, #source, #description, #line
        )
    }
}

fn optional(value: Option<TokenStream>) -> TokenStream {
    match value {
        Some(value) => hygienic!(::core::option::Option::Some(#value)),
        None => hygienic!(::core::option::Option::None),
    }
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
