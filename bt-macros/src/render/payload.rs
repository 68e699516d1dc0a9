//! Data that a region keeps as a whole in one position: a stateful action, a frame, a subtree or a
//! cut.

use super::expression::{first_span, local_at};
use super::fields::{End, Room, rooms};
use super::layout::Test;
use super::{alias, expression, scope, slots, subtree};
use crate::program::{Data, Program, frame_function, region_function};
use bt_language::ast::{Expression, Purpose};
use bt_language::machine::{Bound, Call, Form, Frame, Made, Node, Position, Region, Scope, Slots};
use bt_language::mirror::Meaning;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::Token;

/// The code that makes, ticks, aborts and ends the data. The data is the variable `inner`: a `&mut`
/// borrow in `start`, `tick` and `abort`, the value itself in `end`.
pub(super) struct Payload<'m> {
    program: &'m Program,
    /// The names that the node can use.
    scope: &'m Scope,
    /// The code that runs first.
    pub(super) prepare: TokenStream,
    /// The test for data that does not start.
    pub(super) refused: Option<Test>,
    /// The value at activation.
    pub(super) value: TokenStream,
    pub(super) start: Option<TokenStream>,
    pub(super) tick: TokenStream,
    /// Aborts the nodes inside; `keep` is in scope.
    pub(super) abort: TokenStream,
    /// Ends the nodes inside of another tree, after their cleanups that take time.
    pub(super) stop: TokenStream,
    /// The `end` of the user that has to be called.
    pub(super) end: Option<End>,
    /// `true` if a node inside has an `end` of the user, which must be called.
    pub(super) must_end: bool,
    /// The name of the data.
    pub(super) inner: Ident,
}

/// The data of a position.
pub(super) fn of<'p>(program: &'p Program, position: &'p Position) -> Payload<'p> {
    let plain = Payload::plain(program, position);
    let node = program.node_of(position);
    match program.data(position) {
        Data::Region(region) => cut(plain, node, region),
        Data::Frame(frame) => of_frame(plain, frame),
        Data::Action(made) => stateful(plain, node, made),
        Data::Tree(call) => subtree_state(plain, node, call),
        Data::Nothing | Data::Deadline(_) => {
            let tick = program.internal(node.id, "it begins as a whole and keeps no data");
            Payload { tick, ..plain }
        }
    }
}

