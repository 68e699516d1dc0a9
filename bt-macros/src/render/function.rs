//! The functions of regions and frames, and their parameters.

use super::context::{events, keep, memory, state};
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
        let mut parameters = vec![(state(), hygienic!(&mut #of))];
        if self.has_memory && task != Task::LeaveQuietly {
            parameters.push((memory(), hygienic!(&mut #memory_of)));
        }
        if task != Task::LeaveQuietly {
            parameters.push((binder.clone(), hygienic!(&mut #blackboard)));
        }
        parameters.push((events(), hygienic!(impl __bt::Events)));
        let keep = (task != Task::Tick).then(|| {
            let keep = keep();
            hygienic!(#keep: __bt::u32)
        });
        let parameters = parameters.into_iter().map(|(name, of)| {
            // rustc does not report a name as unused if generated code, and not the user, has
            // written it.
            let unused = (name == *binder).then(|| hygienic!(#[allow(unused_variables)]));
            hygienic!(#unused #name: #of)
        });
        let names = scope.iter().filter(|_| task != Task::LeaveQuietly).map(scope::parameter);
        let parameters = parameters.chain(names).chain(keep);
        let output = (task == Task::Tick).then(|| hygienic!(-> __bt::Status));
        let subtrees = (task != Task::LeaveQuietly).then(|| super::table::mentions(self));
        hygienic!(fn #name(#(#parameters),*) #output { #subtrees #body })
    }
}
