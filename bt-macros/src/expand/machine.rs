//! What the methods of a tree and the trees around it stand on.

use super::tree::trait_generics;
use super::{context, table, types};
use crate::model::{Model, borrowed};
use proc_macro2::{Span, TokenStream};

/// The parts, the size and the traits that nobody but generated code names.
pub(super) fn machine(model: &Model, wake: &TokenStream) -> TokenStream {
    let name = &model.name;
    let (parameters, arguments, bounds) = model.generics.split_for_impl();
    let root = model.plan.regions[0].root;
    let (of, root) = (model.region_of(root), model.region_type(root));
    let (memory, forgotten) = (model.memory_of(), model.forgotten());
    let size = size(model);
    let given = types::for_impls(&model.attributes);
    let parts = parts(model);
    let mentions = table::mentions(model);
    let tip = model.region_function("tip", model.plan.regions[0].root);
    let (state, from) = (context::state(), context::local("from"));
    hygienic! {
        #parts

        #given
        #[doc(hidden)]
        impl #parameters ::bt_core::__private::Machine for #name #arguments #bounds {
            type Tree = Self;
            type State = #of;
            type Memory = #memory;
            const IDLE: #of = { #mentions #root::Idle };
            const FORGOTTEN: #memory = #forgotten;
            const TABLE: &'static [::bt_core::Node] = Self::NODES;
            #size

            #[inline]
            fn tip(&self, #from: ::core::primitive::u32) -> ::core::primitive::u32 {
                Self::#tip(&self.state, #from)
            }

            #[inline]
            fn tip_parts(#state: &#of, #from: ::core::primitive::u32) -> ::core::primitive::u32 {
                Self::#tip(#state, #from)
            }

            #wake
        }
    }
}

/// How many nodes the tree has. That a tree contains itself is told here, at what it contains.
fn size(model: &Model) -> TokenStream {
    let total = table::total(model);
    let first = table::subtrees(model).next().map(context::first_span);
    let span = Span::mixed_site().located_at(first.unwrap_or(model.name.span()));
    quote::quote_spanned!(span=> const SIZE: ::core::primitive::u32 = #total;)
}

/// What a tree that contains this one as a subtree calls.
fn parts(model: &Model) -> TokenStream {
    let name = &model.name;
    let (generics, blackboard_of) = trait_generics(model);
    let blackboard = borrowed(&blackboard_of);
    let (impl_parameters, _, _) = generics.split_for_impl();
    let (_, generic_arguments, bounds) = model.generics.split_for_impl();
    let binder = &model.binder;
    let root = model.plan.regions[0].root;
    let (state, memory, events) = (context::state(), context::memory(), context::events());
    let of = model.region_of(root);
    let region = model.region_type(root);
    let memory_of = model.memory_of();
    let arguments = model.arguments();
    let tick = model.region_function("tick", root);
    let abort = model.leave(root, &hygienic!(#state), &hygienic!(::bt_core::__private::NOTHING));
    let memory = if model.has_memory { hygienic!(#memory) } else { hygienic!(_) };
    let (mentions, status) = (table::mentions(model), context::local("status"));
    let parameters = |binder: &TokenStream| {
        hygienic! {
            #state: &mut #of,
            #memory: &mut #memory_of,
            #binder: &mut #blackboard,
            #events: impl ::bt_core::__private::Events
        }
    };
    let ticked = parameters(&hygienic!(#binder));
    let left = parameters(&if model.is_busy(root) { hygienic!(#binder) } else { hygienic!(_) });
    let given = types::for_impls(&model.attributes);
    hygienic! {
        #given
        #[doc(hidden)]
        impl #impl_parameters ::bt_core::__private::Parts<#blackboard_of> for #name #generic_arguments #bounds {
            #[inline]
            fn tick_parts(#ticked) -> ::bt_core::Status {
                #mentions
                let #status = Self::#tick(#state #arguments);
                if #status != ::bt_core::Status::Running {
                    *#state = #region::Idle;
                }
                #status
            }

            fn abort_parts(#left) {
                #abort
            }
        }
    }
}
