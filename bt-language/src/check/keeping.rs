//! Checks values that a tree keeps from tick to tick: no value may be a borrow, and subtrees must
//! derive what the tree derives.

use super::each_mut;
use super::recursion::named;
use crate::ast::{Node, Outline, Purpose, Subtree, Tree};
use crate::mistakes::Mistakes;
use crate::source::first_span;
use proc_macro2::{Ident, Span};
use quote::ToTokens;
use std::collections::BTreeMap;

/// Refuses stateful actions and decorators that borrow a part of the blackboard, and removes them.
pub(super) fn check_borrows(tree: &mut Tree, errors: &mut Mistakes) {
    let binder = &tree.blackboard.binder;
    each_mut(&mut tree.root, &mut |node| {
        if let Some((field, span)) = borrowed_field(node, binder) {
            let text = format!(
                "`{field}` would borrow from the blackboard, but this value is kept longer than one tick; keep an id, a copy or a clone"
            );
            errors.add(span, text);
            node.reject();
            if let Some(child) = node.children.pop() {
                *node = child;
            }
        }
    });
}

/// The first field of a struct literal that is a borrow like `&npc.home`, with its span.
fn borrowed_field(node: &Node, binder: &Ident) -> Option<(String, Span)> {
    let is_made =
        |(purpose, _): &&(Purpose, _)| matches!(purpose, Purpose::Made | Purpose::Decorator);
    let (_, value) = node.expressions.iter().find(is_made)?;
    let read = syn::parse2::<syn::ExprStruct>(value.to_token_stream()).ok()?;
    read.fields.iter().find_map(|field| {
        let syn::Expr::Reference(reference) = &field.expr else { return None };
        let name = field.member.to_token_stream().to_string();
        is_part(&reference.expr, binder).then(|| (name, first_span(&field.expr.to_token_stream())))
    })
}

/// Returns `true` if an expression is `npc` or a field of it: `npc.base.home`
fn is_part(expression: &syn::Expr, binder: &Ident) -> bool {
    match expression {
        syn::Expr::Field(field) => is_part(&field.base, binder),
        syn::Expr::Path(path) => path.path.is_ident(binder),
        _ => false,
    }
}

/// The derives of the trees of a text; `None` for a tree with other attributes, which may derive
/// anything.
pub(super) struct Derives(BTreeMap<String, Option<Vec<String>>>);

impl Derives {
    pub(super) fn of(trees: &[Result<Tree, Outline>]) -> Self {
        let of = |tree: &Result<Tree, Outline>| {
            let tree = tree.as_ref().ok()?;
            Some((tree.outline.name.to_string(), derived(&tree.outline.attributes)))
        };
        Self(trees.iter().filter_map(of).collect())
    }
}

/// The names of the traits: `#[derive(Clone, fmt::Debug)]` → `Clone`, `Debug`
fn derived(attributes: &[syn::Attribute]) -> Option<Vec<String>> {
    let mut names = Vec::new();
    for attribute in attributes {
        if attribute.path().is_ident("cfg_attr") || attribute.path().is_ident("cfg") {
            return None;
        }
        if !attribute.path().is_ident("derive") {
            continue;
        }
        let parse = syn::punctuated::Punctuated::<syn::Path, syn::Token![,]>::parse_terminated;
        let paths = attribute.parse_args_with(parse).ok()?;
        names.extend(paths.iter().filter_map(|path| Some(path.segments.last()?.ident.to_string())));
    }
    names.retain(|name| name != "Default");
    Some(names)
}

/// Checks that the subtrees of a tree derive what the tree derives; removes the ones that do not.
pub(super) fn check_derives(tree: &mut Tree, known: &Derives, errors: &mut Mistakes) {
    let own = tree.outline.name.to_string();
    let Some(Some(wanted)) = known.0.get(&own) else { return };
    each_mut(&mut tree.root, &mut |node| {
        let Some(Subtree { tree, .. }) = node.calls() else { return };
        let Some(name) = named(tree, &own) else { return };
        let Some(Some(derived)) = known.0.get(&name) else { return };
        let missing: Vec<&str> =
            wanted.iter().filter(|one| !derived.contains(one)).map(String::as_str).collect();
        if let [first, ..] = missing.as_slice() {
            let text = format!(
                "`{own}` derives `{first}`, and its subtree `{name}` does not; write `#[derive({})]` before `tree {name}` too",
                missing.join(", ")
            );
            errors.add(first_span(tree), text);
            node.reject();
        }
    });
}
