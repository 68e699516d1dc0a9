//! Runs a loaded tree: one tick, from instruction to instruction.

mod abort;
mod call;
mod choice;
mod held;

use super::code::{
    Call, Code, FAILED, FrameKind, Instruction, Length, Number, Period, SUCCEEDED, Target,
    set_time, time,
};
use super::play::Play;
use crate::Status;
use crate::language::private::{Events, after, is_before};
use crate::vocabulary::Value;
use core::time::Duration;

/// The maximum number of parameters of a word with `value`s among its arguments: the arguments are on the stack.
pub(super) const MOST_ASKED: usize = 16;

/// A tick of one agent.
pub(super) struct Run<'a, V: super::play::Vocabulary, E> {
    pub(super) code: &'a Code,
    pub(super) words: &'a mut [u32],
    pub(super) held: &'a mut [Option<V::Held>],
    pub(super) events: E,
}

/// The most recent times that instructions have read.
#[derive(Clone, Copy, Default)]
struct Times {
    now: Duration,
    until: Duration,
}

/// The next instruction to run.
enum Way {
    Next,
    To(Target),
    /// A child or a position has been ticked and has returned this status.
    Ended(Target, Status),
    Leave(Status),
}

impl<V: super::play::Vocabulary, E: Events> Run<'_, V, E> {
    /// One tick of the tree.
    #[inline]
    pub(super) fn tree<B: ?Sized>(&mut self, blackboard: &mut B) -> Status
    where
        V: Play<B>,
    {
        let (code, stream) = (self.code, usize::from(E::IS_QUIET));
        let entry = match code.rows[stream] {
            Some(row) => code.targets[(row.get() + self.words[code.root]) as usize],
            None => code.entries[stream],
        };
        self.run(entry, blackboard)
    }

    /// One tick of a region.
    pub(super) fn region<B: ?Sized>(&mut self, region: usize, blackboard: &mut B) -> Status
    where
        V: Play<B>,
    {
        let of = &self.code.regions[region];
        let stream = usize::from(E::IS_QUIET);
        let entry = match of.rows[stream] {
            Some(row) => self.code.targets[(row.get() + self.words[of.state]) as usize],
            None => of.entries[stream],
        };
        self.run(entry, blackboard)
    }

    /// One tick of a region or a frame that begins with this instruction.
    pub(super) fn run<B: ?Sized>(&mut self, mut at: Target, blackboard: &mut B) -> Status
    where
        V: Play<B>,
    {
        let (code, instructions) = (self.code, self.code.instructions.as_slice());
        let (mut status, mut times) = (Status::Failure, None);
        // The targets of a machine are always in range.
        while let Some(instruction) = instructions.get(at as usize) {
            at = match *instruction {
                Instruction::Return(status) => return status,
                Instruction::ReturnSame => return status,
                Instruction::Resume { state, row } => {
                    code.targets[(row + self.words[state as usize]) as usize]
                }
                Instruction::Ask { call, node, nots, yes, no } => {
                    let holds = self.ask(call, blackboard);
                    pick(self.told(holds, node, nots), yes, no)
                }
                Instruction::Decide { call, yes, no } => pick(self.ask(call, blackboard), yes, no),
                Instruction::ActOn { call, node, state, position, success, failure } => {
                    status = self.act(call, node, blackboard);
                    if status == Status::Running {
                        self.words[state as usize] = position;
                        return status;
                    }
                    pick(status == Status::Success, success, failure)
                }
                Instruction::Act { call, node, running, success, failure } => {
                    status = self.act(call, node, blackboard);
                    by_status(status, running, success, failure)
                }
                Instruction::Abort { state, row, abort } => {
                    if code.tested[(row + self.words[state as usize]) as usize] {
                        self.abort_recorded(abort, blackboard);
                    }
                    at + 1
                }
                Instruction::Record { state, position } => {
                    self.words[state as usize] = position;
                    at + 1
                }
                Instruction::Jump(to) => to,
                Instruction::FinishedSame { node } => {
                    self.events.finished(node, status);
                    at + 1
                }
                ref other => match self.seldom(other, &mut times, blackboard) {
                    Way::Next => at + 1,
                    Way::To(to) => to,
                    Way::Ended(to, ended) => {
                        status = ended;
                        to
                    }
                    Way::Leave(status) => return status,
                },
            };
        }
        Status::Failure
    }

    /// Runs the longer instructions. A separate function, so that `run` needs few registers.
    #[inline(never)]
    fn seldom<B: ?Sized>(
        &mut self,
        instruction: &Instruction,
        times: &mut Option<Times>,
        blackboard: &mut B,
    ) -> Way
    where
        V: Play<B>,
    {
        match *instruction {
            Instruction::AskWithValues { call, node, nots, yes, no } => {
                let holds = self.ask_with_values(call, blackboard);
                Way::To(if self.told(holds, node, nots) { yes } else { no })
            }
            Instruction::DecideWithValues { call, yes, no } => {
                Way::To(if self.ask_with_values(call, blackboard) { yes } else { no })
            }
            Instruction::Continue { position, state, success, failure } => {
                match self.go_on(position as usize, state as usize, blackboard) {
                    Status::Running => Way::Leave(Status::Running),
                    Status::Success => Way::Ended(success, Status::Success),
                    Status::Failure => Way::Ended(failure, Status::Failure),
                }
            }
            Instruction::Child { region, closed, running, success, failure } => {
                if self.words[self.code.regions[region as usize].state] >= SUCCEEDED {
                    return Way::To(closed);
                }
                let status = self.region(region as usize, blackboard);
                Way::Ended(by_status(status, running, success, failure), status)
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
            ref other => {
                let times = times.get_or_insert_default();
                match self.timed(other, times, blackboard) {
                    Some(to) => Way::To(to),
                    None => {
                        self.step(other, times, blackboard);
                        Way::Next
                    }
                }
            }
        }
    }

    /// Runs an exit that tests the time or stored data; `None` for other instructions.
    fn timed<B: ?Sized>(
        &mut self,
        instruction: &Instruction,
        times: &mut Times,
        blackboard: &mut B,
    ) -> Option<Target>
    where
        V: Play<B>,
    {
        let choose = |holds, yes, no| Some(if holds { yes } else { no });
        match *instruction {
            Instruction::IsReady { cooldown, yes, no } => {
                times.now = V::now(blackboard);
                let end = self.code.cooldowns[cooldown as usize].end;
                let is_over =
                    self.words[end] == 0 || !is_before(times.now, time(self.words, end + 1));
                choose(is_over, yes, no)
            }
            Instruction::IsInTime { until, yes, no } => {
                choose(is_before(V::now(blackboard), time(self.words, until as usize)), yes, no)
            }
            Instruction::IsDue { due, yes, no } => {
                times.now = V::now(blackboard);
                choose(!is_before(times.now, time(self.words, due as usize)), yes, no)
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
                times.now = V::now(blackboard);
                times.until = after(times.now, self.length(length as usize, blackboard));
                choose(is_before(times.now, times.until), before, over)
            }
            Instruction::WaitGoesOn { until, before, over } => {
                times.now = V::now(blackboard);
                times.until = time(self.words, until as usize);
                choose(is_before(times.now, times.until), before, over)
            }
            _ => None,
        }
    }

    /// Runs an instruction that goes on with the next one.
    fn step<B: ?Sized>(&mut self, instruction: &Instruction, times: &mut Times, blackboard: &mut B)
    where
        V: Play<B>,
    {
        match *instruction {
            Instruction::Finished { node, status } => self.events.finished(node, status),
            Instruction::Leaf { node, status } => self.events.leaf(node, status),
            Instruction::RecordDeadline { state, at, position } => {
                self.words[state as usize] = position;
                set_time(self.words, at as usize, times.until);
            }
            Instruction::Cool(cooldown) => self.cool(cooldown as usize, blackboard),
            Instruction::KeepLength(cooldown) => {
                if let Period::Kept { at, length } = self.code.cooldowns[cooldown as usize].length {
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
                set_time(self.words, due as usize, after(times.now, period));
            }
            Instruction::Serve(call) => self.do_at_once(call, blackboard),
            Instruction::Close { state, success } => {
                self.words[state as usize] = if success { SUCCEEDED } else { FAILED };
            }
            _ => {}
        }
    }

    /// The number of children of a parallel that have succeeded or, if `successes` is `false`, failed.
    fn closed(&self, frame: usize, successes: bool) -> u32 {
        let wanted = if successes { SUCCEEDED } else { FAILED };
        let children = self.code.frames[frame].children.iter();
        let ended = children.filter(|child| self.words[self.code.regions[**child].state] == wanted);
        u32::try_from(ended.count()).unwrap_or(u32::MAX)
    }

    /// Starts a cooldown.
    fn cool<B: ?Sized>(&mut self, cooldown: usize, blackboard: &B)
    where
        V: Play<B>,
    {
        let cooldown = &self.code.cooldowns[cooldown];
        let length = match cooldown.length {
            Period::Constant(length) => length,
            Period::Kept { at, .. } => time(self.words, at),
        };
        self.words[cooldown.end] = 1;
        set_time(self.words, cooldown.end + 1, after(V::now(blackboard), length));
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

    /// The call of a `finally`, which takes place when its child has ended or is aborted.
    fn finally(&self, frame: usize) -> Option<Call> {
        match self.code.frames[frame].kind {
            FrameKind::Finally { call } => Some(call),
            _ => None,
        }
    }
}

#[inline]
fn pick(holds: bool, yes: Target, no: Target) -> Target {
    if holds { yes } else { no }
}

#[inline]
fn by_status(status: Status, running: Target, success: Target, failure: Target) -> Target {
    match status {
        Status::Running => running,
        Status::Success => success,
        Status::Failure => failure,
    }
}
