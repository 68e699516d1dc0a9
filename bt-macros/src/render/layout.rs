//! Straight code with forward jumps: blocks in the order in which they run; each ends with a jump
//! to a later one or leaves.
//!
//! `'b: { 'a: { code of the first } code of a } code of b` lets `break 'b` jump to the code of `b`
//! from anywhere before it. There is no loop, so the optimizer cannot move conditions of other
//! ticks before this one. Only the blocks that pick another child are in a loop: `'pick: loop { … }`.

use bt_language::machine::BlockId;
use proc_macro2::{Span, TokenStream};

/// A block in Rust.
pub(crate) struct Block {
    pub(crate) name: String,
    pub(crate) code: TokenStream,
    pub(crate) exit: Exit,
}

/// A jump, and what is done before it.
#[derive(Clone)]
pub(crate) struct Edge {
    pub(crate) code: TokenStream,
    pub(crate) to: To,
}

#[derive(Clone)]
pub(crate) enum To {
    Block(BlockId),
    /// To an earlier block: it and all blocks after it are in a loop.
    Back(BlockId),
    Return(TokenStream),
}

/// The exit of a block.
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
    /// Leaves if this test holds, and otherwise continues with `code` and another exit.
    LeaveIf {
        test: Test,
        leave: Edge,
        code: TokenStream,
        then: Box<Exit>,
    },
    /// `code` and another exit if `condition` holds; otherwise an edge.
    Where {
        condition: TokenStream,
        code: TokenStream,
        then: Box<Exit>,
        otherwise: Edge,
    },
}

/// A test that leaves a block in the middle.
pub(crate) enum Test {
    /// If this expression is true.
    If(TokenStream),
    /// Unless a value matches this pattern, whose names are used afterwards.
    Unless { pattern: TokenStream, value: TokenStream },
    /// Unless one of these arms matches a value; what the arm gives is stored in a place.
    Choose { place: TokenStream, value: TokenStream, arms: TokenStream },
}

/// Pieces that are joined at the end: appending to a stream copies it.
type Code = Vec<TokenStream>;

/// The blocks of one function, or of a labelled block.
pub(crate) struct Layout {
    blocks: Vec<Block>,
    /// The number of edges that lead to each block.
    jumps: Vec<usize>,
    /// The block to which others go back; there is at most one.
    looped: Option<usize>,
    /// `return`, or `break 'label`.
    leaving: TokenStream,
    /// `true` if a block that branches is inlined at its only jump.
    inlines_branches: bool,
}

