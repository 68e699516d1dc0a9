//! The fields of frames: a room for each.

use super::expression::{first_span, local_at};
use super::layout::Test;
use super::slots::only_child;
use super::{alias, early, memory, scope, slots, table};
use crate::program::Program;
use bt_language::machine::{ExpressionId, Field, Frame, Length, Region};
use bt_language::mirror::Meaning;
use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote_spanned};

/// The code for one field.
#[derive(Default)]
pub(super) struct Room {
    /// The type: `__until: Duration,`
    pub(super) of: TokenStream,
    /// The code that runs before the node begins.
    pub(super) prepare: TokenStream,
    /// The test for a node that does not begin.
    pub(super) refused: Option<Test>,
    /// The first value: `__until: after(__now, …),`
    pub(super) value: TokenStream,
    /// The code that runs when the node has begun.
    pub(super) start: Option<TokenStream>,
    /// The code of the user that runs when the node ends.
    pub(super) end: Option<End>,
    /// The function of the user that ticks the child.
    tick: Option<TokenStream>,
    /// The number of the next child, if one is left.
    next: Option<TokenStream>,
    /// The pattern in a tick: `__until,`
    pub(super) pattern: TokenStream,
    /// The pattern for the name that the field has for the nodes below, and a `let` for it.
    pub(super) name: [TokenStream; 2],
    /// The variable with the value that has this name.
    pub(super) named: Option<TokenStream>,
    /// The variable with the time at which the tree has to be ticked again.
    pub(super) wake: Option<TokenStream>,
    /// The pattern of the field, if it is a time or may keep one, and the code that moves that.
    pub(super) shift: Option<(TokenStream, TokenStream)>,
}

/// The user's code that is called when a node ends.
pub(super) enum End {
    /// `<Type as Action<Blackboard>>::end`
    Action(TokenStream),
    /// The same for a decorator, which is a field of its variant.
    Decorator { function: TokenStream, variant: TokenStream },
    /// `finally(EXPR)`
    Expression(TokenStream),
}

/// The rooms of the fields of a frame; a frame with one child is a variant of its region's enum.
pub(super) fn rooms(program: &Program, frame: &Frame) -> Vec<Room> {
    frame.fields.iter().map(|field| room(program, frame, field)).collect()
}

