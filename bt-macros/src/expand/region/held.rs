//! What a region keeps whole: stateful actions, frames, subtrees, cuts.

use super::super::block::{Blocks, Edge, Exit};
use super::super::context;
use super::super::frame;
use super::super::held::{Held, Refused};
use super::super::set::Set;
use super::super::subtree;
use super::leaf::three;
use super::{Lowering, Targets};
use crate::ast::{Kind, Literal};
use crate::model::ItemId;
use proc_macro2::TokenStream;

impl Lowering<'_> {
    /// What the data of a position is called.
    fn inner(&self, position: usize) -> proc_macro2::Ident {
        subtree::inner(self.model.node_of(self.region.positions[position].item))
    }

    /// `let Soldier::Walk7(inner) = state else { … };`
    fn recorded(&self, position: usize) -> TokenStream {
        let (variant, inner, state) =
            (self.variant(position), self.inner(position), context::state());
        if self.is_variant(position) {
            return hygienic!(let #inner = &mut *#state;);
        }
        let never = self.blocks.leaving(&context::failure());
        hygienic!(let #variant(#inner) = #state else { #never };)
    }

    /// Takes the data of a position out of the state, so that it ends exactly once.
    fn take_out(&self, position: usize, call: &TokenStream) -> TokenStream {
        let (variant, inner, state) =
            (self.variant(position), self.inner(position), context::state());
        let region = self.model.region_type(self.region.root);
        let taken = hygienic!(__bt::replace(#state, #region::Idle));
        if self.is_variant(position) {
            return hygienic!({ let #inner = #taken; #call });
        }
        hygienic!(if let #variant(#inner) = #taken { #call })
    }

    /// Whether the data of a position are the fields of its variant; they are handed on with it.
    fn is_variant(&self, position: usize) -> bool {
        let item = self.region.positions[position].item;
        let node = self.model.node_of(item);
        !self.is_cut(item) && crate::model::is_frame(node) && frame::is_single(node)
    }

    /// The state with these data of a position.
    fn with_data(&self, position: usize, data: &TokenStream) -> TokenStream {
        if self.is_variant(position) {
            return data.clone();
        }
        let node = self.model.node_of(self.region.positions[position].item);
        subtree::variant(node, &self.variant(position), data)
    }

    /// What a position in its place in the state does with its status, and what goes before.
    fn ends(&mut self, position: usize, held: &Held<'_>, exits: Targets) -> (TokenStream, Exit) {
        let (state, status, running) =
            (context::state(), context::local("status"), context::running());
        let region = self.model.region_type(self.region.root);
        let ended = match held.end_taken(&hygienic!(__bt::end_of(#status))) {
            Some(call) => self.take_out(position, &call),
            None => hygienic!(*#state = #region::Idle;),
        };
        let leave = self.blocks.leaving(&running);
        let code = hygienic!(if let #running = #status { #leave } #ended);
        let success = self.blocks.edge(TokenStream::new(), exits.success, &Set::nothing());
        let failure = self.blocks.edge(TokenStream::new(), exits.failure, &Set::nothing());
        (code, two(&hygienic!(#status), success, failure))
    }

    /// A stateful action, a frame, a subtree or a cut: made in its place in the state, or beside it
    /// while another leaf is recorded there.
    pub(super) fn held(&mut self, item: ItemId, targets: Targets) {
        let position = self.positions(item).start;
        let cut = self.is_cut(item);
        // A cut tells of its end itself, and a leaf when it is ticked.
        let told = cut || matches!(self.kind(item), Kind::Stateful(_));
        let exits = if told { targets } else { self.exits(item, targets) };
        let held = Held::new(self.model, item, cut);
        let entry = self.entry(item);
        if let Some(set) = self.blocks.reached(entry) {
            let others = set.within(0..self.region.positions.len());
            let (code, then) = if others.is_empty() {
                self.begin_in_place(position, &held)
            } else {
                self.begin_beside(item, &held, &set, &others, exits)
            };
            let mut first = held.prepare.clone();
            let exit = match &held.refused {
                Some(Refused { condition, told, success }) => {
                    let to = if *success { exits.success } else { exits.failure };
                    let leave = self.blocks.edge(told.clone(), to, &set);
                    let condition = condition.clone();
                    Exit::Unless { condition, leave, code, then: Box::new(then) }
                }
                None => {
                    first.extend([code]);
                    then
                }
            };
            self.blocks.place(entry, first, exit);
        }
        let resume = self.resumes[position];
        if self.blocks.reached(resume).is_some() {
            let (tick, status) = (&held.tick, context::local("status"));
            // Not in the `match` itself, which would keep its temporaries to the end of the arms.
            let mut code = self.recorded(position);
            let (ended, exit) = self.ends(position, &held, exits);
            code.extend([hygienic!(let #status = #tick; #ended)]);
            self.blocks.place(resume, code, exit);
        }
        if !told {
            self.place_exits(item, exits, targets);
        }
    }

    fn begin_in_place(&mut self, position: usize, held: &Held<'_>) -> (TokenStream, Exit) {
        let (variant, state, inner) =
            (self.variant(position), context::state(), self.inner(position));
        let made = self.with_data(position, &held.value);
        let mut code = hygienic!(*#state = #made;);
        if let Some(start) = &held.start {
            code.extend([if self.is_variant(position) {
                hygienic!({ let #inner = &mut *#state; #start })
            } else {
                hygienic!(if let #variant(#inner) = #state { #start })
            }]);
        }
        let resume = self.resumes[position];
        let edge = self.blocks.edge(TokenStream::new(), resume, &Set::only(position));
        (code, Exit::Jump(edge))
    }

    fn begin_beside(
        &mut self,
        item: ItemId,
        held: &Held<'_>,
        set: &Set,
        others: &[usize],
        exits: Targets,
    ) -> (TokenStream, Exit) {
        let (state, inner) = (context::state(), held.inner.clone());
        let status = context::local("status");
        let made = self.with_data(self.positions(item).start, &hygienic!(#inner));
        let abort = self.abort(set, others, self.model.plan.item(item).node);
        let value = &held.value;
        if let Kind::Stateful(literal) = self.kind(item) {
            let code = self.action_beside(item, literal, &abort, &made);
            let running = Blocks::leave(TokenStream::new(), context::running());
            let success = self.blocks.edge(TokenStream::new(), exits.success, set);
            let failure = self.blocks.edge(TokenStream::new(), exits.failure, set);
            return (code, three(hygienic!(#status), running, success, failure));
        }
        if !held.must_end {
            let tick = &held.tick;
            let code = hygienic!(let mut #inner = #value; let #status = { let #inner = &mut #inner; #tick };);
            let running = Blocks::leave(hygienic!(#abort *#state = #made;), context::running());
            let success = self.blocks.edge(TokenStream::new(), exits.success, set);
            let failure = self.blocks.edge(TokenStream::new(), exits.failure, set);
            return (code, three(hygienic!(#status), running, success, failure));
        }
        let code = node_beside(held, &abort, &made);
        let running = Blocks::leave(TokenStream::new(), context::running());
        let success = self.blocks.edge(TokenStream::new(), exits.success, set);
        let failure = self.blocks.edge(TokenStream::new(), exits.failure, set);
        (code, three(hygienic!(#status), running, success, failure))
    }

    /// The first tick of a stateful action that is not in the state yet.
    fn action_beside(
        &self,
        item: ItemId,
        literal: &Literal,
        abort: &TokenStream,
        made: &TokenStream,
    ) -> TokenStream {
        let (state, inner, status) = (context::state(), context::inner(), context::local("status"));
        let (binder, events, id) = (&self.model.binder, context::events(), self.node_id(item));
        let (running, action) = (context::running(), self.model.as_trait(literal, "Action"));
        hygienic! {
            let #status = {
                let mut #inner = __bt::FreshAction::new(#inner, &mut *#binder, #action::end);
                let #status = #inner.tick(#action::start, #action::tick, #events, #id);
                if let #running = #status {
                    {
                        #[allow(unused_variables)]
                        let #binder = #inner.blackboard();
                        #abort
                    }
                    if let __bt::Some(#inner) = #inner.release() {
                        *#state = #made;
                    }
                }
                #status
            };
        }
    }
}

/// The first tick of a node that is not in the state yet, and has something in it that must end.
fn node_beside(held: &Held<'_>, abort: &TokenStream, made: &TokenStream) -> TokenStream {
    let (state, inner, status) = (context::state(), &held.inner, context::local("status"));
    let (parts, pattern, borrow) = (context::local("parts"), held.parts(), held.borrow_parts());
    let (beside, running) = (held.beside(), context::running());
    let taken = hygienic!(#inner.context.take());
    let ended = match held.end_taken(&hygienic!(__bt::end_of(#status))) {
        Some(call) => hygienic! {
            #[allow(unused_variables)]
            if let __bt::Some(#pattern) = #taken { #call }
        },
        None => hygienic!(#inner.context = __bt::None;),
    };
    hygienic! {
        let #status = {
            #beside
            if let #running = #status {
                if let __bt::Some(#parts) = &mut #inner.context {
                    #borrow
                    #abort
                }
                if let __bt::Some((#inner, ..)) = #taken {
                    *#state = #made;
                }
            } else {
                #ended
            }
            #status
        };
    }
}

/// `match status { Success => …, _ => … }`, of what has finished.
fn two(value: &TokenStream, success: Edge, failure: Edge) -> Exit {
    let arms = vec![(context::success(), success), (hygienic!(_), failure)];
    Exit::Match { value: value.clone(), arms }
}
