//! Decorators that keep no data while they are active.

use super::{Lowered, Lowering, Targets};
use crate::ast::Kind;
use crate::lower::plan::ItemId;
use crate::machine::{Exit, Question, Step};

impl Lowering<'_> {
    /// `not`, `force_success`, `force_failure`, and a parallel of one child.
    pub(super) fn mapped(&mut self, item: ItemId, targets: Targets) -> Lowered<()> {
        let exits = self.exits(item, targets);
        let Targets { success, failure } = exits;
        let inner = match self.kind(item) {
            Kind::Not => Targets { success: failure, failure: success },
            Kind::ForceSuccess => Targets { success, failure: success },
            Kind::ForceFailure => Targets { success: failure, failure },
            _ => exits,
        };
        self.item(self.child(item)?, inner)?;
        self.place_exits(item, exits, targets);
        Ok(())
    }

    /// `repeat`, `retry` without a count: running between two rounds.
    pub(super) fn endless(&mut self, item: ItemId, targets: Targets) -> Lowered<()> {
        let exits = self.exits(item, targets);
        let again = self.blocks.declare(format!("again_{}", self.id(item)));
        let inner = match self.kind(item) {
            Kind::Repeat(_) => Targets { success: again, failure: exits.failure },
            Kind::Retry(_) => Targets { success: exits.success, failure: again },
            _ => return Err(self.internal(item, "no result of its child starts it again")),
        };
        self.item(self.child(item)?, inner)?;
        if let Some(set) = self.blocks.reached(again) {
            let edge = self.record(item, &set);
            self.blocks.place(again, Vec::new(), Exit::Jump(edge));
        }
        self.place_exits(item, exits, targets);
        Ok(())
    }

    /// `guard(EXPR)`: evaluated before the child begins or continues.
    pub(super) fn guard(&mut self, item: ItemId, targets: Targets) -> Lowered<()> {
        let exits = self.exits(item, targets);
        let id = self.id(item);
        let refused = self.blocks.declare(format!("unguarded_{id}"));
        let guarded = self.blocks.declare(format!("guarded_{id}"));
        let child = self.child(item)?;
        self.ask(self.entry(item)?, Question::Decision(id), guarded, refused);
        if let Some(set) = self.blocks.reached(guarded) {
            let exit = self.enter(child, &set)?;
            self.blocks.place(guarded, Vec::new(), exit);
        }
        self.item(child, exits)?;
        self.give_up(item, self.positions(item), refused, exits.failure);
        self.place_exits(item, exits, targets);
        Ok(())
    }

    /// `delay(D)`: a position itself until the child begins.
    pub(super) fn delay(&mut self, item: ItemId, targets: Targets) -> Lowered<()> {
        let exits = self.exits(item, targets);
        let child = self.child(item)?;
        self.until(item, self.entry(child)?, None)?;
        self.item(child, exits)?;
        self.place_exits(item, exits, targets);
        Ok(())
    }

    /// `cooldown(D)`: its word of memory keeps the time at which the child may start again, and
    /// also `D`, if `D` is not a literal.
    pub(super) fn cooldown(
        &mut self,
        item: ItemId,
        constant: bool,
        targets: Targets,
    ) -> Lowered<()> {
        let exits = self.exits(item, targets);
        let id = self.id(item);
        let child = self.child(item)?;
        let entry = self.entry(item)?;
        if let Some(set) = self.blocks.reached(entry) {
            let ready = self.blocks.declare(format!("ready_{id}"));
            let yes = self.blocks.edge(ready, &set);
            let refused = self.finished(item, false);
            let no = self.blocks.edge(targets.failure, &set).after([refused]);
            let question = Question::IsReady(id);
            self.blocks.place(entry, Vec::new(), Exit::Ask { question, yes, no });
            let kept = (!constant).then_some(Step::KeepLength(id));
            let child = self.entry(child)?;
            let edge = self.blocks.edge(child, &set);
            self.blocks.place(ready, kept.into_iter().collect(), Exit::Jump(edge));
        }
        self.item(child, exits)?;
        self.place_exits_after(item, exits, targets, |_| Some(Step::Cool(id)));
        Ok(())
    }

    /// `once`: its word of memory keeps the first result.
    pub(super) fn once(&mut self, item: ItemId, targets: Targets) -> Lowered<()> {
        let exits = self.exits(item, targets);
        let node = self.id(item);
        let child = self.child(item)?;
        let entry = self.entry(item)?;
        if let Some(set) = self.blocks.reached(entry) {
            let (succeeded, failed) = (self.finished(item, true), self.finished(item, false));
            let begin = self.entry(child)?;
            let exit = Exit::Remembered {
                node,
                success: self.blocks.edge(targets.success, &set).after([succeeded]),
                failure: self.blocks.edge(targets.failure, &set).after([failed]),
                nothing: self.blocks.edge(begin, &set),
            };
            self.blocks.place(entry, Vec::new(), exit);
        }
        self.item(child, exits)?;
        self.place_exits_after(item, exits, targets, |success| Some(Step::Keep(node, success)));
        Ok(())
    }
}
