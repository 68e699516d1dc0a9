//! The fields of frames: their types, their values, and how the children are aborted.

use super::held::{End, Held, Refused};
use super::names::frame_function;
use super::{alias, choice, context, parallel};
use crate::program::Program;
use bt_language::ast::{Duration, Kind};
use bt_language::machine::{Body, Field, Frame, Node, Position, Region};
use bt_language::mirror::Meaning;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};

/// A frame as the data of a position.
pub(crate) fn held<'p>(program: &'p Program, position: &Position, frame: &'p Frame) -> Held<'p> {
    let mut held =
        Held { of: frame_type(program, frame), ..Held::plain(program, program.node(frame.node)) };
    let of = program.frame_type(program.node(frame.node));
    let value = match &frame.body {
        Body::Parallel(_) => parallel::value(program, frame),
        Body::Choice { .. } | Body::Scored => choice::value(program, frame),
        Body::Single(_) | Body::Wrapped => {
            let variant = program.recorded_as(program.region(frame.home), position);
            let fields = single_fields(program, frame, &variant, &mut held);
            held.abort = abort_child(program, frame, &variant);
            held.of = program.region_of(program.region(frame.home));
            let child = only_child(program, frame).map(|child| program.idle(child));
            held.value = hygienic!(#variant { #fields __child: #child });
            return held;
        }
    };
    held.value = hygienic!(#of { #value });
    held.abort = leave(program, frame, &held.inner);
    held
}

/// The child of a frame with one child.
pub(super) fn only_child<'p>(program: &'p Program, frame: &Frame) -> Option<&'p Region> {
    frame.children.first().map(|child| program.region(*child))
}

