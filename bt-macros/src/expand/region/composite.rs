//! Composites whose place is the leaf that runs below them.

use super::super::block::Exit;
use super::super::{context, early};
use super::{Lowering, Targets};
use crate::ast::Kind;
use crate::ide::Meaning;
use crate::model::{ItemId, names, plan};
use proc_macro2::{Literal, TokenStream};

impl Lowering<'_> {
    /// Whether the first success ends the composite, as in a selector.
    fn is_selector(&self, item: ItemId) -> bool {
        matches!(self.kind(item), Kind::Selector | Kind::ActiveSelector)
    }

    /// `sequence`, `selector`: a child that goes on leads to the beginning of the next.
    pub(super) fn memory_composite(&mut self, item: ItemId, targets: Targets) {
        let exits = self.exits(item, targets);
        let children = self.children(item);
        for (index, child) in children.iter().enumerate() {
            let next = children.get(index + 1).map(|next| self.entry(*next));
            let targets = if self.is_selector(item) {
                Targets { success: exits.success, failure: next.unwrap_or(exits.failure) }
            } else {
                Targets { success: next.unwrap_or(exits.success), failure: exits.failure }
            };
            self.item(*child, targets);
        }
        self.place_exits(item, exits, targets);
    }

    /// `active_sequence`, `active_selector`: every child may be the one that is recorded, and a
    /// child that decides aborts what is recorded behind it.
    pub(super) fn active_composite(&mut self, item: ItemId, targets: Targets) {
        let exits = self.exits(item, targets);
        let children = self.children(item);
        let selector = self.is_selector(item);
        for (index, child) in children.iter().enumerate() {
            let name = format!("behind_{}", names::label(self.model, *child));
            let decided = self.blocks.declare(format!("{name}_decides"));
            let next = children.get(index + 1).map(|next| (*next, self.blocks.declare(name)));
            let end = if selector { exits.failure } else { exits.success };
            let onward = next.map_or(end, |(_, label)| label);
            self.item(
                *child,
                if selector {
                    Targets { success: decided, failure: onward }
                } else {
                    Targets { success: onward, failure: decided }
                },
            );
            let ending = if selector { exits.success } else { exits.failure };
            self.decide(item, *child, decided, ending);
            if let Some((next, label)) = next {
                if let Some(set) = self.blocks.reached(label) {
                    let exit = self.enter(next, &set);
                    self.blocks.place(label, TokenStream::new(), exit);
                }
            }
        }
        self.place_exits(item, exits, targets);
    }

    /// The block behind a child that decides its reactive parent.
    fn decide(&mut self, item: ItemId, child: ItemId, block: usize, exit: usize) {
        let Some(set) = self.blocks.reached(block) else { return };
        let behind = self.positions(child).end..self.positions(item).end;
        let recorded = set.within(behind);
        let abort = self.abort(&set, &recorded, self.model.plan.item(child).node);
        let edge = self.blocks.edge(TokenStream::new(), exit, &set.without(&recorded));
        self.blocks.place(block, abort, Exit::Jump(edge));
    }

    /// `monitor` with one node: its conditions are asked before the node begins or goes on.
    pub(super) fn monitor(&mut self, item: ItemId, targets: Targets) {
        let exits = self.exits(item, targets);
        let conditions = plan::conditions(self.model.node_of(item));
        let (conditions, nodes) = self.children(item).split_at(conditions);
        let Some(node) = nodes.first() else { return };
        let broken = self.blocks.declare(format!("unmonitored_{}", self.model.node_of(item).id));
        let mut block = self.entry(item);
        for (index, condition) in conditions.iter().enumerate() {
            let Some(set) = self.blocks.reached(block) else { return };
            let holds = self.model.asked(self.model.plan.item(*condition).node);
            let name = format!("monitor_{}_{index}", self.model.node_of(item).id);
            let next = self.blocks.declare(name);
            let yes = self.blocks.edge(TokenStream::new(), next, &set);
            let no = self.blocks.edge(TokenStream::new(), broken, &set);
            let exit = Exit::Branch { condition: holds, yes, no };
            self.blocks.place(block, TokenStream::new(), exit);
            block = next;
        }
        if let Some(set) = self.blocks.reached(block) {
            let exit = self.enter(*node, &set);
            self.blocks.place(block, TokenStream::new(), exit);
        }
        self.item(*node, exits);
        self.give_up(item, broken, exits.failure);
        self.place_exits(item, exits, targets);
    }

    /// The block in which a node that watches its child aborts it.
    pub(super) fn give_up(&mut self, item: ItemId, block: usize, exit: usize) {
        let Some(set) = self.blocks.reached(block) else { return };
        let recorded = set.within(self.positions(item));
        let abort = self.abort(&set, &recorded, self.model.plan.item(item).node);
        let edge = self.blocks.edge(TokenStream::new(), exit, &set.without(&recorded));
        self.blocks.place(block, abort, Exit::Jump(edge));
    }

    /// `if`, `active_if`
    pub(super) fn branch(
        &mut self,
        item: ItemId,
        active: bool,
        condition: &TokenStream,
        targets: Targets,
    ) {
        let exits = self.exits(item, targets);
        let children = self.children(item);
        let id = self.model.node_of(item).id;
        let then = self.blocks.declare(format!("then_{id}"));
        let otherwise = self.blocks.declare(format!("else_{id}"));
        if let Some(set) = self.blocks.reached(self.entry(item)) {
            let condition = self.model.decision(self.model.node_of(item), condition);
            let yes = self.blocks.edge(TokenStream::new(), then, &set);
            let no = self.blocks.edge(TokenStream::new(), otherwise, &set);
            let exit = Exit::Branch { condition, yes, no };
            self.blocks.place(self.entry(item), TokenStream::new(), exit);
        }
        self.turn_to(item, active, children[0], then, exits);
        match children.get(1) {
            Some(child) => self.turn_to(item, active, *child, otherwise, exits),
            None => self.give_up(item, otherwise, exits.failure),
        }
        self.place_exits(item, exits, targets);
    }

    /// A branch that has been decided for: the others are aborted before it begins or goes on.
    fn turn_to(&mut self, item: ItemId, active: bool, child: ItemId, block: usize, exits: Targets) {
        if let Some(set) = self.blocks.reached(block) {
            let own = self.positions(child);
            let others: Vec<usize> = if active {
                set.within(self.positions(item)).into_iter().filter(|p| !own.contains(p)).collect()
            } else {
                Vec::new()
            };
            let abort = self.abort(&set, &others, self.model.plan.item(child).node);
            let exit = self.enter(child, &set.without(&others));
            self.blocks.place(block, abort, exit);
        }
        self.item(child, exits);
    }

    /// `match`, `active_match`: the patterns choose a number, and the number a branch, so that
    /// nothing is borrowed when the branch begins.
    pub(super) fn arms(
        &mut self,
        item: ItemId,
        active: bool,
        scrutinee: &TokenStream,
        patterns: &[TokenStream],
        targets: Targets,
    ) {
        let exits = self.exits(item, targets);
        let children = self.children(item);
        let id = self.model.node_of(item).id;
        let blocks: Vec<usize> =
            (0..children.len()).map(|arm| self.blocks.declare(format!("arm_{id}_{arm}"))).collect();
        if let Some(set) = self.blocks.reached(self.entry(item)) {
            let numbers = children.iter().enumerate().map(|(arm, child)| {
                let mut number = Literal::usize_unsuffixed(arm);
                number.set_span(self.model.node_of(*child).span);
                number
            });
            let value = early::contained(scrutinee, Meaning::Anything);
            let guarded = patterns.iter().map(early::guarded);
            let chosen = self.model.shared_value(
                &hygienic!(match #scrutinee { #(#patterns,)* }),
                hygienic!(match #value { #(#guarded => #numbers,)* }),
            );
            let branch = context::named("branch");
            let mut arms: Vec<_> = blocks
                .iter()
                .enumerate()
                .map(|(arm, block)| {
                    let arm = Literal::usize_unsuffixed(arm);
                    (hygienic!(#arm), self.blocks.edge(TokenStream::new(), *block, &set))
                })
                .collect();
            if let Some(last) = arms.last_mut() {
                last.0 = hygienic!(_);
            }
            let exit = Exit::Match { value: hygienic!(#branch), arms };
            self.blocks.place(
                self.entry(item),
                hygienic!(let #branch: __bt::usize = #chosen;),
                exit,
            );
        }
        for (child, block) in children.iter().zip(blocks) {
            self.turn_to(item, active, *child, block, exits);
        }
        self.place_exits(item, exits, targets);
    }
}
