//! The contents of a frame: its children and its fields.

use super::super::layout::Layout;
use super::{At, Choice, Run, number};
use crate::machine::{Field, Frame, Pick, RegionId, Status};

impl Run<'_> {
    pub(super) fn count_round(&mut self, at: At) {
        if let At::Frame(frame) = at {
            let cell = self.model.layout.frame(frame);
            self.words[cell] = self.words[cell].saturating_sub(1);
        }
    }

    pub(super) fn renew_child(&mut self, at: At) {
        let At::Frame(frame) = at else { return };
        if let Some(child) = self.machine()[frame].children.first() {
            self.words[Layout::region(*child)] = 0;
        }
    }

    /// A child of a parallel has finished.
    pub(super) fn close(&mut self, at: At, child: usize, success: bool) {
        let At::Frame(frame) = at else { return };
        if let Some(region) = self.machine()[frame].children.get(child) {
            let positions = self.machine()[*region].positions.len();
            let cell = positions + if success { 1 } else { 2 };
            self.words[Layout::region(*region)] = number(cell);
        }
    }

    /// The status with which a child of a parallel has finished.
    pub(super) fn closed(&self, region: RegionId) -> Option<Status> {
        let positions = self.machine()[region].positions.len();
        let over = (self.words[Layout::region(region)] as usize).checked_sub(positions + 1)?;
        Some(super::super::ended(over == 0))
    }

    /// The number of children of a parallel that have finished in this way.
    pub(super) fn count(&self, at: At, status: Status) -> u32 {
        let At::Frame(frame) = at else { return 0 };
        let children = self.machine()[frame].children.iter();
        number(children.filter(|child| self.closed(**child) == Some(status)).count())
    }

    /// Aborts all children of a frame that run.
    pub(super) fn leave_children(&mut self, at: At) {
        let At::Frame(frame) = at else { return };
        let of = &self.machine()[frame];
        for child in self.model.layout.current(of, self.words) {
            self.leave(*child, Some(of.node));
        }
    }

    /// The chosen child of a frame.
    pub(super) fn chosen_child(&self, at: At) -> Option<RegionId> {
        let At::Frame(frame) = at else { return None };
        let place = (self.words[self.model.layout.frame(frame)] as usize).checked_sub(1)?;
        self.machine()[frame].children.get(place).copied()
    }

    pub(super) fn forget_chosen(&mut self, at: At) {
        if let At::Frame(frame) = at {
            let cell = self.model.layout.frame(frame);
            self.words[cell] = 0;
        }
    }

    /// Chooses a child, if one is left.
    pub(super) fn pick(&mut self, at: At, by: Pick) -> Result<bool, Choice> {
        let At::Frame(frame) = at else { return Ok(false) };
        let frame = &self.machine()[frame];
        match by {
            Pick::Next => {
                if self.chosen_child(at).is_none() {
                    let Some(next) = self.next(frame)? else { return Ok(false) };
                    self.begin_turn(frame, next);
                }
                Ok(true)
            }
            Pick::Best => self.best(frame),
        }
    }

    /// One of the children that were not tried; a child whose score is not a number is not tried at all.
    fn next(&mut self, frame: &Frame) -> Result<Option<usize>, Choice> {
        let is_ranked = frame.fields.iter().any(|field| matches!(field, Field::Ranked(_)));
        let is_left = |child: &usize| self.words[self.model.layout.tried(frame.id, *child)] == 0;
        let left: Vec<usize> = (0..frame.children.len()).filter(is_left).collect();
        if left.is_empty() {
            return Ok(None);
        }
        if !is_ranked {
            self.changed();
        }
        let chosen = self.choose(left.len() + usize::from(is_ranked))?;
        let next = left.get(chosen).copied();
        if let Some(next) = next {
            let cell = self.model.layout.tried(frame.id, next);
            self.words[cell] = 1;
        }
        Ok(next)
    }

    /// In every tick any child may be the best, and after its failure any other one.
    fn best(&mut self, frame: &Frame) -> Result<bool, Choice> {
        let first = self.left_from(frame.id);
        let left: Vec<usize> =
            (0..frame.children.len()).filter(|child| self.words[first + child] != 0).collect();
        let best = left.get(self.choose(left.len() + 1)?).copied();
        let chosen = (self.words[self.model.layout.frame(frame.id)] as usize).checked_sub(1);
        if chosen.is_some() && chosen != best {
            self.leave_children(At::Frame(frame.id));
        }
        let Some(best) = best else { return Ok(false) };
        self.words[first + best] = 0;
        if chosen != Some(best) {
            self.begin_turn(frame, best);
        }
        Ok(true)
    }

    /// A child that is idle is chosen.
    fn begin_turn(&mut self, frame: &Frame, child: usize) {
        let chosen = self.model.layout.frame(frame.id);
        self.words[chosen] = number(child + 1);
        self.words[Layout::region(frame.children[child])] = 0;
    }
}
