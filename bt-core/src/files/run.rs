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

impl Default for Seen {
    fn default() -> Self {
        Self { status: Status::Failure, now: Duration::ZERO, until: Duration::ZERO }
    }
}

/// Where an instruction leads, other than to the next.
enum Way {
    To(Target),
    Leave(Status),
}

impl<V: super::play::Vocabulary, E: Events> Run<'_, V, E> {
    /// One tick of a region.
    #[inline]
    pub(super) fn region<B: ?Sized>(&mut self, region: usize, blackboard: &mut B) -> Status
    where
        V: Play<B>,
    {
        let entry = self.code.regions[region].entries[usize::from(E::IS_QUIET)];
        self.run(entry, blackboard)
    }

    /// One tick of a region or a frame that begins with this instruction.
    pub(super) fn run<B: ?Sized>(&mut self, mut at: Target, blackboard: &mut B) -> Status
    where
        V: Play<B>,
    {
        let code = self.code;
        let instructions = code.instructions.as_slice();
        let mut seen = Seen::default();
        loop {
            // A machine leads everywhere that it can reach.
            let Some(instruction) = instructions.get(at as usize) else { return Status::Failure };
            at = match *instruction {
                Instruction::Return(status) => return status,
                Instruction::ReturnSame => return seen.status,
                Instruction::Resume { state, row } => {
                    code.targets[(row + self.words[state as usize]) as usize]
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
                Instruction::ActOn { call, node, state, position, success, failure } => {
                    seen.status = self.act(call, node, blackboard);
                    match seen.status {
                        Status::Running => {
                            self.words[state as usize] = position;
                            return Status::Running;
                        }
                        Status::Success => success,
                        Status::Failure => failure,
                    }
                }
                Instruction::Act { call, node, running, success, failure } => {
                    seen.status = self.act(call, node, blackboard);
                    by_status(seen.status, running, success, failure)
                }
                Instruction::Record { state, position } => {
                    self.words[state as usize] = position;
                    at + 1
                }
                Instruction::Jump(to) => to,
                ref other => match self.seldom(other, &mut seen, blackboard) {
                    Some(Way::To(to)) => to,
                    Some(Way::Leave(status)) => return status,
                    None => at + 1,
                },
            };
        }
    }

    /// All that is more than a few steps. A function of its own, so that the others need few registers.
    #[inline(never)]
    fn seldom<B: ?Sized>(
        &mut self,
        instruction: &Instruction,
        seen: &mut Seen,
        blackboard: &mut B,
    ) -> Option<Way>
    where
        V: Play<B>,
    {
        Some(match *instruction {
            Instruction::Continue { position, state, success, failure } => {
                seen.status = self.go_on(position as usize, state as usize, blackboard);
                match seen.status {
                    Status::Running => Way::Leave(Status::Running),
                    Status::Success => Way::To(success),
                    Status::Failure => Way::To(failure),
                }
            }
            Instruction::Child { region, closed, running, success, failure } => {
                if self.words[self.code.regions[region as usize].state] >= SUCCEEDED {
                    return Some(Way::To(closed));
                }
                seen.status = self.region(region as usize, blackboard);
                Way::To(by_status(seen.status, running, success, failure))
            }
            Instruction::Begin { position, state, recorded, refused, then } => {
                let begins = self.begin(position as usize, state as usize, recorded, blackboard);
                Way::To(if begins { then } else { refused })
            }
            Instruction::BeginBeside { position, state, recorded, beside } => {
                let beside = self.code.besides[beside as usize];
                let (position, state) = (position as usize, state as usize);
                match self.begin_beside(position, state, recorded, beside.abort, blackboard) {
                    None => Way::To(beside.refused),
                    Some(Status::Running) => Way::Leave(Status::Running),
                    Some(Status::Success) => Way::To(beside.success),
                    Some(Status::Failure) => Way::To(beside.failure),
                }
            }
            ref other => match self.timed(other, seen, blackboard) {
                Some(to) => Way::To(to),
                None => {
                    self.step(other, seen, blackboard);
                    return None;
                }
            },
        })
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
                let end = self.code.cooldowns[cooldown as usize].end;
                let is_over =
                    self.words[end] == 0 || !is_before(seen.now, time(self.words, end + 1));
                choose(is_over, yes, no)
            }
            Instruction::IsInTime { until, yes, no } => {
                choose(is_before(V::now(blackboard), time(self.words, until as usize)), yes, no)
            }
            Instruction::IsDue { due, yes, no } => {
                seen.now = V::now(blackboard);
                choose(!is_before(seen.now, time(self.words, due as usize)), yes, no)
            }
            Instruction::HasRounds { left, yes, no } => {
                choose(self.words[left as usize] > 1, yes, no)
            }
            Instruction::Enough { frame, successes, count, yes, no } => {
                choose(self.closed(frame as usize, successes) >= count, yes, no)
            }
            Instruction::Remembered { at, success, failure, nothing } => {
                Some(match self.words[at as usize] {
                    0 => nothing,
                    1 => failure,
                    _ => success,
                })
            }
            Instruction::WaitBegins { length, before, over } => {
                seen.now = V::now(blackboard);
                seen.until = after(seen.now, self.length(length as usize, blackboard));
                choose(is_before(seen.now, seen.until), before, over)
            }
            Instruction::WaitGoesOn { until, before, over } => {
                seen.now = V::now(blackboard);
                seen.until = time(self.words, until as usize);
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
            Instruction::RecordDeadline { state, at, position } => {
                self.words[state as usize] = position;
                set_time(self.words, at as usize, seen.until);
            }
            Instruction::Cool(cooldown) => self.cool(cooldown as usize, blackboard),
            Instruction::KeepLength(cooldown) => {
                if let Cooling::Kept { at, length } = self.code.cooldowns[cooldown as usize].length
                {
                    let length = self.length(length, blackboard);
                    set_time(self.words, at, length);
                }
            }
            Instruction::Keep { at, success } => self.words[at as usize] = 1 + u32::from(success),
            Instruction::LeaveChildren(frame) => self.leave_children(frame as usize, blackboard),
            Instruction::RenewChild(state) => self.words[state as usize] = 0,
            Instruction::CountRound(left) => self.words[left as usize] -= 1,
            Instruction::Postpone { due, period } => {
                let period = match self.code.periods[period as usize] {
                    Period::Constant(period) => period,
                    Period::Kept { at, .. } => time(self.words, at),
                };
                set_time(self.words, due as usize, after(seen.now, period));
            }
            Instruction::Serve(call) => self.do_at_once(call, blackboard),
            Instruction::Close { state, success } => {
                self.words[state as usize] = if success { SUCCEEDED } else { FAILED };
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
        call: Call,
        blackboard: &mut B,
        run: impl FnOnce(&mut Self, usize, Arguments<'_>, &mut B) -> T,
    ) -> T
    where
        V: Play<B>,
    {
        let word = usize::from(call.word);
        if call.asks {
            return self.called_with_values(call, blackboard, run);
        }
        run(self, word, Arguments::at(&self.code.values, call.first as usize), blackboard)
    }

    /// The same where some arguments are values. A function of its own, since it needs much of the stack.
    #[inline(never)]
    fn called_with_values<B: ?Sized, T>(
        &mut self,
        call: Call,
        blackboard: &mut B,
        run: impl FnOnce(&mut Self, usize, Arguments<'_>, &mut B) -> T,
    ) -> T
    where
        V: Play<B>,
    {
        let values = self.asked(call, blackboard);
        run(self, usize::from(call.word), Arguments::new(&values), blackboard)
    }

    /// The arguments of a call, some of which are values.
    #[inline(never)]
    fn asked<B: ?Sized>(&self, call: Call, blackboard: &B) -> [Value; MOST_ASKED]
    where
        V: Play<B>,
    {
        let mut values = [Value::Bool(false); MOST_ASKED];
        let first = call.first as usize;
        let places = first..first + usize::from(call.count);
        for (value, place) in values.iter_mut().zip(places) {
            *value = match self.code.arguments[place] {
                Argument::Constant => self.code.values[place],
                Argument::Asked(word) => V::value(word, blackboard),
            };
        }
        values
    }

    #[inline]
    fn ask<B: ?Sized>(&mut self, call: Call, blackboard: &mut B) -> bool
    where
        V: Play<B>,
    {
        self.called(call, blackboard, |_, word, arguments, blackboard| {
            V::ask(word, arguments, blackboard)
        })
    }

    #[inline]
    fn ask_aloud<B: ?Sized>(&mut self, call: Call, node: u32, nots: u16, blackboard: &mut B) -> bool
    where
        V: Play<B>,
    {
        let mut holds = self.ask(call, blackboard);
        if E::IS_QUIET {
            return holds ^ (nots % 2 == 1);
        }
        self.events.asked(node + u32::from(nots), holds);
        for above in (0..nots).rev() {
            holds = !holds;
            self.events.finished(node + u32::from(above), Status::from(holds));
        }
        holds
    }

    #[inline]
    fn act<B: ?Sized>(&mut self, call: Call, node: u32, blackboard: &mut B) -> Status
    where
        V: Play<B>,
    {
        self.called(call, blackboard, |run, word, arguments, blackboard| {
            V::act(word, arguments, blackboard, run.events, node)
        })
    }

    /// Runs an action of which nobody hears.
    fn do_at_once<B: ?Sized>(&mut self, call: Call, blackboard: &mut B)
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
    fn finally(&self, frame: usize) -> Option<Call> {
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
