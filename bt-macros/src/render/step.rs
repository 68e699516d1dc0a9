//! Steps and edges of blocks.

use super::context;
use super::layout;
use super::names::region_function;
use crate::program::Program;
use bt_language::ast::Kind;
use bt_language::machine::{
    Abort, Edge, Keeps, NodeId, PositionId, Region, Status, Step, Test, To, Verdict,
};
use proc_macro2::{Literal, TokenStream};

/// `__bt::Success`
pub(super) fn status(status: Status) -> TokenStream {
    match status {
        Status::Success => context::success(),
        Status::Failure => context::failure(),
        Status::Running => context::running(),
    }
}

/// A known status, or the local variable `status`.
fn verdict(verdict: Verdict) -> TokenStream {
    match verdict {
        Verdict::Is(known) => status(known),
        Verdict::Same => {
            hygienic!(__status)
        }
    }
}

/// Writes the steps of a region.
pub(super) struct Steps<'p> {
    pub(super) program: &'p Program,
    pub(super) region: &'p Region,
}

impl Steps<'_> {
    pub(super) fn edge(&self, edge: &Edge) -> layout::Edge {
        layout::Edge { code: self.all(&edge.steps), to: target(edge) }
    }

    pub(super) fn all(&self, steps: &[Step]) -> TokenStream {
        let mut code = TokenStream::new();
        for step in steps {
            code.extend([self.one(step)]);
        }
        code
    }

    fn one(&self, step: &Step) -> TokenStream {
        match step {
            Step::Abort(abort) => self.abort(abort),
            Step::Record(position) => {
                let value = self.recorded_now(*position);
                hygienic!(*__state = #value;)
            }
            step => seen(self.program, step),
        }
    }

    /// The value that is stored when a position without data of the user is recorded.
    fn recorded_now(&self, id: PositionId) -> TokenStream {
        let variant = self.variant(id);
        if self.region.positions[id.place()].keeps == Keeps::Deadline {
            return hygienic!(#variant(__until));
        }
        variant
    }

    /// Aborts the recorded one of some positions.
    pub(super) fn abort(&self, abort: &Abort) -> TokenStream {
        let keep = self.program.id(abort.keep);
        let call = self.program.leave(self.region, &hygienic!(__state), &keep);
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
                let place = region_function("place", self.region);
                hygienic!(let #(#ranges)|* = Self::#place(__state))
            }
        };
        hygienic!(if #test { #call })
    }

    /// `Soldier::A | Soldier::B { .. }`
    pub(super) fn pattern(&self, positions: &[PositionId]) -> TokenStream {
        let patterns = positions.iter().map(|id| {
            let variant = self.variant(*id);
            match self.region.positions[id.place()].keeps {
                Keeps::Nothing => variant,
                _ => hygienic!(#variant { .. }),
            }
        });
        hygienic!(#(#patterns)|*)
    }

    /// `__SoldierState::RunAway7`
    pub(super) fn variant(&self, position: PositionId) -> TokenStream {
        self.program.recorded_as(self.region, &self.region.positions[position.place()])
    }
}

pub(super) fn target(edge: &Edge) -> layout::To {
    match edge.to {
        To::Block(block) => layout::To::Block(block),
        To::Return(status) => layout::To::Return(verdict(status)),
    }
}

/// Calls of observers, and changes of the memory; all other steps need a region or a frame.
pub(super) fn seen(program: &Program, step: &Step) -> TokenStream {
    match step {
        Step::Finished(node, status) => {
            let (id, status) = (program.id(*node), verdict(*status));
            hygienic!(__events.finished(#id, #status);)
        }
        Step::Leaf(node, given) => {
            let (id, status) = (program.id(*node), status(*given));
            hygienic!(__events.leaf(#id, #status);)
        }
        Step::Cool(node) => program.cooling(program.node(*node)),
        Step::KeepLength(node) => keep_length(program, *node),
        Step::Keep(node, success) => {
            let word = super::memory::word(program.node(*node));
            hygienic!(#word = __bt::Some(#success);)
        }
        // Only the knowledge of the compiler changes at this point, no stored value.
        Step::Forget(_) => TokenStream::new(),
        _ => program.internal(program.node(NodeId::FIRST), "a step stands where it has no meaning"),
    }
}

/// `memory.cooldown_7.1 = npc.pause;`
fn keep_length(program: &Program, node: NodeId) -> TokenStream {
    let node = program.node(node);
    let Kind::Cooldown(duration) = &node.kind else {
        return program.internal(node, "it keeps a length and is no cooldown");
    };
    let (word, duration) = (super::memory::word(node), program.duration(node, duration));
    hygienic!(#word.1 = #duration;)
}
