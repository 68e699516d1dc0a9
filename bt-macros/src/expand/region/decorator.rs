//! Decorators that keep no data while they are active.

use super::super::block::Exit;
use super::super::{context, kept};
use super::{Lowering, Targets};
use crate::model::ItemId;
use bt_language::ast::{Duration, Kind};
use proc_macro2::TokenStream;

impl Lowering<'_> {
    /// `not`, `force_success`, `force_failure`, and a parallel of one child.
    pub(super) fn mapped(&mut self, item: ItemId, targets: Targets) {
        let exits = self.exits(item, targets);
        let Targets { success, failure } = exits;
        let inner = match self.kind(item) {
            Kind::Not => Targets { success: failure, failure: success },
            Kind::ForceSuccess => Targets { success, failure: success },
            Kind::ForceFailure => Targets { success: failure, failure },
            _ => exits,
        };
        self.item(self.children(item)[0], inner);
        self.place_exits(item, exits, targets);
    }

    /// `repeat`, `retry` without a count: running between two rounds.
    pub(super) fn endless(&mut self, item: ItemId, targets: Targets) {
        let exits = self.exits(item, targets);
        let again = self.blocks.declare(format!("again_{}", self.model.node_of(item).id));
        let inner = if matches!(self.kind(item), Kind::Repeat(_)) {
            Targets { success: again, failure: exits.failure }
        } else {
            Targets { success: exits.success, failure: again }
        };
        self.item(self.children(item)[0], inner);
        if let Some(set) = self.blocks.reached(again) {
            let variant = self.variant(self.positions(item).start);
            let edge = self.record(item, &variant, &set);
            self.blocks.place(again, TokenStream::new(), Exit::Jump(edge));
        }
        self.place_exits(item, exits, targets);
    }

    /// `guard(EXPR)`: asked before the child begins or goes on.
    pub(super) fn guard(&mut self, item: ItemId, condition: &TokenStream, targets: Targets) {
        let exits = self.exits(item, targets);
        let id = self.model.node_of(item).id;
        let refused = self.blocks.declare(format!("unguarded_{id}"));
        let guarded = self.blocks.declare(format!("guarded_{id}"));
        let child = self.children(item)[0];
        if let Some(set) = self.blocks.reached(self.entry(item)) {
            let condition = self.model.decision(self.model.node_of(item), condition);
            let yes = self.blocks.edge(TokenStream::new(), guarded, &set);
            let no = self.blocks.edge(TokenStream::new(), refused, &set);
            let exit = Exit::Branch { condition, yes, no };
            self.blocks.place(self.entry(item), TokenStream::new(), exit);
        }
        if let Some(set) = self.blocks.reached(guarded) {
            let exit = self.enter(child, &set);
            self.blocks.place(guarded, TokenStream::new(), exit);
        }
        self.item(child, exits);
        self.give_up(item, refused, exits.failure);
        self.place_exits(item, exits, targets);
    }

    /// `delay(D)`: a position of its own until the child begins.
    pub(super) fn delay(&mut self, item: ItemId, duration: &Duration, targets: Targets) {
        let exits = self.exits(item, targets);
        let child = self.children(item)[0];
        self.until(item, duration, self.entry(child), &TokenStream::new(), &TokenStream::new());
        self.item(child, exits);
        self.place_exits(item, exits, targets);
    }

    /// `cooldown(D)`: its word of memory keeps the time at which the child may begin again, and
    /// beside it `D`, where that is not a literal.
    pub(super) fn cooldown(&mut self, item: ItemId, duration: &Duration, targets: Targets) {
        let exits = self.exits(item, targets);
        let node = self.model.node_of(item);
        let child = self.children(item)[0];
        if let Some(set) = self.blocks.reached(self.entry(item)) {
            let word = kept::word(node);
            let now = context::now();
            let ready = self.blocks.declare(format!("ready_{}", node.id));
            let yes = self.blocks.edge(TokenStream::new(), ready, &set);
            let told = self.told(item, &context::failure());
            let no = self.blocks.edge(told, targets.failure, &set);
            let clock = self.model.now();
            let code = hygienic!(let #now = #clock;);
            let end = if duration.constant { word.clone() } else { hygienic!(#word.0) };
            let condition = hygienic!(__bt::is_over(#end, #now));
            self.blocks.place(self.entry(item), code, Exit::Branch { condition, yes, no });
            let kept = if duration.constant {
                TokenStream::new()
            } else {
                let duration = self.model.duration(duration);
                hygienic!(#word.1 = #duration;)
            };
            let edge = self.blocks.edge(TokenStream::new(), self.entry(child), &set);
            self.blocks.place(ready, kept, Exit::Jump(edge));
        }
        self.item(child, exits);
        let cooling = self.model.cooling(node, duration);
        self.place_exits_after(item, exits, targets, &cooling);
    }

    /// `once`: the first result stays in its word of memory.
    pub(super) fn once(&mut self, item: ItemId, targets: Targets) {
        let exits = self.exits(item, targets);
        let word = kept::word(self.model.node_of(item));
        if let Some(set) = self.blocks.reached(self.entry(item)) {
            let child = self.entry(self.children(item)[0]);
            let success = self.told(item, &context::success());
            let failure = self.told(item, &context::failure());
            let arms = vec![
                (hygienic!(__bt::Some(true)), self.blocks.edge(success, targets.success, &set)),
                (hygienic!(__bt::Some(false)), self.blocks.edge(failure, targets.failure, &set)),
                (hygienic!(__bt::None), self.blocks.edge(TokenStream::new(), child, &set)),
            ];
            let exit = Exit::Match { value: word.clone(), arms };
            self.blocks.place(self.entry(item), TokenStream::new(), exit);
        }
        self.item(self.children(item)[0], exits);
        for (exit, target, result) in
            [(exits.success, targets.success, true), (exits.failure, targets.failure, false)]
        {
            if let Some(set) = self.blocks.reached(exit) {
                let status = if result { context::success() } else { context::failure() };
                let told = self.told(item, &status);
                let edge = self.blocks.edge(TokenStream::new(), target, &set);
                let code = hygienic!(#word = __bt::Some(#result); #told);
                self.blocks.place(exit, code, Exit::Jump(edge));
            }
        }
    }
}
