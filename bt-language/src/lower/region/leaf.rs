//! Leaves without data of the user.

use super::{Label, Lowered, Lowering, Targets};
use crate::lower::plan::ItemId;
use crate::machine::{Edge, Ended, Exit, Question, Set, Status, Step, Verdict};

impl Lowering<'_> {
    pub(super) fn condition(&mut self, item: ItemId, targets: Targets) -> Lowered<()> {
        let question = Question::Condition(self.id(item));
        self.ask(self.entry(item)?, question, targets.success, targets.failure);
        Ok(())
    }

    /// A leaf that keeps no data: it begins and continues in the same way.
    pub(super) fn action(&mut self, item: ItemId, targets: Targets) -> Lowered<()> {
        let entry = self.entry(item)?;
        let Some(set) = self.blocks.reached(entry) else { return Ok(()) };
        let running = self.record(item, &set);
        let ended = match self.returned(item) {
            Some(returned) => Ended::Alike(returned),
            None => {
                let set = set.without(&[self.position(item)]);
                Ended::Apart {
                    success: self.blocks.edge(targets.success, &set),
                    failure: self.blocks.edge(targets.failure, &set),
                }
            }
        };
        let exit = Exit::Act { node: self.id(item), running, ended };
        self.blocks.place(entry, Vec::new(), exit);
        Ok(())
    }

    /// `succeed;`, `fail;`
    pub(super) fn constant(&mut self, item: ItemId, status: Status, target: Label) -> Lowered<()> {
        let entry = self.entry(item)?;
        let Some(set) = self.blocks.reached(entry) else { return Ok(()) };
        let edge = self.blocks.edge(target, &set);
        self.blocks.place(entry, vec![Step::Leaf(self.id(item), status)], Exit::Jump(edge));
        Ok(())
    }

    /// `running;`
    pub(super) fn running(&mut self, item: ItemId) -> Lowered<()> {
        let entry = self.entry(item)?;
        let Some(set) = self.blocks.reached(entry) else { return Ok(()) };
        let edge = self.record(item, &set);
        let steps = vec![Step::Leaf(self.id(item), Status::Running)];
        self.blocks.place(entry, steps, Exit::Jump(edge));
        Ok(())
    }

    /// `wait(D);`
    pub(super) fn wait(&mut self, item: ItemId, targets: Targets) -> Lowered<()> {
        let id = self.id(item);
        self.until(item, targets.success, Some(&|status| Step::Leaf(id, status)))
    }

    /// A position that runs until a time that it keeps; `seen` are the events for observers.
    pub(super) fn until(
        &mut self,
        item: ItemId,
        target: Label,
        seen: Option<&dyn Fn(Status) -> Step>,
    ) -> Lowered<()> {
        let position = self.position(item);
        let seen = |status| seen.map(|seen| seen(status));
        let entry = self.entry(item)?;
        if let Some(set) = self.blocks.reached(entry) {
            let mut before = self.record(item, &set);
            before.steps.splice(0..0, seen(Status::Running));
            let over = self.blocks.edge(target, &set).after(seen(Status::Success));
            let exit = Exit::Wait { position, begins: true, before, over };
            self.blocks.place(entry, Vec::new(), exit);
        }
        let resume = self.resumes[position.place()];
        if self.blocks.reached(resume).is_some() {
            let before = Edge::leave(Verdict::Is(Status::Running)).after(seen(Status::Running));
            let over = self.blocks.edge(target, &Set::nothing()).after(seen(Status::Success));
            let exit = Exit::Wait { position, begins: false, before, over };
            self.blocks.place(resume, Vec::new(), exit);
        }
        Ok(())
    }
}
