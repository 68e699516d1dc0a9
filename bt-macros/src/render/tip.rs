//! Finds the active nodes through the tips: active nodes without an active node below them.

use super::slots::only_child;
use super::{slots, subtree};
use crate::program::{Data, Program, region_function};
use bt_language::machine::{Frame, Position, Region, Slots};
use proc_macro2::{Span, TokenStream};

/// `fn tip_at_7(state, from) -> u32`: a tip of a region; the first at or after `from` if there are
/// several.
pub(super) fn function(program: &Program, region: &Region) -> TokenStream {
    let name = region_function("tip", region);
    let of = program.region_of(region);
    let region_name = program.region_type(region);
    let arms = region.positions.iter().map(|position| arm(program, region, position));
    hygienic! {
        #[inline]
        fn #name(__state: &#of, __from: __bt::u32) -> __bt::u32 {
            match __state {
                #region_name::Idle => __bt::NOTHING,
                #(#arms)*
            }
        }
    }
}

/// `Self::tip_at_7(state, from)`: a tip of a region.
fn of(program: &Program, region: &Region, state: &TokenStream) -> TokenStream {
    if let Some(leaf) = region.flagged() {
        let id = program.id(leaf.place.node);
        return hygienic!(__bt::tip_if(*#state, #id));
    }
    let tip = region_function("tip", region);
    hygienic!(Self::#tip(#state, __from))
}

fn arm(program: &Program, region: &Region, position: &Position) -> TokenStream {
    let (name, variant) = (program.region_type(region), program.variant(position));
    let (inner, id) = (subtree::inner(program, position), program.id(position.place.node));
    let inside = match program.data(position) {
        Data::Nothing => return hygienic!(#name::#variant => #id,),
        Data::Region(below) if below.can_run() => of(program, below, &hygienic!(#inner)),
        Data::Tree(call) if !program.is_opaque(&call.tree) => {
            let step = subtree::part(&call.tree, "tip_parts");
            return hygienic! {
                #name::#variant(#inner) => {
                    __bt::tip_below(#step(#inner, __from.saturating_sub(#id + 1)), #id)
                }
            };
        }
        Data::Frame(frame) => match frame.slots {
            Slots::One => {
                let (pattern, tip) = single(program, frame, &id);
                return hygienic!(#name::#variant #pattern => #tip,);
            }
            Slots::Each => each(program, frame),
            Slots::Chosen => chosen(program, frame),
        },
        Data::Deadline(_) | Data::Action(_) | Data::Tree(_) | Data::Region(_) => {
            return hygienic!(#name::#variant(..) => #id,);
        }
    };
    hygienic!(#name::#variant(#inner) => __bt::tip_or(#inside, #id),)
}

/// A pattern for the fields of a frame with one child, and its tip.
fn single(program: &Program, frame: &Frame, id: &TokenStream) -> (TokenStream, TokenStream) {
    let child = only_child(program, frame);
    if !child.can_run() {
        return (hygienic!({ .. }), id.clone());
    }
    let tip = of(program, child, &hygienic!(__child));
    (hygienic!({ __child, .. }), hygienic!(__bt::tip_or(#tip, #id)))
}

/// The first tip among the children that have not finished.
fn each(program: &Program, frame: &Frame) -> TokenStream {
    let found = syn::Lifetime::new("'found", Span::mixed_site());
    let steps = slots::running_children(program, frame).map(|child| {
        let (field, tip) = (slots::field(child), of(program, child, &hygienic!(__child)));
        hygienic! {
            if let __bt::Slot::Open(__child) = &__inner.#field {
                let __tip = #tip;
                if __from <= __tip && __tip < __bt::NOTHING {
                    break #found __tip;
                }
            }
        }
    });
    hygienic!(#found: { #(#steps)* __bt::NOTHING })
}

/// The first tip in the chosen child.
fn chosen(program: &Program, frame: &Frame) -> TokenStream {
    let child_type = program.child_type(frame);
    let steps = slots::running_children(program, frame).map(|child| {
        let (variant, tip) = (slots::variant(child), of(program, child, &hygienic!(__child)));
        hygienic!(#child_type::#variant(__child) => #tip,)
    });
    hygienic! {
        match &__inner.child {
            #(#steps)*
            _ => __bt::NOTHING,
        }
    }
}
