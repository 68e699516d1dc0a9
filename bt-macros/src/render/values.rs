//! The values that `let`, `for` and parameters give names to, for recordings: a function for each region that may have
//! some.

use super::slots::only_child;
use super::{fields, slots, subtree};
use crate::program::{Data, Program, region_function};
use bt_language::machine::{Field, Frame, Position, Region, Slots};
use proc_macro2::TokenStream;
use syn::ext::IdentExt;

/// The functions of all regions.
pub(super) fn functions(program: &Program) -> TokenStream {
    let regions = program.machine.regions.iter().filter(|region| has_values(program, region));
    let functions = regions.map(|region| function(program, region));
    hygienic!(#(#functions)*)
}

/// The functions for the recorder and for a tree around this one; empty if there is no value.
pub(super) fn part(program: &Program) -> TokenStream {
    let root = program.root();
    if !has_values(program, root) && !program.has_agent() {
        return TokenStream::new();
    }
    let of = program.agent_of();
    let parameters = program.parameters.iter().map(|parameter| {
        let (name, text) = (&parameter.name, parameter.name.unraw().to_string());
        hygienic!(__kept.parameter(#text, __bt::Value(&__state.parameters.#name).as_debug());)
    });
    let results = program.results.iter().zip(program.result_fields()).map(|(result, field)| {
        let text = result.name.unraw().to_string();
        hygienic! {
            if let __bt::Some(__value) = &__state.#field {
                __kept.parameter(#text, __bt::Value(__value).as_debug());
            }
        }
    });
    let below = has_values(program, root).then(|| {
        let (function, running) =
            (region_function("kept", root), program.running_part(&hygienic!(__state)));
        let running = if program.has_agent() { hygienic!(&#running) } else { running };
        hygienic!(Self::#function(#running, __kept);)
    });
    hygienic! {
        fn kept(&self, __kept: &mut __bt::Kept<'_>) {
            <Self as __bt::Machine>::kept_parts(&self.state, __kept);
        }

        fn kept_parts(__state: &#of, __kept: &mut __bt::Kept<'_>) {
            #(#parameters)*
            #(#results)*
            #below
        }
    }
}

/// Returns `true` if a region may have a value that can be shown.
fn has_values(program: &Program, region: &Region) -> bool {
    region.has_enum()
        && region.positions.iter().any(|position| match program.data(position) {
            Data::Nothing | Data::Deadline(_) | Data::Action(_) => false,
            Data::Tree(call) => !program.is_opaque(&call.tree),
            Data::Frame(frame) => {
                let mut children = program.children(frame);
                frame.name().is_some() || children.any(|child| has_values(program, child))
            }
            Data::Region(below) => has_values(program, below),
        })
}

/// `fn kept_at_7(state, kept)`
fn function(program: &Program, region: &Region) -> TokenStream {
    let name = region_function("kept", region);
    let of = program.region_of(region);
    let arms = region.positions.iter().filter_map(|position| arm(program, region, position));
    hygienic! {
        fn #name(__state: &#of, __kept: &mut __bt::Kept<'_>) {
            match __state {
                #(#arms)*
                _ => {}
            }
        }
    }
}

/// The arm of a position that has a value.
fn arm(program: &Program, region: &Region, position: &Position) -> Option<TokenStream> {
    let (inner, id) = (subtree::inner(program, position), program.id(position.place.node));
    let (name, variant) = (program.region_type(region), program.variant(position));
    let visit = match program.data(position) {
        Data::Nothing | Data::Deadline(_) | Data::Action(_) => return None,
        Data::Region(below) => below_in(program, below, &hygienic!(#inner))?,
        Data::Tree(call) if program.is_opaque(&call.tree) => return None,
        Data::Tree(call) => {
            let part = subtree::function(&call.tree, "kept_parts");
            hygienic!(__kept.below(#id, |__kept| #part(#inner, __kept));)
        }
        Data::Frame(frame) if frame.is_single() => {
            let (pattern, visit) = single(program, frame)?;
            return Some(hygienic!(#name::#variant #pattern => { #visit }));
        }
        Data::Frame(frame) => several(program, frame)?,
    };
    Some(hygienic!(#name::#variant(#inner) => { #visit }))
}

/// Visits a region below.
fn below_in(program: &Program, region: &Region, state: &TokenStream) -> Option<TokenStream> {
    has_values(program, region).then(|| {
        let function = region_function("kept", region);
        hygienic!(Self::#function(#state, __kept);)
    })
}

/// The fields of a frame with one child in a pattern, and the visits of their values.
fn single(program: &Program, frame: &Frame) -> Option<(TokenStream, TokenStream)> {
    let id = program.id(frame.node);
    let own = frame.name().and_then(|name| {
        let field = fields::rooms(program, frame).into_iter().find_map(|room| room.named)?;
        let text = name.unraw().to_string();
        let value = hygienic!(__kept.value(#id, #text, __bt::Value(#field).as_debug()););
        let may_miss = frame.fields.iter().any(|field| matches!(field, Field::Place { .. }));
        let value =
            if may_miss { hygienic!(if let __bt::Some(#field) = #field { #value }) } else { value };
        Some((hygienic!(#field,), value))
    });
    let below = below_in(program, only_child(program, frame), &hygienic!(__child));
    if own.is_none() && below.is_none() {
        return None;
    }
    let (field, own) = own.unwrap_or_default();
    let open = below.as_ref().map(|_| hygienic!(__child,));
    Some((hygienic!({ #field #open .. }), hygienic!(#own #below)))
}

/// Visits the children of a frame.
fn several(program: &Program, frame: &Frame) -> Option<TokenStream> {
    let visits = program.children(frame).filter_map(|child| {
        let visit = below_in(program, child, &hygienic!(__child))?;
        Some(match frame.slots {
            Slots::One => visit,
            Slots::Each => {
                let field = slots::field(child);
                hygienic!(if let __bt::Slot::Open(__child) = &__inner.#field { #visit })
            }
            Slots::Chosen => {
                let (of, variant) = (program.child_type(frame), slots::variant(child));
                hygienic!(if let #of::#variant(__child) = &__inner.child { #visit })
            }
        })
    });
    let visits = hygienic!(#(#visits)*);
    (!visits.is_empty()).then_some(visits)
}
