//! Positions with data: how they begin, continue and end.

use super::super::code::{Call, FrameKind, Keeps, Period, set_time};
use super::super::play::{Play, Vocabulary};
use super::Run;
use crate::language::private::{Events, NOTHING, after};
use crate::vocabulary::Plain;
use crate::{End, Status};

impl<V: Vocabulary, E: Events> Run<'_, V, E> {
    /// Begins and records a position; returns `false` if it refuses to begin.
    pub(super) fn begin<B: ?Sized>(
        &mut self,
        position: usize,
        state: usize,
        recorded: u32,
        blackboard: &mut B,
    ) -> bool
    where
        V: Play<B>,
    {
        if !self.make(position, blackboard) {
            return false;
        }
        self.words[state] = recorded;
        self.start(position, blackboard);
        true
    }

    /// Begins and ticks a position while another one may be recorded; `None` if it refuses to begin.
    pub(super) fn begin_beside<B: ?Sized>(
        &mut self,
        position: usize,
        state: usize,
        recorded: u32,
        abort: u32,
        blackboard: &mut B,
    ) -> Option<Status>
    where
        V: Play<B>,
    {
        if !self.make(position, blackboard) {
            return None;
        }
        let must_end = self.code.positions[position].must_end;
        let mut fresh = Fresh { run: self, blackboard, position, must_end };
        let status = fresh.tick();
        if status == Status::Running {
            fresh.run.abort(abort, fresh.blackboard);
            fresh.must_end = false;
            fresh.run.words[state] = recorded;
        } else {
            fresh.must_end = false;
            fresh.run.end(position, end_of(status), fresh.blackboard);
        }
        Some(status)
    }

    /// Ticks a recorded position, and ends it when it has finished.
    pub(super) fn go_on<B: ?Sized>(
        &mut self,
        position: usize,
        state: usize,
        blackboard: &mut B,
    ) -> Status
    where
        V: Play<B>,
    {
        let status = self.tick(position, blackboard);
        if status != Status::Running {
            self.words[state] = 0;
            self.end(position, end_of(status), blackboard);
        }
        status
    }

    /// Makes the data of a position; `false` if it refuses to begin.
    fn make<B: ?Sized>(&mut self, position: usize, blackboard: &mut B) -> bool
    where
        V: Play<B>,
    {
        let code = self.code;
        let of = &code.positions[position];
        self.words[of.from..of.to].fill(0);
        match of.keeps {
            Keeps::Action { held, call } => self.make_held(held, call, blackboard),
            Keeps::Frame(frame) => self.make_frame(&code.frames[frame].kind, blackboard),
            _ => true,
        }
    }

    fn make_held<B: ?Sized>(&mut self, held: usize, call: Call, blackboard: &mut B) -> bool
    where
        V: Play<B>,
    {
        let made = self.called(call, blackboard, |_, word, arguments, blackboard| {
            V::make(word, arguments, blackboard)
        });
        let begins = made.as_ref().is_some_and(|made| V::check(made, blackboard));
        if begins {
            self.held[held] = made;
        }
        begins
    }

    fn make_frame<B: ?Sized>(&mut self, kind: &FrameKind, blackboard: &mut B) -> bool
    where
        V: Play<B>,
    {
        match *kind {
            FrameKind::Rounds { left, count } => {
                let count = u32::of(Self::number(count, blackboard));
                self.words[left] = count;
                return count > 0;
            }
            FrameKind::Timeout { until, length } => {
                let now = V::now(blackboard);
                let until_then = after(now, self.length(length, blackboard));
                set_time(self.words, until, until_then);
            }
            FrameKind::Timer { due, period, .. } => {
                let now = V::now(blackboard);
                if let Period::Kept { at, length } = self.code.periods[period] {
                    let length = self.length(length, blackboard);
                    set_time(self.words, at, length);
                }
                set_time(self.words, due, now);
            }
            FrameKind::Decorator { held, call } => return self.make_held(held, call, blackboard),
            FrameKind::Utility { order, ref scores, .. } => {
                self.order_by_score(order, scores, blackboard);
            }
            FrameKind::Finally { .. }
            | FrameKind::Parallel
            | FrameKind::Random { .. }
            | FrameKind::ActiveUtility { .. } => {}
        }
        true
    }

    /// Calls `Action::start` or `Decorator::start` of the position's own value, if it has one.
    fn start<B: ?Sized>(&mut self, position: usize, blackboard: &mut B)
    where
        V: Play<B>,
    {
        if let Some(held) = self.place(position).and_then(|held| self.held[held].as_mut()) {
            V::start(held, blackboard);
        }
    }

    /// The slot of the position's own value of a user's type.
    fn place(&self, position: usize) -> Option<usize> {
        match self.code.positions[position].keeps {
            Keeps::Action { held, .. } => Some(held),
            Keeps::Frame(frame) => match self.code.frames[frame].kind {
                FrameKind::Decorator { held, .. } => Some(held),
                _ => None,
            },
            _ => None,
        }
    }

    /// Ticks the node of a position.
    fn tick<B: ?Sized>(&mut self, position: usize, blackboard: &mut B) -> Status
    where
        V: Play<B>,
    {
        let of = &self.code.positions[position];
        match of.keeps {
            Keeps::Action { held, .. } => {
                let Some(action) = self.held[held].as_mut() else { return Status::Failure };
                let status = V::tick(action, blackboard);
                self.events.leaf(of.node, status);
                status
            }
            Keeps::Tree { held, .. } => {
                let Some(tree) = self.held[held].as_mut() else { return Status::Failure };
                V::tick_tree(tree, blackboard, self.events.within(of.node + 1))
            }
            Keeps::Subtree { region } | Keeps::Region(region) => self.region(region, blackboard),
            Keeps::Frame(frame) => self.tick_frame(frame, blackboard),
            Keeps::Nothing | Keeps::Deadline => Status::Failure,
        }
    }

    fn tick_frame<B: ?Sized>(&mut self, frame: usize, blackboard: &mut B) -> Status
    where
        V: Play<B>,
    {
        let of = &self.code.frames[frame];
        match of.kind {
            FrameKind::Random { .. } | FrameKind::Utility { .. } => {
                self.tick_choice(frame, blackboard)
            }
            FrameKind::ActiveUtility { .. } => self.tick_scored(frame, blackboard),
            FrameKind::Decorator { held, .. } => self.decorate(frame, held, blackboard),
            FrameKind::Finally { .. } => match of.children.first() {
                Some(child) => self.region(*child, blackboard),
                None => Status::Failure,
            },
            _ => self.run(of.entries[usize::from(E::IS_QUIET)], blackboard),
        }
    }

    /// Ticks a user-defined decorator, which may tick its child.
    fn decorate<B: ?Sized>(&mut self, frame: usize, held: usize, blackboard: &mut B) -> Status
    where
        V: Play<B>,
    {
        let Some(child) = self.code.frames[frame].children.first() else { return Status::Failure };
        let (child, state) = (*child, self.code.regions[*child].state);
        let mut lent = Lent { held: self.held[held].take(), place: held, run: &mut *self };
        let Lent { run, held: Some(decorator), .. } = &mut lent else { return Status::Failure };
        let status = V::decorate(decorator, blackboard, |blackboard| {
            let status = run.region(child, blackboard);
            if status != Status::Running {
                run.words[state] = 0;
            }
            status
        });
        drop(lent);
        if status != Status::Running {
            self.leave_children(frame, blackboard);
        }
        status
    }

    /// Ends a position that is no longer recorded: calls the `end` of its value, and its `finally`.
    pub(super) fn end<B: ?Sized>(&mut self, position: usize, end: End, blackboard: &mut B)
    where
        V: Play<B>,
    {
        if let Some(mut held) = self.place(position).and_then(|held| self.held[held].take()) {
            V::end(&mut held, blackboard, end);
        }
        if let Keeps::Frame(frame) = self.code.positions[position].keeps {
            if let Some(call) = self.finally(frame) {
                self.do_at_once(call, blackboard);
            }
        }
    }
}

