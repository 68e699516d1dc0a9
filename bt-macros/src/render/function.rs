//! The functions of regions and frames, and their parameters.

use super::scope;
use crate::program::Program;
use bt_language::machine::Scope;
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
