//! Composites that choose the order of their children: `random_…`, `utility_selector`.

use super::context;
use super::step::status;
use crate::program::Program;
use bt_language::ast::{Expression, Kind};
use bt_language::machine::{Frame, Node, Order, Region, Status};
use bt_language::mirror::Meaning;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::format_ident;

pub(super) fn children<'p>(
    program: &'p Program,
    frame: &'p Frame,
) -> impl Iterator<Item = &'p Region> {
    frame.children.iter().map(|child| program.region(*child))
}

/// The children that can run from one tick to the next.
fn running<'p>(program: &'p Program, frame: &'p Frame) -> impl Iterator<Item = &'p Region> {
    children(program, frame).filter(|child| child.can_run())
}

/// The variant of a child: `Child3(__SoldierAt3)`
pub(super) fn variant(child: &Region) -> Ident {
    format_ident!("Child{}", child.root.node.place(), span = Span::call_site())
}

/// The scores of a utility selector, or the set of untried children.
pub(super) fn value(program: &Program, frame: &Frame) -> TokenStream {
    let node = program.node(frame.node);
    let child = program.child_type(node);
    let order = match &node.kind {
        Kind::Utility { scores } => {
            let scores = self::scores(program, node, scores);
            hygienic!(__bt::Order::by_score(#scores))
        }
        Kind::ActiveUtility { .. } => return hygienic!(child: #child::Idle),
        _ => hygienic!(__bt::Untried::ALL),
    };
    hygienic!(order: #order, child: #child::Idle)
}

/// The scores as an array.
pub(super) fn scores(program: &Program, node: &Node, scores: &[Expression]) -> TokenStream {
    // In a block, so that the compiler does not take two scores for `[value; count]`.
    let scores = scores.iter().map(|score| {
        let score = program.shared(node, score, Meaning::Score);
        hygienic!({ #score })
    });
    hygienic!([#(#scores),*])
}

/// The type of the field that keeps the untried children.
pub(super) fn order_type(frame: &Frame, order: Order) -> TokenStream {
    let count = frame.children.len();
    match order {
        Order::Score => {
            let count = Literal::usize_unsuffixed(count);
            hygienic!(order: ::bt_core::__private::Order<#count>,)
        }
        Order::Random => {
            let bytes = Literal::usize_unsuffixed(count.div_ceil(8));
            hygienic!(order: ::bt_core::__private::Untried<#bytes>,)
        }
    }
}

/// The variants of the enum of the chosen child.
pub(super) fn variants(program: &Program, frame: &Frame) -> TokenStream {
    let variants = children(program, frame).map(|child| {
        let (variant, region) = (variant(child), program.region_of(child));
        hygienic!(#variant(#region),)
    });
    hygienic!(#(#variants)*)
}

/// Ticks the chosen child; when it ends with `onward`, chooses the next in the same tick.
pub(super) fn tick(
    program: &Program,
    frame: &Frame,
    onward: Status,
    step: impl Fn(&Region) -> TokenStream,
) -> TokenStream {
    let state = context::state();
    let child_type = program.child_type(program.node(frame.node));
    let steps = children(program, frame).map(|child| {
        let (variant, step) = (variant(child), step(child));
        hygienic!(#child_type::#variant(__child) => #step,)
    });
    let onward = status(onward);
    let next = next(program, frame);
    let begin = children(program, frame).enumerate().map(|(index, child)| {
        let (variant, idle) = (variant(child), program.idle(child));
        let index = Literal::usize_unsuffixed(index);
        hygienic!(__bt::Some(#index) => #child_type::#variant(#idle),)
    });
    hygienic! {
        loop {
            let __status = match &mut #state.child {
                #child_type::Idle => {
                    #state.child = match #next {
                        #(#begin)*
                        _ => return #onward,
                    };
                    continue;
                }
                #(#steps)*
            };
            match __status {
                #onward => #state.child = #child_type::Idle,
                _ => return __status,
            }
        }
    }
}

/// The number of the next child, if one is left.
fn next(program: &Program, frame: &Frame) -> TokenStream {
    let node = program.node(frame.node);
    let state = context::state();
    let Kind::Random { draw, weights, .. } = &node.kind else {
        return hygienic!(#state.order.next());
    };
    let count = Literal::usize_unsuffixed(weights.len());
    let draw = program.exclusive(node, draw, Meaning::Number);
    let weights = weights.iter().map(|weight| program.shared(node, weight, Meaning::Number));
    let (drawn, weighed) = (context::local("drawn"), context::local("weights"));
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

pub(super) fn abort(program: &Program, frame: &Frame) -> TokenStream {
    let (state, keep) = (context::state(), context::keep());
    let child_type = program.child_type(program.node(frame.node));
    let steps = running(program, frame).map(|child| {
        let variant = variant(child);
        let abort = program.leave(child, &hygienic!(__child), &hygienic!(#keep));
        hygienic!(#child_type::#variant(__child) => { #abort })
    });
    hygienic! {
        match &mut #state.child {
            #(#steps)*
            _ => {}
        }
    }
}

/// The first tip in the chosen child.
pub(super) fn tip(program: &Program, frame: &Frame) -> TokenStream {
    let inner = context::inner();
    let child_type = program.child_type(program.node(frame.node));
    let steps = running(program, frame).map(|child| {
        let (variant, tip) = (variant(child), program.tip(child, &hygienic!(__child)));
        hygienic!(#child_type::#variant(__child) => #tip,)
    });
    hygienic! {
        match &#inner.child {
            #(#steps)*
            _ => __bt::NOTHING,
        }
    }
}
