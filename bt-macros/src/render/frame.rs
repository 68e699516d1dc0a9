//! Frames: their fields, their functions, and the steps of their children.

use super::context::Task;
use super::held::{End, Held, Refused};
use super::layout::{self, Block, Exit, Layout};
use super::names::{frame_function, region_function};
use super::region::{self, by_status, question_in};
use super::step::{seen, target};
use super::{alias, choice, context, parallel};
use crate::program::Program;
use bt_language::ast::{Duration, Kind};
use bt_language::machine::{
    self, Body, Edge, Exit as Way, Field, Frame, Owner, Position, Question, Region, Step,
};
use proc_macro2::{Ident, Span, TokenStream};

/// The most positions of a child that is ticked where its frame is.
const FEW: usize = 2;

/// The most nodes of one of several children that is ticked where its frame is.
const SMALL: usize = 12;

/// A frame as the data of a position.
pub(crate) fn held<'p>(program: &'p Program, position: &Position, frame: &'p Frame) -> Held<'p> {
    let mut held = Held::frame(program, frame);
    let of = program.frame_type(program.node(frame.node));
    let value = match &frame.body {
        Body::Parallel(_) => parallel::value(program, frame),
        Body::Choice { .. } => choice::value(program, frame),
        Body::Single(_) | Body::Wrapped => {
            let variant = program.recorded_as(program.region(frame.home), position);
            let fields = single_fields(program, frame, &variant, &mut held);
            held.abort = abort_child(program, frame, &variant);
            held.of = program.region_of(program.region(frame.home));
            let child = only_child(program, frame).map(|child| program.idle(child));
            held.value = hygienic!(#variant { #fields child: #child });
            return held;
        }
    };
    held.value = hygienic!(#of { #value });
    held.abort = leave(program, frame, &held.inner);
    held
}

fn only_child<'p>(program: &'p Program, frame: &Frame) -> Option<&'p Region> {
    frame.children.first().map(|child| program.region(*child))
}

