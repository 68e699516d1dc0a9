//! The contents of a frame: its children and its fields.

use super::super::layout::Layout;
use super::stack::{Entry, Phase};
use super::{At, Choice, Flow, Run, number};
use crate::machine::{Body, Field, Frame, Order, Status};

impl<'r> Run<'r> {
    pub(super) fn frame(&mut self, entry: Entry, frame: &'r Frame) -> Result<Flow, Choice> {
        match frame.body {
            Body::Single(_) | Body::Parallel(_) => self.blocks(entry, frame.blocks()),
            Body::Choice { onward } => self.tick_choice(entry, frame, onward),
            Body::Scored => self.tick_scored(entry, frame),
            Body::Wrapped => self.tick_wrapped(entry, frame),
        }
    }

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
    pub(super) fn closed(&self, region: crate::machine::RegionId) -> Option<Status> {
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

    /// Ticks the chosen child; after the status `onward` of a child the next is chosen.
    fn tick_choice(
        &mut self,
        mut entry: Entry,
        frame: &Frame,
        onward: Status,
    ) -> Result<Flow, Choice> {
        let chosen = self.model.layout.frame(frame.id);
        if entry.phase == Phase::Returned {
            if entry.status != onward {
                return Ok(Flow::Return(entry.status));
            }
            self.words[chosen] = 0;
            entry = Entry { phase: Phase::Begin, status: Status::Failure, ..entry };
            self.set_top(entry);
        }
        if self.words[chosen] == 0 {
            let Some(next) = self.next(frame)? else { return Ok(Flow::Return(onward)) };
            self.give_turn(frame, next);
        }
        let child = frame.children[self.words[chosen] as usize - 1];
        Ok(Flow::Call(At::Region(child)))
    }

    /// One of the children that were not tried; a child whose score is not a number is not tried at all.
    fn next(&mut self, frame: &Frame) -> Result<Option<usize>, Choice> {
        let is_scored = frame.fields.contains(&Field::Order(Order::Score));
        let is_tried = |child: &usize| self.words[self.model.layout.tried(frame.id, *child)] == 0;
        let left: Vec<usize> = (0..frame.children.len()).filter(is_tried).collect();
        if left.is_empty() {
            return Ok(None);
        }
        if !is_scored {
            self.changed();
        }
        let chosen = self.choose(left.len() + usize::from(is_scored))?;
        let next = left.get(chosen).copied();
        if let Some(next) = next {
            let cell = self.model.layout.tried(frame.id, next);
            self.words[cell] = 1;
        }
        Ok(next)
    }

    /// A child that is idle is chosen.
    fn give_turn(&mut self, frame: &Frame, child: usize) {
        let chosen = self.model.layout.frame(frame.id);
        self.words[chosen] = number(child + 1);
        self.words[Layout::region(frame.children[child])] = 0;
    }

    /// In every tick any child may be the best, and after its failure any other one.
    fn tick_scored(&mut self, mut entry: Entry, frame: &Frame) -> Result<Flow, Choice> {
        let chosen = self.model.layout.frame(frame.id);
        let first = self.remembered_from(frame.id);
        let runs = first + frame.children.len();
        if entry.phase == Phase::Returned {
            if entry.status != Status::Failure {
                return Ok(Flow::Return(entry.status));
            }
            self.words[chosen] = 0;
            self.words[runs] = 0;
            entry = Entry { phase: Phase::Begin, ..entry };
            self.set_top(entry);
        }
        let left: Vec<usize> =
            (0..frame.children.len()).filter(|child| self.words[first + child] != 0).collect();
        let best = left.get(self.choose(left.len() + 1)?).copied();
        if let Some(best) = best {
            self.words[first + best] = 0;
        }
        let running = (self.words[runs] as usize).checked_sub(1);
        if best != running {
            if running.is_some() {
                self.leave_children(At::Frame(frame.id));
            }
            match best {
                Some(best) => self.give_turn(frame, best),
                None => self.words[chosen] = 0,
            }
        }
        Ok(match best {
            Some(best) => Flow::Call(At::Region(frame.children[best])),
            None => Flow::Return(Status::Failure),
        })
    }

    /// A decorator of the user ticks its child or not, and returns any status.
    fn tick_wrapped(&mut self, mut entry: Entry, frame: &Frame) -> Result<Flow, Choice> {
        self.changed();
        let child = frame.children.first().copied();
        if entry.phase == Phase::Begin {
            let ticks = self.maybe()?;
            if let Some(child) = child.filter(|_| ticks) {
                return Ok(Flow::Call(At::Region(child)));
            }
        } else if let (Phase::Returned, Some(child)) = (entry.phase, child) {
            if entry.status != Status::Running {
                self.words[Layout::region(child)] = 0;
            }
        }
        entry = Entry { phase: Phase::Begun, status: Status::Failure, ..entry };
        self.set_top(entry);
        let statuses = [Status::Success, Status::Failure, Status::Running];
        let status = statuses[self.choose(statuses.len())?];
        if status != Status::Running {
            self.leave_children(At::Frame(frame.id));
        }
        Ok(Flow::Return(status))
    }
}