const fn end_of(status: Status) -> End {
    if matches!(status, Status::Success) { End::Success } else { End::Failure }
}

/// A decorator during its tick; it returns to its slot even if it panics.
struct Lent<'r, 'a, V: Vocabulary, E> {
    run: &'r mut Run<'a, V, E>,
    held: Option<V::Held>,
    place: usize,
}

impl<V: Vocabulary, E> Drop for Lent<'_, '_, V, E> {
    fn drop(&mut self) {
        self.run.held[self.place] = self.held.take();
    }
}

/// A node that began while another one is still recorded. If its first tick panics, it is aborted, so that every
/// `start` has its `end`.
struct Fresh<'r, 'a, B: ?Sized, V: Play<B>, E: Events> {
    run: &'r mut Run<'a, V, E>,
    blackboard: &'r mut B,
    position: usize,
    must_end: bool,
}

impl<B: ?Sized, V: Play<B>, E: Events> Fresh<'_, '_, B, V, E> {
    fn tick(&mut self) -> Status {
        self.run.start(self.position, self.blackboard);
        self.run.tick(self.position, self.blackboard)
    }
}

impl<B: ?Sized, V: Play<B>, E: Events> Drop for Fresh<'_, '_, B, V, E> {
    fn drop(&mut self) {
        if self.must_end {
            self.run.leave_data(self.position, NOTHING, self.blackboard);
            self.run.end(self.position, End::Aborted, self.blackboard);
        }
    }
}
