//! `shift`: moves the deadlines of a state and of the memory. A function for each region that may have some.

use super::expression::{first_span, local_at};
use super::slots::only_child;
use super::{fields, memory, slots, subtree};
use crate::program::{Data, Program, region_function};
use bt_language::machine::{Content, Form, Frame, Position, Region, RegionId, Slots};
use proc_macro2::TokenStream;
use syn::Token;

/// The code of a tree.
pub(super) struct Shift {
    /// The functions of its regions.
    pub(super) functions: TokenStream,
    /// The functions that a tree with this one as a subtree calls; empty without deadlines.
    pub(super) part: TokenStream,
}

impl Shift {
    pub(super) fn of(program: &Program) -> Self {
        let mut writer = Writer { program, functions: Vec::new() };
        // A region comes before the regions inside of it.
        for region in program.machine.regions.iter().rev() {
            writer.functions.push(writer.function(region));
        }
        let part = writer.part();
        let functions = writer.functions.into_iter().rev().flatten().collect();
        Self { functions, part }
    }
}

struct Writer<'p> {
    program: &'p Program,
    /// Those of the last regions, the last one first; `None` for one without deadlines.
    functions: Vec<Option<TokenStream>>,
}

impl Writer<'_> {
    fn part(&self) -> TokenStream {
        let (program, root) = (self.program, self.program.root());
        let (of, memory_of) = (program.agent_of(), program.memory_of());
        let running =
            if program.has_agent() { hygienic!(&mut __state.state) } else { hygienic!(__state) };
        let state = self.region(root.id, &running).map(|shift| {
            hygienic! {
                #[inline]
                fn shift_parts(__state: &mut #of, __by: ::core::time::Duration) { #shift }
            }
        });
        let words = self.memory();
        let memory = (!words.is_empty()).then(|| {
            hygienic! {
                #[inline]
                fn shift_memory(__memory: &mut #memory_of, __by: ::core::time::Duration) { #words }
            }
        });
        hygienic!(#state #memory)
    }

    /// Moves the ends of cooldowns, and the memory of subtrees.
    fn memory(&self) -> TokenStream {
        let program = self.program;
        let words = program.machine.memory.iter().enumerate().filter_map(|(place, cell)| {
            let id = bt_language::machine::CellId::new(place);
            match &cell.of {
                Content::Time(_) => {
                    let end = memory::end(program, id);
                    let moved = fields::shift(&hygienic!(__end));
                    Some(hygienic!(if let __bt::Some(__end) = &mut #end { #moved }))
                }
                Content::Tree(call) => {
                    let shift = subtree::function(&call.tree, "shift_memory");
                    let span = first_span(&call.tree);
                    let (node, memory) = (program.node(cell.node), local_at("kept", span));
                    let open =
                        subtree::memory(program, node, call, &memory, Some(Token![mut](span)));
                    Some(hygienic!({ #open #shift(#memory, __by); }))
                }
                Content::Result | Content::Place(_) => None,
            }
        });
        words.collect()
    }

    /// `fn shift_at_7(state, by)`; `None` if no position of the region has a deadline.
    fn function(&self, region: &Region) -> Option<TokenStream> {
        let arms = region.positions.iter().filter_map(|position| self.arm(region, position));
        let arms: Vec<TokenStream> = arms.filter(|_| region.has_enum()).collect();
        if arms.is_empty() {
            return None;
        }
        let (name, of) = (region_function("shift", region), self.program.region_of(region));
        Some(hygienic! {
            #[inline]
            fn #name(__state: &mut #of, __by: ::core::time::Duration) {
                match __state {
                    #(#arms)*
                    _ => {}
                }
            }
        })
    }

    /// The arm of a position with a deadline.
    fn arm(&self, region: &Region, position: &Position) -> Option<TokenStream> {
        let (program, inner) = (self.program, subtree::inner(self.program, position));
        let (name, variant) = (program.region_type(region), program.variant(position));
        let inner_of = hygienic!(#inner);
        let shift = match program.data(position) {
            Data::Nothing => return None,
            Data::Deadline(_) => fields::shift(&inner_of),
            Data::Action(made) if matches!(made.form, Form::Future { .. }) => return None,
            Data::Action(made) => {
                let action = program.as_trait(made, "Action");
                hygienic!(#action::shift(#inner, __by);)
            }
            Data::Tree(call) => {
                let shift = subtree::function(&call.tree, "shift_parts");
                hygienic!(#shift(#inner, __by);)
            }
            Data::Frame(frame) if frame.is_single() => {
                let (pattern, shift) = self.single(frame)?;
                return Some(hygienic!(#name::#variant #pattern => { #shift }));
            }
            Data::Frame(frame) => self.several(frame)?,
            Data::Region(below) => self.region(below.id, &inner_of)?,
        };
        Some(hygienic!(#name::#variant(#inner) => { #shift }))
    }

    /// Shifts a region whose function is written; `None` if it has no deadlines.
    fn region(&self, region: RegionId, state: &TokenStream) -> Option<TokenStream> {
        let last = self.program.machine.regions.len() - 1;
        let has_deadlines = self.functions.get(last - region.place())?.is_some();
        has_deadlines.then(|| {
            let function = region_function("shift", &self.program.machine[region]);
            hygienic!(Self::#function(#state, __by);)
        })
    }

    /// The patterns of a frame's fields with deadlines, and the code that moves each.
    fn fields(&self, frame: &Frame) -> (Vec<TokenStream>, Vec<TokenStream>) {
        fields::rooms(self.program, frame).into_iter().filter_map(|room| room.shift).unzip()
    }

    /// A pattern for the variant of a frame with one child, and the code that moves its deadlines.
    fn single(&self, frame: &Frame) -> Option<(TokenStream, TokenStream)> {
        let (fields, own) = self.fields(frame);
        let child = only_child(self.program, frame);
        let below = self.region(child.id, &hygienic!(__child));
        if own.is_empty() && below.is_none() {
            return None;
        }
        let open = below.as_ref().map(|_| hygienic!(__child,));
        Some((hygienic!({ #(#fields,)* #open .. }), hygienic!(#(#own)* #below)))
    }

    /// Moves the deadlines of a frame with several children.
    fn several(&self, frame: &Frame) -> Option<TokenStream> {
        let program = self.program;
        let (of, (fields, own)) = (program.frame_type(frame), self.fields(frame));
        let children = program.children(frame).filter_map(|child| {
            let shift = self.region(child.id, &hygienic!(__child))?;
            Some(match frame.slots {
                Slots::One => shift,
                Slots::Each => {
                    let field = slots::field(child);
                    hygienic!(if let __bt::Slot::Open(__child) = &mut __inner.#field { #shift })
                }
                Slots::Chosen => {
                    let (of, variant) = (program.child_type(frame), slots::variant(child));
                    hygienic!(if let #of::#variant(__child) = &mut __inner.child { #shift })
                }
            })
        });
        let shifts = hygienic!(#(let #of { #fields, .. } = __inner; #own)* #(#children)*);
        (!shifts.is_empty()).then_some(shifts)
    }
}