/// The statement that leaves a function, or the labelled block `left`, with a status.
pub(crate) fn leave(left: Option<&syn::Lifetime>) -> TokenStream {
    left.map_or_else(|| hygienic!(return), |label| hygienic!(break #label))
}

impl Layout {
    pub(crate) fn new(blocks: Vec<Block>, left: Option<&syn::Lifetime>) -> Self {
        let (mut jumps, mut looped) = (vec![0; blocks.len()], None);
        for block in &blocks {
            each_edge(&block.exit, &mut |edge| match edge.to {
                To::Block(block) => jumps[block.place()] += 1,
                To::Back(block) => looped = Some(block.place()),
                To::Return(_) => {}
            });
        }
        Self { blocks, jumps, looped, leaving: leave(left), inlines_branches: false }
    }

    pub(crate) fn inlining_branches(self) -> Self {
        Self { inlines_branches: true, ..self }
    }

    /// Nested labelled blocks.
    pub(crate) fn render(&self) -> TokenStream {
        let written: Vec<usize> =
            (0..self.blocks.len()).filter(|block| !self.is_inlined(*block)).collect();
        let mut used = vec![false; self.blocks.len()];
        let mut bodies = Vec::with_capacity(written.len());
        for (index, block) in written.iter().enumerate() {
            let next = written.get(index + 1).copied();
            let mut code = Vec::new();
            self.write_body(*block, next, &mut used, &mut code);
            bodies.push(code);
        }
        let mut before_loop = None;
        let mut code: Code = Vec::new();
        for (block, body) in written.into_iter().zip(bodies) {
            if used[block] {
                let lifetime = self.lifetime(block);
                let before: TokenStream = code.into_iter().collect();
                code = vec![hygienic!(#lifetime: { #before })];
            }
            if self.looped == Some(block) {
                before_loop = Some(std::mem::take(&mut code));
            }
            code.extend(body);
        }
        if let (Some(mut before), Some(block)) = (before_loop, self.looped) {
            let (lifetime, inside) = (self.lifetime(block), code);
            before.push(hygienic!(#lifetime: loop { #(#inside)* }));
            code = before;
        }
        code.into_iter().collect()
    }

    fn lifetime(&self, block: usize) -> syn::Lifetime {
        syn::Lifetime::new(&format!("'{}", self.blocks[block].name), Span::mixed_site())
    }

    /// Returns `true` for a block that does not branch and has only one jump to it, or only
    /// returns: it is inlined at the jump.
    fn is_inlined(&self, block: usize) -> bool {
        let once = self.jumps[block] == 1 && block != 0 && self.looped != Some(block);
        match &self.blocks[block] {
            Block { code, exit: Exit::Jump(edge), .. } => {
                let only_returns =
                    code.is_empty() && edge.code.is_empty() && matches!(edge.to, To::Return(_));
                only_returns || once
            }
            Block { exit: Exit::Branch { .. }, .. } => once && self.inlines_branches,
            Block {
                exit: Exit::Match { .. } | Exit::LeaveIf { .. } | Exit::Where { .. }, ..
            } => false,
        }
    }

    fn write_body(&self, block: usize, next: Option<usize>, used: &mut [bool], code: &mut Code) {
        let block = &self.blocks[block];
        code.push(block.code.clone());
        self.write_exit(&block.exit, next, used, code);
    }

    fn write_exit(&self, exit: &Exit, next: Option<usize>, used: &mut [bool], code: &mut Code) {
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
            Exit::LeaveIf { test, leave, code: onward, then } => {
                let leave = self.jump(leave, None, used);
                code.push(match test {
                    Test::If(condition) => hygienic!(if #condition { #leave } #onward),
                    Test::Unless { pattern, value } => {
                        hygienic!(let #pattern = #value else { #leave }; #onward)
                    }
                    Test::Choose { place, value, arms } => {
                        hygienic!(#place = match #value { #arms _ => { #leave } }; #onward)
                    }
                });
                self.write_exit(then, next, used, code);
            }
            Exit::Where { condition, code: first, then, otherwise } => {
                let jump = self.jump(otherwise, next, used);
                let mut inside = vec![first.clone()];
                let behind = next.filter(|_| jump.is_empty());
                self.write_exit(then, behind, used, &mut inside);
                code.push(hygienic!(if #condition { #(#inside)* } #jump));
            }
        }
    }

    /// The code of an edge, in a block of its own.
    fn jump(&self, edge: &Edge, next: Option<usize>, used: &mut [bool]) -> TokenStream {
        let mut code = Vec::new();
        self.write_jump(edge, next, used, &mut code);
        code.into_iter().collect()
    }

    /// The code of an edge, without the jump when the target is the next block.
    fn write_jump(&self, edge: &Edge, next: Option<usize>, used: &mut [bool], code: &mut Code) {
        code.push(edge.code.clone());
        match &edge.to {
            To::Return(status) => {
                let leaving = &self.leaving;
                code.push(hygienic!(#leaving #status;));
            }
            To::Back(block) => {
                let lifetime = self.lifetime(block.place());
                code.push(hygienic!(continue #lifetime;));
            }
            To::Block(block) => {
                let block = block.place();
                if Some(block) == next {
                    return;
                }
                if self.is_inlined(block) {
                    return self.write_body(block, next, used, code);
                }
                used[block] = true;
                let lifetime = self.lifetime(block);
                code.push(hygienic!(break #lifetime;));
            }
        }
    }
}

/// Visits the edges of an exit.
fn each_edge<'e>(exit: &'e Exit, visit: &mut dyn FnMut(&'e Edge)) {
    match exit {
        Exit::Jump(only) => visit(only),
        Exit::Branch { yes, no, .. } => [yes, no].into_iter().for_each(visit),
        Exit::Match { arms, .. } => arms.iter().for_each(|(_, to)| visit(to)),
        Exit::LeaveIf { leave: first, then, .. } | Exit::Where { otherwise: first, then, .. } => {
            visit(first);
            each_edge(then, visit);
        }
    }
}
