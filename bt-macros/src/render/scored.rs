//! `active_utility_selector`: scores the children in every tick, and ticks the best.

use super::choice::{self, abort, children, variant};
use super::context;
use crate::program::Program;
use bt_language::ast::Kind;
use bt_language::machine::{Frame, Node, Region};
use bt_language::mirror::Meaning;
use proc_macro2::{Literal, TokenStream};

/// Scores the children and ticks the best; a running child that is not the best is aborted first.
pub(super) fn tick(
    program: &Program,
    frame: &Frame,
    step: impl Fn(&Region) -> TokenStream,
) -> TokenStream {
    let node = program.node(frame.node);
    let (state, keep, id) = (context::state(), context::keep(), program.id(frame.node));
    let child_type = program.child_type(node);
    let [runs, order, chosen] = ["runs", "order", "chosen"].map(context::local);
    let scored = scored(program, frame, node);
    let begin = children(program, frame).enumerate().map(|(index, child)| {
        let (variant, idle) = (variant(child), program.idle(child));
        let index = Literal::usize_unsuffixed(index);
        hygienic!(__bt::Some(#index) => #child_type::#variant(#idle),)
    });
    let steps = children(program, frame).map(|child| {
        let (variant, step) = (variant(child), step(child));
        hygienic!(#child_type::#variant(__child) => #step,)
    });
    let (abort, failure) = (abort(program, frame), context::failure());
    hygienic! {
        #scored
        loop {
            let #chosen = #order.next();
            if #chosen != #runs {
                if #runs.is_some() {
                    let #keep = #id;
                    #abort
                }
                #state.child = match #chosen {
                    #(#begin)*
                    _ => #child_type::Idle,
                };
                #runs = __bt::None;
            }
            let __status = match &mut #state.child {
                #child_type::Idle => return #failure,
                #(#steps)*
            };
            match __status {
                #failure => {
                    #state.child = #child_type::Idle;
                    #runs = __bt::None;
                }
                _ => return __status,
            }
        }
    }
}

/// The running child, `runs`, and the `order` in which the children are tried.
fn scored(program: &Program, frame: &Frame, node: &Node) -> TokenStream {
    let Kind::ActiveUtility { margin, scores: written } = &node.kind else {
        return program.internal(node, "it has no scores");
    };
    let (state, child_type) = (context::state(), program.child_type(node));
    let [scores, runs, order] = ["scores", "runs", "order"].map(context::local);
    let count = Literal::usize_unsuffixed(written.len());
    let values = choice::scores(program, node, written);
    let running = children(program, frame).enumerate().map(|(index, child)| {
        let (variant, index) = (variant(child), Literal::usize_unsuffixed(index));
        hygienic!(#child_type::#variant(_) => __bt::Some(#index),)
    });
    let margin = margin.as_ref().map_or_else(
        || hygienic!(0.0),
        |margin| {
            let margin = program.shared(node, margin, Meaning::Score);
            hygienic!(if #runs.is_some() { #margin } else { 0.0 })
        },
    );
    hygienic! {
        let mut #runs: __bt::Option<__bt::usize> = match &#state.child {
            #child_type::Idle => __bt::None,
            #(#running)*
        };
        let #scores: [__bt::f32; #count] = #values;
        let mut #order = __bt::Order::by_score_again(#scores, #runs, #margin);
    }
}
