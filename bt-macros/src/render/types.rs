//! The enums and structs of the state, which are hidden from the user, and the generics of a tree that each of them
//! needs: those that the types of its nodes name.

use super::scope::mentions;
use super::{function, slots, subtree};
use crate::program::{Data, Program, trait_object};
use bt_language::machine::{Frame, Position, Region, Slots, Storage};
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use std::ops::Range;

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
        #[allow(#private clippy::type_complexity, clippy::option_option)]
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

pub(super) fn variant(program: &Program, position: &Position) -> TokenStream {
    let variant = program.variant(position);
    let data = match program.data(position) {
        Data::Nothing => return hygienic!(#variant,),
        Data::Deadline(_) => hygienic!(::core::time::Duration),
        Data::Action(made) => program.made_type(made),
        Data::Tree(call) => subtree::type_of(&call.tree, "State"),
        Data::Frame(frame) if frame.is_single() => {
            let fields = function::field_types(program, frame);
            return hygienic!(#variant { #fields },);
        }
        Data::Frame(frame) => function::type_of(program, frame),
        Data::Region(region) => program.region_of(region),
    };
    hygienic!(#variant(#data),)
}

fn frame_types(program: &Program, frame: &Frame) -> TokenStream {
    let used = program.used_generics(program.node(frame.node).range());
    let fields = Item {
        keyword: hygienic!(struct),
        name: program.frame_type(frame),
        generics: &used,
        content: function::field_types(program, frame),
    };
    let chosen = (frame.slots == Slots::Chosen).then(|| {
        let variants = slots::variants(program, frame);
        let chosen = Item {
            keyword: hygienic!(enum),
            name: program.child_type(frame),
            generics: &used,
            content: hygienic!(Idle, #variants),
        };
        item(program, &chosen)
    });
    let fields = item(program, &fields);
    hygienic!(#fields #chosen)
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
        self.generics_in(&self.stored_types(nodes))
    }

    /// The tree's generics that some types name.
    pub(crate) fn generics_named(&self, types: &TokenStream) -> syn::Generics {
        if self.generics.params.is_empty() {
            return syn::Generics::default();
        }
        self.generics_in(types)
    }

    /// The memory's type; `()` if no node keeps a value.
    pub(super) fn memory_of(&self) -> TokenStream {
        if !self.has_memory {
            return hygienic!(());
        }
        with_arguments(&self.memory_type(), &self.memory_generics())
    }

    /// The tree's generics that the memory names: those of its subtrees.
    pub(crate) fn memory_generics(&self) -> syn::Generics {
        if self.generics.params.is_empty() {
            return syn::Generics::default();
        }
        let trees = self.machine.calls().map(|(_, call)| &call.tree);
        self.generics_in(&hygienic!(#(#trees)*))
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