/// The code that runs at activation, and the fields that keep its results.
fn single_fields(
    program: &Program,
    frame: &Frame,
    variant: &TokenStream,
    held: &mut Held<'_>,
) -> TokenStream {
    let node = program.node(frame.node);
    let clock = program.now();
    let clock = hygienic!(let __now = #clock;);
    match &node.kind {
        Kind::Repeat(Some(count)) | Kind::Retry(Some(count)) => {
            held.refused = Some(Refused::If(hygienic!(__rounds == 0)));
            let count = program.shared(node, count, Meaning::Number);
            let span = Span::mixed_site().located_at(node.span);
            let of = quote::quote_spanned!(span=> __bt::u32);
            held.prepare = hygienic!(let __rounds: #of = #count;);
            hygienic!(__left: __rounds,)
        }
        Kind::Timeout(duration) => {
            let duration = program.duration(node, duration);
            held.prepare = clock;
            hygienic!(__until: __bt::after(__now, #duration),)
        }
        Kind::Every(duration) | Kind::Service(duration, _) => {
            let period = period(program, node, duration);
            held.prepare = clock;
            hygienic!(__due: __now, #period)
        }
        Kind::Let { of, value, .. } => kept_value(program, node, of, value, held),
        Kind::For { range, .. } => numbers(program, node, range, held),
        Kind::Finally(run) => {
            let run = program.exclusive(node, &super::early::result(run), Meaning::Anything);
            held.end = Some(End::Expression(hygienic!(let _ = #run;)));
            TokenStream::new()
        }
        Kind::With(literal) => {
            let blackboard = &program.binder;
            let with = program.as_trait(node, literal, "Decorator");
            let value = alias::made(program, node, literal);
            let condition = hygienic!(!#with::check(&__decorator, &*#blackboard));
            held.refused = Some(Refused::If(condition));
            held.start = Some(hygienic! {
                if let #variant { __decorator, .. } = __inner {
                    #with::start(__decorator, #blackboard);
                }
            });
            let function = hygienic!(#with::end);
            held.end = Some(End::Decorator { function, variant: variant.clone() });
            held.prepare = hygienic!(let __decorator = #value;);
            hygienic!(__decorator,)
        }
        _ => program.internal(node, "its frame has no fields"),
    }
}

/// The field of a `let`; the node does not start without a value.
fn kept_value(
    program: &Program,
    node: &Node,
    of: &TokenStream,
    value: &TokenStream,
    held: &mut Held<'_>,
) -> TokenStream {
    held.refused = Some(Refused::Unless {
        pattern: hygienic!(__bt::Some(__value)),
        value: hygienic!(__given),
    });
    held.prepare = given_value(program, node, of, value);
    hygienic!(__value: __value,)
}

/// The fields of a `for`; the node does not start if its range is empty.
fn numbers(
    program: &Program,
    node: &Node,
    range: &TokenStream,
    held: &mut Held<'_>,
) -> TokenStream {
    held.refused = Some(Refused::If(hygienic!(__numbers.is_empty())));
    let range = program.shared(node, range, Meaning::Anything);
    let span = Span::mixed_site().located_at(node.span);
    let of = quote::quote_spanned!(span=> ::core::ops::Range<__bt::usize>);
    held.prepare = hygienic!(let __numbers: #of = #range;);
    hygienic!(__next: __numbers.start, __end: __numbers.end,)
}

/// `let given: Option<Id> = Given::<Id, _>::by(npc.nearest()).tell(events, 7);`
fn given_value(
    program: &Program,
    node: &Node,
    of: &TokenStream,
    value: &TokenStream,
) -> TokenStream {
    let contained = program.exclusive(node, value, Meaning::Anything);
    let contained = match value {
        value if super::early::never_returns(value) => contained,
        // The type of the value is the declared type; nothing else determines it.
        value if has_open_type(value) => hygienic!(__bt::Some::<#of>(#contained)),
        value => {
            let span = Span::mixed_site().located_at(context::first_span(value));
            let made = quote::quote_spanned!(span=> __bt::Given::<#of, _>::by(#contained));
            let id = program.id(node.id);
            hygienic!(#made.tell(__events, #id))
        }
    };
    hygienic!(let __given: __bt::Option<#of> = #contained;)
}

/// Returns `true` if an expression ends in a call whose type depends on its use:
/// `npc.ids.iter().copied().collect()`
fn has_open_type(value: &TokenStream) -> bool {
    let tokens: Vec<_> = value.clone().into_iter().collect();
    match tokens.as_slice() {
        [.., TokenTree::Punct(_), TokenTree::Ident(name), TokenTree::Group(arguments)] => {
            arguments.stream().is_empty()
                && ["collect", "into", "sum", "product", "default"].iter().any(|open| name == open)
        }
        _ => false,
    }
}

/// A duration that is not a literal is evaluated at activation and kept.
fn period(program: &Program, node: &Node, duration: &Duration) -> TokenStream {
    if duration.is_constant() {
        return TokenStream::new();
    }
    let value = program.duration(node, duration);
    hygienic!(__period: #value,)
}

/// `__SoldierParallel7<N>`
fn frame_type(program: &Program, frame: &Frame) -> TokenStream {
    let node = program.node(frame.node);
    program.with_generics(&program.frame_type(node), node.range())
}

/// The fields of a frame, with their types.
pub(crate) fn field_types(program: &Program, frame: &Frame) -> TokenStream {
    let own = frame.fields.iter().map(|of| field_type(program, frame, *of));
    match &frame.body {
        Body::Parallel(_) => parallel::field_types(program, frame),
        Body::Choice { .. } | Body::Scored => {
            let node = program.node(frame.node);
            let child = program.with_generics(&program.child_type(node), node.range());
            hygienic!(#(#own)* child: #child)
        }
        Body::Single(_) | Body::Wrapped => {
            let child = only_child(program, frame).map(|child| program.region_of(child));
            hygienic!(#(#own)* __child: #child)
        }
    }
}

fn field_type(program: &Program, frame: &Frame, field: Field) -> TokenStream {
    let node = program.node(frame.node);
    let time = hygienic!(::core::time::Duration);
    match field {
        Field::Rounds => hygienic!(__left: ::core::primitive::u32,),
        Field::Deadline => hygienic!(__until: #time,),
        Field::Due => hygienic!(__due: #time,),
        Field::Period => hygienic!(__period: #time,),
        Field::Order(order) => choice::order_type(frame, order),
        Field::Numbers => hygienic! {
            __next: ::core::primitive::usize, __end: ::core::primitive::usize,
        },
        Field::Value => match &node.kind {
            Kind::Let { of, .. } => {
                let value = context::local_at("value", node.span);
                quote::quote_spanned!(node.span=> #value: #of,)
            }
            _ => program.internal(node, "it keeps no value"),
        },
        Field::Decorator => match &node.kind {
            Kind::With(literal) => {
                let path = program.made_type(node, literal);
                let decorator = context::local_at("decorator", node.span);
                // A missing derive of the type is reported here. The span is not that of the type's
                // name, because an editor would find this name there.
                quote::quote_spanned!(node.span=> #decorator: #path,)
            }
            _ => program.internal(node, "it is no decorator of the user's own"),
        },
    }
}

/// The names that a frame binds for the nodes below it, as part of a pattern of its fields, and
/// values that are computed from them.
pub(super) fn names(program: &Program, frame: &Frame) -> (TokenStream, TokenStream) {
    match &program.node(frame.node).kind {
        Kind::Let { name, .. } => (hygienic!(__value: #name,), TokenStream::new()),
        Kind::For { name, .. } => {
            (hygienic!(__next,), hygienic!(#[allow(unused_variables)] let #name = *__next;))
        }
        _ => (TokenStream::new(), TokenStream::new()),
    }
}

/// Aborts the child of a frame.
fn abort_child(program: &Program, frame: &Frame, variant: &TokenStream) -> TokenStream {
    let abort = leave_child(program, frame);
    if abort.is_empty() {
        return abort;
    }
    let (names, opened) = names(program, frame);
    let unused = (!names.is_empty()).then(|| hygienic!(#[allow(unused_variables)]));
    hygienic!(#unused if let #variant { #names __child, .. } = __inner { #opened #abort })
}

/// Aborts the children of a frame with several children.
pub(super) fn leave(program: &Program, frame: &Frame, state: &Ident) -> TokenStream {
    let node = program.node(frame.node);
    let (abort, id) = (frame_function("abort", node), program.id(node.id));
    let arguments = program.leaving_arguments(frame.needs_blackboard, &node.scope);
    hygienic!(Self::#abort(#state #arguments, #id);)
}

/// Aborts the `child` of a frame.
pub(super) fn leave_child(program: &Program, frame: &Frame) -> TokenStream {
    let id = program.id(frame.node);
    let child = only_child(program, frame);
    child.map_or_else(TokenStream::new, |child| program.leave(child, &hygienic!(__child), &id))
}
