//! One tick of a region or of a frame: its blocks in Rust.

use super::expression::{acted, failure, running, success};
use super::layout::{self, Exit, Layout};
use super::payload::{self, Payload, is_variant};
use super::slots::{leave_child, leave_children, only_child};
use super::{early, fields, memory, scope, slots, subtree};
use crate::program::{Data, Program, region_function};
use bt_language::machine::{
    self, Abort, Block, BlockId, CellId, Edge, Ended, ExpressionId, Field, Frame, Keeps, Node,
    Pick, Position, PositionId, Question, Region, Slots, Status, Step, Test, To, Verdict,
};
use bt_language::mirror::Meaning;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use syn::Lifetime;

/// The maximum number of positions of a region whose tests use no position numbers.
const FEW: usize = 8;

/// The maximum number of positions of a single child that is inlined into its frame's function.
const FEW_INLINED: usize = 2;

/// The maximum number of nodes of one of several children that is inlined into its frame's
/// function.
const SMALL: usize = 12;

/// The number of nested frames after which a region becomes a separate function. The optimizer
/// inlines nested functions into one, and its time grows with the cube of the depth.
const FAR: usize = 8;

/// The body of a region's function `fn tick_at_7(state, …) -> Status`, or of a block that is `left`
/// with the status.
pub(super) fn of_region(
    program: &Program,
    region: &Region,
    left: Option<&Lifetime>,
) -> TokenStream {
    let writer = Writer { program, owner: Owner::Region(region), left };
    let code = Layout::new(writer.blocks(&region.blocks), left).render();
    let acts = region.blocks.iter().any(|block| matches!(block.exit, machine::Exit::Act { .. }));
    let has_value = |frame: &Frame| frame.fields.iter().any(|of| matches!(of, Field::Value { .. }));
    let mut frames = region.positions.iter().filter_map(|of| program.machine.frame_of(of));
    let has_results = acts || frames.any(has_value);
    // For results without an error that can be shown, and for values of a wrong type; see `Tell`.
    let import = has_results.then(|| {
        hygienic! {
            #[allow(unused_imports, reason = "not all actions need it")]
            use __bt::{Mistaken as _, Tell as _};
        }
    });
    let continues = |exit: &machine::Exit| matches!(exit, machine::Exit::Continue { position, .. } if writer.is_action(*position));
    let asked = region.blocks.iter().any(|block| continues(&block.exit));
    let asked = asked.then(|| hygienic!(let mut __asked = __bt::None;));
    let count = noted(region).count();
    let begun = (count > 0).then(|| {
        let count = Literal::usize_unsuffixed(count);
        hygienic!(let mut __begun = [false; #count];)
    });
    hygienic!(#import #asked #begun #code)
}

/// The words of memory of which a tick of the region notes that their nodes have begun.
fn noted(region: &Region) -> impl Iterator<Item = CellId> {
    region.blocks.iter().flat_map(|block| &block.steps).filter_map(|step| match step {
        Step::NoteBegin(cell) => Some(*cell),
        _ => None,
    })
}

/// The body of a frame's function `fn tick_parallel_7(state, …) -> Status`.
pub(super) fn of_frame(program: &Program, frame: &Frame) -> TokenStream {
    let writer = Writer { program, owner: Owner::Frame(frame), left: None };
    Layout::new(writer.blocks(&frame.blocks), None).inlining_branches().render()
}

/// `fn place_at_7(state) -> u16`: the number of the recorded position, for regions with many
/// positions.
pub(super) fn place(program: &Program, region: &Region) -> TokenStream {
    if region.positions.len() <= FEW {
        return TokenStream::new();
    }
    let name = region_function("place", region);
    let (of, of_name) = (program.region_of(region), program.region_type(region));
    let arms = region.numbered().map(|(id, position)| {
        let variant = program.variant(position);
        let place = Literal::usize_unsuffixed(id.place());
        hygienic!(#of_name::#variant { .. } => #place,)
    });
    let nothing = Literal::usize_unsuffixed(region.positions.len());
    hygienic! {
        const fn #name(__state: &#of) -> __bt::u16 {
            match __state {
                #(#arms)*
                #of_name::Idle => #nothing,
            }
        }
    }
}

/// Returns `true` if the function of a frame contains the tick of a child, instead of calling a
/// function of the child.
pub(super) fn contains_step(frame: &Frame, child: &Region) -> bool {
    match frame.slots {
        Slots::One => !is_cold(frame, child),
        // A larger child is worth a function of its own.
        Slots::Each | Slots::Chosen => child.nodes.len() <= SMALL && !is_far(child),
    }
}

/// Returns `true` if a child is large and rarely ticked: a tick may return running before it reaches the child. Then
/// the child is not inlined, because a tick in which it is not due would pay for it.
pub(super) fn is_cold(frame: &Frame, child: &Region) -> bool {
    let waits = |exit: &machine::Exit| {
        let running = To::Return(Verdict::Is(Status::Running));
        matches!(exit, machine::Exit::Ask { .. })
            && exit.edges().iter().any(|edge| edge.to == running)
    };
    frame.is_single()
        && frame.blocks.first().is_some_and(|first| waits(&first.exit))
        && child.positions.len() > FEW_INLINED
}

/// The frame of which a region is the child, if it is one.
pub(super) fn frame_above<'p>(program: &'p Program, region: &Region) -> Option<&'p Frame> {
    match region.owner {
        machine::Owner::Frame(frame) => Some(&program.machine[frame]),
        machine::Owner::Tree | machine::Owner::Region(_) => None,
    }
}

/// The tick of a child inside of its frame's function: a block whose value is a status.
pub(super) fn step_of(program: &Program, frame: &Frame, child: &Region) -> TokenStream {
    if !contains_step(frame, child) {
        let (step, arguments) =
            (region_function("tick", child), program.arguments(program.scope_of(child)));
        return hygienic!(Self::#step(__child #arguments));
    }
    let ticked = syn::Lifetime::new("'ticked", Span::mixed_site());
    let body = of_region(program, child, Some(&ticked));
    hygienic! {
        {
            let __state = &mut *__child;
            #ticked: { #body }
        }
    }
}

fn is_far(region: &Region) -> bool {
    region.depth > 0 && region.depth % FAR == 0
}

/// The attribute that keeps the function of a deeply nested region from being inlined.
pub(super) fn inlining(region: &Region) -> TokenStream {
    if is_far(region) { hygienic!(#[inline(never)]) } else { TokenStream::new() }
}

/// The region or the frame that contains the blocks.
#[derive(Clone, Copy)]
enum Owner<'p> {
    Region(&'p Region),
    Frame(&'p Frame),
}

struct Writer<'p> {
    program: &'p Program,
    owner: Owner<'p>,
    left: Option<&'p Lifetime>,
}

impl<'p> Writer<'p> {
    fn blocks(&self, blocks: &[Block]) -> Vec<layout::Block> {
        let block = |block: &Block| {
            let mut code = self.steps(&block.steps);
            let (first, exit) = self.exit(block);
            code.extend([first]);
            layout::Block { name: block.name.text(&self.program.machine), code, exit }
        };
        blocks.iter().map(block).collect()
    }

    /// The region whose state the blocks see.
    fn region(&self) -> &'p Region {
        match self.owner {
            Owner::Region(region) => region,
            Owner::Frame(frame) => self.program.region(frame.home),
        }
    }

    /// The code of what only frames have.
    fn in_frame(&self, code: impl FnOnce(&'p Frame) -> TokenStream) -> TokenStream {
        match self.owner {
            Owner::Frame(frame) => code(frame),
            Owner::Region(region) => {
                let what = "a region has a block of a frame";
                self.program.internal(region.root.node, what)
            }
        }
    }

    fn edge(&self, edge: &Edge) -> layout::Edge {
        let to = match edge.to {
            To::Block(block) => layout::To::Block(block),
            To::Back(block) => layout::To::Back(block),
            To::Return(of) => layout::To::Return(verdict(of)),
        };
        layout::Edge { code: self.steps(&edge.steps), to }
    }

    fn steps(&self, steps: &[Step]) -> TokenStream {
        let mut code = TokenStream::new();
        for step in steps {
            code.extend([self.step(step)]);
        }
        code
    }

    fn step(&self, step: &Step) -> TokenStream {
        let program = self.program;
        match step {
            Step::Finished(node, of) => {
                let (id, status) = (program.id(*node), verdict(*of));
                hygienic!(__events.finished(#id, #status);)
            }
            Step::Leaf(node, of) => {
                let (id, status) = (program.id(*node), status(*of));
                hygienic!(__events.leaf(#id, #status);)
            }
            Step::Ticked(node) => {
                let id = program.id(*node);
                hygienic!(__events.ticked(#id);)
            }
            Step::Abort(abort) => self.abort(abort),
            Step::Record(position) => {
                let value = self.recorded_now(*position);
                hygienic!(*__state = #value;)
            }
            // Only the knowledge of the compiler changes at this point, no stored value.
            Step::Forget(_) => TokenStream::new(),
            Step::Cool(cell) => memory::cool(program, *cell),
            Step::NoteBegin(cell) => {
                let begun = self.has_begun(*cell);
                hygienic!(#begun = true;)
            }
            Step::CoolIfOlder(cell) => {
                let (begun, cool) = (self.has_begun(*cell), memory::cool(program, *cell));
                match begun {
                    Some(begun) => hygienic!(if !#begun { #cool }),
                    None => cool,
                }
            }
            Step::StoreLength(cell, of) => memory::store_length(program, *cell, *of),
            Step::StoreResult(cell, success) => {
                let word = memory::word(program, *cell);
                hygienic!(#word = __bt::Some(#success);)
            }
            Step::StoreNext(cell) => {
                let word = memory::word(program, *cell);
                let next = self.in_frame(|frame| slots::behind_chosen(program, frame));
                hygienic!(#word = #next;)
            }
            Step::LeaveChildren => self.in_frame(|frame| {
                if frame.is_single() {
                    leave_child(program, frame)
                } else {
                    leave_children(program, frame, &hygienic!(__state))
                }
            }),
            Step::RenewChild => self.in_frame(|frame| {
                let idle = program.idle(only_child(program, frame));
                hygienic!(*__child = #idle;)
            }),
            Step::CountRound => self.in_frame(fields::count_round),
            Step::Postpone(length) => fields::postpone(program, length),
            Step::Run(of) => program.statement(*of, &program.exclusive(*of, Meaning::Anything)),
            Step::Set(of) => {
                let node = program.node(of.node);
                let (typed, keep) = (scope::given_type(node), scope::keep(program, node));
                let value = program.exclusive(*of, Meaning::Anything);
                hygienic!({ let __given: #typed = #value; #keep })
            }
            Step::Close(child, success) => self
                .in_frame(|frame| slots::close(program.region(frame.children[*child]), *success)),
            Step::Reopen(child) => self
                .in_frame(|frame| slots::reopen(program, program.region(frame.children[*child]))),
            Step::Lasts(child, length) => self.in_frame(|frame| {
                let until = fields::until(program.region(frame.children[*child]));
                let (now, length) = (program.now(), program.length(length));
                hygienic!(__state.#until = __bt::after(#now, #length);)
            }),
            Step::Rank { scores, margin } => {
                self.in_frame(|frame| slots::rank(program, frame, scores, *margin))
            }
            Step::LeaveOut(child) => {
                let child = Literal::usize_unsuffixed(*child);
                hygienic!(__order.leave_out(#child);)
            }
            Step::ForgetChosen => self.in_frame(|frame| slots::forget(program, frame)),
        }
    }

    /// The variable that is `true` if the node of a word of memory began in this tick; `None` for a node that never begins.
    fn has_begun(&self, cell: CellId) -> Option<TokenStream> {
        let place = noted(self.region()).position(|noted| noted == cell)?;
        let place = Literal::usize_unsuffixed(place);
        Some(hygienic!(__begun[#place]))
    }

    /// The value that is stored when a position without data of the user is recorded.
    fn recorded_now(&self, id: PositionId) -> TokenStream {
        let variant = self.variant(id);
        match self.position(id).keeps {
            Keeps::Deadline(_) => hygienic!(#variant(__until)),
            Keeps::Nothing
            | Keeps::Action(_)
            | Keeps::Tree(_)
            | Keeps::Frame(_)
            | Keeps::Region(_) => variant,
        }
    }

    /// Aborts the recorded one of some positions.
    fn abort(&self, abort: &Abort) -> TokenStream {
        let keep = self.program.id(abort.keep);
        let call = self.program.leave(self.region(), &hygienic!(__state), &keep);
        let test = match &abort.test {
            Test::Always => return call,
            Test::Named => {
                let pattern = self.pattern(&abort.positions);
                hygienic!(let #pattern = __state)
            }
            Test::Ranges(ranges) => {
                let ranges = ranges.iter().map(|(first, last)| {
                    let first = Literal::usize_unsuffixed(first.place());
                    let last = Literal::usize_unsuffixed(last.place());
                    hygienic!(#first..=#last)
                });
                let place = region_function("place", self.region());
                hygienic!(let #(#ranges)|* = Self::#place(__state))
            }
        };
        hygienic!(if #test { #call })
    }

    /// `Soldier::A | Soldier::B { .. }`
    fn pattern(&self, positions: &[PositionId]) -> TokenStream {
        let patterns = positions.iter().map(|id| {
            let variant = self.variant(*id);
            match self.position(*id).keeps {
                Keeps::Nothing => variant,
                Keeps::Deadline(_)
                | Keeps::Action(_)
                | Keeps::Tree(_)
                | Keeps::Frame(_)
                | Keeps::Region(_) => hygienic!(#variant { .. }),
            }
        });
        hygienic!(#(#patterns)|*)
    }

    fn position(&self, id: PositionId) -> &'p Position {
        &self.region().positions[id.place()]
    }

    /// `__SoldierState::RunAway7`
    fn variant(&self, id: PositionId) -> TokenStream {
        self.program.recorded_as(self.region(), self.position(id))
    }

    /// The code before an exit, and the exit.
    fn exit(&self, block: &Block) -> (TokenStream, Exit) {
        match &block.exit {
            machine::Exit::Jump(edge) => (TokenStream::new(), Exit::Jump(self.edge(edge))),
            machine::Exit::Resume(arms) => (TokenStream::new(), self.resume(arms)),
            machine::Exit::Ask { question, yes, no } => {
                let (code, condition) = self.question(*question);
                (code, Exit::Branch { condition, yes: self.edge(yes), no: self.edge(no) })
            }
            machine::Exit::Choose { scrutinee, patterns, arms } => {
                self.choose(*scrutinee, patterns, arms)
            }
            machine::Exit::Remembered { cell, success, failure, nothing } => {
                let value = memory::word(self.program, *cell);
                let arms = vec![
                    (hygienic!(__bt::Some(true)), self.edge(success)),
                    (hygienic!(__bt::Some(false)), self.edge(failure)),
                    (hygienic!(__bt::None), self.edge(nothing)),
                ];
                (TokenStream::new(), Exit::Match { value, arms })
            }
            machine::Exit::Act { of, running, ended } => {
                let node = self.program.node(of.node);
                let (acted, id) = (acted(self.program, *of), self.program.id(node.id));
                let tick = hygienic!(#acted.tell(__events, #id));
                let tick = if node.gives.is_empty() {
                    tick
                } else if early::never_returns(&self.program.machine[*of]) {
                    self.program.exclusive_result(*of)
                } else {
                    let keep = scope::keep(self.program, node);
                    hygienic!(__bt::kept(#tick, |__given| { #keep }))
                };
                let answer = self.answer(node, "action_answer");
                self.by_status(&or_answer(&answer, &tick), running, ended)
            }
            machine::Exit::Wait { position, begins, before, over } => {
                self.wait(*position, *begins, before, over)
            }
            machine::Exit::Begin { position, refused, then } => {
                self.begin(*position, refused.as_ref(), then)
            }
            machine::Exit::BeginBeside { position, refused, abort, success, failure } => {
                self.begin_beside(*position, refused.as_ref(), abort, [success, failure])
            }
            machine::Exit::Continue { position, success, failure } => {
                self.go_on(*position, success, failure)
            }
            machine::Exit::Child { child, closed, running, ended } => {
                self.child(*child, closed.as_ref(), running, ended)
            }
            machine::Exit::Pick { by, found, none, other } => {
                let edges = (self.edge(found), self.edge(none));
                self.pick(block.id, *by, edges, other.as_ref())
            }
            machine::Exit::Stop { late, running, stopped } => self.stop(*late, running, stopped),
            machine::Exit::Chosen { running, ended } => {
                let step = self.in_frame(|frame| {
                    let step = |child: &Region| step_of(self.program, frame, child);
                    slots::tick_chosen(self.program, frame, &step)
                });
                self.by_status(&step, running, ended)
            }
            machine::Exit::Through { running, ended } => {
                let step = self.in_frame(|frame| {
                    let step = step_of(self.program, frame, only_child(self.program, frame));
                    fields::through(self.program, frame, &step)
                });
                self.by_status(&step, running, ended)
            }
        }
    }

    fn resume(&self, arms: &[(Vec<PositionId>, Edge)]) -> Exit {
        // With `_` for the last variant, the compiler might keep the range check of a jump table.
        let named: usize = arms.iter().map(|(positions, _)| positions.len()).sum();
        let others = if named == self.region().positions.len() {
            self.program.idle(self.region())
        } else {
            hygienic!(_)
        };
        let arms = arms.iter().map(|(positions, edge)| {
            let pattern =
                if positions.is_empty() { others.clone() } else { self.pattern(positions) };
            (pattern, self.edge(edge))
        });
        Exit::Match { value: hygienic!(__state), arms: arms.collect() }
    }

    /// The code before a question, and the question.
    fn question(&self, question: Question) -> (TokenStream, TokenStream) {
        let program = self.program;
        let clock = || {
            let now = program.now();
            hygienic!(let __now = #now;)
        };
        let nothing = TokenStream::new();
        match question {
            Question::Condition { of, nots } => (nothing, program.ask(of, nots)),
            Question::Decision { of, known, .. }
                if known.is_some() || !program.machine.is_condition(of) =>
            {
                (nothing, program.decision(of))
            }
            Question::Decision { of, about, .. } => {
                let (node, about) = (program.id(of.node), program.id(about));
                let answer = program.decision(of);
                (nothing, hygienic!(__bt::decision(__events, #node, #about, #answer)))
            }
            Question::IsReady(cell) => {
                let end = memory::end(program, cell);
                (clock(), hygienic!(__bt::is_over(#end, __now)))
            }
            Question::IsInTime => {
                let now = program.now();
                (nothing, hygienic!(__bt::is_before(#now, *__until)))
            }
            Question::IsDue => (clock(), hygienic!(!__bt::is_before(__now, *__due))),
            Question::IsIdle(child) => {
                (nothing, self.in_frame(|frame| slots::is_child_idle(program, frame, child)))
            }
            Question::IsStale(child) => {
                (nothing, self.in_frame(|frame| fields::is_stale(program, frame, child)))
            }
            Question::IsStopping => (nothing, self.in_frame(fields::stopping)),
            Question::HasRounds => (nothing, self.in_frame(fields::has_rounds)),
            Question::Enough { successes, .. } => {
                let enough = slots::enough(successes);
                (nothing, hygienic!(#enough(__state)))
            }
        }
    }

    /// The patterns choose a number, and the number a branch, so that nothing is borrowed when the
    /// branch begins.
    fn choose(
        &self,
        scrutinee: ExpressionId,
        patterns: &[ExpressionId],
        arms: &[Edge],
    ) -> (TokenStream, Exit) {
        let program = self.program;
        let children = &program.node(scrutinee.node).children;
        let numbers = children.iter().enumerate().map(|(arm, child)| {
            let mut number = Literal::usize_unsuffixed(arm);
            number.set_span(program.node(*child).span);
            number
        });
        let of = &program.machine[scrutinee];
        let value = early::contained(of, Meaning::Anything);
        let patterns = patterns.iter().map(|pattern| &program.machine[*pattern]);
        let guarded = patterns.clone().map(|pattern| early::guarded(pattern));
        let chosen = program.shared_value(
            scrutinee.node,
            &hygienic!(match #of { #(#patterns,)* }),
            hygienic!(match #value { #(#guarded => #numbers,)* }),
        );
        let mut arms: Vec<_> = arms
            .iter()
            .enumerate()
            .map(|(arm, edge)| {
                let arm = Literal::usize_unsuffixed(arm);
                (hygienic!(#arm), self.edge(edge))
            })
            .collect();
        if let Some(last) = arms.last_mut() {
            last.0 = hygienic!(_);
        }
        let code = hygienic!(let __branch: __bt::usize = #chosen;);
        (code, Exit::Match { value: hygienic!(__branch), arms })
    }

    /// `let status = …; match status { Running => …, Success => …, Failure => … }`, or `match status { Running => …,
    /// status => … }`. The tick is not in the `match` itself, which would keep its temporaries until the end of the
    /// arms.
    fn by_status(&self, tick: &TokenStream, runs: &Edge, ended: &Ended) -> (TokenStream, Exit) {
        let mut arms = vec![(running(), self.edge(runs))];
        match ended {
            Ended::Apart { success: succeeds, failure: fails } => {
                arms.push((success(), self.edge(succeeds)));
                arms.push((failure(), self.edge(fails)));
            }
            Ended::Alike(same) => arms.push((hygienic!(__status), self.edge(same))),
        }
        let code = hygienic!(let __status = #tick;);
        (code, Exit::Match { value: hygienic!(__status), arms })
    }

    fn wait(
        &self,
        position: PositionId,
        begins: bool,
        before: &Edge,
        over: &Edge,
    ) -> (TokenStream, Exit) {
        let clock = self.program.now();
        let clock = hygienic!(let __now = #clock;);
        let (yes, no) = (self.edge(before), self.edge(over));
        let data = self.program.data(self.position(position));
        // A decorator that waits is no leaf.
        let waits = |by_deadline: TokenStream| match before.leaf() {
            Some(leaf) => {
                let id = self.program.id(leaf);
                hygienic!(__bt::waits(#by_deadline, __events, #id))
            }
            None => by_deadline,
        };
        if let (true, Data::Deadline(length)) = (begins, data) {
            let length = self.program.length(length);
            let code = hygienic!(#clock let __until = __bt::after(__now, #length););
            let condition = waits(hygienic!(__bt::is_before(__now, __until)));
            return (code, Exit::Branch { condition, yes, no });
        }
        let variant = self.variant(position);
        let code = hygienic! {
            #clock
            let __waits = if let #variant(__until) = __state { __bt::is_before(__now, *__until) } else { false };
        };
        let condition = waits(hygienic!(__waits));
        (code, Exit::Branch { condition, yes, no })
    }

    fn child(
        &self,
        child: usize,
        closed: Option<&Edge>,
        running: &Edge,
        ended: &Ended,
    ) -> (TokenStream, Exit) {
        let region = |frame: &Frame| self.program.region(frame.children[child]);
        let tick = self.in_frame(|frame| step_of(self.program, frame, region(frame)));
        let (code, then) = self.by_status(&tick, running, ended);
        let Some(closed) = closed else { return (code, then) };
        let condition = self.in_frame(|frame| slots::is_open(region(frame)));
        let (then, otherwise) = (Box::new(then), self.edge(closed));
        (TokenStream::new(), Exit::Where { condition, code, then, otherwise })
    }

    /// Ends the children of the frame, and notes whether they clean up.
    fn stop(&self, late: bool, runs: &Edge, stopped: &Edge) -> (TokenStream, Exit) {
        let program = self.program;
        let children = self.in_frame(|frame| slots::stop(program, frame));
        let flag = self.in_frame(fields::stopping);
        let forget = self.in_frame(|frame| {
            let of = program.child_type(frame);
            if frame.is_choice() {
                hygienic!(__state.child = #of::Idle;)
            } else {
                TokenStream::new()
            }
        });
        let code = hygienic! {
            let __status = {
                #[allow(unused_variables)]
                let __late = #late;
                #children
            };
            #flag = ::core::matches!(__status, __bt::Running);
        };
        let mut stopped = self.edge(stopped);
        stopped.code = std::iter::once(forget).chain([stopped.code]).collect();
        let arms = vec![(running(), self.edge(runs)), (hygienic!(_), stopped)];
        (code, Exit::Match { value: hygienic!(__status), arms })
    }

    /// Picks a child in the block `own`.
    fn pick(
        &self,
        own: BlockId,
        by: Pick,
        (found, none): (layout::Edge, layout::Edge),
        other: Option<&Edge>,
    ) -> (TokenStream, Exit) {
        let program = self.program;
        let is_idle = self.in_frame(|frame| slots::is_idle(program, frame));
        let nothing = TokenStream::new();
        match by {
            Pick::Next => {
                let test = layout::Test::Choose {
                    place: hygienic!(__state.child),
                    value: self.in_frame(|frame| fields::next(program, frame).unwrap_or_default()),
                    arms: self.in_frame(|frame| slots::begins(program, frame)),
                };
                // The second time a child is chosen, so the code for that exists once.
                let again = layout::Edge { code: nothing.clone(), to: layout::To::Back(own) };
                let then = Box::new(Exit::Jump(again));
                let then = Exit::LeaveIf { test, leave: none, code: nothing.clone(), then };
                let (code, then) = (nothing.clone(), Box::new(then));
                (nothing, Exit::Where { condition: is_idle, code, then, otherwise: found })
            }
            Pick::Best => {
                let code = self.in_frame(|frame| slots::take_over(program, frame));
                let (test, then) = (layout::Test::If(is_idle), Box::new(Exit::Jump(found)));
                let Some(other) = other else {
                    return (code, Exit::LeaveIf { test, leave: none, code: nothing, then });
                };
                let then = Exit::LeaveIf { test, leave: none, code: nothing.clone(), then };
                let is_other = hygienic!({
                    let mut __ahead = __order;
                    __runs.is_some() && __ahead.next() != __runs
                });
                let (test, leave) = (layout::Test::If(is_other), self.edge(other));
                (nothing, Exit::LeaveIf { test, leave, code, then: Box::new(then) })
            }
        }
    }

    /// The number of the node of a position.
    fn node_id(&self, id: PositionId) -> TokenStream {
        self.program.id(self.position(id).place.node)
    }

    /// `__events.answer(7)`: the answer of an observer in place of a leaf.
    fn answer(&self, node: &Node, method: &str) -> TokenStream {
        let (id, method) = (self.program.id(node.id), Ident::new(method, Span::mixed_site()));
        if node.gives.is_empty() {
            return hygienic!(__events.#method(#id));
        }
        let events = answering(node);
        hygienic!(__bt::Events::#method(#events, #id))
    }

    fn node(&self, id: PositionId) -> &'p Node {
        self.program.node_of(self.position(id))
    }

    /// The variable with the data of a position.
    fn inner(&self, id: PositionId) -> Ident {
        subtree::inner(self.program, self.position(id))
    }

    fn is_variant(&self, id: PositionId) -> bool {
        is_variant(self.program, self.position(id))
    }

    /// `let Soldier::Walk7(inner) = state else { … };`
    fn recorded(&self, id: PositionId) -> TokenStream {
        let (variant, inner) = (self.variant(id), self.inner(id));
        if self.is_variant(id) {
            return hygienic!(let #inner = &mut *__state;);
        }
        let leave = layout::leave(self.left);
        hygienic!(let #variant(#inner) = __state else { #leave __bt::Failure; };)
    }

    /// Moves the data of a position out of the state, so that it ends exactly once.
    fn take_out(&self, id: PositionId, call: &TokenStream) -> TokenStream {
        let (variant, inner) = (self.variant(id), self.inner(id));
        let region = self.program.region_type(self.region());
        let taken = hygienic!(__bt::replace(__state, #region::Idle));
        if self.is_variant(id) {
            return hygienic!({ let #inner = #taken; #call });
        }
        hygienic!(if let #variant(#inner) = #taken { #call })
    }

    /// The state with this data of a position.
    fn with_data(&self, id: PositionId, data: &TokenStream) -> TokenStream {
        if self.is_variant(id) {
            return data.clone();
        }
        subtree::variant(self.program, self.position(id), &self.variant(id), data)
    }

    /// The code that runs first, the exit if the position refuses to begin, and the code after
    /// that.
    fn begun(
        &self,
        payload: Payload<'_>,
        refused: Option<&Edge>,
        code: TokenStream,
        then: Exit,
    ) -> (TokenStream, Exit) {
        let mut first = payload.prepare;
        if let (Some(test), Some(edge)) = (payload.refused, refused) {
            let leave = self.edge(edge);
            return (first, Exit::LeaveIf { test, leave, code, then: Box::new(then) });
        }
        first.extend([code]);
        (first, then)
    }

    fn is_action(&self, id: PositionId) -> bool {
        matches!(self.program.data(self.position(id)), Data::Action(_))
    }

    fn begin(&self, id: PositionId, refused: Option<&Edge>, then: &Edge) -> (TokenStream, Exit) {
        let payload = payload::of(self.program, self.position(id));
        let (variant, inner) = (self.variant(id), self.inner(id));
        let made = self.with_data(id, &payload.value);
        let mut code = hygienic!(*__state = #made;);
        if let Some(start) = &payload.start {
            code.extend([if self.is_variant(id) {
                hygienic!({ let #inner = &mut *__state; #start })
            } else {
                hygienic!(if let #variant(#inner) = __state { #start })
            }]);
        }
        let (first, begun) = self.begun(payload, refused, code, Exit::Jump(self.edge(then)));
        if !self.is_action(id) {
            return (first, begun);
        }
        let node = self.node_id(id);
        let events = answering(self.node(id));
        let test = layout::Test::If(hygienic!(__bt::is_answered(&mut __asked, #events, #node)));
        let (leave, then) = (self.edge(then), Box::new(begun));
        (TokenStream::new(), Exit::LeaveIf { test, leave, code: first, then })
    }

    fn begin_beside(
        &self,
        id: PositionId,
        refused: Option<&Edge>,
        abort: &Abort,
        [succeeds, fails]: [&Edge; 2],
    ) -> (TokenStream, Exit) {
        let position = self.position(id);
        let payload = payload::of(self.program, position);
        let inner = payload.inner.clone();
        let made = self.with_data(id, &hygienic!(#inner));
        let abort = self.abort(abort);
        let mut runs = layout::Edge { code: TokenStream::new(), to: layout::To::Return(running()) };
        let code = match self.program.data(position) {
            Data::Action(of) => payload::action_beside(self.program, of, &abort, &made),
            Data::Nothing
            | Data::Deadline(_)
            | Data::Tree(_)
            | Data::Frame(_)
            | Data::Region(_)
                if !payload.must_end =>
            {
                let (value, tick) = (&payload.value, &payload.tick);
                runs.code = hygienic!(#abort *__state = #made;);
                hygienic!(let mut #inner = #value; let __status = { let #inner = &mut #inner; #tick };)
            }
            Data::Nothing
            | Data::Deadline(_)
            | Data::Tree(_)
            | Data::Frame(_)
            | Data::Region(_) => payload.beside(&abort, &made),
        };
        let arms = vec![
            (running(), runs),
            (success(), self.edge(succeeds)),
            (failure(), self.edge(fails)),
        ];
        let then = Exit::Match { value: hygienic!(__status), arms };
        let begun = self.begun(payload, refused, code, then);
        if self.is_action(id) { self.unless_answered(id, [succeeds, fails], begun) } else { begun }
    }

    /// Asks for an answer in place of a stateful action that begins beside another position. Success and failure end
    /// it.
    fn unless_answered(
        &self,
        id: PositionId,
        [succeeds, fails]: [&Edge; 2],
        (first, then): (TokenStream, Exit),
    ) -> (TokenStream, Exit) {
        let (answer, node) = (self.answer(self.node(id), "answer"), self.node_id(id));
        let leave = |status: &TokenStream, edge, code, then| {
            let test = hygienic!(__bt::ends(__answer, #status, __events, #node));
            let test = layout::Test::If(test);
            Exit::LeaveIf { test, leave: self.edge(edge), code, then: Box::new(then) }
        };
        let otherwise = leave(&failure(), fails, first, then);
        let exit = leave(&success(), succeeds, TokenStream::new(), otherwise);
        (hygienic!(let __answer = #answer;), exit)
    }

    /// Ticks a position in its place in the state, and ends it when it has finished.
    fn go_on(&self, id: PositionId, succeeds: &Edge, fails: &Edge) -> (TokenStream, Exit) {
        let payload = payload::of(self.program, self.position(id));
        let region = self.program.region_type(self.region());
        let ended = match payload.end_taken(&hygienic!(__bt::end_of(__status))) {
            Some(call) => self.take_out(id, &call),
            None => hygienic!(*__state = #region::Idle;),
        };
        let (recorded, tick, leave) = (self.recorded(id), &payload.tick, layout::leave(self.left));
        let (recorded, tick) = if self.is_action(id) {
            let node = self.node_id(id);
            let events = answering(self.node(id));
            let answer = hygienic!(__bt::stateful_answer(&mut __asked, #events, #node));
            let tick = or_answer(&answer, &hygienic!(#recorded #tick));
            (TokenStream::new(), tick)
        } else {
            (recorded, tick.clone())
        };
        // It is not in the `match` itself, which would keep its temporaries until the end of the
        // arms.
        let code = hygienic! {
            #recorded
            let __status = #tick;
            if let __bt::Running = __status { #leave __bt::Running; }
            #ended
        };
        let arms = vec![(success(), self.edge(succeeds)), (hygienic!(_), self.edge(fails))];
        (code, Exit::Match { value: hygienic!(__status), arms })
    }
}

/// The events that take an answer in place of a leaf.
fn answering(node: &Node) -> TokenStream {
    if node.gives.is_empty() { hygienic!(__events) } else { hygienic!(__bt::WithResult(__events)) }
}

/// The answer of an observer in place of a leaf, or its tick.
fn or_answer(answer: &TokenStream, tick: &TokenStream) -> TokenStream {
    hygienic!(if let __bt::Some(__status) = #answer { __status } else { #tick })
}

/// `__bt::Success`
fn status(status: Status) -> TokenStream {
    match status {
        Status::Success => success(),
        Status::Failure => failure(),
        Status::Running => running(),
    }
}

/// A known status, or the local variable `status`.
fn verdict(verdict: Verdict) -> TokenStream {
    match verdict {
        Verdict::Is(known) => status(known),
        Verdict::Same => hygienic!(__status),
    }
}
