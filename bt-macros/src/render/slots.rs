//! The children of frames: one, each of several, or the chosen one of several.

use super::expression::local;
use crate::program::{Program, frame_function, region_function};
use bt_language::machine::{Exit, ExpressionId, Frame, NodeId, Question, Region, Slots, Step};
use bt_language::mirror::Meaning;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::format_ident;

/// The field of a child of which each is stored: `child_3`
pub(super) fn field(child: &Region) -> Ident {
    format_ident!("child_{}", child.root.node.place(), span = Span::call_site())
}

/// The variant of a child of which one is chosen: `Child3(__SoldierAt3)`
pub(super) fn variant(child: &Region) -> Ident {
    format_ident!("Child{}", child.root.node.place(), span = Span::call_site())
}

/// The fields with their types.
pub(super) fn types(program: &Program, frame: &Frame) -> TokenStream {
    match frame.slots {
        Slots::One => {
            let child = program.region_of(only_child(program, frame));
            hygienic!(__child: #child)
        }
        Slots::Each => {
            let fields = program.children(frame).map(|child| {
                let (field, region) = (field(child), program.region_of(child));
                hygienic!(#field: __bt::Slot<#region>,)
            });
            hygienic!(#(#fields)*)
        }
        Slots::Chosen => {
            let nodes = program.node(frame.node).range();
            let child = program.with_generics(&program.child_type(frame), nodes);
            hygienic!(child: #child)
        }
    }
}

/// The fields at activation.
pub(super) fn value(program: &Program, frame: &Frame) -> TokenStream {
    match frame.slots {
        Slots::One => {
            let child = program.idle(only_child(program, frame));
            hygienic!(__child: #child)
        }
        Slots::Each => {
            let fields = program.children(frame).map(|child| {
                let (field, idle) = (field(child), program.idle(child));
                hygienic!(#field: __bt::Slot::Open(#idle),)
            });
            hygienic!(#(#fields)*)
        }
        Slots::Chosen => {
            let of = program.child_type(frame);
            hygienic!(child: #of::Idle)
        }
    }
}

/// The child of a frame with one child.
pub(super) fn only_child<'p>(program: &'p Program, frame: &Frame) -> &'p Region {
    program.region(frame.children[0])
}

/// The test that a child has neither begun nor finished.
pub(super) fn is_child_idle(program: &Program, frame: &Frame, child: usize) -> TokenStream {
    let child = program.region(frame.children[child]);
    let idle = program.idle(child);
    match frame.slots {
        Slots::One if !child.can_run() => hygienic!(true),
        Slots::One => hygienic!(::core::matches!(__child, #idle)),
        Slots::Each => {
            let field = field(child);
            hygienic!(::core::matches!(&__state.#field, __bt::Slot::Open(#idle)))
        }
        Slots::Chosen => {
            let (of, variant) = (program.child_type(frame), variant(child));
            hygienic!(!::core::matches!(&__state.child, #of::#variant(_)))
        }
    }
}

/// Aborts the `child` of a frame.
pub(super) fn leave_child(program: &Program, frame: &Frame) -> TokenStream {
    program.leave(only_child(program, frame), &hygienic!(__child), &program.id(frame.node))
}

/// Aborts the children of a frame with several children.
pub(super) fn leave_children(program: &Program, frame: &Frame, state: &TokenStream) -> TokenStream {
    let node = program.node(frame.node);
    let (abort, id) = (frame_function("abort", node), program.id(node.id));
    let arguments = program.leaving_arguments(frame.needs_blackboard, &node.scope);
    hygienic!(Self::#abort(#state #arguments, #id);)
}

/// The body of the function that aborts several children; `keep` is in scope.
pub(super) fn abort(program: &Program, frame: &Frame) -> TokenStream {
    let child = hygienic!(__child);
    let steps = running_children(program, frame).map(|region| {
        let abort = program.leave(region, &child, &hygienic!(__keep));
        match frame.slots {
            Slots::One => abort,
            Slots::Each => {
                let is_open = is_open(region);
                hygienic!(if #is_open { #abort })
            }
            Slots::Chosen => {
                let (of, variant) = (program.child_type(frame), variant(region));
                hygienic!(#of::#variant(__child) => { #abort })
            }
        }
    });
    match frame.slots {
        Slots::One | Slots::Each => hygienic!(#(#steps)*),
        Slots::Chosen => hygienic! {
            match &mut __state.child {
                #(#steps)*
                _ => {}
            }
        },
    }
}

/// Ends all children of a frame, with `late` in scope: an expression that is running as long as one of them cleans up.
pub(super) fn stop(program: &Program, frame: &Frame) -> TokenStream {
    let running = running_children(program, frame).map(|region| {
        let stop = stop_child(program, frame.node, region);
        let stop = hygienic!(if let __bt::Running = #stop { __stops = __bt::Running; });
        match frame.slots {
            Slots::One => stop,
            Slots::Each => {
                let is_open = is_open(region);
                hygienic!(if #is_open { #stop })
            }
            Slots::Chosen => {
                let (of, variant) = (program.child_type(frame), variant(region));
                hygienic!(#of::#variant(__child) => { #stop })
            }
        }
    });
    let all = match frame.slots {
        Slots::One | Slots::Each => hygienic!(#(#running)*),
        Slots::Chosen => hygienic!(match &mut __state.child { #(#running)* _ => {} }),
    };
    hygienic!({ let mut __stops = __bt::Success; #all __stops })
}

/// Ends what runs in the child of a frame; its state is the variable `child`.
pub(super) fn stop_child(program: &Program, frame: NodeId, region: &Region) -> TokenStream {
    let state = hygienic!(__child);
    if region.cleans_up {
        let arguments = program.arguments(program.scope_of(region));
        let stop = region_function("stop", region);
        return hygienic!(Self::#stop(#state #arguments, __late));
    }
    let leave = program.leave(region, &state, &program.id(frame));
    hygienic!({ #leave __bt::Success })
}

/// The children that can run from one tick to the next.
pub(super) fn running_children<'p>(
    program: &'p Program,
    frame: &'p Frame,
) -> impl Iterator<Item = &'p Region> {
    program.children(frame).filter(|child| child.can_run())
}

/// The test that a child has not finished; it binds the child's state to `child`.
pub(super) fn is_open(child: &Region) -> TokenStream {
    let field = field(child);
    hygienic!(let __bt::Slot::Open(__child) = &mut __state.#field)
}

/// Stores that a child has finished.
pub(super) fn close(child: &Region, success: bool) -> TokenStream {
    let end = if success { hygienic!(Succeeded) } else { hygienic!(Failed) };
    let field = field(child);
    hygienic!(__state.#field = __bt::Slot::#end;)
}

/// Makes a child able to begin again.
pub(super) fn reopen(program: &Program, child: &Region) -> TokenStream {
    let (field, idle) = (field(child), program.idle(child));
    hygienic!(__state.#field = __bt::Slot::Open(#idle);)
}

/// The name of the closure that counts the children that have succeeded, or failed.
pub(super) fn enough(successes: bool) -> Ident {
    local(if successes { "enough_succeeded" } else { "enough_failed" })
}

/// The closures that count. They count only when a child finishes, so no counter is stored.
pub(super) fn counts(program: &Program, frame: &Frame, of: &TokenStream) -> TokenStream {
    let asked = |wanted: bool| {
        frame.blocks.iter().find_map(|block| match block.exit {
            Exit::Ask { question: Question::Enough { successes, count }, .. } => {
                (successes == wanted).then_some(count)
            }
            _ => None,
        })
    };
    let closure = |successes: bool| {
        let enough = enough(successes);
        let answer = is_enough(program, frame, asked(successes)?, successes);
        Some(hygienic!(let #enough = |__state: &#of| #answer;))
    };
    let (succeeded, failed) = (closure(true), closure(false));
    hygienic!(#succeeded #failed)
}

/// The test that `count` children have succeeded (or failed). If `count` is the number of all
/// children, the test stops at the first child that has not.
fn is_enough(program: &Program, frame: &Frame, count: u32, successes: bool) -> TokenStream {
    let has = if successes { hygienic!(has_succeeded) } else { hygienic!(has_failed) };
    let fields = program.children(frame).map(field);
    if frame.children.len() == count as usize {
        return hygienic!(#(__state.#fields.#has())&&*);
    }
    let count = Literal::u32_unsuffixed(count);
    hygienic!(#count <= __bt::count(&[#(__state.#fields.#has()),*]))
}

/// The variants of the enum of the chosen child.
pub(super) fn variants(program: &Program, frame: &Frame) -> TokenStream {
    let variants = program.children(frame).map(|child| {
        let (variant, region) = (variant(child), program.region_of(child));
        hygienic!(#variant(#region),)
    });
    hygienic!(#(#variants)*)
}

/// The test that no child is chosen.
pub(super) fn is_idle(program: &Program, frame: &Frame) -> TokenStream {
    let of = program.child_type(frame);
    hygienic!(let #of::Idle = &__state.child)
}

/// An arm for the number of each child, with the child's idle state.
pub(super) fn begins(program: &Program, frame: &Frame) -> TokenStream {
    let of = program.child_type(frame);
    let arms = program.children(frame).enumerate().map(|(index, child)| {
        let (variant, idle) = (variant(child), program.idle(child));
        let index = Literal::usize_unsuffixed(index);
        hygienic!(__bt::Some(#index) => #of::#variant(#idle),)
    });
    hygienic!(#(#arms)*)
}

/// The tick of the chosen child.
pub(super) fn tick_chosen(
    program: &Program,
    frame: &Frame,
    step: &dyn Fn(&Region) -> TokenStream,
) -> TokenStream {
    let of = program.child_type(frame);
    let arms = program.children(frame).map(|child| {
        let (variant, step) = (variant(child), step(child));
        hygienic!(#of::#variant(__child) => #step,)
    });
    hygienic! {
        match &mut __state.child {
            #of::Idle => return __bt::Failure,
            #(#arms)*
        }
    }
}

/// The index of the child behind the chosen one; the first comes behind the last.
pub(super) fn behind_chosen(program: &Program, frame: &Frame) -> TokenStream {
    let (of, count) = (program.child_type(frame), frame.children.len());
    let arms = program.children(frame).enumerate().map(|(index, child)| {
        let (variant, next) = (variant(child), Literal::usize_unsuffixed((index + 1) % count));
        hygienic!(#of::#variant(_) => #next,)
    });
    hygienic!(match &__state.child { #(#arms)* #of::Idle => 0 })
}

pub(super) fn forget(program: &Program, frame: &Frame) -> TokenStream {
    let of = program.child_type(frame);
    let runs = has_ranks(frame).then(|| hygienic!(__runs = __bt::None;));
    hygienic!(__state.child = #of::Idle; #runs)
}

/// Returns `true` if the children are ranked in every tick.
fn has_ranks(frame: &Frame) -> bool {
    let ranks = |step: &Step| matches!(step, Step::Rank { .. });
    frame.blocks.iter().any(|block| block.steps.iter().any(ranks))
}

/// The scores as an array.
pub(super) fn scores(program: &Program, scores: &[ExpressionId]) -> TokenStream {
    // In a block, so that the compiler does not take two scores for `[value; count]`.
    let scores = scores.iter().map(|score| {
        let score = program.shared(*score, Meaning::Score);
        hygienic!({ #score })
    });
    hygienic!([#(#scores),*])
}

/// The chosen child, `runs`, and the `order` in which the children are tried.
pub(super) fn rank(
    program: &Program,
    frame: &Frame,
    scores: &[ExpressionId],
    margin: Option<ExpressionId>,
) -> TokenStream {
    let of = program.child_type(frame);
    let count = Literal::usize_unsuffixed(scores.len());
    let values = self::scores(program, scores);
    let running = program.children(frame).enumerate().map(|(index, child)| {
        let (variant, index) = (variant(child), Literal::usize_unsuffixed(index));
        hygienic!(#of::#variant(_) => __bt::Some(#index),)
    });
    let margin = margin.map_or_else(
        || hygienic!(0.0),
        |margin| {
            let margin = program.shared(margin, Meaning::Score);
            hygienic!(if __runs.is_some() { #margin } else { 0.0 })
        },
    );
    hygienic! {
        let mut __runs: __bt::Option<__bt::usize> = match &__state.child {
            #of::Idle => __bt::None,
            #(#running)*
        };
        let __scores: [__bt::f32; #count] = #values;
        let mut __order = __bt::Order::by_score_again(__scores, __runs, #margin);
    }
}

/// Replaces the chosen child by the best, if that is another one, or if none is left.
pub(super) fn take_over(program: &Program, frame: &Frame) -> TokenStream {
    let (of, id) = (program.child_type(frame), program.id(frame.node));
    let (abort, begins) = (abort(program, frame), begins(program, frame));
    hygienic! {
        let __chosen = __order.next();
        if __chosen != __runs {
            if __runs.is_some() {
                let __keep = #id;
                #abort
            }
            __state.child = match __chosen {
                #begins
                _ => #of::Idle,
            };
            __runs = __bt::None;
        }
    }
}
