//! The enums and structs that remember what runs; none of them is for the user's eyes.

use super::{choice, frame};
use crate::ast::Kind;
use crate::model::{ItemId, Model, Region, is_frame};
use proc_macro2::{Ident, TokenStream};

pub(super) fn all(model: &Model) -> TokenStream {
    let mut types: Vec<TokenStream> = Vec::new();
    for region in &model.plan.regions {
        if model.has_enum(region.root) {
            types.push(region_enum(model, region));
        }
        for position in &region.positions {
            let cut = position.item != region.root && model.plan.item(position.item).cut;
            let node = model.node_of(position.item);
            if !cut && is_frame(node) && !frame::is_single(node) {
                types.push(frame_types(model, position.item));
            }
        }
    }
    if model.has_memory {
        let fields = model.memory_fields();
        let text = format!(" What `{}` keeps when it has finished.", model.name);
        types.push(item(
            model,
            &text,
            &model.memory_generics(),
            |generics, bounds, name| hygienic!(struct #name #generics #bounds { #fields }),
            &model.memory_type(),
        ));
    }
    types.into_iter().collect()
}

/// A hidden type with the attributes and the visibility of the tree.
fn item(
    model: &Model,
    text: &str,
    generics: &syn::Generics,
    body: impl Fn(&syn::ImplGenerics<'_>, Option<&syn::WhereClause>, &Ident) -> TokenStream,
    name: &Ident,
) -> TokenStream {
    let (parameters, _, bounds) = generics.split_for_impl();
    let body = body(&parameters, bounds, name);
    let (visibility, derives) = (&model.visibility, derives(&model.attributes, false));
    hygienic! {
        #[doc = #text]
        #[doc(hidden)]
        #(#derives)*
        #[allow(
            dead_code,
            private_interfaces,
            private_bounds,
            non_camel_case_types,
            missing_debug_implementations,
            missing_copy_implementations,
            variant_size_differences,
            clippy::large_enum_variant,
            clippy::type_complexity,
            reason = "as the tree needs it"
        )]
        #visibility #body
    }
}

/// `Idle`, or what runs.
fn region_enum(model: &Model, region: &Region) -> TokenStream {
    let variants: Vec<TokenStream> =
        region.positions.iter().map(|position| variant(model, region, position.item)).collect();
    let text = if region.root == model.plan.regions[0].root {
        format!(" What runs in `{}`.", model.name)
    } else {
        format!(" What runs below node {} of `{}`.", model.node_of(region.root).id, model.name)
    };
    item(
        model,
        &text,
        &model.used_generics(model.nodes_of(region.root)),
        |generics, bounds, name| {
            hygienic! {
                enum #name #generics #bounds {
                    /// Nothing runs: the next tick begins at the beginning.
                    Idle,
                    #(#variants)*
                }
            }
        },
        &model.region_type(region.root),
    )
}

fn variant(model: &Model, region: &Region, item: ItemId) -> TokenStream {
    let node = model.node_of(item);
    let variant = model.variant(item);
    let text = format!(" Node {}, `{}`.", node.id, describe(node));
    let cut = item != region.root && model.plan.item(item).cut;
    if !cut && is_frame(node) && frame::is_single(node) {
        let fields = frame::field_types(model, item);
        return hygienic!(#[doc = #text] #variant { #fields },);
    }
    let data = match &node.kind {
        _ if cut => Some(model.region_of(item)),
        Kind::Stateful(literal) => Some(literal.path.clone()),
        Kind::Wait(_) | Kind::Delay(_) => Some(hygienic!(::core::time::Duration)),
        Kind::Subtree { tree, .. } => Some(super::subtree::type_of(tree, "State")),
        _ if is_frame(node) => {
            Some(model.with_generics(&model.frame_type(node), node.id..node.end))
        }
        _ => None,
    };
    match data {
        Some(data) => hygienic!(#[doc = #text] #variant(#data),),
        None => hygienic!(#[doc = #text] #variant,),
    }
}

fn describe(node: &crate::model::Node) -> &str {
    if node.source.is_empty() { crate::model::names::kind_name(&node.kind) } else { &node.source }
}

fn frame_types(model: &Model, frame: ItemId) -> TokenStream {
    let node = model.node_of(frame);
    let fields = frame::field_types(model, frame);
    let used = model.used_generics(node.id..node.end);
    let text = format!(" What node {} of `{}` keeps while it is active.", node.id, model.name);
    let mut types = item(
        model,
        &text,
        &used,
        |generics, bounds, name| hygienic!(struct #name #generics #bounds { #fields }),
        &model.frame_type(node),
    );
    if matches!(node.kind, Kind::Random { .. } | Kind::Utility { .. }) {
        let variants = choice::variants(model, frame);
        let text = format!(" The child that node {} of `{}` has chosen.", node.id, model.name);
        types.extend([item(
            model,
            &text,
            &used,
            |generics, bounds, name| hygienic!(enum #name #generics #bounds { Idle, #variants }),
            &model.child_type(node),
        )]);
    }
    types
}

/// The tree's attributes that its hidden types take over, or, with `all`, that its own type takes:
/// `Default` is always there, so it is not derived.
pub(super) fn derives(attributes: &[syn::Attribute], all: bool) -> Vec<TokenStream> {
    attributes.iter().filter_map(|attribute| one_attribute(attribute, all)).collect()
}

fn one_attribute(attribute: &syn::Attribute, all: bool) -> Option<TokenStream> {
    let path = attribute.path();
    if path.is_ident("derive") {
        let syn::Meta::List(list) = &attribute.meta else { return Some(hygienic!(#attribute)) };
        let parse = syn::punctuated::Punctuated::<syn::Path, syn::Token![,]>::parse_terminated;
        let Ok(paths) = syn::parse::Parser::parse2(parse, list.tokens.clone()) else {
            return Some(hygienic!(#attribute));
        };
        let is_default = |path: &&syn::Path| {
            path.segments.last().is_none_or(|segment| segment.ident != "Default")
        };
        let paths: Vec<&syn::Path> = paths.iter().filter(is_default).collect();
        return (!paths.is_empty()).then(|| hygienic!(#[derive(#(#paths),*)]));
    }
    let text = hygienic!(#attribute).to_string();
    let inherited = path.is_ident("cfg")
        || (path.is_ident("cfg_attr") && text.contains("derive"))
        || (path.is_ident("serde") && text.contains("crate"));
    (all || inherited).then(|| hygienic!(#attribute))
}

/// What of a tree's attributes its `impl`s need: whether they are there at all, which lints are
/// allowed, and that they may name a type that is deprecated.
pub(super) fn for_impls(attributes: &[syn::Attribute]) -> TokenStream {
    let passed = |attribute: &&syn::Attribute| {
        attribute.path().is_ident("cfg") || attribute.path().is_ident("allow")
    };
    let passed = attributes.iter().filter(passed);
    let deprecated = attributes.iter().any(|attribute| attribute.path().is_ident("deprecated"));
    let permitted = deprecated.then(|| hygienic!(#[allow(deprecated)]));
    hygienic!(#(#passed)* #permitted)
}
