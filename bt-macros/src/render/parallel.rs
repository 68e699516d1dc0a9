//! Children that run in the same ticks: `parallel`, and `monitor` with several nodes.

use super::context;
use crate::program::Program;
use bt_language::ast::Kind;
use bt_language::machine::{Exit, Frame, NodeId, Question, Region};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::format_ident;

pub(super) fn field(child: &Region) -> Ident {
    format_ident!("child_{}", child.root.node.place(), span = Span::call_site())
}

pub(super) fn value(program: &Program, frame: &Frame) -> TokenStream {
    let fields = program.children(frame).map(|child| {
        let (field, idle) = (field(child), program.idle(child));
        hygienic!(#field: __bt::Slot::Open(#idle),)
    });
    hygienic!(#(#fields)*)
}

pub(super) fn field_types(program: &Program, frame: &Frame) -> TokenStream {
    let fields = program.children(frame).map(|child| {
        let (field, region) = (field(child), program.region_of(child));
        hygienic!(#field: ::bt_core::__private::Slot<#region>,)
    });
    hygienic!(#(#fields)*)
}

/// The test that a child has not finished; it binds the child's state to `child`.
pub(super) fn is_open(child: &Region) -> TokenStream {
    let field = field(child);
    hygienic!(let __bt::Slot::Open(__child) = &mut __state.#field)
}

/// Stores that a child has finished.
pub(super) fn close(program: &Program, frame: &Frame, child: usize, success: bool) -> TokenStream {
    let end = if success { hygienic!(Succeeded) } else { hygienic!(Failed) };
    let fields = program.children(frame).nth(child).map(field).into_iter();
    hygienic!(#(__state.#fields = __bt::Slot::#end;)*)
}

/// The name of the closure that counts the children that have succeeded, or failed.
pub(super) fn enough(successes: bool) -> Ident {
    context::local(if successes { "enough_succeeded" } else { "enough_failed" })
}

/// The closures that count. They count only when a child finishes, so no counter is stored.
pub(super) fn counts(program: &Program, frame: &Frame, of: &TokenStream) -> TokenStream {
    let asked = |wanted: bool| {
        frame.blocks().iter().find_map(|block| match block.exit {
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

pub(super) fn abort(program: &Program, frame: &Frame) -> TokenStream {
    let steps = program.running_children(frame).map(|child| {
        let field = field(child);
        let abort = program.leave(child, &hygienic!(__child), &hygienic!(__keep));
        hygienic!(if let __bt::Slot::Open(__child) = &mut __state.#field { #abort })
    });
    hygienic!(#(#steps)*)
}

/// The first tip among the children.
pub(super) fn tip(program: &Program, frame: &Frame) -> TokenStream {
    let found = syn::Lifetime::new("'found", Span::mixed_site());
    let steps = program.running_children(frame).map(|child| {
        let (field, tip) = (field(child), program.tip(child, &hygienic!(__child)));
        hygienic! {
            if let __bt::Slot::Open(__child) = &__inner.#field {
                let __tip = #tip;
                if __from <= __tip && __tip < __bt::NOTHING {
                    break #found __tip;
                }
            }
        }
    });
    hygienic!(#found: { #(#steps)* __bt::NOTHING })
}

impl Program {
    /// Evaluates a condition, or `not` before one.
    pub(crate) fn asked(&self, node: NodeId) -> TokenStream {
        let id = self.id(node);
        let node = self.node(node);
        match &node.kind {
            Kind::Condition(answer) => self.ask(node, answer),
            Kind::Not => {
                let holds = node.children.first().map(|child| self.asked(*child));
                hygienic!(__bt::not(#holds, __events, #id))
            }
            // A condition that could not be read counts as true.
            _ => hygienic!(true),
        }
    }
}
