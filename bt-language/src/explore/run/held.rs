//! Positions with data: how they begin, go on and end.

use super::super::layout::Layout;
use super::{At, Known, Run, Site, rounds};
use crate::ast::Kind;
use crate::machine::{
    Abort, Body, FrameId, Keeps, Machine, NodeId, Position, PositionId, RegionId, Status,
};

impl Run<'_> {
    /// A position begins and is recorded, unless it refuses.
    pub(super) fn begin(&mut self, at: At, position: PositionId) -> bool {
        let begins = self.position(at, position).is_some_and(|of| self.make(of));
        if begins {
            self.record(at, Some(position));
        }
        begins
    }

    /// A position begins and is ticked while another one may be recorded; `None` if it refuses to begin.
    pub(super) fn begin_beside(
        &mut self,
        at: At,
        position: PositionId,
        abort: &Abort,
    ) -> Option<Status> {
        let of = self.position(at, position).filter(|of| self.make(of))?;
        let status = self.tick(of);
        if status == Status::Running {
            self.abort(at, abort);
            self.record(at, Some(position));
        } else {
            self.end(of);
        }
        Some(status)
    }

    /// A recorded position is ticked.
    pub(super) fn go_on(&mut self, at: At, position: PositionId) -> Status {
        let Some(of) = self.position(at, position) else { return Status::Failure };
        let status = self.tick(of);
        if status != Status::Running {
            self.record(at, None);
            self.end(of);
        }
        status
    }

    /// Creates the data of a position; returns `false` if its node does not begin.
    fn make(&mut self, of: &Position) -> bool {
        let node = &self.machine()[of.place.node];
        match of.keeps {
            Keeps::Frame(frame) => self.make_frame(frame, &node.kind),
            Keeps::Action => {
                let begins = self.maybe(of.place.node, Site::Check);
                self.changed();
                begins
            }
            Keeps::Region(region) => {
                self.cells[Layout::region(region)] = 0;
                true
            }
            Keeps::Subtree => {
                self.changed();
                true
            }
            Keeps::Nothing | Keeps::Deadline => true,
        }
    }

    fn make_frame(&mut self, frame: FrameId, kind: &Kind) -> bool {
        let machine = self.machine();
        let of = &machine[frame];
        self.fresh[frame.place()] = true;
        if self.model.facts.changes.get(of.node.place()).copied().unwrap_or_default() {
            self.changed();
        }
        for child in &of.children {
            self.cells[Layout::region(*child)] = 0;
        }
        if of.is_choice() {
            let cell = self.model.layout.frame(frame);
            let tried = if matches!(of.body, Body::Choice { .. }) { of.children.len() } else { 0 };
            self.cells[cell..=cell + tried].fill(0);
        }
        match kind {
            Kind::Repeat(_) | Kind::Retry(_) | Kind::For { .. } => {
                let cell = self.model.layout.frame(frame);
                match rounds(kind) {
                    Known::Is(rounds) => {
                        self.cells[cell] = rounds;
                        rounds > 0
                    }
                    Known::Nothing => self.maybe(of.node, Site::Rounds),
                }
            }
            Kind::Let { .. } | Kind::With(_) => {
                let begins = self.maybe(of.node, Site::Check);
                self.changed();
                begins
            }
            _ => true,
        }
    }

    /// Clears the cells of a frame that has ended, so that states that differ only in its old content are equal.
    fn forget(&mut self, frame: FrameId) {
        let own = self.model.layout.cells(frame);
        self.cells[own].fill(0);
        for child in &self.machine()[frame].children {
            self.cells[Layout::region(*child)] = 0;
        }
    }

    /// Ticks the data of a position.
    fn tick(&mut self, of: &Position) -> Status {
        match of.keeps {
            Keeps::Action | Keeps::Subtree => self.any_status(of.place.node),
            Keeps::Region(region) => self.region(region),
            Keeps::Frame(frame) => {
                let status = self.tick_frame(frame);
                self.fresh[frame.place()] = false;
                status
            }
            Keeps::Nothing | Keeps::Deadline => Status::Failure,
        }
    }

    fn tick_frame(&mut self, frame: FrameId) -> Status {
        let machine = self.machine();
        let of = &machine[frame];
        self.seen.tick(of.node);
        match of.body {
            Body::Choice { onward } => self.tick_choice(of, onward),
            Body::Scored => self.tick_scored(of),
            Body::Wrapped => self.tick_wrapped(of),
            Body::Single(_) | Body::Parallel(_) => self.frame(of),
        }
    }

    /// Notes that the data of a position has ended and is no longer recorded.
    fn end(&mut self, of: &Position) {
        if let Keeps::Frame(frame) = of.keeps {
            self.forget(frame);
        }
        if self.machine()[of.place.node].has_end() {
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
        match of.keeps {
            Keeps::Region(below) => self.leave(below, keep),
            Keeps::Frame(frame) => self.leave_children(At::Frame(frame)),
            _ => {}
        }
        self.cells[Layout::region(region)] = 0;
        if !matches!(of.keeps, Keeps::Region(_)) {
            self.end(of);
            let mut above = Some(of.place.node);
            while let Some(node) = above.map(|node| &machine[node]) {
                if keep.is_some_and(|keep| node.contains(keep)) {
                    break;
                }
                self.seen.aborted(node.id);
                above = node.parent;
            }
        }
        for cooldown in &of.cooldowns {
            if !keep.is_some_and(|keep| machine[*cooldown].contains(keep)) {
                self.cool(*cooldown);
            }
        }
    }
}
