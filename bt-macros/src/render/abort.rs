//! Aborts what runs.

use super::data;
use super::names::region_function;
use crate::program::Program;
use bt_language::machine::{Keeps, NodeId, Position, Region};
use proc_macro2::TokenStream;

impl Program {
    /// `Self::abort_at_7(state, npc, events, keep);`; nothing for a region in which nothing can
    /// run.
    pub(crate) fn leave(
        &self,
        region: &Region,
        state: &TokenStream,
        keep: &TokenStream,
    ) -> TokenStream {
        if !region.can_run() {
            return TokenStream::new();
        }
        if let Some(leaf) = region.flagged() {
            let id = self.id(leaf.place.node);
            return hygienic!(__bt::leave(#state, #id, __events, #keep););
        }
        let abort = region_function("abort", region);
        let arguments = self.leaving_arguments(region.needs_blackboard, self.scope_of(region));
        hygienic!(Self::#abort(#state #arguments, #keep);)
    }
}

/// The body of `fn abort_at_7(state, …, keep)`: ends the recorded position and all its ancestors
/// that do not contain the node `keep`.
pub(super) fn body(program: &Program, region: &Region) -> TokenStream {
    let name = program.region_type(region);
    let arms = region.positions.iter().map(|position| arm(program, region, position));
    hygienic! {
        let __tip = match __state {
            #name::Idle => __bt::NOTHING,
            #(#arms)*
        };
        __events.aborted(__tip, __keep);
        *__state = #name::Idle;
    }
}

/// Ends one position and returns its node, or `NOTHING` if observers already know of its end.
fn arm(program: &Program, region: &Region, position: &Position) -> TokenStream {
    let node = program.node_of(position);
    let inner = super::subtree::inner(node);
    let name = program.region_type(region);
    let variant = program.variant(position);
    let cooling = cooling(program, position);
    if matches!(position.keeps, Keeps::Nothing | Keeps::Deadline) {
        let id = program.id(node.id);
        if cooling.is_empty() {
            return hygienic!(#name::#variant { .. } => #id,);
        }
        let shown = shown(program, node.id);
        return hygienic!(#name::#variant { .. } => { #shown #cooling __bt::NOTHING });
    }
    let held = data::of(program, position);
    let abort = &held.abort;
    let is_variant = super::region::is_variant(program, position);
    // The data is taken out of the state first, so that it ends only once even if its `end` panics.
    let end = held.end_taken(&hygienic!(__bt::End::Aborted)).map(|call| {
        if is_variant {
            return hygienic!({ let #inner = __bt::replace(__state, #name::Idle); #call });
        }
        hygienic! {
            if let #name::#variant(#inner) = __bt::replace(__state, #name::Idle) { #call }
        }
    });
    let cut = matches!(position.keeps, Keeps::Region(_));
    let id = if cut { hygienic!(__bt::NOTHING) } else { program.id(node.id) };
    let shown = if cooling.is_empty() || cut {
        hygienic!(#cooling #id)
    } else {
        let shown = shown(program, node.id);
        hygienic!(#shown #cooling __bt::NOTHING)
    };
    if is_variant {
        let open = (!abort.is_empty()).then(|| hygienic!(let #inner = &mut *__state;));
        return hygienic!(#name::#variant { .. } => { #open #abort #end #shown });
    }
    let pattern = if abort.is_empty() { hygienic!(..) } else { hygienic!(#inner) };
    hygienic!(#name::#variant(#pattern) => { #abort #end #shown })
}

/// `events.aborted(7, keep);`
fn shown(program: &Program, node: NodeId) -> TokenStream {
    let id = program.id(node);
    hygienic!(__events.aborted(#id, __keep);)
}

/// Starts the cooldowns above a position in its region, except those that contain `keep`.
fn cooling(program: &Program, position: &Position) -> TokenStream {
    let cooldowns = position.cooldowns.iter().map(|node| program.node(*node)).map(|node| {
        let (first, end) = (program.id(node.id), program.end(node.id));
        let cooling = program.cooling(node);
        hygienic!(if !(#first..#end).contains(&__keep) { #cooling })
    });
    hygienic!(#(#cooldowns)*)
}
