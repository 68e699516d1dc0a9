//! Composites that choose the order of their children: `random_…`, `utility_selector`.

use super::step::status;
use crate::program::Program;
use bt_language::ast::{Expression, Kind};
use bt_language::machine::{Frame, Node, Order, Region, Status};
use bt_language::mirror::Meaning;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::format_ident;

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
    let variants = program.children(frame).map(|child| {
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
    step: &dyn Fn(&Region) -> TokenStream,
) -> TokenStream {
    let child_type = program.child_type(program.node(frame.node));
    let steps = steps(program, frame, step);
    let onward = status(onward);
    let next = next(program, frame);
    let begin = begin(program, frame);
    hygienic! {
        loop {
            let __status = match &mut __state.child {
                #child_type::Idle => {
                    __state.child = match #next {
                        #begin
                        _ => return #onward,
                    };
                    continue;
                }
                #steps
            };
            match __status {
                #onward => __state.child = #child_type::Idle,
                _ => return __status,
            }
        }
    }
}

/// An arm for the number of each child, with the child's idle state.
pub(super) fn begin(program: &Program, frame: &Frame) -> TokenStream {
    let child_type = program.child_type(program.node(frame.node));
    let arms = program.children(frame).enumerate().map(|(index, child)| {
        let (variant, idle) = (variant(child), program.idle(child));
        let index = Literal::usize_unsuffixed(index);
        hygienic!(__bt::Some(#index) => #child_type::#variant(#idle),)
    });
    hygienic!(#(#arms)*)
}

/// An arm for each child that has been chosen, with the child's tick.
pub(super) fn steps(
    program: &Program,
    frame: &Frame,
    step: &dyn Fn(&Region) -> TokenStream,
) -> TokenStream {
    let child_type = program.child_type(program.node(frame.node));
    let arms = program.children(frame).map(|child| {
        let (variant, step) = (variant(child), step(child));
        hygienic!(#child_type::#variant(__child) => #step,)
    });
    hygienic!(#(#arms)*)
}

/// The number of the next child, if one is left.
fn next(program: &Program, frame: &Frame) -> TokenStream {
    let node = program.node(frame.node);
    let Kind::Random { draw, weights, .. } = &node.kind else {
        return hygienic!(__state.order.next());
    };
    let count = Literal::usize_unsuffixed(weights.len());
    let draw = program.exclusive(node, draw, Meaning::Number);
    let weights = weights.iter().map(|weight| program.shared(node, weight, Meaning::Number));
    // The label keeps a `break` or `continue` in the user's expressions from reaching the loop around it.
    let chosen = syn::Lifetime::new("'_chosen", Span::mixed_site());
    hygienic! {
        #chosen: {
            let __drawn: __bt::u32 = if __state.order.left(#count) > 1 { #draw } else { 0 };
            let __weights: [__bt::u32; #count] = [#(#weights),*];
            __state.order.choose(__drawn, &__weights)
        }
    }
}

pub(super) fn abort(program: &Program, frame: &Frame) -> TokenStream {
    let child_type = program.child_type(program.node(frame.node));
    let steps = program.running_children(frame).map(|child| {
        let variant = variant(child);
        let abort = program.leave(child, &hygienic!(__child), &hygienic!(__keep));
        hygienic!(#child_type::#variant(__child) => { #abort })
    });
    hygienic! {
        match &mut __state.child {
            #(#steps)*
            _ => {}
        }
    }
}

/// The first tip in the chosen child.
pub(super) fn tip(program: &Program, frame: &Frame) -> TokenStream {
    let child_type = program.child_type(program.node(frame.node));
    let steps = program.running_children(frame).map(|child| {
        let (variant, tip) = (variant(child), program.tip(child, &hygienic!(__child)));
        hygienic!(#child_type::#variant(__child) => #tip,)
    });
    hygienic! {
        match &__inner.child {
            #(#steps)*
            _ => __bt::NOTHING,
        }
    }
}
