//! Aborts what runs.

use super::{memory, payload};
use crate::program::{Data, Program, region_function};
use bt_language::machine::{Position, Region};
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
    let node = position.place.node;
    let (name, variant) = (program.region_type(region), program.variant(position));
    let (cooling, id) = (cooling(program, position), program.id(node));
    let last = if cooling.is_empty() {
        id.clone()
    } else {
        hygienic!(__events.aborted(#id, __keep); #cooling __bt::NOTHING)
    };
    let is_cut = match program.data(position) {
        Data::Nothing | Data::Deadline(_) if cooling.is_empty() => {
            return hygienic!(#name::#variant { .. } => #last,);
        }
        Data::Nothing | Data::Deadline(_) => {
            return hygienic!(#name::#variant { .. } => { #last });
        }
        Data::Region(_) => true,
        Data::Action(_) | Data::Tree(_) | Data::Frame(_) => false,
    };
    let last = if is_cut { hygienic!(#cooling __bt::NOTHING) } else { last };
    let payload = payload::of(program, position);
    let (abort, inner) = (&payload.abort, &payload.inner);
    let is_variant = payload::is_variant(program, position);
    // The data is taken out of the state first, so that it ends only once even if its `end` panics.
    let end = payload.end_taken(&hygienic!(__bt::End::Aborted)).map(|call| {
        if is_variant {
            return hygienic!({ let #inner = __bt::replace(__state, #name::Idle); #call });
        }
        hygienic! {
            if let #name::#variant(#inner) = __bt::replace(__state, #name::Idle) { #call }
        }
    });
    if is_variant {
        let open = (!abort.is_empty()).then(|| hygienic!(let #inner = &mut *__state;));
        return hygienic!(#name::#variant { .. } => { #open #abort #end #last });
    }
    let pattern = if abort.is_empty() { hygienic!(..) } else { hygienic!(#inner) };
    hygienic!(#name::#variant(#pattern) => { #abort #end #last })
}

/// Starts the cooldowns above a position in its region, except those that contain `keep`.
fn cooling(program: &Program, position: &Position) -> TokenStream {
    let cooldowns = position.cooldowns.iter().map(|cell| {
        let node = program.machine[*cell].node;
        let (first, end) = (program.id(node), program.end(node));
        let cool = memory::cool(program, *cell);
        hygienic!(if !(#first..#end).contains(&__keep) { #cool })
    });
    hygienic!(#(#cooldowns)*)
}
