//! Straight code with forward jumps: blocks in the order in which they run, each of which ends by
//! jumping to a later one or by returning.
//!
//! `'b: { 'a: { code of the first } code of a } code of b` lets `break 'b` jump to the code of `b`
//! from anywhere before it. There is no loop, so that the optimiser cannot hoist the conditions of
//! other ticks in front of this one.

use super::set::Set;
use proc_macro2::{Span, TokenStream};

/// Names a block.
pub(crate) type Label = usize;

/// A jump, and what is done before it.
pub(crate) struct Edge {
    pub(crate) code: TokenStream,
    pub(crate) to: To,
}

#[derive(Clone)]
pub(crate) enum To {
    Block(Label),
    Return(TokenStream),
}

/// How a block ends.
pub(crate) enum Exit {
    Jump(Edge),
    Branch {
        condition: TokenStream,
        yes: Edge,
        no: Edge,
    },
    Match {
        value: TokenStream,
        arms: Vec<(TokenStream, Edge)>,
    },
    /// Leaves if `condition` holds, and goes on otherwise with `code` and another exit.
    Unless {
        condition: TokenStream,
        leave: Edge,
        code: TokenStream,
        then: Box<Exit>,
    },
}

/// Pieces that are put together at the end: a stream that grows piece by piece is slow.
type Code = Vec<TokenStream>;

struct Block {
    code: TokenStream,
    exit: Exit,
}

/// The blocks of one function.
#[derive(Default)]
pub(crate) struct Blocks {
    names: Vec<String>,
    /// What may be recorded as running when a block is entered; `None` if nothing jumps to it.
    incoming: Vec<Option<Set>>,
    jumps: Vec<usize>,
    placed: Vec<Option<Block>>,
    order: Vec<Label>,
    /// How the blocks are left for good.
    leaving: TokenStream,
}

impl Blocks {
    /// Blocks of a function, or of a labelled block in one.
    pub(crate) fn left_by(label: Option<&syn::Lifetime>) -> Self {
        let leaving = label.map_or_else(|| hygienic!(return), |label| hygienic!(break #label));
        Self { leaving, ..Self::default() }
    }

    /// The statement that gives a status and leaves.
    pub(crate) fn leaving(&self, status: &TokenStream) -> TokenStream {
        let leaving = &self.leaving;
        hygienic!(#leaving #status;)
    }

    /// A block that is placed later.
    pub(crate) fn declare(&mut self, name: impl Into<String>) -> Label {
        self.names.push(name.into());
        self.incoming.push(None);
        self.jumps.push(0);
        self.placed.push(None);
        self.names.len() - 1
    }

    /// A jump to a block, at which `set` may be recorded.
    pub(crate) fn edge(&mut self, code: TokenStream, label: Label, set: &Set) -> Edge {
        self.jumps[label] += 1;
        match &mut self.incoming[label] {
            Some(incoming) => incoming.join(set),
            none => *none = Some(set.clone()),
        }
        Edge { code, to: To::Block(label) }
    }

    pub(crate) fn leave(code: TokenStream, status: TokenStream) -> Edge {
        Edge { code, to: To::Return(status) }
    }

    /// What may be recorded at a block that is about to be placed; `None` if it is never reached.
    pub(crate) fn reached(&self, label: Label) -> Option<Set> {
        self.incoming[label].clone()
    }

    pub(crate) fn place(&mut self, label: Label, code: TokenStream, exit: Exit) {
        debug_assert!(self.placed[label].is_none(), "a block is placed once");
        self.placed[label] = Some(Block { code, exit });
        self.order.push(label);
    }

    /// Nested labelled blocks.
    pub(crate) fn render(self) -> TokenStream {
        let written: Vec<Label> =
            self.order.iter().copied().filter(|label| !self.is_inlined(*label)).collect();
        let mut used = vec![false; self.names.len()];
        let mut bodies = Vec::with_capacity(written.len());
        for (index, label) in written.iter().enumerate() {
            let next = written.get(index + 1).copied();
            bodies.push(self.body(*label, next, &mut used));
        }
        let mut code: Code = Vec::new();
        for (label, body) in written.into_iter().zip(bodies) {
            if used[label] {
                let lifetime = self.lifetime(label);
                let before: TokenStream = code.into_iter().collect();
                code = vec![hygienic!(#lifetime: { #before })];
            }
            code.extend(body);
        }
        code.into_iter().collect()
    }

    fn lifetime(&self, label: Label) -> syn::Lifetime {
        syn::Lifetime::new(&format!("'{}", self.names[label]), Span::mixed_site())
    }

    /// A block that does not branch is written where it is jumped to, if that is at one place, or
    /// if it only returns.
    fn is_inlined(&self, label: Label) -> bool {
        let Some(Block { code, exit: Exit::Jump(edge) }) = &self.placed[label] else {
            return false;
        };
        let only_returns =
            code.is_empty() && edge.code.is_empty() && matches!(edge.to, To::Return(_));
        only_returns || (self.jumps[label] == 1 && label != self.order[0])
    }

    fn body(&self, label: Label, next: Option<Label>, used: &mut [bool]) -> Code {
        let mut code = Vec::new();
        self.write_body(label, next, used, &mut code);
        code
    }

    fn write_body(&self, label: Label, next: Option<Label>, used: &mut [bool], code: &mut Code) {
        if let Some(block) = &self.placed[label] {
            code.push(block.code.clone());
            self.write_exit(&block.exit, next, used, code);
        }
    }

    fn write_exit(&self, exit: &Exit, next: Option<Label>, used: &mut [bool], code: &mut Code) {
        match exit {
            Exit::Jump(edge) => self.write_jump(edge, next, used, code),
            Exit::Branch { condition, yes, no } => {
                let yes = self.jump(yes, next, used);
                let no = self.jump(no, next, used);
                code.push(match (yes.is_empty(), no.is_empty()) {
                    (_, true) => hygienic!(if #condition { #yes }),
                    (true, false) => hygienic!(if !#condition { #no }),
                    (false, false) => hygienic!(if #condition { #yes } else { #no }),
                });
            }
            Exit::Match { value, arms } => {
                let arms = arms.iter().map(|(pattern, edge)| {
                    let jump = self.jump(edge, next, used);
                    hygienic!(#pattern => { #jump })
                });
                code.push(hygienic!(match #value { #(#arms)* }));
            }
            Exit::Unless { condition, leave, code: onward, then } => {
                let leave = self.jump(leave, None, used);
                code.push(hygienic!(if #condition { #leave } #onward));
                self.write_exit(then, next, used, code);
            }
        }
    }

    /// The code of an edge, in a block of its own.
    fn jump(&self, edge: &Edge, next: Option<Label>, used: &mut [bool]) -> TokenStream {
        let mut code = Vec::new();
        self.write_jump(edge, next, used, &mut code);
        code.into_iter().collect()
    }

    /// The code of an edge; nothing but that where the next block is the one that it goes to.
    fn write_jump(&self, edge: &Edge, next: Option<Label>, used: &mut [bool], code: &mut Code) {
        code.push(edge.code.clone());
        match &edge.to {
            To::Return(status) => code.push(self.leaving(status)),
            To::Block(label) if Some(*label) == next => {}
            To::Block(label) if self.is_inlined(*label) => {
                self.write_body(*label, next, used, code);
            }
            To::Block(label) => {
                used[*label] = true;
                let lifetime = self.lifetime(*label);
                code.push(hygienic!(break #lifetime;));
            }
        }
    }
}
