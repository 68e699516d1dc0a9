//! `active_utility_selector`: scores the children in every tick, and ticks the best.

use super::choice::{self, abort, begin, steps, variant};
use crate::program::Program;
use bt_language::ast::Kind;
use bt_language::machine::{Frame, Node, Region};
use bt_language::mirror::Meaning;
use proc_macro2::{Literal, TokenStream};

/// Scores the children and ticks the best; a running child that is not the best is aborted first.
pub(super) fn tick(
    program: &Program,
    frame: &Frame,
    step: &dyn Fn(&Region) -> TokenStream,
) -> TokenStream {
    let node = program.node(frame.node);
    let id = program.id(frame.node);
    let child_type = program.child_type(node);
    let scored = scored(program, frame, node);
    let begin = begin(program, frame);
    let steps = steps(program, frame, step);
    let abort = abort(program, frame);
    hygienic! {
        #scored
        loop {
            let __chosen = __order.next();
            if __chosen != __runs {
                if __runs.is_some() {
                    let __keep = #id;
                    #abort
                }
                __state.child = match __chosen {
                    #begin
                    _ => #child_type::Idle,
                };
                __runs = __bt::None;
            }
            let __status = match &mut __state.child {
                #child_type::Idle => return __bt::Failure,
                #steps
            };
            match __status {
                __bt::Failure => {
                    __state.child = #child_type::Idle;
                    __runs = __bt::None;
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
    let child_type = program.child_type(node);
    let count = Literal::usize_unsuffixed(written.len());
    let values = choice::scores(program, node, written);
    let running = program.children(frame).enumerate().map(|(index, child)| {
        let (variant, index) = (variant(child), Literal::usize_unsuffixed(index));
        hygienic!(#child_type::#variant(_) => __bt::Some(#index),)
    });
    let margin = margin.as_ref().map_or_else(
        || hygienic!(0.0),
        |margin| {
            let margin = program.shared(node, margin, Meaning::Score);
            hygienic!(if __runs.is_some() { #margin } else { 0.0 })
        },
    );
    hygienic! {
        let mut __runs: __bt::Option<__bt::usize> = match &__state.child {
            #child_type::Idle => __bt::None,
            #(#running)*
        };
        let __scores: [__bt::f32; #count] = #values;
        let mut __order = __bt::Order::by_score_again(__scores, __runs, #margin);
    }
}
