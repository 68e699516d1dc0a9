//! Leaves that keep no data of the user's.

use super::super::block::{Blocks, Edge, Exit, Label};
use super::super::context;
use super::super::set::Set;
use super::{Lowering, Targets};
use crate::ast::Duration;
use crate::ide::Meaning;
use crate::model::ItemId;
use proc_macro2::TokenStream;

impl Lowering<'_> {
    pub(super) fn node_id(&self, item: ItemId) -> TokenStream {
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
            (self.model.exclusive(value, Meaning::Anything), context::events(), self.node_id(item));
        let position = self.positions(item).start;
        let running = self.record(item, &self.variant(position), &set);
        // Not in the `match` itself, which would keep its temporaries to the end of the arms.
        let status = context::named("status");
        let action = context::callee(self.model.node_of(item), "action");
        let code = hygienic!(let #status = #action(#value).tell(#events, #id););
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
        let code = hygienic!(#events.leaf(#id, #status););
        let edge = self.blocks.edge(TokenStream::new(), target, &set);
        self.blocks.place(entry, code, Exit::Jump(edge));
    }

    /// `running;`
    pub(super) fn running(&mut self, item: ItemId) {
        let entry = self.entry(item);
        let Some(set) = self.blocks.reached(entry) else { return };
        let (events, id, status) = (context::events(), self.node_id(item), context::running());
        let code = hygienic!(#events.leaf(#id, #status););
        let edge = self.record(item, &self.variant(self.positions(item).start), &set);
        self.blocks.place(entry, code, Exit::Jump(edge));
    }

    /// `wait(D);`
    pub(super) fn wait(&mut self, item: ItemId, duration: &Duration, targets: Targets) {
        let (events, id) = (context::events(), self.node_id(item));
        let tell = |status: TokenStream| hygienic!(#events.leaf(#id, #status););
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
            let code = hygienic!(#clock let #until = __bt::after(#now, #duration););
            let mut yes = self.record(item, &hygienic!(#variant(#until)), &set);
            yes.code = [running.clone(), yes.code].into_iter().collect();
            let no = self.blocks.edge(over.clone(), target, &set);
            let exit =
                Exit::Branch { condition: hygienic!(__bt::is_before(#now, #until)), yes, no };
            self.blocks.place(self.entry(item), code, exit);
        }
        let resume = self.resumes[position];
        if self.blocks.reached(resume).is_some() {
            let (state, status) = (context::state(), context::running());
            let waits = context::named("waits");
            let code = hygienic! {
                #clock
                let #waits = if let #variant(#until) = #state { __bt::is_before(#now, *#until) } else { false };
            };
            let leave = Blocks::leave(running.clone(), status);
            let no = self.blocks.edge(over.clone(), target, &Set::nothing());
            let exit = Exit::Branch { condition: hygienic!(#waits), yes: leave, no };
            self.blocks.place(resume, code, exit);
        }
    }
}

/// `match status { Running => …, Success => …, Failure => … }`
pub(super) fn three(value: TokenStream, running: Edge, success: Edge, failure: Edge) -> Exit {
    let arms = vec![
        (context::running(), running),
        (context::success(), success),
        (context::failure(), failure),
    ];
    Exit::Match { value, arms }
}