/// What is computed at activation, and the fields that keep it.
fn single_fields(
    program: &Program,
    frame: &Frame,
    variant: &TokenStream,
    held: &mut Held<'_>,
) -> TokenStream {
    let node = program.node(frame.node);
    let now = context::now();
    let clock = program.now();
    let clock = hygienic!(let #now = #clock;);
    match &node.kind {
        Kind::Repeat(Some(count)) | Kind::Retry(Some(count)) => {
            let rounds = context::named("rounds");
            held.refused = Some(Refused { condition: hygienic!(#rounds == 0) });
            let count = program.shared(count);
            let span = Span::mixed_site().located_at(node.span);
            let of = quote::quote_spanned!(span=> __bt::u32);
            held.prepare = hygienic!(let #rounds: #of = #count;);
            hygienic!(left: #rounds,)
        }
        Kind::Timeout(duration) => {
            let duration = program.duration(duration);
            held.prepare = clock;
            hygienic!(until: __bt::after(#now, #duration),)
        }
        Kind::Every(duration) | Kind::Service(duration, _) => {
            let period = period(program, duration);
            held.prepare = clock;
            hygienic!(due: #now, #period)
        }
        Kind::With(literal) => {
            let (decorator, inner) = (context::named("decorator"), context::inner());
            let blackboard = &program.binder;
            let with = program.as_trait(literal, "Decorator");
            let value = program.shared(&alias::made(program, node, literal));
            let condition = hygienic!(!#with::check(&#decorator, &*#blackboard));
            held.refused = Some(Refused { condition });
            held.start = Some(hygienic! {
                if let #variant { decorator, .. } = #inner { #with::start(decorator, #blackboard); }
            });
            let function = hygienic!(#with::end);
            held.end = Some(End { function, of_frame: Some(variant.clone()) });
            held.prepare = hygienic!(let #decorator = #value;);
            hygienic!(decorator: #decorator,)
        }
        _ => program.internal(node, "its frame has no fields"),
    }
}

/// A duration that is not a literal is kept from the activation on.
fn period(program: &Program, duration: &Duration) -> TokenStream {
    if duration.constant {
        return TokenStream::new();
    }
    let value = program.duration(duration);
    hygienic!(period: #value,)
}

/// The fields of a frame, with their types.
pub(crate) fn field_types(program: &Program, frame: &Frame) -> TokenStream {
    let own: TokenStream = frame.fields.iter().map(|of| field_type(program, frame, *of)).collect();
    match &frame.body {
        Body::Parallel(_) => parallel::field_types(program, frame),
        Body::Choice { .. } => {
            let node = program.node(frame.node);
            let child = program.with_generics(&program.child_type(node), node.range());
            hygienic!(#own child: #child)
        }
        Body::Single(_) | Body::Wrapped => {
            let child = only_child(program, frame).map(|child| program.region_of(child));
            hygienic!(#own child: #child)
        }
    }
}

fn field_type(program: &Program, frame: &Frame, field: Field) -> TokenStream {
    let node = program.node(frame.node);
    let time = hygienic!(::core::time::Duration);
    match field {
        Field::Rounds => hygienic!(left: ::core::primitive::u32,),
        Field::Deadline => hygienic!(until: #time,),
        Field::Due => hygienic!(due: #time,),
        Field::Period => hygienic!(period: #time,),
        Field::Order(order) => choice::order_type(frame, order),
        Field::Decorator => match &node.kind {
            Kind::With(literal) => {
                let path = &literal.path;
                // A derive that the type lacks is told here. At its name stands no other name, which an
                // editor would find there.
                quote::quote_spanned!(node.span=> decorator: #path,)
            }
            _ => program.internal(node, "it is no decorator of the user's own"),
        },
    }
}

/// The functions of a frame; what a frame of one child does to it is done where it is aborted.
pub(crate) fn functions(program: &Program, position: &Position, frame: &Frame) -> TokenStream {
    let node = program.node(frame.node);
    let of = Held::new(program, position).of;
    let tick = match &frame.body {
        Body::Single(blocks) => {
            let fields = opened(program, position, frame);
            let ticked = Writer { program, frame }.body(blocks);
            hygienic!(#fields #ticked)
        }
        Body::Wrapped => {
            let (fields, ticked) = (opened(program, position, frame), with(program, frame));
            hygienic!(#fields #ticked)
        }
        Body::Parallel(blocks) => {
            let counts = parallel::counts(program, frame, &of);
            let ticked = Writer { program, frame }.body(blocks);
            hygienic!(#counts #ticked)
        }
        Body::Choice { onward } => choice::tick(program, frame, *onward),
    };
    let tick = program.function(&frame_function("tick", node), &of, Task::Tick, &tick);
    if frame.is_single() {
        let apart = only_child(program, frame).map(super::apart);
        return hygienic!(#apart #tick);
    }
    let abort = match &frame.body {
        Body::Choice { .. } => choice::abort(program, frame),
        _ => parallel::abort(program, frame),
    };
    let name = frame_function("abort", node);
    let abort = program.function(&name, &of, Task::leave(frame.needs_blackboard), &abort);
    hygienic!(#tick #abort)
}

/// `let __SoldierState::Timeout7 { until, child } = state else { return Failure };`
fn opened(program: &Program, position: &Position, frame: &Frame) -> TokenStream {
    let variant = program.recorded_as(program.region(frame.home), position);
    let state = context::state();
    let fields: TokenStream = frame
        .fields
        .iter()
        .map(|field| match field {
            Field::Rounds => hygienic!(left,),
            Field::Deadline => hygienic!(until,),
            Field::Due => hygienic!(due,),
            Field::Period => hygienic!(period,),
            Field::Decorator => hygienic!(decorator,),
            Field::Order(_) => hygienic!(order,),
        })
        .collect();
    hygienic!(let #variant { #fields child } = #state else { return __bt::Failure };)
}

/// Whether a frame ticks a child in its own step, and not in one of the child's.
pub(crate) fn contains_step(program: &Program, frame: &Frame, child: &Region) -> bool {
    match &frame.body {
        Body::Single(_) => !is_seldom(program, frame, child),
        _ => is_small(child),
    }
}

/// Whether a child is so small that a function of its own would be more than what is in it.
fn is_small(child: &Region) -> bool {
    child.nodes.len() <= SMALL && !super::is_far(child)
}

/// Whether a child is ticked now and then and is large, so that a tick in which it is not due must not
/// prepare for it.
pub(crate) fn is_seldom(program: &Program, frame: &Frame, child: &Region) -> bool {
    matches!(program.node(frame.node).kind, Kind::Every(_)) && child.positions.len() > FEW
}

/// The frame of which a region is the child, if it is one.
pub(crate) fn frame_above<'p>(program: &'p Program, region: &Region) -> Option<&'p Frame> {
    match region.owner {
        Owner::Frame(frame) => Some(&program.machine[frame]),
        Owner::Tree | Owner::Region(_) => None,
    }
}

/// Aborts the child of a frame.
fn abort_child(program: &Program, frame: &Frame, variant: &TokenStream) -> TokenStream {
    let (inner, abort) = (context::inner(), leave_child(program, frame));
    if abort.is_empty() {
        return abort;
    }
    hygienic!(if let #variant { child, .. } = #inner { #abort })
}

/// Aborts all in a frame of several children.
fn leave(program: &Program, frame: &Frame, state: &Ident) -> TokenStream {
    let node = program.node(frame.node);
    let (abort, id) = (frame_function("abort", node), program.id(node.id));
    let arguments = program.leaving_arguments(frame.needs_blackboard);
    hygienic!(Self::#abort(#state #arguments, #id);)
}

/// Aborts the `child` of a frame.
fn leave_child(program: &Program, frame: &Frame) -> TokenStream {
    let id = program.id(frame.node);
    let child = only_child(program, frame);
    child.map_or_else(TokenStream::new, |child| program.leave(child, &hygienic!(child), &id))
}

/// The step of a child, in that of its frame: a block with a status.
pub(crate) fn step_of(program: &Program, frame: &Frame, child: &Region) -> TokenStream {
    if !contains_step(program, frame, child) {
        let (step, arguments) = (region_function("tick", child), program.arguments());
        return hygienic!(Self::#step(child #arguments));
    }
    let state = context::state();
    let ticked = syn::Lifetime::new("'ticked", Span::mixed_site());
    let body = region::body(program, child, Some(&ticked));
    hygienic! {
        {
            let #state = &mut *child;
            #ticked: { #body }
        }
    }
}

/// The blocks of one frame.
struct Writer<'p> {
    program: &'p Program,
    frame: &'p Frame,
}

impl Writer<'_> {
    fn body(&self, blocks: &[machine::Block]) -> TokenStream {
        let blocks = blocks.iter().map(|block| self.block(block)).collect();
        Layout::new(blocks, None).inlining_branches().render()
    }

    fn block(&self, block: &machine::Block) -> Block {
        let steps = block.steps.iter().map(|step| self.step(step));
        let mut code: TokenStream = steps.collect();
        let (first, exit) = self.exit(&block.exit);
        code.extend([first]);
        Block { name: block.name.clone(), code, exit }
    }

    fn edge(&self, edge: &Edge) -> layout::Edge {
        let code = edge.steps.iter().map(|step| self.step(step)).collect();
        layout::Edge { code, to: target(edge) }
    }

    fn exit(&self, exit: &Way) -> (TokenStream, Exit) {
        match exit {
            Way::Jump(edge) => (TokenStream::new(), Exit::Jump(self.edge(edge))),
            Way::Ask { question, yes, no } => {
                let (code, condition) = self.question(*question);
                (code, Exit::Branch { condition, yes: self.edge(yes), no: self.edge(no) })
            }
            Way::Child { child, closed, running, ended } => {
                let region =
                    self.frame.children.get(*child).map(|child| self.program.region(*child));
                let step = region.map(|region| step_of(self.program, self.frame, region));
                let status = context::named("status");
                let code = hygienic!(let #status = #step;);
                let then = by_status(self.edge(running), ended, |edge| self.edge(edge));
                match (closed, region) {
                    (Some(closed), Some(region)) => {
                        let condition = parallel::is_open(region);
                        let otherwise = self.edge(closed);
                        let then = Box::new(then);
                        (TokenStream::new(), Exit::Where { condition, code, then, otherwise })
                    }
                    _ => (code, then),
                }
            }
            other => {
                let what = "a frame has a way out that only regions have";
                let code = self.program.internal(self.program.node(self.frame.node), what);
                let first = other.edges().into_iter().next().map(|edge| self.edge(edge));
                let nowhere = layout::Edge {
                    code: TokenStream::new(),
                    to: layout::To::Return(context::failure()),
                };
                (code, Exit::Jump(first.unwrap_or(nowhere)))
            }
        }
    }

    fn question(&self, question: Question) -> (TokenStream, TokenStream) {
        question_in(self.program, question)
    }

    fn step(&self, step: &Step) -> TokenStream {
        let (program, frame) = (self.program, self.frame);
        let node = program.node(frame.node);
        match step {
            Step::LeaveChildren if frame.is_single() => leave_child(program, frame),
            Step::LeaveChildren => leave(program, frame, &context::state()),
            Step::RenewChild => {
                let idle = only_child(program, frame).map(|child| program.idle(child));
                hygienic!(*child = #idle;)
            }
            Step::CountRound => hygienic!(*left -= 1;),
            Step::Postpone => {
                let now = context::now();
                let period = match &node.kind {
                    Kind::Every(duration) | Kind::Service(duration, _) if duration.constant => {
                        duration.value.clone()
                    }
                    _ => hygienic!(*period),
                };
                hygienic!(*due = __bt::after(#now, #period);)
            }
            Step::Serve => {
                let Kind::Service(_, run) = &node.kind else {
                    return program.internal(node, "it is no service");
                };
                let run = program.exclusive(run);
                hygienic!(let _ = #run;)
            }
            Step::Close(child, success) => parallel::close(program, frame, *child, *success),
            step => seen(program, step),
        }
    }
}

/// `with Type { … }`: the decorator ticks its child, or does not.
fn with(program: &Program, frame: &Frame) -> TokenStream {
    let node = program.node(frame.node);
    let (Kind::With(literal), Some(child)) = (&node.kind, only_child(program, frame)) else {
        return program.internal(node, "it is no decorator of the user's own");
    };
    let binder = &program.binder;
    let idle = program.idle(child);
    let abort = leave_child(program, frame);
    let with = program.as_trait(literal, "Decorator");
    let step = step_of(program, frame, child);
    hygienic! {
        let status = #with::tick(decorator, #binder, |#[allow(unused_variables)] #binder| {
            let status = #step;
            if let __bt::Running = status {
                return status;
            }
            *child = #idle;
            status
        });
        if let __bt::Running = status {
            return status;
        }
        #abort
        status
    }
}
