//! The enums and structs of the state, which are hidden from the user.

use super::{choice, fields};
use crate::program::Program;
use bt_language::ast::Kind;
use bt_language::machine::{Frame, Keeps, Machine, Node, Position, Region};
use proc_macro2::{Ident, TokenStream};

pub(super) fn all(program: &Program) -> TokenStream {
    let mut types: Vec<TokenStream> = Vec::new();
    for region in &program.machine.regions {
        if region.has_enum() {
            types.push(region_enum(program, region));
        }
        let frames = region.positions.iter().filter_map(|of| program.machine.frame_of(of));
        types.extend(frames.filter(|of| !of.is_single()).map(|of| frame_types(program, of)));
    }
    if program.has_memory {
        let fields = program.memory_fields();
        let text = format!(" What `{}` keeps when it has finished.", program.name);
        types.push(item(
            program,
            &text,
            &program.memory_generics(),
            |generics, bounds, name| hygienic!(struct #name #generics #bounds { #fields }),
            &program.memory_type(),
        ));
    }
    types.into_iter().collect()
}

/// A hidden type with the attributes and the visibility of the tree.
pub(super) fn item(
    program: &Program,
    text: &str,
    generics: &syn::Generics,
    body: impl Fn(&syn::ImplGenerics<'_>, Option<&syn::WhereClause>, &Ident) -> TokenStream,
    name: &Ident,
) -> TokenStream {
    let (parameters, _, bounds) = generics.split_for_impl();
    let body = body(&parameters, bounds, name);
    let (visibility, derives) = (&program.visibility, derives(&program.attributes, false));
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

/// `Idle`, or one of the positions.
fn region_enum(program: &Program, region: &Region) -> TokenStream {
    let variants: Vec<TokenStream> =
        region.positions.iter().map(|position| variant(program, position)).collect();
    let text = if region.id == Machine::ROOT {
        format!(" The state of `{}`.", program.name)
    } else {
        format!(" The state below node {} of `{}`.", region.root.node, program.name)
    };
    item(
        program,
        &text,
        &program.used_generics(region.nodes.clone()),
        |generics, bounds, name| {
            hygienic! {
                enum #name #generics #bounds {
                    /// No node is active: the next tick starts the tree again.
                    Idle,
                    #(#variants)*
                }
            }
        },
        &program.region_type(region),
    )
}

fn variant(program: &Program, position: &Position) -> TokenStream {
    let node = program.node_of(position);
    let variant = program.variant(position);
    let text = format!(" Node {}, `{}`.", node.id, describe(node));
    let data = match (position.keeps, &node.kind) {
        (Keeps::Nothing, _) => return hygienic!(#[doc = #text] #variant,),
        (Keeps::Region(region), _) => program.region_of(program.region(region)),
        (Keeps::Deadline, _) => hygienic!(::core::time::Duration),
        (Keeps::Frame(frame), _) => {
            let frame = &program.machine[frame];
            if frame.is_single() {
                let fields = fields::field_types(program, frame);
                return hygienic!(#[doc = #text] #variant { #fields },);
            }
            program.with_generics(&program.frame_type(node), node.range())
        }
        (_, Kind::Stateful(literal)) => program.made_type(node, literal),
        (_, Kind::Subtree { tree, .. }) => super::subtree::type_of(tree, "State"),
        _ => program.internal(node, "it keeps data of no type"),
    };
    hygienic!(#[doc = #text] #variant(#data),)
}

fn describe(node: &Node) -> &str {
    if node.source.is_empty() { node.kind.word().name() } else { &node.source }
}

fn frame_types(program: &Program, frame: &Frame) -> TokenStream {
    let node = program.node(frame.node);
    let fields = fields::field_types(program, frame);
    let used = program.used_generics(node.range());
    let text = format!(" What node {} of `{}` keeps while it is active.", node.id, program.name);
    let mut types = item(
        program,
        &text,
        &used,
        |generics, bounds, name| hygienic!(struct #name #generics #bounds { #fields }),
        &program.frame_type(node),
    );
    if frame.is_choice() {
        let variants = choice::variants(program, frame);
        let text = format!(" The child that node {} of `{}` has chosen.", node.id, program.name);
        types.extend([item(
            program,
            &text,
            &used,
            |generics, bounds, name| hygienic!(enum #name #generics #bounds { Idle, #variants }),
            &program.child_type(node),
        )]);
    }
    types
}

/// The attributes of the tree that its hidden types take over; with `all`, those of its own type.
/// `Default` is always implemented, so it is not derived.
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

/// The attributes of a tree that its `impl`s need: conditions, allowed lints, and the permission to
/// name a deprecated type.
pub(super) fn for_impls(attributes: &[syn::Attribute]) -> TokenStream {
    let passed = |attribute: &&syn::Attribute| {
        attribute.path().is_ident("cfg") || attribute.path().is_ident("allow")
    };
    let passed = attributes.iter().filter(passed);
    let deprecated = attributes.iter().any(|attribute| attribute.path().is_ident("deprecated"));
    let permitted = deprecated.then(|| hygienic!(#[allow(deprecated)]));
    hygienic!(#(#passed)* #permitted)
}
