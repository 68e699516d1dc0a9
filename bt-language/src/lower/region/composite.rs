//! Composites without data of their own.

use super::{Label, Lowered, Lowering, Targets};
use crate::ast::Kind;
use crate::lower::plan::ItemId;
use crate::machine::{Exit, PositionId, Question};
use std::ops::Range;

impl Lowering<'_> {
    /// Returns `true` if the first success ends the composite, as in a selector.
    fn is_selector(&self, item: ItemId) -> bool {
        matches!(self.kind(item), Kind::Selector | Kind::ActiveSelector)
    }

    /// `sequence`, `selector`: a child that finishes without deciding leads to the beginning of the
    /// next.
    pub(super) fn memory_composite(&mut self, item: ItemId, targets: Targets) -> Lowered<()> {
        let exits = self.exits(item, targets);
        let children = self.children(item);
        for (index, child) in children.iter().enumerate() {
            let next = children.get(index + 1).map(|next| self.entry(*next)).transpose()?;
            let targets = if self.is_selector(item) {
                Targets { success: exits.success, failure: next.unwrap_or(exits.failure) }
            } else {
                Targets { success: next.unwrap_or(exits.success), failure: exits.failure }
            };
            self.item(*child, targets)?;
        }
        self.place_exits(item, exits, targets);
        Ok(())
    }

    /// `active_sequence`, `active_selector`: any child may be the recorded one, and a child that
    /// decides aborts the recorded positions after it.
    pub(super) fn active_composite(&mut self, item: ItemId, targets: Targets) -> Lowered<()> {
        let exits = self.exits(item, targets);
        let children = self.children(item);
        let selector = self.is_selector(item);
        for (index, child) in children.iter().enumerate() {
            let name = format!("after_{}", self.name(*child));
            let decided = self.blocks.declare(format!("{name}_decides"));
            let next = children.get(index + 1).map(|next| (*next, self.blocks.declare(name)));
            let end = if selector { exits.failure } else { exits.success };
            let onward = next.map_or(end, |(_, label)| label);
            let ends = if selector {
                Targets { success: decided, failure: onward }
            } else {
                Targets { success: onward, failure: decided }
            };
            self.item(*child, ends)?;
            let ending = if selector { exits.success } else { exits.failure };
            let behind = self.positions(*child).end..self.positions(item).end;
            self.give_up(*child, behind, decided, ending);
            if let Some((next, label)) = next {
                if let Some(set) = self.blocks.reached(label) {
                    let exit = self.enter(next, &set)?;
                    self.blocks.place(label, Vec::new(), exit);
                }
            }
        }
        self.place_exits(item, exits, targets);
        Ok(())
    }

    /// `monitor` with one node: its conditions are evaluated before the node begins or continues.
    pub(super) fn monitor(&mut self, item: ItemId, targets: Targets) -> Lowered<()> {
        let exits = self.exits(item, targets);
        let (conditions, nodes) = self.children(item).split_at(self.node(item).conditions());
        let Some(node) = nodes.first() else {
            return Err(self.internal(item, "it has no node after its conditions"));
        };
        let id = self.id(item);
        let broken = self.blocks.declare(format!("unmonitored_{id}"));
        let mut block = self.entry(item)?;
        for (index, condition) in conditions.iter().enumerate() {
            let next = self.blocks.declare(format!("monitor_{id}_{index}"));
            self.ask(block, Question::Condition(self.id(*condition)), next, broken);
            block = next;
        }
        if let Some(set) = self.blocks.reached(block) {
            let exit = self.enter(*node, &set)?;
            self.blocks.place(block, Vec::new(), exit);
        }
        self.item(*node, exits)?;
        self.give_up(item, self.positions(item), broken, exits.failure);
        self.place_exits(item, exits, targets);
        Ok(())
    }

    /// Places a block that asks a question.
    pub(super) fn ask(&mut self, block: Label, question: Question, yes: Label, no: Label) {
        let Some(set) = self.blocks.reached(block) else { return };
        let (yes, no) = (self.blocks.edge(yes, &set), self.blocks.edge(no, &set));
        self.blocks.place(block, Vec::new(), Exit::Ask { question, yes, no });
    }

    /// Places a block that aborts the recorded one of these positions, because of an item.
    pub(super) fn give_up(
        &mut self,
        keep: ItemId,
        positions: Range<usize>,
        block: Label,
        target: Label,
    ) {
        let Some(set) = self.blocks.reached(block) else { return };
        let recorded = set.within(positions);
        let abort = Self::abort(&set, &recorded, self.id(keep));
        let edge = self.blocks.edge(target, &set.without(&recorded));
        self.blocks.place(block, abort.into_iter().collect(), Exit::Jump(edge));
    }

    /// `if`, `active_if`
    pub(super) fn branch(&mut self, item: ItemId, active: bool, targets: Targets) -> Lowered<()> {
        let exits = self.exits(item, targets);
        let id = self.id(item);
        let then = self.blocks.declare(format!("then_{id}"));
        let otherwise = self.blocks.declare(format!("else_{id}"));
        self.ask(self.entry(item)?, Question::Decision(id), then, otherwise);
        self.turn_to(item, active, self.child(item)?, then, exits)?;
        match self.children(item).get(1) {
            Some(child) => self.turn_to(item, active, *child, otherwise, exits)?,
            None => self.give_up(item, self.positions(item), otherwise, exits.failure),
        }
        self.place_exits(item, exits, targets);
        Ok(())
    }

    /// Enters the chosen branch: the others are aborted before it begins or continues.
    fn turn_to(
        &mut self,
        item: ItemId,
        active: bool,
        child: ItemId,
        block: Label,
        exits: Targets,
    ) -> Lowered<()> {
        if let Some(set) = self.blocks.reached(block) {
            let own = self.positions(child);
            let is_other = |position: &PositionId| active && !own.contains(&position.place());
            let others: Vec<PositionId> =
                set.within(self.positions(item)).into_iter().filter(is_other).collect();
            let abort = Self::abort(&set, &others, self.id(child));
            let exit = self.enter(child, &set.without(&others))?;
            self.blocks.place(block, abort.into_iter().collect(), exit);
        }
        self.item(child, exits)
    }

    /// `match`, `active_match`
    pub(super) fn arms(&mut self, item: ItemId, active: bool, targets: Targets) -> Lowered<()> {
        let exits = self.exits(item, targets);
        let children = self.children(item);
        let id = self.id(item);
        let blocks: Vec<Label> =
            (0..children.len()).map(|arm| self.blocks.declare(format!("arm_{id}_{arm}"))).collect();
        let entry = self.entry(item)?;
        if let Some(set) = self.blocks.reached(entry) {
            let arms = blocks.iter().map(|block| self.blocks.edge(*block, &set)).collect();
            self.blocks.place(entry, Vec::new(), Exit::Choose(id, arms));
        }
        for (child, block) in children.iter().zip(blocks) {
            self.turn_to(item, active, *child, block, exits)?;
        }
        self.place_exits(item, exits, targets);
        Ok(())
    }

    /// `priority_selector`: the conditions before the running child are evaluated first; when a
    /// child fails, the conditions after it are evaluated.
    pub(super) fn priority(&mut self, item: ItemId, targets: Targets) -> Lowered<()> {
        let exits = self.exits(item, targets);
        let id = self.id(item);
        let children = self.children(item);
        let mut turn = self.entry(item)?;
        for (index, child) in children.iter().enumerate() {
            let next = if index + 1 < children.len() {
                self.blocks.declare(format!("turn_{id}_{}", index + 1))
            } else {
                exits.failure
            };
            let asked = self.blocks.declare(format!("asked_{id}_{index}"));
            let chosen = self.blocks.declare(format!("chosen_{id}_{index}"));
            if let Some(set) = self.blocks.reached(turn) {
                let exit = self.enter_or(*child, &set, asked)?;
                self.blocks.place(turn, Vec::new(), exit);
            }
            self.ask(asked, Question::Preference(id, index), chosen, next);
            if let Some(set) = self.blocks.reached(chosen) {
                let others = set.within(self.positions(item));
                let abort = Self::abort(&set, &others, self.id(*child));
                let begin = self.entry(*child)?;
                let edge = self.blocks.edge(begin, &set.without(&others));
                self.blocks.place(chosen, abort.into_iter().collect(), Exit::Jump(edge));
            }
            self.item(*child, Targets { success: exits.success, failure: next })?;
            turn = next;
        }
        self.place_exits(item, exits, targets);
        Ok(())
    }
}