fn of_frame<'p>(plain: Payload<'p>, frame: &Frame) -> Payload<'p> {
    let program = plain.program;
    let (rooms, children) = (rooms(program, frame), slots::value(program, frame));
    let values = rooms.iter().map(|room| &room.value);
    let (of, abort) = match frame.slots {
        Slots::One => (program.frame_variant(frame), abort_child(program, frame, &rooms)),
        Slots::Each | Slots::Chosen => {
            let of = program.frame_type(frame);
            (hygienic!(#of), slots::leave_children(program, frame, &hygienic!(__inner)))
        }
    };
    let value = hygienic!(#of { #(#values)* #children });
    let mut payload = Payload { value, abort, ..plain };
    if let Some(run) = frame.end {
        let value = program.exclusive_result(run);
        payload.end = Some(End::Expression(program.statement(run, &value)));
    }
    for room in rooms {
        payload.prepare.extend([room.prepare]);
        payload.refused = room.refused.or(payload.refused);
        payload.start = room.start.or(payload.start);
        payload.end = room.end.or(payload.end);
    }
    payload
}

/// Aborts the child in the variant `inner` of a frame.
fn abort_child(program: &Program, frame: &Frame, rooms: &[Room]) -> TokenStream {
    let (abort, variant) = (slots::leave_child(program, frame), program.frame_variant(frame));
    if abort.is_empty() {
        return abort;
    }
    let names = rooms.iter().map(|room| &room.name[0]);
    let lets = rooms.iter().map(|room| &room.name[1]);
    let unused = frame.name().map(|_| hygienic!(#[allow(unused_variables)]));
    hygienic!(#unused if let #variant { #(#names)* __child, .. } = __inner { #(#lets)* #abort })
}

/// Returns `true` if the data of a position is stored as the fields of its variant.
pub(super) fn is_variant(program: &Program, position: &Position) -> bool {
    program.machine.frame_of(position).is_some_and(Frame::is_single)
}

fn stateful<'p>(plain: Payload<'p>, node: &Node, made: &Made) -> Payload<'p> {
    let (program, binder) = (plain.program, &plain.program.binder);
    let (id, value) = (program.id(node.id), alias::made(program, made));
    let action = program.as_trait(made, "Action");
    let condition = hygienic!(!#action::check(&__inner, &*#binder));
    let ticked = ticked(program, made, &binder.to_token_stream(), &id);
    Payload {
        prepare: match made.form {
            Form::Literal => hygienic!(let __inner = #value;),
            Form::Expression | Form::Future { .. } => {
                let of = program.made_type(made);
                hygienic!(let __inner: #of = #value;)
            }
        },
        refused: Some(Test::If(condition)),
        value: hygienic!(__inner),
        start: Some(hygienic!(#action::start(__inner, #binder);)),
        tick: match output(program, made) {
            None => ticked,
            Some(output) => hygienic!({
                let __status = #ticked;
                #output
                __status
            }),
        },
        end: Some(End::Action(hygienic!(#action::end))),
        ..plain
    }
}

/// One tick of an action; an action of a file may be lent something: `__inner.tick_with((&*path,), npc, __events, 3)`
fn ticked(
    program: &Program,
    made: &Made,
    blackboard: &TokenStream,
    id: &TokenStream,
) -> TokenStream {
    let node = program.node(made.value.node);
    if let Form::Future { .. } = made.form {
        let given = (!node.gives.is_empty()).then(|| scope::given_type(node));
        return expression::ticked(program, made.value, given.as_ref(), "inner", [blackboard, id]);
    }
    let lent: Vec<&Expression> = node.expressions.of(Purpose::Lent).collect();
    if lent.is_empty() {
        let action = program.as_trait(made, "Action");
        return hygienic!(#action::report_tick(__inner, #blackboard, __events, #id));
    }
    let lent = hygienic!((#(#lent,)*));
    let borrows = scope::lent_borrows(program, node.id, &lent);
    hygienic!({ #borrows __inner.tick_with(#lent, #blackboard, __events, #id) })
}

/// The code that keeps the value of an action that has just been ticked.
fn output(program: &Program, made: &Made) -> Option<TokenStream> {
    let node = program.node(made.value.node);
    if node.gives.is_empty() {
        return None;
    }
    let (of, given) = (program.made_type(made), scope::given_type(node));
    let span = first_span(&made.path);
    let output = quote_spanned!(span=> <#of as __bt::Output<#given>>::output);
    let keep = scope::keep(program, node);
    Some(hygienic! {
        if let __bt::Success = __status {
            let __given = #output(__inner);
            #keep
        }
    })
}

fn cut<'p>(plain: Payload<'p>, node: &Node, region: &Region) -> Payload<'p> {
    let program = plain.program;
    let arguments = program.arguments(&node.scope);
    let tick = region_function("tick", region);
    Payload {
        value: program.idle(region),
        tick: hygienic!(Self::#tick(__inner #arguments)),
        abort: program.leave(region, &hygienic!(__inner), &hygienic!(__keep)),
        ..plain
    }
}

fn subtree_state<'p>(plain: Payload<'p>, node: &Node, call: &Call) -> Payload<'p> {
    let (program, tree) = (plain.program, &call.tree);
    let (binder, of) = (&program.binder, &program.blackboard_type);
    let (blackboard, of) = match call.blackboard {
        // `tick` and `abort` borrow the part with the same expression.
        Some(expression) => {
            let part = subtree::step(tree, &hygienic!(_), "part");
            let expression = program.exclusive(expression, Meaning::Anything);
            (hygienic!(#part(#expression)), hygienic!(_))
        }
        None => (hygienic!(#binder), hygienic!(#of)),
    };
    let id = program.id(node.id);
    let events = if program.is_opaque(tree) {
        hygienic!(__bt::NoEvents::<false>)
    } else {
        hygienic!(__events.within(#id + 1))
    };
    let (inner, span) = (&plain.inner, first_span(tree));
    let memory = local_at("kept", span);
    let open = subtree::memory(program, node, call, &memory, Some(Token![mut](span)));
    let [tick, abort, stop] = ["tick_parts", "abort_parts", "stop_parts"]
        .map(|function| subtree::step(tree, &of, function));
    let ticked = hygienic!(#tick(#inner, #memory, #blackboard, #events));
    let ticked = if node.gives.is_empty() {
        ticked
    } else {
        let keep = subtree::keep_results(tree, inner, &scope::keep(program, node));
        hygienic! {
            let __status = #ticked;
            if let __bt::Success = __status { #keep }
            __status
        }
    };
    let without_cleanup = subtree::without_cleanup(call).filter(|_| program.is_opaque(tree));
    let without_cleanup = without_cleanup.map(|assert| hygienic!(const { #assert };));
    Payload {
        value: subtree::begin(program, node.id, call),
        tick: hygienic!({ #without_cleanup #open #ticked }),
        stop: hygienic!({ #open #stop(#inner, #memory, #blackboard, #events, __late) }),
        abort: hygienic!({ #open #abort(#inner, #memory, #blackboard, #events); }),
        ..plain
    }
}

/// The first tick of a stateful action that is not in the state yet.
pub(super) fn action_beside(
    program: &Program,
    of: &Made,
    abort: &TokenStream,
    made: &TokenStream,
) -> TokenStream {
    let (binder, id) = (&program.binder, program.id(of.value.node));
    let action = program.as_trait(of, "Action");
    let mut expressions = program.node(of.value.node).expressions.of(Purpose::Lent);
    let is_future = matches!(of.form, Form::Future { .. });
    let (name, tick) = match (output(program, of), expressions.next()) {
        (None, None) if !is_future => (hygienic!(tick), hygienic!(#action::report_tick)),
        (output, _) => {
            // What is lent reads the blackboard under the name that the user gave it.
            let ticked = ticked(program, of, &hygienic!(#binder), &hygienic!(__node));
            let tick = hygienic!(|__inner, #binder, __events, __node| {
                let __status = #ticked;
                #output
                __status
            });
            (hygienic!(tick_by), tick)
        }
    };
    hygienic! {
        let __status = {
            let mut __inner = __bt::FreshAction::new(__inner, &mut *#binder, #action::end);
            let __status = __inner.#name(#action::start, #tick, __answer, __events, #id);
            if let __bt::Running = __status {
                {
                    #[allow(unused_variables)]
                    let #binder = __inner.blackboard();
                    #abort
                }
                if let __bt::Some(__inner) = __inner.release() {
                    *__state = #made;
                }
            }
            __status
        };
    }
}

impl<'m> Payload<'m> {
    /// The part that is the same for all data.
    pub(super) fn plain(program: &'m Program, position: &'m Position) -> Self {
        let (node, inner) = (program.node_of(position), subtree::inner(program, position));
        let (tick, arguments) = (frame_function("tick", node), program.arguments(&node.scope));
        Self {
            program,
            scope: &node.scope,
            prepare: TokenStream::new(),
            refused: None,
            value: TokenStream::new(),
            start: None,
            tick: hygienic!(Self::#tick(#inner #arguments)),
            abort: TokenStream::new(),
            stop: TokenStream::new(),
            end: None,
            must_end: program.nodes()[node.range()].iter().any(|node| node.has_end),
            inner,
        }
    }

    /// Ends the data after it has been moved out of the state, with a pattern that binds `inner`.
    pub(super) fn end_taken(&self, reason: &TokenStream) -> Option<TokenStream> {
        let (inner, binder) = (&self.inner, &self.program.binder);
        Some(match self.end.as_ref()? {
            End::Action(function) => {
                hygienic!(let mut #inner = #inner; #function(&mut #inner, #binder, #reason);)
            }
            End::Decorator { function, variant } => hygienic! {
                if let #variant { mut __decorator, .. } = #inner {
                    #function(&mut __decorator, #binder, #reason);
                }
            },
            End::Expression(run) => run.clone(),
        })
    }

    /// Ends the data in its place, because of a panic.
    fn end_in_place(&self) -> Option<TokenStream> {
        let (inner, binder) = (&self.inner, &self.program.binder);
        Some(match self.end.as_ref()? {
            End::Action(function) => hygienic!(#function(#inner, #binder, __bt::End::Aborted);),
            End::Decorator { function, variant } => hygienic! {
                if let #variant { __decorator, .. } = #inner {
                    #function(__decorator, #binder, __bt::End::Aborted);
                }
            },
            End::Expression(run) => run.clone(),
        })
    }

    /// `(inner, memory, npc, events)`: the variables that a new node needs besides the state.
    fn parts(&self) -> TokenStream {
        let (inner, arguments) = (&self.inner, self.program.arguments(self.scope));
        hygienic!((#inner #arguments))
    }

    /// Destructures a borrow of the tuple, which is named `parts`, into these variables.
    fn borrow_parts(&self) -> TokenStream {
        let names = self.parts();
        let events = if self.program.has_memory { 3 } else { 2 };
        let part = |place: usize, is_copied: bool| {
            let place = Literal::usize_unsuffixed(place);
            if is_copied { hygienic!(__parts.#place) } else { hygienic!(&mut *__parts.#place) }
        };
        let others = (1..events).map(|place| part(place, false));
        let values = self.scope.iter().enumerate().map(|(place, binding)| {
            let is_copied = match binding.of {
                Bound::Number => true,
                Bound::Value(_) | Bound::Place(_) => false,
            };
            part(events + 1 + place, is_copied)
        });
        let copied = std::iter::once(part(events, true));
        let all = others.chain(copied).chain(values);
        hygienic! {
            #[allow(unused_variables)]
            let #names = (&mut __parts.0 #(, #all)*);
        }
    }

    /// The first tick of a node that is not in the state yet, and contains an `end` that must be
    /// called.
    pub(super) fn beside(&self, abort: &TokenStream, made: &TokenStream) -> TokenStream {
        let inner = &self.inner;
        let (pattern, borrow, ticked) = (self.parts(), self.borrow_parts(), self.tick_outside());
        let taken = hygienic!(#inner.context.take());
        let ended = match self.end_taken(&hygienic!(__bt::end_of(__status))) {
            Some(call) => hygienic! {
                #[allow(unused_variables)]
                if let __bt::Some(#pattern) = #taken { #call }
            },
            None => hygienic!(#inner.context = __bt::None;),
        };
        hygienic! {
            let __status = {
                #ticked
                if let __bt::Running = __status {
                    if let __bt::Some(__parts) = &mut #inner.context {
                        #borrow
                        #abort
                    }
                    if let __bt::Some((#inner, ..)) = #taken {
                        *__state = #made;
                    }
                } else {
                    #ended
                }
                __status
            };
        }
    }

    /// Makes the node outside of the state and ticks it there.
    fn tick_outside(&self) -> TokenStream {
        let (inner, binder) = (&self.inner, &self.program.binder);
        let memory = self.program.has_memory.then(|| hygienic!(, &mut *__memory));
        let borrow = self.borrow_parts();
        let lent = self.scope.iter().map(scope::lent);
        let Self { value, start, tick, abort, .. } = self;
        let end = self.end_in_place();
        hygienic! {
            let mut #inner = __bt::Fresh::new(
                (#value #memory, &mut *#binder, __events #(, #lent)*),
                |__parts| {
                    #borrow
                    #[allow(unused_variables)]
                    let __keep = __bt::NOTHING;
                    #abort
                    #end
                },
            );
            let __status = if let __bt::Some(__parts) = &mut #inner.context {
                #borrow
                #start
                #tick
            } else {
                __bt::Failure
            };
        }
    }
}
