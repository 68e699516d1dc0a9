//! One tick of a region.

mod held;

use super::layout::{Block, Exit, Layout};
use super::names::region_function;
use super::step::Steps;
use super::{context, early, memory};
use crate::program::Program;
use bt_language::ast::Kind;
use bt_language::machine::{self, Edge, Ended, Keeps, NodeId, PositionId, Question, Region};
use bt_language::mirror::Meaning;
use proc_macro2::{Literal, TokenStream};
use syn::Lifetime;

/// The maximum number of positions of a region whose tests use no position numbers.
const FEW: usize = 8;

/// The body of a region's function `fn tick_at_7(state, …) -> Status`, or of a block that is `left`
/// with the status.
pub(super) fn body(program: &Program, region: &Region, left: Option<&Lifetime>) -> TokenStream {
    let writer = Writer { program, region, steps: Steps { program, region }, left };
    let blocks = region.blocks.iter().map(|block| writer.block(block)).collect();
    let code = Layout::new(blocks, left).render();
    let has_results = region.positions.iter().any(|position| {
        matches!(program.node_of(position).kind, Kind::Action(_) | Kind::Let { .. })
    });
    // For results without an error that can be shown, and for values of a wrong type; see `Tell`.
    let import = has_results.then(|| {
        hygienic! {
            #[allow(unused_imports, reason = "not all actions need it")]
            use __bt::{Mistaken as _, Tell as _};
        }
    });
    hygienic!(#import #code)
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

struct Writer<'p> {
    program: &'p Program,
    region: &'p Region,
    steps: Steps<'p>,
    left: Option<&'p Lifetime>,
}

impl Writer<'_> {
    fn block(&self, block: &machine::Block) -> Block {
        let mut code = self.steps.all(&block.steps);
        let (first, exit) = self.exit(&block.exit);
        code.extend([first]);
        Block { name: block.name.clone(), code, exit }
    }

    fn edge(&self, edge: &Edge) -> super::layout::Edge {
        self.steps.edge(edge)
    }

    /// The code before an exit, and the exit.
    fn exit(&self, exit: &machine::Exit) -> (TokenStream, Exit) {
        match exit {
            machine::Exit::Jump(edge) => (TokenStream::new(), Exit::Jump(self.edge(edge))),
            machine::Exit::Resume(arms) => (TokenStream::new(), self.resume(arms)),
            machine::Exit::Ask { question, yes, no } => {
                let (code, condition) = question_in(self.program, *question);
                (code, Exit::Branch { condition, yes: self.edge(yes), no: self.edge(no) })
            }
            machine::Exit::Choose(node, arms) => self.choose(*node, arms),
            machine::Exit::Remembered { node, success, failure, nothing } => {
                let value = memory::word(self.program.node(*node));
                let arms = vec![
                    (hygienic!(__bt::Some(true)), self.edge(success)),
                    (hygienic!(__bt::Some(false)), self.edge(failure)),
                    (hygienic!(__bt::None), self.edge(nothing)),
                ];
                (TokenStream::new(), Exit::Match { value, arms })
            }
            machine::Exit::Act { node, running, ended } => self.act(*node, running, ended),
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
            machine::Exit::Child { running, .. } => {
                let root = self.program.node(self.region.root.node);
                let code = self.program.internal(root, "its region ticks the child of a frame");
                (code, Exit::Jump(self.edge(running)))
            }
        }
    }

    fn resume(&self, arms: &[(Vec<PositionId>, Edge)]) -> Exit {
        // With `_` for the last variant, the compiler might keep the range check of a jump table.
        let named: usize = arms.iter().map(|(positions, _)| positions.len()).sum();
        let others = if named == self.region.positions.len() {
            self.program.idle(self.region)
        } else {
            hygienic!(_)
        };
        let arms = arms.iter().map(|(positions, edge)| {
            let pattern =
                if positions.is_empty() { others.clone() } else { self.steps.pattern(positions) };
            (pattern, self.edge(edge))
        });
        Exit::Match { value: hygienic!(__state), arms: arms.collect() }
    }

    /// The patterns choose a number, and the number a branch, so that nothing is borrowed when the
    /// branch begins.
    fn choose(&self, node: NodeId, arms: &[Edge]) -> (TokenStream, Exit) {
        let node = self.program.node(node);
        let Kind::Match { scrutinee, patterns, .. } = &node.kind else {
            let code = self.program.internal(node, "it chooses an arm and is no `match`");
            return (code, Exit::Match { value: hygienic!(()), arms: Vec::new() });
        };
        let numbers = node.children.iter().enumerate().map(|(arm, child)| {
            let mut number = Literal::usize_unsuffixed(arm);
            number.set_span(self.program.node(*child).span);
            number
        });
        let value = early::contained(scrutinee, Meaning::Anything);
        let guarded = patterns.iter().map(|pattern| early::guarded(pattern));
        let chosen = self.program.shared_value(
            node,
            &hygienic!(match #scrutinee { #(#patterns,)* }),
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

    /// `match action(value).tell(events, 7) { … }`
    fn act(&self, node: NodeId, running: &Edge, ended: &Ended) -> (TokenStream, Exit) {
        let node = self.program.node(node);
        let Kind::Action(value) = &node.kind else {
            let code = self.program.internal(node, "it acts and is no action");
            return (code, Exit::Jump(self.edge(running)));
        };
        let (value, id) = (
            self.program.exclusive(node, &early::result(value), Meaning::Anything),
            self.program.id(node.id),
        );
        // It is not in the `match` itself, which would keep its temporaries until the end of the
        // arms.
        let action = context::callee(node, "action");
        let code = hygienic!(let __status = #action(#value).tell(__events, #id););
        (code, by_status(self.edge(running), ended, &|edge| self.edge(edge)))
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
        let node = self.program.node_of(&self.region.positions[position.place()]);
        if let (true, Kind::Wait(duration) | Kind::Delay(duration)) = (begins, &node.kind) {
            let duration = self.program.duration(node, duration);
            let code = hygienic!(#clock let __until = __bt::after(__now, #duration););
            let condition = hygienic!(__bt::is_before(__now, __until));
            return (code, Exit::Branch { condition, yes, no });
        }
        let variant = self.steps.variant(position);
        let code = hygienic! {
            #clock
            let __waits = if let #variant(__until) = __state { __bt::is_before(__now, *__until) } else { false };
        };
        (code, Exit::Branch { condition: hygienic!(__waits), yes, no })
    }
}

/// `match status { Running => …, Success => …, Failure => … }`, or `match status { Running => …, status => … }`
pub(super) fn by_status(
    running: super::layout::Edge,
    ended: &Ended,
    edge: &dyn Fn(&Edge) -> super::layout::Edge,
) -> Exit {
    let mut arms = vec![(context::running(), running)];
    match ended {
        Ended::Apart { success, failure } => {
            arms.push((context::success(), edge(success)));
            arms.push((context::failure(), edge(failure)));
        }
        Ended::Alike(same) => arms.push((hygienic!(__status), edge(same))),
    }
    Exit::Match { value: hygienic!(__status), arms }
}

/// The code before a question, and the question.
pub(super) fn question_in(program: &Program, question: Question) -> (TokenStream, TokenStream) {
    match question {
        Question::Condition(node) => (TokenStream::new(), program.asked(node)),
        Question::Decision(node) => {
            let node = program.node(node);
            let condition = match &node.kind {
                Kind::If { condition, .. } | Kind::Guard(condition) => {
                    program.decision(node, condition)
                }
                _ => program.internal(node, "it has no decision"),
            };
            (TokenStream::new(), condition)
        }
        Question::Preference(node, child) => {
            let node = program.node(node);
            let condition = match &node.kind {
                Kind::Priority { conditions } => conditions.get(child),
                _ => None,
            };
            let asked = condition.map_or_else(
                || program.internal(node, "it has no such condition"),
                |condition| program.decision(node, condition),
            );
            (TokenStream::new(), asked)
        }
        Question::IsReady(node) => {
            let word = memory::word(program.node(node));
            let clock = program.now();
            let end = match &program.node(node).kind {
                Kind::Cooldown(duration) if !duration.is_constant() => hygienic!(#word.0),
                _ => word,
            };
            (hygienic!(let __now = #clock;), hygienic!(__bt::is_over(#end, __now)))
        }
        Question::IsInTime => {
            let clock = program.now();
            (TokenStream::new(), hygienic!(__bt::is_before(#clock, *__until)))
        }
        Question::IsDue => {
            let clock = program.now();
            (hygienic!(let __now = #clock;), hygienic!(!__bt::is_before(__now, *__due)))
        }
        Question::HasRounds => (TokenStream::new(), hygienic!(*__left > 1)),
        Question::Enough { successes, .. } => {
            let enough = super::parallel::enough(successes);
            (TokenStream::new(), hygienic!(#enough(__state)))
        }
    }
}

/// Returns `true` if the data of a position is stored as the fields of its variant.
pub(super) fn is_variant(program: &Program, position: &machine::Position) -> bool {
    match position.keeps {
        Keeps::Frame(frame) => program.machine[frame].is_single(),
        _ => false,
    }
}
