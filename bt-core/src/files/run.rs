//! Runs a loaded tree: one tick, from instruction to instruction.

mod abort;
mod choice;
mod held;

use super::code::{
    Argument, Call, Code, Cooling, FAILED, FrameKind, Instruction, Length, Number, Period,
    SUCCEEDED, Target, set_time, time,
};
use super::play::{Arguments, Play};
use crate::Status;
use crate::language::private::{Events, after, is_before};
use crate::vocabulary::Value;
use core::time::Duration;

/// The most parameters of a word of which some are `value`s: what they give is kept on the stack.
pub(super) const MOST_ASKED: usize = 16;

/// A tick of one agent.
pub(super) struct Run<'a, V: super::play::Vocabulary, E> {
    pub(super) code: &'a Code,
    pub(super) words: &'a mut [u32],
    pub(super) held: &'a mut [Option<V::Held>],
    pub(super) events: E,
}

/// What instructions have seen last.
struct Seen {
    status: Status,
    now: Duration,
    until: Duration,
}

impl<V: super::play::Vocabulary, E: Events> Run<'_, V, E> {
    /// One tick of a region or a frame that begins with this instruction.
    pub(super) fn run<B: ?Sized>(&mut self, mut at: Target, blackboard: &mut B) -> Status
    where
        V: Play<B>,
    {
        let mut seen = Seen { status: Status::Failure, now: Duration::ZERO, until: Duration::ZERO };
        loop {
            let instruction = &self.code.instructions[at];
            at = match *instruction {
                Instruction::Return(status) => return status,
                Instruction::ReturnSame => return seen.status,
                // A machine leads everywhere that it can reach.
                Instruction::Nowhere => return Status::Failure,
                Instruction::Jump(to) => to,
                Instruction::Resume { state, row } => {
                    self.code.targets[row + self.words[state] as usize]
                }
                Instruction::Ask { call, node, nots, yes, no } => {
                    if self.ask_aloud(call, node, nots, blackboard) { yes } else { no }
                }
                Instruction::Decide { call, yes, no } => {
                    if self.ask(call, blackboard) {
                        yes
                    } else {
                        no
                    }
                }
                Instruction::Act { call, node, running, success, failure } => {
                    seen.status = self.act(call, node, blackboard);
                    by_status(seen.status, running, success, failure)
                }
                Instruction::Continue { position, state, success, failure } => {
                    seen.status = self.go_on(position, state, blackboard);
                    match seen.status {
                        Status::Running => return Status::Running,
                        Status::Success => success,
                        Status::Failure => failure,
                    }
                }
                Instruction::Child { region, closed, running, success, failure } => {
                    let region = &self.code.regions[region];
                    if self.words[region.state] >= SUCCEEDED {
                        closed
                    } else {
                        seen.status = self.run(region.entry, blackboard);
                        by_status(seen.status, running, success, failure)
                    }
                }
                Instruction::Begin { position, state, recorded, refused, then } => {
                    if self.begin(position, state, recorded, blackboard) { then } else { refused }
                }
                Instruction::BeginBeside { position, state, recorded, beside } => {
                    let beside = self.code.besides[beside];
                    match self.begin_beside(position, state, recorded, beside.abort, blackboard) {
                        None => beside.refused,
                        Some(Status::Running) => return Status::Running,
                        Some(Status::Success) => beside.success,
                        Some(Status::Failure) => beside.failure,
                    }
                }
                ref other => match self.timed(other, &mut seen, blackboard) {
                    Some(to) => to,
                    None => {
                        self.step(other, &mut seen, blackboard);
                        at + 1
                    }
                },
            };
        }
    }

    /// The ways out that ask for the time, or for what is kept.
    fn timed<B: ?Sized>(
        &mut self,
        instruction: &Instruction,
        seen: &mut Seen,
        blackboard: &mut B,
    ) -> Option<Target>
    where
        V: Play<B>,
    {
        let choose = |holds, yes, no| Some(if holds { yes } else { no });
        match *instruction {
            Instruction::IsReady { cooldown, yes, no } => {
                seen.now = V::now(blackboard);
                let end = self.code.cooldowns[cooldown].end;
                let is_over =
                    self.words[end] == 0 || !is_before(seen.now, time(self.words, end + 1));
                choose(is_over, yes, no)
            }
            Instruction::IsInTime { until, yes, no } => {
                choose(is_before(V::now(blackboard), time(self.words, until)), yes, no)
            }
            Instruction::IsDue { due, yes, no } => {
                seen.now = V::now(blackboard);
                choose(!is_before(seen.now, time(self.words, due)), yes, no)
            }
            Instruction::HasRounds { left, yes, no } => choose(self.words[left] > 1, yes, no),
            Instruction::Enough { frame, successes, count, yes, no } => {
                choose(self.closed(frame, successes) >= count, yes, no)
            }
            Instruction::Remembered { at, success, failure, nothing } => {
                Some(match self.words[at] {
                    0 => nothing,
                    1 => failure,
                    _ => success,
                })
            }
            Instruction::WaitBegins { length, before, over } => {
                seen.now = V::now(blackboard);
                seen.until = after(seen.now, self.length(length, blackboard));
                choose(is_before(seen.now, seen.until), before, over)
            }
            Instruction::WaitGoesOn { until, before, over } => {
                seen.now = V::now(blackboard);
                seen.until = time(self.words, until);
                choose(is_before(seen.now, seen.until), before, over)
            }
            _ => None,
        }
    }

    /// A step that is no way out.
    fn step<B: ?Sized>(&mut self, instruction: &Instruction, seen: &mut Seen, blackboard: &mut B)
    where
        V: Play<B>,
    {
        match *instruction {
            Instruction::Finished { node, status } => self.events.finished(node, status),
            Instruction::FinishedSame { node } => self.events.finished(node, seen.status),
            Instruction::Leaf { node, status } => self.events.leaf(node, status),
            Instruction::Abort(abort) => self.abort(abort, blackboard),
            Instruction::Record { state, position } => self.words[state] = position,
            Instruction::RecordDeadline { state, at, position } => {
                self.words[state] = position;
                set_time(self.words, at, seen.until);
            }
            Instruction::Cool(cooldown) => self.cool(cooldown, blackboard),
            Instruction::KeepLength(cooldown) => {
                if let Cooling::Kept { at, length } = self.code.cooldowns[cooldown].length {
                    let length = self.length(length, blackboard);
                    set_time(self.words, at, length);
                }
            }
            Instruction::Keep { at, success } => self.words[at] = 1 + u32::from(success),
            Instruction::LeaveChildren(frame) => self.leave_children(frame, blackboard),
            Instruction::RenewChild(state) => self.words[state] = 0,
            Instruction::CountRound(left) => self.words[left] -= 1,
            Instruction::Postpone { due, period } => {
                let period = match period {
                    Period::Constant(period) => period,
                    Period::Kept { at, .. } => time(self.words, at),
                };
                set_time(self.words, due, after(seen.now, period));
            }
            Instruction::Serve(call) => self.do_at_once(call, blackboard),
            Instruction::Close { state, success } => {
                self.words[state] = if success { SUCCEEDED } else { FAILED };
            }
            _ => {}
        }
    }

    /// How many children of a parallel have ended in this way.
    fn closed(&self, frame: usize, successes: bool) -> u32 {
        let wanted = if successes { SUCCEEDED } else { FAILED };
        let children = self.code.frames[frame].children.iter();
        let ended = children.filter(|child| self.words[self.code.regions[**child].state] == wanted);
        u32::try_from(ended.count()).unwrap_or(u32::MAX)
    }

    /// The cooldown begins.
    fn cool<B: ?Sized>(&mut self, cooldown: usize, blackboard: &B)
    where
        V: Play<B>,
    {
        let cooldown = &self.code.cooldowns[cooldown];
        let length = match cooldown.length {
            Cooling::Constant(length) => length,
            Cooling::Kept { at, .. } => time(self.words, at),
        };
        self.words[cooldown.end] = 1;
        set_time(self.words, cooldown.end + 1, after(V::now(blackboard), length));
    }

    /// Calls a word with its arguments, in which values are asked first.
    #[inline]
    fn called<B: ?Sized, T>(
        &mut self,
        call: usize,
        blackboard: &mut B,
        run: impl FnOnce(&mut Self, usize, Arguments<'_>, &mut B) -> T,
    ) -> T
    where
        V: Play<B>,
    {
        let code = self.code;
        let Call { word, first, count, asks } = code.calls[call];
        let literals = &code.values[first..first + count];
        if !asks {
            return run(self, word, Arguments(literals), blackboard);
        }
        let mut values = [Value::Bool(false); MOST_ASKED];
        for (place, literal) in literals.iter().enumerate() {
            if let Some(value) = values.get_mut(place) {
                *value = match code.arguments[first + place] {
                    Argument::Constant => *literal,
                    Argument::Asked(word) => V::value(word, blackboard),
                };
            }
        }
        run(self, word, Arguments(&values[..count.min(MOST_ASKED)]), blackboard)
    }

    #[inline]
    fn ask<B: ?Sized>(&mut self, call: usize, blackboard: &mut B) -> bool
    where
        V: Play<B>,
    {
        self.called(call, blackboard, |_, word, arguments, blackboard| {
            V::ask(word, arguments, blackboard)
        })
    }

    #[inline]
    fn ask_aloud<B: ?Sized>(
        &mut self,
        call: usize,
        node: u32,
        nots: u32,
        blackboard: &mut B,
    ) -> bool
    where
        V: Play<B>,
    {
        let mut holds = self.ask(call, blackboard);
        self.events.asked(node + nots, holds);
        for above in (0..nots).rev() {
            holds = !holds;
            self.events.finished(node + above, Status::from(holds));
        }
        holds
    }

    #[inline]
    fn act<B: ?Sized>(&mut self, call: usize, node: u32, blackboard: &mut B) -> Status
    where
        V: Play<B>,
    {
        self.called(call, blackboard, |run, word, arguments, blackboard| {
            V::act(word, arguments, blackboard, run.events, node)
        })
    }

    /// Runs an action of which nobody hears.
    fn do_at_once<B: ?Sized>(&mut self, call: usize, blackboard: &mut B)
    where
        V: Play<B>,
    {
        let _ = self.called(call, blackboard, |_, word, arguments, blackboard| {
            let nobody = crate::language::private::NoEvents::<false>;
            V::act(word, arguments, blackboard, nobody, 0)
        });
    }

    fn length<B: ?Sized>(&self, length: usize, blackboard: &B) -> Duration
    where
        V: Play<B>,
    {
        match self.code.lengths[length] {
            Length::Constant(length) => length,
            Length::Asked(word) => match V::value(word, blackboard) {
                Value::Duration(length) => length,
                _ => Duration::ZERO,
            },
        }
    }

    fn number<B: ?Sized>(number: Number, blackboard: &B) -> Value
    where
        V: Play<B>,
    {
        match number {
            Number::Constant(value) => value,
            Number::Asked(word) => V::value(word, blackboard),
        }
    }

    /// What a frame of one child calls when it has ended or is aborted.
    fn finally(&self, frame: usize) -> Option<usize> {
        match self.code.frames[frame].kind {
            FrameKind::Finally { call } => Some(call),
            _ => None,
        }
    }
}

#[inline]
fn by_status(status: Status, running: Target, success: Target, failure: Target) -> Target {
    match status {
        Status::Running => running,
        Status::Success => success,
        Status::Failure => failure,
    }
}
