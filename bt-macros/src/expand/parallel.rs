//! `parallel`, and `monitor` with several nodes.

use super::context;
use crate::ast::{Kind, Policies};
use crate::model::{ItemId, Model, plan};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::format_ident;

/// The children that run side by side; a monitor's conditions do not.
fn children(model: &Model, item: ItemId) -> &[ItemId] {
    &model.plan.item(item).children[plan::conditions(model.node_of(item))..]
}

pub(super) fn field(model: &Model, child: ItemId) -> Ident {
    format_ident!("child_{}", model.node_of(child).id, span = Span::call_site())
}

pub(super) fn value(model: &Model, item: ItemId) -> TokenStream {
    let fields = children(model, item).iter().map(|child| {
        let (field, region) = (field(model, *child), model.region_type(*child));
        hygienic!(#field: ::bt_core::__private::Slot::Open(#region::Idle),)
    });
    hygienic!(#(#fields)*)
}

pub(super) fn field_types(model: &Model, item: ItemId) -> TokenStream {
    let fields = children(model, item).iter().map(|child| {
        let (field, region) = (field(model, *child), model.region_of(*child));
        hygienic!(#field: ::bt_core::__private::Slot<#region>,)
    });
    hygienic!(#(#fields)*)
}

pub(super) fn bodies(model: &Model, item: ItemId) -> (TokenStream, TokenStream) {
    (tick(model, item), abort(model, item))
}

/// How many successes and failures decide; too many failures leave too few for success.
fn thresholds(model: &Model, item: ItemId) -> (u32, u32) {
    let node = model.node_of(item);
    let count = u32::try_from(children(model, item).len()).unwrap_or(u32::MAX);
    let (Kind::Parallel(policies) | Kind::Monitor { policies, .. }) = &node.kind else {
        return (count, 1);
    };
    let Policies { success, failure } = policies;
    let success = success.of(count);
    (success, failure.of(count).min((count + 1).saturating_sub(success)))
}

/// Counts what has finished, ticks what has not, and leaves at once when a count decides.
fn tick(model: &Model, item: ItemId) -> TokenStream {
    let node = model.node_of(item);
    let (state, arguments) = (context::state(), model.arguments());
    let fields: Vec<Ident> =
        children(model, item).iter().map(|child| field(model, *child)).collect();
    let (needed, allowed) = thresholds(model, item);
    let (needed, allowed) = (Literal::u32_unsuffixed(needed), Literal::u32_unsuffixed(allowed));
    let (successes, failures) = (context::named("successes"), context::named("failures"));
    let decided = syn::Lifetime::new("'decided", Span::mixed_site());
    let conditions = node.children.iter().take(plan::conditions(node)).map(|condition| {
        let (code, holds) = model.asked(*condition);
        hygienic!(#code if !#holds { break #decided ::bt_core::Status::Failure; })
    });
    let steps = children(model, item).iter().zip(&fields).map(|(child, field)| {
        let step = model.region_function("tick", *child);
        hygienic! {
            if let ::bt_core::__private::Slot::Open(child) = &mut #state.#field {
                let status = Self::#step(child #arguments);
                if status != ::bt_core::Status::Running {
                    #state.#field = ::bt_core::__private::Slot::closed(status);
                    #successes += #state.#field.succeeded();
                    #failures += #state.#field.failed();
                    if #needed <= #successes {
                        break #decided ::bt_core::Status::Success;
                    }
                    if #allowed <= #failures {
                        break #decided ::bt_core::Status::Failure;
                    }
                }
            }
        }
    });
    let abort = crate::model::names::frame_function("abort", node);
    let id = model.id(node.id);
    hygienic! {
        let status = #decided: {
            #(#conditions)*
            let mut #successes = 0 #(+ #state.#fields.succeeded())*;
            let mut #failures = 0 #(+ #state.#fields.failed())*;
            #(#steps)*
            return ::bt_core::Status::Running;
        };
        Self::#abort(#state #arguments, #id);
        status
    }
}

fn abort(model: &Model, item: ItemId) -> TokenStream {
    let (state, arguments, keep) = (context::state(), model.arguments(), context::keep());
    let steps = children(model, item).iter().map(|child| {
        let (field, abort) = (field(model, *child), model.region_function("abort", *child));
        hygienic! {
            if let ::bt_core::__private::Slot::Open(child) = &mut #state.#field {
                Self::#abort(child #arguments, #keep);
            }
        }
    });
    hygienic!(#(#steps)*)
}

/// The first active node without anything active below it, among the children.
pub(super) fn tip(model: &Model, item: ItemId) -> TokenStream {
    let (inner, from) = (context::inner(), context::named("from"));
    let found = syn::Lifetime::new("'found", Span::mixed_site());
    let steps = children(model, item).iter().map(|child| {
        let (field, tip) = (field(model, *child), model.region_function("tip", *child));
        hygienic! {
            if let ::bt_core::__private::Slot::Open(child) = &#inner.#field {
                if let ::core::option::Option::Some(tip) = Self::#tip(child, #from) {
                    break #found ::core::option::Option::Some(tip);
                }
            }
        }
    });
    hygienic!(#found: { #(#steps)* ::core::option::Option::None })
}

impl Model {
    /// Asks a condition of a monitor: the code in front of it, and what tells whether it holds.
    pub(crate) fn asked(&self, node: usize) -> (TokenStream, TokenStream) {
        let (events, id) = (context::events(), self.id(node));
        match &self.node(node).kind {
            Kind::Condition(answer) => self.ask(self.node(node), answer),
            Kind::Not => {
                let (code, holds) = self.asked(self.node(node).children[0]);
                let not = context::named("not");
                let code = hygienic! {
                    #code
                    let #not = !#holds;
                    #events.finished(#id, ::core::convert::From::from(#not));
                };
                (code, hygienic!(#not))
            }
            // What could not be read holds.
            _ => (TokenStream::new(), hygienic!(true)),
        }
    }
}
