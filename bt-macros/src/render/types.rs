//! The enums and structs of the state, which are hidden from the user.

use super::{choice, fields};
use crate::program::Program;
use bt_language::ast::Kind;
use bt_language::machine::{Frame, Keeps, Position, Region};
use proc_macro2::{Ident, TokenStream};

pub(super) fn all(program: &Program) -> TokenStream {
    let mut types: Vec<TokenStream> = Vec::new();
    for region in &program.machine.regions {
        if region.has_enum() {
            types.push(region_enum(program, region));
        }
        for position in &region.positions {
            match program.machine.frame_of(position) {
                Some(frame) if !frame.is_single() => types.push(frame_types(program, frame)),
                _ => {}
            }
        }
    }
    if program.has_memory {
        let memory = Item {
            keyword: hygienic!(struct),
            name: program.memory_type(),
            generics: &program.memory_generics(),
            content: program.memory_fields(),
        };
        types.push(item(program, &memory));
    }
    types.into_iter().collect()
}

/// A hidden type.
pub(super) struct Item<'i> {
    /// `struct` or `enum`
    pub(super) keyword: TokenStream,
    pub(super) name: Ident,
    pub(super) generics: &'i syn::Generics,
    /// Its fields or variants.
    pub(super) content: TokenStream,
}

/// A hidden type with the attributes and the visibility of the tree. It has no documentation, and
/// allows only the lints about what the user has written in it: each token of generated code costs
/// compile time.
pub(super) fn item(program: &Program, item: &Item<'_>) -> TokenStream {
    let Item { keyword, name, generics, content } = item;
    let (parameters, _, bounds) = generics.split_for_impl();
    let (visibility, derives) = (&program.visibility, derives(&program.attributes, false));
    let is_seen = !matches!(visibility, syn::Visibility::Inherited);
    let private = is_seen.then(|| {
        let bounds = (!generics.params.is_empty()).then(|| hygienic!(private_bounds,));
        hygienic!(#bounds private_interfaces,)
    });
    hygienic! {
        #[doc(hidden)]
        #(#derives)*
        #[allow(#private clippy::type_complexity)]
        #visibility #keyword #name #parameters #bounds { #content }
    }
}

/// `Idle`, or one of the positions.
fn region_enum(program: &Program, region: &Region) -> TokenStream {
    let variants = region.positions.iter().map(|position| variant(program, position));
    let states = Item {
        keyword: hygienic!(enum),
        name: program.region_type(region),
        generics: &program.used_generics(region.nodes.clone()),
        content: hygienic! {
            Idle,
            #(#variants)*
        },
    };
    item(program, &states)
}

fn variant(program: &Program, position: &Position) -> TokenStream {
    let node = program.node_of(position);
    let variant = program.variant(position);
    let data = match (position.keeps, &node.kind) {
        (Keeps::Nothing, _) => return hygienic!(#variant,),
        (Keeps::Region(region), _) => program.region_of(program.region(region)),
        (Keeps::Deadline, _) => hygienic!(::core::time::Duration),
        (Keeps::Frame(frame), _) => {
            let frame = &program.machine[frame];
            if frame.is_single() {
                let fields = fields::field_types(program, frame);
                return hygienic!(#variant { #fields },);
            }
            program.with_generics(&program.frame_type(node), node.range())
        }
        (_, Kind::Stateful(literal)) => program.made_type(node, literal),
        (_, Kind::Subtree { tree, .. }) => super::subtree::type_of(tree, "State"),
        _ => program.internal(node, "it keeps data of no type"),
    };
    hygienic!(#variant(#data),)
}

fn frame_types(program: &Program, frame: &Frame) -> TokenStream {
    let node = program.node(frame.node);
    let used = program.used_generics(node.range());
    let kept = Item {
        keyword: hygienic!(struct),
        name: program.frame_type(node),
        generics: &used,
        content: fields::field_types(program, frame),
    };
    let chosen = frame.is_choice().then(|| {
        let variants = choice::variants(program, frame);
        let chosen = Item {
            keyword: hygienic!(enum),
            name: program.child_type(node),
            generics: &used,
            content: hygienic!(Idle, #variants),
        };
        item(program, &chosen)
    });
    let kept = item(program, &kept);
    hygienic!(#kept #chosen)
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
