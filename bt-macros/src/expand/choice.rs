//! Composites that choose the order of their children: `random_…`, `utility_selector`.

use super::context;
use crate::ast::{Goal, Kind};
use crate::ide::Meaning;
use crate::model::{ItemId, Model};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::format_ident;

fn children(model: &Model, item: ItemId) -> &[ItemId] {
    &model.plan.item(item).children
}

/// `Child3(__SoldierAt3)`
pub(super) fn variant(model: &Model, child: ItemId) -> Ident {
    format_ident!("Child{}", model.node_of(child).id, span = Span::call_site())
}

/// The scores of a utility selector, or the set of untried children.
pub(super) fn value(model: &Model, item: ItemId) -> TokenStream {
    let node = model.node_of(item);
    let child = model.child_type(node);
    let order = match &node.kind {
        Kind::Utility { scores } => {
            // In a block, so that the compiler does not take two scores for `[value; count]`.
            let scores = scores.iter().map(|score| {
                let score = model.shared(score, Meaning::Score);
                hygienic!({ #score })
            });
            hygienic!(__bt::Order::by_score([#(#scores),*]))
        }
        _ => hygienic!(__bt::Untried::ALL),
    };
    hygienic!(order: #order, child: #child::Idle)
}

pub(super) fn field_types(model: &Model, item: ItemId) -> TokenStream {
    let node = model.node_of(item);
    let count = node.children.len();
    let order = if matches!(node.kind, Kind::Utility { .. }) {
        let count = Literal::usize_unsuffixed(count);
        hygienic!(::bt_core::__private::Order<#count>)
    } else {
        let bytes = Literal::usize_unsuffixed(count.div_ceil(8));
        hygienic!(::bt_core::__private::Untried<#bytes>)
    };
    let child = model.with_generics(&model.child_type(node), node.id..node.end);
    hygienic!(order: #order, child: #child)
}

/// The variants of the enum of the child that has been chosen.
pub(super) fn variants(model: &Model, item: ItemId) -> TokenStream {
    let variants = children(model, item).iter().map(|child| {
        let (variant, region) = (variant(model, *child), model.region_of(*child));
        hygienic!(#variant(#region),)
    });
    hygienic!(#(#variants)*)
}

pub(super) fn bodies(model: &Model, item: ItemId) -> (TokenStream, TokenStream) {
    (tick(model, item), abort(model, item))
}

/// Ticks the chosen child; when it does not decide, chooses the next in the same tick.
fn tick(model: &Model, item: ItemId) -> TokenStream {
    let node = model.node_of(item);
    let state = context::state();
    let child_type = model.child_type(node);
    let steps = children(model, item).iter().map(|child| {
        let (variant, step) = (variant(model, *child), super::frame::step_of(model, node, *child));
        hygienic!(#child_type::#variant(child) => #step,)
    });
    // What makes it go on to the next child; also its result when none is left.
    let onward = match node.kind {
        Kind::Random { goal: Goal::Failure, .. } => context::success(),
        _ => context::failure(),
    };
    let next = next(model, item);
    let begin = children(model, item).iter().enumerate().map(|(index, child)| {
        let (variant, idle) = (variant(model, *child), model.idle(*child));
        let index = Literal::usize_unsuffixed(index);
        hygienic!(__bt::Some(#index) => #child_type::#variant(#idle),)
    });
    hygienic! {
        loop {
            let status = match &mut #state.child {
                #child_type::Idle => {
                    #state.child = match #next {
                        #(#begin)*
                        _ => return #onward,
                    };
                    continue;
                }
                #(#steps)*
            };
            match status {
                #onward => #state.child = #child_type::Idle,
                _ => return status,
            }
        }
    }
}

/// The number of the next child, if one is left.
fn next(model: &Model, item: ItemId) -> TokenStream {
    let node = model.node_of(item);
    let state = context::state();
    let Kind::Random { draw, weights, .. } = &node.kind else {
        return hygienic!(#state.order.next());
    };
    let count = Literal::usize_unsuffixed(weights.len());
    let draw = model.exclusive(draw, Meaning::Number);
    let weights = weights.iter().map(|weight| model.shared(weight, Meaning::Number));
    let (drawn, weighed) = (context::named("drawn"), context::named("weights"));
    // The label keeps a `break` or `continue` in the user's expressions from reaching the loop around it.
    let chosen = syn::Lifetime::new("'_chosen", Span::mixed_site());
    hygienic! {
        #chosen: {
            let #drawn: __bt::u32 = if #state.order.left(#count) > 1 { #draw } else { 0 };
            let #weighed: [__bt::u32; #count] = [#(#weights),*];
            #state.order.choose(#drawn, &#weighed)
        }
    }
}

fn abort(model: &Model, item: ItemId) -> TokenStream {
    let (state, keep) = (context::state(), context::keep());
    let child_type = model.child_type(model.node_of(item));
    let running = children(model, item).iter().filter(|child| !model.is_idle(**child));
    let steps = running.map(|child| {
        let variant = variant(model, *child);
        let abort = model.leave(*child, &hygienic!(child), &hygienic!(#keep));
        hygienic!(#child_type::#variant(child) => { #abort })
    });
    hygienic! {
        match &mut #state.child {
            #(#steps)*
            _ => {}
        }
    }
}

/// The first active node without anything active below it, in the chosen child.
pub(super) fn tip(model: &Model, item: ItemId) -> TokenStream {
    let inner = context::inner();
    let child_type = model.child_type(model.node_of(item));
    let running = children(model, item).iter().filter(|child| !model.is_idle(**child));
    let steps = running.map(|child| {
        let (variant, tip) = (variant(model, *child), model.tip(*child, &hygienic!(child)));
        hygienic!(#child_type::#variant(child) => #tip,)
    });
    hygienic! {
        match &#inner.child {
            #(#steps)*
            _ => __bt::NOTHING,
        }
    }
}