fn room(program: &Program, frame: &Frame, field: &Field) -> Room {
    let span = program.node(frame.node).span;
    let located = Span::mixed_site().located_at(span);
    let time = hygienic!(::core::time::Duration);
    let clock = || {
        let now = program.now();
        hygienic!(let __now = #now;)
    };
    match field {
        Field::Rounds(count) => {
            let of = quote_spanned!(located=> __bt::u32);
            let more = Literal::u32_unsuffixed(count.more);
            let more = (count.more > 0).then(|| hygienic!(.saturating_add(#more)));
            let count = program.shared(count.of, Meaning::Number);
            Room {
                of: hygienic!(__left: ::core::primitive::u32,),
                prepare: hygienic!(let __rounds: #of = #count;),
                refused: Some(Test::If(hygienic!(__rounds == 0))),
                value: hygienic!(__left: __rounds #more,),
                pattern: hygienic!(__left,),
                ..Room::default()
            }
        }
        Field::Numbers { name, range } => {
            let of = quote_spanned!(located=> ::core::ops::Range<__bt::usize>);
            let range = program.shared(range.of, Meaning::Anything);
            Room {
                of: hygienic!(__next: ::core::primitive::usize, __end: ::core::primitive::usize,),
                prepare: hygienic!(let __numbers: #of = #range;),
                refused: Some(Test::If(hygienic!(__numbers.is_empty()))),
                value: hygienic!(__next: __numbers.start, __end: __numbers.end,),
                pattern: hygienic!(__next, __end,),
                name: [
                    hygienic!(__next,),
                    hygienic!(#[allow(unused_variables)] let #name = *__next;),
                ],
                named: Some(hygienic!(__next)),
                ..Room::default()
            }
        }
        Field::Deadline(length) => {
            let length = program.length(length);
            Room {
                of: hygienic!(__until: #time,),
                prepare: clock(),
                value: hygienic!(__until: __bt::after(__now, #length),),
                pattern: hygienic!(__until,),
                wake: Some(hygienic!(__until)),
                shift: Some((hygienic!(__until), shift(&hygienic!(__until)))),
                ..Room::default()
            }
        }
        Field::Due(length) => {
            // A length that is not a literal is evaluated at activation and stored.
            let is_stored = length.known.is_none();
            let period = is_stored.then(|| {
                let value = program.length(length);
                hygienic!(__period: #value,)
            });
            let of = is_stored.then(|| hygienic!(__period: #time,));
            let pattern = is_stored.then(|| hygienic!(__period,));
            Room {
                of: hygienic!(__due: #time, #of),
                prepare: clock(),
                value: hygienic!(__due: __now, #period),
                pattern: hygienic!(__due, #pattern),
                wake: Some(hygienic!(__due)),
                shift: Some((hygienic!(__due), shift(&hygienic!(__due)))),
                ..Room::default()
            }
        }
        Field::Value { name, of, value } => {
            let field = local_at("value", span);
            let attribute = table::saved(program, of, false);
            Room {
                of: quote_spanned!(span=> #attribute #field: #of,),
                prepare: declared(program, of, *value),
                refused: Some(Test::Unless {
                    pattern: hygienic!(__bt::Some(__value)),
                    value: hygienic!(__given),
                }),
                value: hygienic!(__value: __value,),
                pattern: hygienic!(__value: #name,),
                name: [hygienic!(__value: #name,), TokenStream::new()],
                named: Some(hygienic!(__value)),
                ..Room::default()
            }
        }
        Field::Place { name, of } => {
            let (field, place) = (local_at("value", span), scope::place(name));
            let attribute = table::saved(program, of, true);
            Room {
                of: quote_spanned!(span=> #attribute #field: ::core::option::Option<#of>,),
                value: hygienic!(__value: __bt::None,),
                pattern: hygienic!(__value: #place,),
                name: [hygienic!(__value: #place,), TokenStream::new()],
                named: Some(hygienic!(__value)),
                ..Room::default()
            }
        }
        Field::Decorator(made) => {
            let (path, field) = (program.made_type(made), local_at("decorator", span));
            let (with, value) = (program.as_trait(made, "Decorator"), alias::made(program, made));
            let (binder, variant) = (&program.binder, program.frame_variant(frame));
            Room {
                // A missing derive of the type is reported here. The span is not that of the type's
                // name, because an editor would find this name there.
                of: quote_spanned!(span=> #field: #path,),
                prepare: hygienic!(let __decorator = #value;),
                refused: Some(Test::If(hygienic!(!#with::check(&__decorator, &*#binder)))),
                value: hygienic!(__decorator,),
                start: Some(hygienic! {
                    if let #variant { __decorator, .. } = __inner {
                        #with::start(__decorator, #binder);
                    }
                }),
                tick: Some(hygienic!(#with::tick)),
                end: Some(End::Decorator { function: hygienic!(#with::end), variant }),
                shift: Some((hygienic!(__decorator), hygienic!(#with::shift(__decorator, __by);))),
                pattern: hygienic!(__decorator,),
                ..Room::default()
            }
        }
        Field::Tried { draw, weights } => {
            let bytes = Literal::usize_unsuffixed(frame.children.len().div_ceil(8));
            Room {
                of: hygienic!(order: __bt::Untried<#bytes>,),
                value: hygienic!(order: __bt::Untried::ALL,),
                next: Some(drawn(program, *draw, weights)),
                ..Room::default()
            }
        }
        Field::Ranked(scores) => {
            let count = Literal::usize_unsuffixed(frame.children.len());
            let scores = slots::scores(program, scores);
            Room {
                of: hygienic!(order: __bt::Order<#count>,),
                value: hygienic!(order: __bt::Order::by_score(#scores),),
                next: Some(hygienic!(__state.order.next())),
                ..Room::default()
            }
        }
        Field::Until { child, .. } => {
            let until = until(program.region(frame.children[*child]));
            Room {
                of: hygienic!(#until: #time,),
                value: hygienic!(#until: ::core::time::Duration::ZERO,),
                shift: Some((hygienic!(#until: __until), shift(&hygienic!(__until)))),
                ..Room::default()
            }
        }
        Field::Stopping => Room {
            of: hygienic!(__stopping: ::core::primitive::bool,),
            value: hygienic!(__stopping: false,),
            pattern: if frame.is_single() { hygienic!(__stopping,) } else { TokenStream::new() },
            ..Room::default()
        },
        Field::InTurn(cell) => {
            let count = Literal::usize_unsuffixed(frame.children.len());
            let first = memory::word(program, *cell);
            Room {
                of: hygienic!(order: __bt::Order<#count>,),
                value: hygienic!(order: __bt::Order::in_turn(#first),),
                next: Some(hygienic!(__state.order.next())),
                ..Room::default()
            }
        }
    }
}

/// Moves a time: `*until = after(*until, by);`
pub(super) fn shift(time: &TokenStream) -> TokenStream {
    hygienic!(*#time = __bt::after(*#time, __by);)
}

/// `let given: Option<Id> = Given::<Id, _>::by(npc.nearest()).tell(events, 7);`
fn declared(program: &Program, of: &TokenStream, value: ExpressionId) -> TokenStream {
    let contained = program.exclusive(value, Meaning::Anything);
    let expression = &program.machine[value];
    let contained = if early::never_returns(expression) {
        contained
    } else if has_open_type(expression) {
        // The type of the value is the declared type; nothing else determines it.
        hygienic!(__bt::Some::<#of>(#contained))
    } else {
        let made = given(program, of, value);
        let id = program.id(value.node);
        hygienic!(#made.tell(__events, #id))
    };
    hygienic!(let __given: __bt::Option<#of> = #contained;)
}

/// `Given::<Id, _>::by(npc.nearest())`
pub(super) fn given(program: &Program, of: &TokenStream, value: ExpressionId) -> TokenStream {
    let contained = program.exclusive(value, Meaning::Anything);
    let span = Span::mixed_site().located_at(first_span(&program.machine[value]));
    quote_spanned!(span=> __bt::Given::<#of, _>::by(#contained))
}

/// Returns `true` if an expression ends in a call whose type depends on its use:
/// `npc.ids.iter().copied().collect()`
pub(super) fn has_open_type(value: &TokenStream) -> bool {
    let tokens: Vec<_> = value.clone().into_iter().collect();
    match tokens.as_slice() {
        [.., TokenTree::Punct(_), TokenTree::Ident(name), TokenTree::Group(arguments)] => {
            arguments.stream().is_empty()
                && ["collect", "into", "sum", "product", "default"].iter().any(|open| name == open)
        }
        _ => false,
    }
}

/// Draws one of the children that were not tried.
fn drawn(program: &Program, draw: ExpressionId, weights: &[ExpressionId]) -> TokenStream {
    let count = Literal::usize_unsuffixed(weights.len());
    let draw = program.exclusive(draw, Meaning::Number);
    let weights = weights.iter().map(|weight| program.shared(*weight, Meaning::Number));
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

/// The field with the time until which the success of a child counts: `until_3`
pub(super) fn until(child: &Region) -> Ident {
    format_ident!("until_{}", child.root.node.place(), span = Span::call_site())
}

/// The test that a child has finished, and that this does not count any more.
pub(super) fn is_stale(program: &Program, frame: &Frame, child: usize) -> TokenStream {
    let region = program.region(frame.children[child]);
    let (slot, until, now) = (slots::field(region), until(region), program.now());
    let over = frame.lasts(child);
    let over = over.then(|| hygienic!(&& !__bt::is_before(#now, __state.#until)));
    hygienic!(__state.#slot.is_closed() #over)
}

/// The number of the next child, if one is left.
pub(super) fn next(program: &Program, frame: &Frame) -> Option<TokenStream> {
    rooms(program, frame).into_iter().find_map(|room| room.next)
}

/// The flag that cleanups of the children run, which the node has interrupted.
pub(super) fn stopping(frame: &Frame) -> TokenStream {
    if frame.is_single() { hygienic!(*__stopping) } else { hygienic!(__state.__stopping) }
}

/// The test for another round.
pub(super) fn has_rounds(frame: &Frame) -> TokenStream {
    if counts_numbers(frame) { hygienic!(*__next + 1 < *__end) } else { hygienic!(*__left > 1) }
}

pub(super) fn count_round(frame: &Frame) -> TokenStream {
    if counts_numbers(frame) { hygienic!(*__next += 1;) } else { hygienic!(*__left -= 1;) }
}

fn counts_numbers(frame: &Frame) -> bool {
    frame.fields.iter().any(|field| matches!(field, Field::Numbers { .. }))
}

/// Sets the next due time.
pub(super) fn postpone(program: &Program, length: &Length) -> TokenStream {
    let period = match length.known {
        Some(_) => program.machine[length.of].to_token_stream(),
        None => hygienic!(*__period),
    };
    hygienic!(*__due = __bt::after(__now, #period);)
}

/// The tick of the user's decorator: it ticks its child, or does not.
pub(super) fn through(program: &Program, frame: &Frame, step: &TokenStream) -> TokenStream {
    let tick = rooms(program, frame).into_iter().find_map(|room| room.tick);
    let (binder, idle) = (&program.binder, program.idle(only_child(program, frame)));
    hygienic! {
        #tick(__decorator, #binder, |#[allow(unused_variables)] #binder| {
            let __status = #step;
            if let __bt::Running = __status {
                return __status;
            }
            *__child = #idle;
            __status
        })
    }
}
