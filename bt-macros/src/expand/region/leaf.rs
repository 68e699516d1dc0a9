//! Leaves, and what a region keeps whole: frames, subtrees, cuts.

use super::super::block::{Blocks, Edge, Exit, Label};
use super::super::context;
use super::super::frame;
use super::super::held::{Held, Refused};
use super::super::set::Set;
use super::super::subtree;
use super::{Lowering, Targets};
use crate::ast::{Duration, Kind};
use crate::model::ItemId;
use proc_macro2::TokenStream;

impl Lowering<'_> {
    fn node_id(&self, item: ItemId) -> TokenStream {
        self.model.id(self.model.plan.item(item).node)
    }

    pub(super) fn condition(&mut self, item: ItemId, answer: &TokenStream, targets: Targets) {
        let entry = self.entry(item);
        let Some(set) = self.blocks.reached(entry) else { return };
        let condition = self.model.ask(self.model.node_of(item), answer);
        let yes = self.blocks.edge(TokenStream::new(), targets.success, &set);
        let no = self.blocks.edge(TokenStream::new(), targets.failure, &set);
        self.blocks.place(entry, TokenStream::new(), Exit::Branch { condition, yes, no });
    }

    /// A leaf that runs without data of its own: it begins and goes on in the same way.
    pub(super) fn action(&mut self, item: ItemId, value: &TokenStream, targets: Targets) {
        let entry = self.entry(item);
        let Some(set) = self.blocks.reached(entry) else { return };
        let (value, events, id) =
            (self.model.exclusive(value), context::events(), self.node_id(item));
        let position = self.positions(item).start;
        let running = self.record(item, &self.variant(position), &set);
        // Not in the `match` itself, which would keep its temporaries to the end of the arms.
        let status = context::named("status");
        let node = self.model.node_of(item);
        let outcome = if context::may_not_return(&value) {
            let unfinished = context::callee(node, "unfinished");
            hygienic!(#unfinished((#value,)))
        } else {
            let action = context::callee(node, "action");
            hygienic!(#action(#value))
        };
        let code = hygienic!(let #status = #outcome.tell(#events, #id););
        let value = hygienic!(#status);
        let exit = if let Some(returned) = self.returned(item, &value) {
            let arms = vec![(context::running(), running), (value.clone(), returned)];
            Exit::Match { value, arms }
        } else {
            let ended = set.without(&[position]);
            let success = self.blocks.edge(TokenStream::new(), targets.success, &ended);
            let failure = self.blocks.edge(TokenStream::new(), targets.failure, &ended);
            three(value, running, success, failure)
        };
        self.blocks.place(entry, code, exit);
    }

    /// `succeed;`, `fail;`
    pub(super) fn constant(&mut self, item: ItemId, status: &TokenStream, target: Label) {
        let entry = self.entry(item);
        let Some(set) = self.blocks.reached(entry) else { return };
        let (events, id) = (context::events(), self.node_id(item));
        let code = hygienic!(#events.leaf(#id, #status, __bt::None););
        let edge = self.blocks.edge(TokenStream::new(), target, &set);
        self.blocks.place(entry, code, Exit::Jump(edge));
    }

    /// `running;`
    pub(super) fn running(&mut self, item: ItemId) {
        let entry = self.entry(item);
        let Some(set) = self.blocks.reached(entry) else { return };
        let (events, id, status) = (context::events(), self.node_id(item), context::running());
        let code = hygienic!(#events.leaf(#id, #status, __bt::None););
        let edge = self.record(item, &self.variant(self.positions(item).start), &set);
        self.blocks.place(entry, code, Exit::Jump(edge));
    }

    /// `wait(D);`
    pub(super) fn wait(&mut self, item: ItemId, duration: &Duration, targets: Targets) {
        let (events, id) = (context::events(), self.node_id(item));
        let tell = |status: TokenStream| hygienic!(#events.leaf(#id, #status, __bt::None););
        let (running, success) = (tell(context::running()), tell(context::success()));
        self.until(item, duration, targets.success, &running, &success);
    }

    /// A position that runs until a time that it keeps; `running` and `over` tell how it stands.
    pub(super) fn until(
        &mut self,
        item: ItemId,
        duration: &Duration,
        target: Label,
        running: &TokenStream,
        over: &TokenStream,
    ) {
        let position = self.positions(item).start;
        let (now, until) = (context::now(), context::until());
        let clock = self.model.now();
        let clock = hygienic!(let #now = #clock;);
        let variant = self.variant(position);
        if let Some(set) = self.blocks.reached(self.entry(item)) {
            let duration = self.model.duration(duration);
            let code = hygienic!(#clock let #until = #now.saturating_add(#duration););
            let mut yes = self.record(item, &hygienic!(#variant(#until)), &set);
            yes.code = [running.clone(), yes.code].into_iter().collect();
            let no = self.blocks.edge(over.clone(), target, &set);
            let exit = Exit::Branch { condition: hygienic!(#now < #until), yes, no };
            self.blocks.place(self.entry(item), code, exit);
        }
        let resume = self.resumes[position];
        if self.blocks.reached(resume).is_some() {
            let (state, status) = (context::state(), context::running());
            let waits = context::named("waits");
            let code = hygienic! {
                #clock
                let #waits = __bt::matches!(#state, #variant(#until) if #now < *#until);
            };
            let leave = Blocks::leave(running.clone(), status);
            let no = self.blocks.edge(over.clone(), target, &Set::nothing());
            let exit = Exit::Branch { condition: hygienic!(#waits), yes: leave, no };
            self.blocks.place(resume, code, exit);
        }
    }

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

    /// What a position in its place in the state does with its status.
    fn ends(
        &mut self,
        value: TokenStream,
        targets: Targets,
        ended: impl Fn(TokenStream, &Self) -> TokenStream,
    ) -> Exit {
        let running = Blocks::leave(TokenStream::new(), context::running());
        let success = ended(hygienic!(__bt::End::Success), self);
        let failure = ended(hygienic!(__bt::End::Failure), self);
        let success = self.blocks.edge(success, targets.success, &Set::nothing());
        let failure = self.blocks.edge(failure, targets.failure, &Set::nothing());
        three(value, running, success, failure)
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
            let region = self.model.region_type(self.region.root);
            let state = context::state();
            let ended = |end: TokenStream, lowering: &Self| match held.end_taken(&end) {
                Some(call) => lowering.take_out(position, &call),
                None => hygienic!(*#state = #region::Idle;),
            };
            let (tick, status) = (&held.tick, context::named("status"));
            // Not in the `match` itself, which would keep its temporaries to the end of the arms.
            let mut code = self.recorded(position);
            code.extend([hygienic!(let #status = #tick;)]);
            let exit = self.ends(hygienic!(#status), exits, ended);
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
        let status = context::named("status");
        let made = self.with_data(self.positions(item).start, &hygienic!(#inner));
        let abort = self.abort(set, others, self.model.plan.item(item).node);
        let value = &held.value;
        if !held.must_end {
            let tick = &held.tick;
            let code = hygienic!(let mut #inner = #value; let #status = { let #inner = &mut #inner; #tick };);
            let running = Blocks::leave(hygienic!(#abort *#state = #made;), context::running());
            let success = self.blocks.edge(TokenStream::new(), exits.success, set);
            let failure = self.blocks.edge(TokenStream::new(), exits.failure, set);
            return (code, three(hygienic!(#status), running, success, failure));
        }
        let code = held.beside();
        let pattern = held.parts();
        let borrow = held.borrow_parts();
        let parts = context::named("parts");
        let abort = (!abort.is_empty())
            .then(|| hygienic!(if let __bt::Some(#parts) = #inner.context() { #borrow #abort }));
        let record = hygienic! {
            #abort
            if let __bt::Some((#inner, ..)) = #inner.release() {
                *#state = #made;
            }
        };
        let running = Blocks::leave(record, context::running());
        let ended = |end: TokenStream| {
            let call = held.end_taken(&end);
            match call {
                Some(call) => hygienic! {
                    #[allow(unused_variables)]
                    if let __bt::Some(#pattern) = #inner.release() { #call }
                },
                None => hygienic!(let _ = #inner.release();),
            }
        };
        let success = ended(hygienic!(__bt::End::Success));
        let failure = ended(hygienic!(__bt::End::Failure));
        let success = self.blocks.edge(success, exits.success, set);
        let failure = self.blocks.edge(failure, exits.failure, set);
        (code, three(hygienic!(#status), running, success, failure))
    }
}

/// `match status { Running => …, Success => …, Failure => … }`
fn three(value: TokenStream, running: Edge, success: Edge, failure: Edge) -> Exit {
    let arms = vec![
        (context::running(), running),
        (context::success(), success),
        (context::failure(), failure),
    ];
    Exit::Match { value, arms }
}
