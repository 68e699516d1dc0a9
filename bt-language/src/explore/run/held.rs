//! Positions with data: how they begin and end.

use super::super::layout::Layout;
use super::{At, Choice, Run};
use crate::machine::{
    Abort, Field, FrameId, Keeps, Machine, NodeId, Position, PositionId, RegionId,
};

impl Run<'_> {
    /// A position begins and is recorded, unless it refuses.
    pub(super) fn begins(&mut self, at: At, position: PositionId) -> Result<bool, Choice> {
        let begins = match self.position(at, position) {
            Some(of) => self.make(of)?,
            None => false,
        };
        if begins {
            self.record(at, Some(position));
        }
        Ok(begins)
    }

    /// Creates the data of a position; returns `false` if its node does not begin.
    pub(super) fn make(&mut self, of: &Position) -> Result<bool, Choice> {
        match &of.keeps {
            Keeps::Frame(frame) => self.make_frame(*frame),
            Keeps::Action(_) => {
                let begins = self.maybe()?;
                self.changed();
                Ok(begins)
            }
            Keeps::Region(region) => {
                self.words[Layout::region(*region)] = 0;
                Ok(true)
            }
            Keeps::Tree(_) => {
                self.changed();
                Ok(true)
            }
            Keeps::Nothing | Keeps::Deadline(_) => Ok(true),
        }
    }

    fn make_frame(&mut self, frame: FrameId) -> Result<bool, Choice> {
        let machine = self.machine();
        let of = &machine[frame];
        if self.model.facts.changes.get(of.node.place()).copied().unwrap_or_default() {
            self.changed();
        }
        self.forget(frame);
        let mut begins = true;
        for field in &of.fields {
            match field {
                Field::Rounds(count) | Field::Numbers { range: count, .. } => match count.known {
                    Some(rounds) => {
                        let cell = self.model.layout.frame(frame);
                        self.words[cell] = rounds;
                        begins = rounds > 0;
                    }
                    None => begins = self.maybe()?,
                },
                Field::Value { .. } | Field::Decorator(_) => {
                    begins = self.maybe()?;
                    self.changed();
                }
                Field::Deadline(_) | Field::Due(_) | Field::Tried { .. } | Field::Ranked(_) => {}
            }
        }
        self.words[self.shape.fresh + frame.place()] = u32::from(begins);
        Ok(begins)
    }

    /// Clears the cells of a frame that has ended, so that states that differ only in its old content are equal.
    fn forget(&mut self, frame: FrameId) {
        let own = self.model.layout.cells(frame);
        self.words[own].fill(0);
        for child in &self.machine()[frame].children {
            self.words[Layout::region(*child)] = 0;
        }
    }

    /// Notes that the data of a position has ended and is no longer recorded.
    pub(super) fn end(&mut self, of: &Position) {
        if let Keeps::Frame(frame) = of.keeps {
            self.forget(frame);
        }
        if self.machine()[of.place.node].has_end {
            self.changed();
        }
    }

    /// Ends what is recorded, if it is one of the positions that have to end here.
    pub(super) fn abort(&mut self, at: At, abort: &Abort) {
        let At::Region(region) = at else { return };
        if self.recorded(at).is_some_and(|position| abort.positions.contains(&position)) {
            self.leave(region, Some(abort.keep));
        }
    }

    /// Ends all that runs.
    pub(in super::super) fn abort_all(&mut self) {
        self.leave(Machine::ROOT, None);
    }

    /// Ends what is recorded in a region, and every node above it that does not contain the node `keep`.
    pub(super) fn leave(&mut self, region: RegionId, keep: Option<NodeId>) {
        let machine = self.machine();
        let Some(position) = self.recorded(At::Region(region)) else { return };
        let Some(of) = self.position(At::Region(region), position) else { return };
        match &of.keeps {
            Keeps::Region(below) => self.leave(*below, keep),
            Keeps::Frame(frame) => self.leave_children(At::Frame(*frame)),
            Keeps::Nothing | Keeps::Deadline(_) | Keeps::Action(_) | Keeps::Tree(_) => {}
        }
        self.words[Layout::region(region)] = 0;
        if !matches!(of.keeps, Keeps::Region(_)) {
            self.end(of);
            let mut above = Some(of.place.node);
            while let Some(node) = above.map(|node| &machine[node]) {
                if keep.is_some_and(|keep| node.contains(keep)) {
                    break;
                }
                self.aborted(node.id);
                above = node.parent;
            }
        }
        for cooldown in &of.cooldowns {
            if !keep.is_some_and(|keep| machine[machine[*cooldown].node].contains(keep)) {
                self.cool(*cooldown);
            }
        }
    }
}
