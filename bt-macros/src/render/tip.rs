//! Finds the active nodes through the tips: active nodes without an active node below them.

use super::names::region_function;
use super::{choice, parallel};
use crate::program::Program;
use bt_language::ast::Kind;
use bt_language::machine::{Body, Frame, Keeps, Position, Region};
use proc_macro2::TokenStream;

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

impl Program {
    /// `Self::tip_at_7(state, from)`: a tip of a region.
    pub(crate) fn tip(&self, region: &Region, state: &TokenStream) -> TokenStream {
        if let Some(leaf) = region.flagged() {
            let id = self.id(leaf.place.node);
            return hygienic!(__bt::tip_if(*#state, #id));
        }
        let tip = region_function("tip", region);
        hygienic!(Self::#tip(#state, __from))
    }
}

fn arm(program: &Program, region: &Region, position: &Position) -> TokenStream {
    let node = program.node_of(position);
    let inner = super::subtree::inner(node);
    let name = program.region_type(region);
    let variant = program.variant(position);
    let id = program.id(node.id);
    let inside = match (position.keeps, &node.kind) {
        (Keeps::Nothing, _) => return hygienic!(#name::#variant => #id,),
        (Keeps::Region(below), _) => {
            let below = program.region(below);
            if !below.can_run() {
                return hygienic!(#name::#variant(..) => #id,);
            }
            program.tip(below, &hygienic!(#inner))
        }
        (Keeps::Subtree, Kind::Subtree { tree, .. }) if !program.is_opaque(tree) => {
            let step = super::subtree::part(tree, "tip_parts");
            return hygienic! {
                #name::#variant(#inner) => {
                    __bt::tip_below(#step(#inner, __from.saturating_sub(#id + 1)), #id)
                }
            };
        }
        (Keeps::Frame(frame), _) => {
            let frame = &program.machine[frame];
            if frame.is_single() {
                let (pattern, tip) = single(program, frame, &id);
                return hygienic!(#name::#variant #pattern => #tip,);
            }
            several(program, frame)
        }
        _ => return hygienic!(#name::#variant(..) => #id,),
    };
    hygienic!(#name::#variant(#inner) => __bt::tip_or(#inside, #id),)
}

/// A pattern for the fields of a frame with one child, and its tip.
fn single(program: &Program, frame: &Frame, id: &TokenStream) -> (TokenStream, TokenStream) {
    match program.children(frame).next().filter(|child| child.can_run()) {
        Some(child) => {
            let tip = program.tip(child, &hygienic!(__child));
            (hygienic!({ __child, .. }), hygienic!(__bt::tip_or(#tip, #id)))
        }
        None => (hygienic!({ .. }), id.clone()),
    }
}

/// The first tip among the children of a frame.
fn several(program: &Program, frame: &Frame) -> TokenStream {
    match frame.body {
        Body::Choice { .. } | Body::Scored => choice::tip(program, frame),
        _ => parallel::tip(program, frame),
    }
}
