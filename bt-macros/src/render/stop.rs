//! Ends what runs, at once or after the cleanups that take time: one tick of that. `late` says that it was ticked before in this
//! tick; then a cleanup that runs is not ticked again.

use super::function::{Task, opened, type_of};
use super::{memory, payload, slots, subtree, types};
use crate::program::{Data, Program, frame_function, region_function};
use bt_language::machine::{Cleanup, Frame, Owner, Position, Region, Slots};
use proc_macro2::TokenStream;

/// `fn stop_at_7(state, …) -> Status`, for a region with a cleanup that takes time.
pub(super) fn of_region(program: &Program, region: &Region) -> Option<TokenStream> {
    if !region.cleans_up {
        return None;
    }
    let name = program.region_type(region);
    let arms = region.positions.iter().filter_map(|position| {
        let (pattern, stop) = arm(program, position)?;
        let variant = program.variant(position);
        Some(hygienic!(#name::#variant #pattern => #stop,))
    });
    // What is around a cut is aborted in the region of the cut, with the cut.
    let keep = match region.owner {
        Owner::Tree => Some(hygienic!(__bt::NOTHING)),
        Owner::Frame(frame) => Some(program.id(program.machine[frame].node)),
        Owner::Region(_) => None,
    };
    let leave = keep.map(|keep| program.leave(region, &hygienic!(__state), &keep));
    let body = hygienic! {
        let __status = match __state {
            #(#arms)*
            _ => __bt::Success,
        };
        if let __bt::Running = __status {
            return __bt::Running;
        }
        #leave
        __bt::Success
    };
    let (name, of) = (region_function("stop", region), program.region_of(region));
    Some(program.function(&name, &of, Task::Stop, program.scope_of(region), &body))
}

/// The pattern for the data of a position, and the code that ends what runs in it; `None` if no cleanup is there.
fn arm(program: &Program, position: &Position) -> Option<(TokenStream, TokenStream)> {
    let (node, inner) = (program.node_of(position), subtree::inner(program, position));
    let arguments = program.arguments(&node.scope);
    let (function, state) = match program.data(position) {
        Data::Frame(frame) if frame.cleans_up => {
            let function = frame_function("stop", node);
            if frame.is_single() {
                return Some((
                    hygienic!({ .. }),
                    hygienic!(Self::#function(__state #arguments, __late)),
                ));
            }
            (function, hygienic!(#inner))
        }
        Data::Region(below) if below.cleans_up => {
            (region_function("stop", below), hygienic!(#inner))
        }
        Data::Tree(call) => {
            let stop = payload::of(program, position).stop;
            let may_clean_up = matches!(call.cleanup, Cleanup::Some | Cleanup::Unknown);
            return may_clean_up.then(|| (hygienic!((#inner)), stop));
        }
        Data::Nothing | Data::Deadline(_) | Data::Action(_) | Data::Frame(_) | Data::Region(_) => {
            return None;
        }
    };
    Some((hygienic!((#inner)), hygienic!(Self::#function(#state #arguments, __late))))
}

/// `fn stop_parallel_7(state, …) -> Status`, for a frame with a cleanup that takes time.
pub(super) fn of_frame(program: &Program, frame: &Frame) -> Option<TokenStream> {
    if !frame.cleans_up {
        return None;
    }
    let node = program.node(frame.node);
    let body = match frame.slots {
        Slots::One => {
            let (opened, children) = (opened(program, frame), slots::stop(program, frame));
            hygienic!(#opened #children)
        }
        Slots::Each if frame.is_cleanup => cleanup(program, frame),
        Slots::Each | Slots::Chosen => slots::stop(program, frame),
    };
    let (name, of) = (frame_function("stop", node), type_of(program, frame));
    Some(program.function(&name, &of, Task::Stop, &node.scope, &body))
}

/// Ends the node, and then ticks the frame, which cleans up.
fn cleanup(program: &Program, frame: &Frame) -> TokenStream {
    let [cleanup, node] = [0, 1].map(|child| program.region(frame.children[child]));
    let (is_open, stop) = (slots::is_open(node), slots::stop_child(program, frame.node, node));
    let (close, reopen) = (slots::close(node, false), slots::reopen(program, cleanup));
    let of = program.node(frame.node);
    let (tick, arguments) = (frame_function("tick", of), program.arguments(&of.scope));
    hygienic! {
        if #is_open {
            if let __bt::Running = #stop {
                return __bt::Running;
            }
            #close
            #reopen
        } else if __late {
            return __bt::Running;
        }
        Self::#tick(__state #arguments)
    }
}

/// Refuses to compile if a subtree has a cleanup that nothing waits for; those that name generics of the tree are checked
/// where they are ticked.
pub(super) fn without_cleanups(program: &Program) -> TokenStream {
    let given = types::for_impls(&program.attributes);
    let calls = program.machine.calls().filter(|(_, call)| !program.is_opaque(&call.tree));
    let all = calls.filter_map(|(_, call)| subtree::without_cleanup(call));
    hygienic!(#(#given const _: () = #all;)*)
}

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
    let arms = region.positions.iter().map(|position| abort_arm(program, region, position));
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
fn abort_arm(program: &Program, region: &Region, position: &Position) -> TokenStream {
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
