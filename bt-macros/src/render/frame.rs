//! The functions of frames, and the ticks of their children.

use super::fields::{leave, leave_child, names, only_child};
use super::function::Task;
use super::layout::{self, Block, Exit, Layout};
use super::names::{frame_function, region_function};
use super::region::{self, by_status, question_in};
use super::step::{seen, target};
use super::{choice, context, data, parallel, scored};
use crate::program::Program;
use bt_language::ast::Kind;
use bt_language::machine::{
    self, Body, Edge, Exit as Way, Field, Frame, Owner, Position, Question, Region, Step,
};
use bt_language::mirror::Meaning;
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

/// The maximum number of positions of a single child that is inlined into its frame's function.
const FEW: usize = 2;

/// The maximum number of nodes of one of several children that is inlined into its frame's
/// function.
const SMALL: usize = 12;

/// The functions of a frame. A frame with one child needs no function to abort it: that code is
/// inlined.
pub(crate) fn functions(program: &Program, position: &Position, frame: &Frame) -> TokenStream {
    let node = program.node(frame.node);
    let of = data::of(program, position).of;
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
        Body::Choice { onward } => {
            choice::tick(program, frame, *onward, &|child| step_of(program, frame, child))
        }
        Body::Scored => scored::tick(program, frame, &|child| step_of(program, frame, child)),
    };
    let tick = program.function(&frame_function("tick", node), &of, Task::Tick, &node.scope, &tick);
    if frame.is_single() {
        let apart = only_child(program, frame).map(super::apart);
        return hygienic!(#apart #tick);
    }
    let abort = match &frame.body {
        Body::Choice { .. } | Body::Scored => choice::abort(program, frame),
        _ => parallel::abort(program, frame),
    };
    let name = frame_function("abort", node);
    let abort =
        program.function(&name, &of, Task::leave(frame.needs_blackboard), &node.scope, &abort);
    hygienic!(#tick #abort)
}

/// `let __SoldierState::Timeout7 { until, child } = state else { return Failure };`
fn opened(program: &Program, position: &Position, frame: &Frame) -> TokenStream {
    let variant = program.recorded_as(program.region(frame.home), position);
    let fields = frame.fields.iter().map(|field| match field {
        Field::Rounds => hygienic!(__left,),
        Field::Deadline => hygienic!(__until,),
        Field::Due => hygienic!(__due,),
        Field::Period => hygienic!(__period,),
        Field::Decorator => hygienic!(__decorator,),
        Field::Order(_) => hygienic!(__order,),
        Field::Numbers => hygienic!(__next, __end,),
        // It is bound by the name that the user has given it.
        Field::Value => TokenStream::new(),
    });
    let (names, opened) = names(program, frame);
    let keeps_value = frame.fields.contains(&Field::Value);
    let names = keeps_value.then_some(names);
    let unused = keeps_value.then(|| hygienic!(#[allow(unused_variables)]));
    hygienic! {
        #unused
        let #variant { #(#fields)* #names __child } = __state else { return __bt::Failure };
        #opened
    }
}

/// Returns `true` if the function of a frame contains the tick of a child, instead of calling a
/// function of the child.
pub(crate) fn contains_step(program: &Program, frame: &Frame, child: &Region) -> bool {
    match &frame.body {
        Body::Single(_) => !is_seldom(program, frame, child),
        _ => is_small(child),
    }
}

/// Returns `true` if a child is too small to be worth a function of its own.
fn is_small(child: &Region) -> bool {
    child.nodes.len() <= SMALL && !super::is_far(child)
}

/// Returns `true` if a child is large and rarely ticked. Then it is not inlined, because a tick in
/// which it is not due would pay for it.
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

/// The tick of a child inside of its frame's function: a block whose value is a status.
pub(crate) fn step_of(program: &Program, frame: &Frame, child: &Region) -> TokenStream {
    if !contains_step(program, frame, child) {
        let (step, arguments) =
            (region_function("tick", child), program.arguments(program.scope_of(child)));
        return hygienic!(Self::#step(__child #arguments));
    }
    let ticked = syn::Lifetime::new("'ticked", Span::mixed_site());
    let body = region::body(program, child, Some(&ticked));
    hygienic! {
        {
            let __state = &mut *__child;
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
        let mut code = self.steps(&block.steps);
        let (first, exit) = self.exit(&block.exit);
        code.extend([first]);
        Block { name: block.name.clone(), code, exit }
    }

    fn edge(&self, edge: &Edge) -> layout::Edge {
        layout::Edge { code: self.steps(&edge.steps), to: target(edge) }
    }

    fn steps(&self, steps: &[Step]) -> TokenStream {
        let mut code = TokenStream::new();
        for step in steps {
            code.extend([self.step(step)]);
        }
        code
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
                let code = hygienic!(let __status = #step;);
                let then = by_status(self.edge(running), ended, &|edge| self.edge(edge));
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
        match question {
            Question::HasRounds if self.counts_numbers() => {
                (TokenStream::new(), hygienic!(*__next + 1 < *__end))
            }
            question => question_in(self.program, question),
        }
    }

    fn counts_numbers(&self) -> bool {
        self.frame.fields.contains(&Field::Numbers)
    }

    fn step(&self, step: &Step) -> TokenStream {
        let (program, frame) = (self.program, self.frame);
        let node = program.node(frame.node);
        match step {
            Step::LeaveChildren if frame.is_single() => leave_child(program, frame),
            Step::LeaveChildren => leave(program, frame, &context::local("state")),
            Step::RenewChild => {
                let idle = only_child(program, frame).map(|child| program.idle(child));
                hygienic!(*__child = #idle;)
            }
            Step::CountRound if self.counts_numbers() => hygienic!(*__next += 1;),
            Step::CountRound => hygienic!(*__left -= 1;),
            Step::Postpone => {
                let period = match &node.kind {
                    Kind::Every(duration) | Kind::Service(duration, _)
                        if duration.is_constant() =>
                    {
                        duration.value.to_token_stream()
                    }
                    _ => hygienic!(*__period),
                };
                hygienic!(*__due = __bt::after(__now, #period);)
            }
            Step::Serve => {
                let Kind::Service(_, run) = &node.kind else {
                    return program.internal(node, "it is no service");
                };
                let run = program.exclusive(node, run, Meaning::Anything);
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
    let with = program.as_trait(node, literal, "Decorator");
    let step = step_of(program, frame, child);
    hygienic! {
        let __status = #with::tick(__decorator, #binder, |#[allow(unused_variables)] #binder| {
            let __status = #step;
            if let __bt::Running = __status {
                return __status;
            }
            *__child = #idle;
            __status
        });
        if let __bt::Running = __status {
            return __status;
        }
        #abort
        __status
    }
}
