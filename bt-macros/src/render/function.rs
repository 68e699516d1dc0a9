//! The functions of regions and frames, their parameters, and the types of frames.

use super::fields::rooms;
use super::{blocks, scope, slots};
use crate::program::{Program, frame_function};
use bt_language::machine::{Field, Frame, Scope, Slots};
use proc_macro2::{Ident, TokenStream};

/// The task of a generated function.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Task {
    Tick,
    /// Aborts what runs; the node to `keep` is a parameter.
    Leave,
    /// Does the same without the blackboard.
    LeaveQuietly,
    /// Ends what runs, after its cleanups.
    Stop,
}

impl Task {
    pub(crate) fn leave(needs_blackboard: bool) -> Self {
        if needs_blackboard { Self::Leave } else { Self::LeaveQuietly }
    }
}

impl Program {
    /// A generated function: `fn name(state: &mut State, …) -> Status`.
    pub(crate) fn function(
        &self,
        name: &Ident,
        of: &TokenStream,
        task: Task,
        scope: &Scope,
        body: &TokenStream,
    ) -> TokenStream {
        let (binder, blackboard, memory_of) = (&self.binder, &self.blackboard, self.memory_of());
        let with_blackboard = task != Task::LeaveQuietly;
        let memory =
            (self.has_memory && with_blackboard).then(|| hygienic!(__memory: &mut #memory_of,));
        // rustc does not report a name as unused if generated code, and not the user, has
        // written it.
        let blackboard = with_blackboard
            .then(|| hygienic!(#[allow(unused_variables)] #binder: &mut #blackboard,));
        let names = scope.iter().filter(|_| with_blackboard).map(scope::parameter);
        let (argument, output) = match task {
            Task::Tick => (None, Some(hygienic!(-> __bt::Status))),
            Task::Leave | Task::LeaveQuietly => (Some(hygienic!(, __keep: __bt::u32)), None),
            Task::Stop => (
                Some(hygienic!(, __late: ::core::primitive::bool)),
                Some(hygienic!(-> __bt::Status)),
            ),
        };
        let subtrees = with_blackboard.then(|| super::table::mentions(self));
        hygienic! {
            fn #name(
                __state: &mut #of,
                #memory
                #blackboard
                __events: impl __bt::Events
                #(, #names)*
                #argument
            ) #output { #subtrees #body }
        }
    }
}

/// The functions of a frame. A frame with one child needs no function to abort it: that code is
/// inlined.
pub(super) fn functions(program: &Program, frame: &Frame) -> TokenStream {
    let node = program.node(frame.node);
    let (of, ticked) = (type_of(program, frame), blocks::of_frame(program, frame));
    let opened = match frame.slots {
        Slots::One => opened(program, frame),
        Slots::Each => {
            let (fields, counts) = (fields_of(program, frame), slots::counts(program, frame, &of));
            hygienic!(#fields #counts)
        }
        Slots::Chosen => TokenStream::new(),
    };
    let tick = hygienic!(#opened #ticked);
    let tick = program.function(&frame_function("tick", node), &of, Task::Tick, &node.scope, &tick);
    if frame.is_single() {
        let not_inlined = blocks::inlining(slots::only_child(program, frame));
        return hygienic!(#not_inlined #tick);
    }
    let (name, abort) = (frame_function("abort", node), slots::abort(program, frame));
    let abort =
        program.function(&name, &of, Task::leave(frame.needs_blackboard), &node.scope, &abort);
    hygienic!(#tick #abort)
}

/// `let __SoldierState::Timeout7 { until, child } = state else { return Failure };`
pub(super) fn opened(program: &Program, frame: &Frame) -> TokenStream {
    let variant = program.frame_variant(frame);
    let rooms = rooms(program, frame);
    let patterns = rooms.iter().map(|room| &room.pattern);
    let lets = rooms.iter().map(|room| &room.name[1]);
    let is_named = |field: &Field| matches!(field, Field::Value { .. } | Field::Place { .. });
    let is_named = frame.fields.iter().any(is_named);
    let unused = is_named.then(|| hygienic!(#[allow(unused_variables)]));
    hygienic! {
        #unused
        let #variant { #(#patterns)* __child } = __state else { return __bt::Failure };
        #(#lets)*
    }
}

/// `let __SoldierRecover7 { left, .. } = state;`, if the frame has fields beside its children.
fn fields_of(program: &Program, frame: &Frame) -> Option<TokenStream> {
    let of = program.frame_type(frame);
    let rooms = rooms(program, frame);
    let patterns: Vec<_> = rooms.iter().map(|room| &room.pattern).collect();
    let has_any = patterns.iter().any(|pattern| !pattern.is_empty());
    has_any.then(|| hygienic!(let #of { #(#patterns)* .. } = __state;))
}

/// The type with the fields of a frame.
pub(super) fn type_of(program: &Program, frame: &Frame) -> TokenStream {
    match frame.slots {
        Slots::One => program.region_of(program.region(frame.home)),
        Slots::Each | Slots::Chosen => {
            let nodes = program.node(frame.node).range();
            program.with_generics(&program.frame_type(frame), nodes)
        }
    }
}

/// The fields of a frame, with their types.
pub(super) fn field_types(program: &Program, frame: &Frame) -> TokenStream {
    let (rooms, children) = (rooms(program, frame), slots::types(program, frame));
    let own = rooms.iter().map(|room| &room.of);
    hygienic!(#(#own)* #children)
}
