//! The contents of a frame: its children, its fields and its choices.

use super::super::layout::Layout;
use super::{At, Known, Length, Run, Site, length, number, rounds};
use crate::machine::{Field, Frame, Order, Status};

impl Run<'_> {
    pub(super) fn is_fresh(&self, at: At) -> bool {
        matches!(at, At::Frame(frame) if self.fresh[frame.place()])
    }

    /// Returns `true` if the deadline of the frame has passed.
    pub(super) fn has_passed(&mut self, at: At) -> bool {
        let At::Frame(frame) = at else { return true };
        let machine = self.machine();
        match length(&machine[machine[frame].node].kind) {
            Length::Zero => true,
            Length::Positive if self.is_fresh(at) => false,
            Length::Positive | Length::Unknown => self.maybe(machine[frame].node, Site::Time),
        }
    }

    /// Returns `true` if there is a round after this one.
    pub(super) fn has_rounds(&mut self, at: At) -> bool {
        let At::Frame(frame) = at else { return false };
        let machine = self.machine();
        match rounds(&machine[machine[frame].node].kind) {
            Known::Is(_) => self.cells[self.model.layout.frame(frame)] > 1,
            Known::Nothing => !self.maybe(machine[frame].node, Site::Rounds),
        }
    }

    pub(super) fn count_round(&mut self, at: At) {
        if let At::Frame(frame) = at {
            let cell = self.model.layout.frame(frame);
            self.cells[cell] = self.cells[cell].saturating_sub(1);
        }
    }

    pub(super) fn renew_child(&mut self, at: At) {
        let At::Frame(frame) = at else { return };
        if let Some(child) = self.machine()[frame].children.first() {
            self.cells[Layout::region(*child)] = 0;
        }
    }

    /// A child of a parallel has finished.
    pub(super) fn close(&mut self, at: At, child: usize, success: bool) {
        let At::Frame(frame) = at else { return };
        if let Some(region) = self.machine()[frame].children.get(child) {
            let positions = self.machine()[*region].positions.len();
            let cell = positions + if success { 1 } else { 2 };
            self.cells[Layout::region(*region)] = u32::try_from(cell).unwrap_or_default();
        }
    }

    /// How many children of a parallel have finished in this way.
    pub(super) fn finished(&self, at: At, status: Status) -> u32 {
        let At::Frame(frame) = at else { return 0 };
        let children = self.machine()[frame].children.iter();
        let ended = children.filter(|child| self.closed(**child) == Some(status));
        u32::try_from(ended.count()).unwrap_or(u32::MAX)
    }

    /// Aborts all children of a frame that run.
    pub(super) fn leave_children(&mut self, at: At) {
        let At::Frame(frame) = at else { return };
        let of = &self.machine()[frame];
        for child in self.model.layout.current(of, self.cells) {
            self.leave(child, Some(of.node));
        }
    }

    /// Ticks the chosen child; after the status `onward` of a child the next is chosen.
    pub(super) fn tick_choice(&mut self, frame: &Frame, onward: Status) -> Status {
        let chosen = self.model.layout.frame(frame.id);
        let is_scored = frame.fields.contains(&Field::Order(Order::Score));
        loop {
            if self.cells[chosen] == 0 {
                let Some(next) = self.next(frame, is_scored) else { return onward };
                self.give_turn(frame, next);
            }
            let child = frame.children[self.cells[chosen] as usize - 1];
            let status = self.region(child);
            if status != onward {
                return status;
            }
            self.cells[chosen] = 0;
        }
    }

    /// One of the children that were not tried; a child whose score is not a number is not tried at all.
    fn next(&mut self, frame: &Frame, is_scored: bool) -> Option<usize> {
        let is_tried = |child: &usize| self.cells[self.model.layout.tried(frame.id, *child)] == 0;
        let left: Vec<usize> = (0..frame.children.len()).filter(is_tried).collect();
        if left.is_empty() {
            return None;
        }
        if !is_scored {
            self.changed();
        }
        let choices = left.len() + usize::from(is_scored);
        let next = *left.get(self.choose(frame.node, Site::Child, choices))?;
        self.cells[self.model.layout.tried(frame.id, next)] = 1;
        Some(next)
    }

    /// A child that is idle is chosen.
    fn give_turn(&mut self, frame: &Frame, child: usize) {
        let chosen = self.model.layout.frame(frame.id);
        self.cells[chosen] = u32::try_from(child + 1).unwrap_or_default();
        self.cells[Layout::region(frame.children[child])] = 0;
    }

    /// In every tick any child may be the best, and after its failure any other one.
    pub(super) fn tick_scored(&mut self, frame: &Frame) -> Status {
        let chosen = self.model.layout.frame(frame.id);
        let mut left: Vec<usize> = (0..frame.children.len()).collect();
        let mut runs = (self.cells[chosen] as usize).checked_sub(1);
        loop {
            let base = self.stack.len();
            self.stack.extend(left.iter().map(|child| number(*child)));
            self.stack.push(runs.map_or(0, |runs| number(runs + 1)));
            let choice = self.choose(frame.node, Site::Child, left.len() + 1);
            let best = (choice < left.len()).then(|| left.remove(choice));
            if best != runs {
                if runs.is_some() {
                    self.leave_children(At::Frame(frame.id));
                }
                match best {
                    Some(best) => self.give_turn(frame, best),
                    None => self.cells[chosen] = 0,
                }
            }
            let status = best.map_or(Status::Failure, |best| self.region(frame.children[best]));
            self.stack.truncate(base);
            if status != Status::Failure || best.is_none() {
                return status;
            }
            self.cells[chosen] = 0;
            runs = None;
        }
    }

    /// A decorator of the user ticks its child or not, and returns any status.
    pub(super) fn tick_wrapped(&mut self, frame: &Frame) -> Status {
        self.changed();
        if let (true, Some(child)) = (self.maybe(frame.node, Site::Tick), frame.children.first()) {
            let status = self.region(*child);
            if status != Status::Running {
                self.cells[Layout::region(*child)] = 0;
            }
        }
        self.changed();
        let statuses = [Status::Success, Status::Failure, Status::Running];
        let status = statuses[self.choose(frame.node, Site::Status, statuses.len())];
        if status != Status::Running {
            self.leave_children(At::Frame(frame.id));
        }
        status
    }
}
