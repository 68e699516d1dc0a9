//! `parallel`, and `monitor` with several nodes.

use super::context;
use super::held::Held;
use crate::ast::{Kind, Policies};
use crate::model::{ItemId, Model, plan};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::format_ident;

/// The children that run side by side; a monitor's conditions do not.
fn children(model: &Model, item: ItemId) -> &[ItemId] {
    model.children_of_frame(item)
}

pub(super) fn field(model: &Model, child: ItemId) -> Ident {
    format_ident!("child_{}", model.node_of(child).id, span = Span::call_site())
}

pub(super) fn value(model: &Model, item: ItemId) -> TokenStream {
    let fields = children(model, item).iter().map(|child| {
        let (field, idle) = (field(model, *child), model.idle(*child));
        hygienic!(#field: __bt::Slot::Open(#idle),)
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

/// Ticks what has not finished, and leaves at once when what finishes decides.
fn tick(model: &Model, item: ItemId) -> TokenStream {
    let node = model.node_of(item);
    let (state, open, status) = (context::state(), context::child(), context::local("status"));
    let decided = syn::Lifetime::new("'decided", Span::mixed_site());
    let conditions = node.children.iter().take(plan::conditions(node)).map(|condition| {
        let holds = model.asked(*condition);
        hygienic!(if !#holds { break #decided __bt::Failure; })
    });
    let (needed, allowed) = thresholds(model, item);
    let (count_successes, success) = deciding(model, item, needed, "succeeded");
    let (count_failures, failure) = deciding(model, item, allowed, "failed");
    let steps = children(model, item).iter().map(|child| {
        let (field, step) = (field(model, *child), super::frame::step_of(model, node, *child));
        hygienic! {
            if let __bt::Slot::Open(#open) = &mut #state.#field {
                let #status = #step;
                match #status {
                    __bt::Running => {}
                    __bt::Success => {
                        #state.#field = __bt::Slot::Succeeded;
                        if #success {
                            break #decided __bt::Success;
                        }
                    }
                    __bt::Failure => {
                        #state.#field = __bt::Slot::Failed;
                        if #failure {
                            break #decided __bt::Failure;
                        }
                    }
                }
            }
        }
    });
    let abort = super::frame::leave(model, item, &state);
    hygienic! {
        let #status = #decided: {
            #(#conditions)*
            #count_successes
            #count_failures
            #(#steps)*
            return __bt::Running;
        };
        #abort
        #status
    }
}

/// What counts the children that have finished in one way, and whether they are enough, when one
/// more has: to count then is less than to count in every tick, and keeps nothing. The first
/// decides by itself if it is enough; that they are all is known at the first that is missing.
fn deciding(model: &Model, item: ItemId, threshold: u32, way: &str) -> (TokenStream, TokenStream) {
    if threshold <= 1 {
        return (TokenStream::new(), hygienic!(true));
    }
    let (state, enough) = (context::state(), context::local(&format!("enough_{way}")));
    let has = format_ident!("has_{way}", span = Span::mixed_site());
    let of = Held::new(model, item, false).of;
    let fields = children(model, item).iter().map(|child| field(model, *child));
    let answer = if children(model, item).len() == threshold as usize {
        hygienic!(#(#state.#fields.#has())&&*)
    } else {
        let threshold = Literal::u32_unsuffixed(threshold);
        hygienic!(#threshold <= __bt::count(&[#(#state.#fields.#has()),*]))
    };
    (hygienic!(let #enough = |#state: &#of| #answer;), hygienic!(#enough(#state)))
}

fn abort(model: &Model, item: ItemId) -> TokenStream {
    let (state, keep, open) = (context::state(), context::keep(), context::child());
    let running = children(model, item).iter().filter(|child| !model.is_idle(**child));
    let steps = running.map(|child| {
        let field = field(model, *child);
        let abort = model.leave(*child, &hygienic!(#open), &hygienic!(#keep));
        hygienic!(if let __bt::Slot::Open(#open) = &mut #state.#field { #abort })
    });
    hygienic!(#(#steps)*)
}

/// The first active node without anything active below it, among the children.
pub(super) fn tip(model: &Model, item: ItemId) -> TokenStream {
    let (inner, from) = (context::inner(), context::local("from"));
    let (open, first) = (context::child(), context::local("tip"));
    let found = syn::Lifetime::new("'found", Span::mixed_site());
    let running = children(model, item).iter().filter(|child| !model.is_idle(**child));
    let steps = running.map(|child| {
        let (field, tip) = (field(model, *child), model.tip(*child, &hygienic!(#open)));
        hygienic! {
            if let __bt::Slot::Open(#open) = &#inner.#field {
                let #first = #tip;
                if #from <= #first && #first < __bt::NOTHING {
                    break #found #first;
                }
            }
        }
    });
    hygienic!(#found: { #(#steps)* __bt::NOTHING })
}

impl Model {
    /// Asks a condition of a monitor and tells whether it holds.
    pub(crate) fn asked(&self, node: usize) -> TokenStream {
        let (events, id) = (context::events(), self.id(node));
        match &self.node(node).kind {
            Kind::Condition(answer) => self.ask(self.node(node), answer),
            Kind::Not => {
                let holds = self.asked(self.node(node).children[0]);
                hygienic!(__bt::not(#holds, #events, #id))
            }
            // What could not be read holds.
            _ => hygienic!(true),
        }
    }
}
