//! Runs a loaded tree: one tick, from instruction to instruction.

use super::code::{
    Address, ArgumentKind, BITS, BYTES, Beside, Call, Code, Descent, ENTRIES, FAILED,
    FEW_ARGUMENTS, Field, Formula, Holds, Instruction, Keeps, Leaf, Length, NOWHERE, Number,
    Operand, PENDING, Period, Pick, Position, RUNNING, Region, SUCCEEDED, Slots, Step, Stream,
    SubtreeData, TIME, Target, Test, ended_with, has_passed, numbers, set_numbers, set_time, short,
    time,
};
use super::play::{Arguments, Done, Play, Vocabulary};
use super::state::{UserData, copied};
use crate::language::private::{
    Events, NOTHING, NoEvents, Watched, after, choice, is_before, waits,
};
use crate::vocabulary::arithmetic::NoResult;
use crate::vocabulary::datum::{Datum, Lent};
use crate::vocabulary::{Plain, Value};
use crate::{End, NoObserver, Status};
use bt_language::file::MOST_PARAMETERS;
use bt_language::vocabulary::MOST_RESULTS;
use core::cmp::Ordering;
use core::ops::Range;
use core::time::Duration;
use std::vec::Vec;

/// The maximum number of parameters of a word.
const MOST_ARGUMENTS: usize = bt_language::vocabulary::MOST_PARAMETERS;

/// The maximum number of children of a composite that chooses by score; the checks of the language refuse more.
const MOST_RANKED: usize = 255;

/// The maximum number of children of a random composite; the checks of the language refuse more.
const MOST_DRAWN: usize = 1000;

/// The maximum number of weights in the small array on the stack.
const FEW: usize = 32;

/// A tick of one agent.
pub(super) struct Run<'a, V: Vocabulary, E> {
    pub(super) code: &'a Code,
    pub(super) words: &'a mut [u32],
    pub(super) kept: Option<&'a mut UserData<V>>,
    pub(super) events: E,
}

/// The part of it that an expression needs.
struct Look<'a, V: Vocabulary> {
    code: &'a Code,
    data: &'a [Option<Datum<V::Own>>],
}

/// Arguments that are no literals, and those of types of the program.
struct ArgumentValues<'a, Own, const COUNT: usize> {
    values: [Value; COUNT],
    own: [Lent<'a, Own>; COUNT],
}

/// What the instructions of one tick pass on.
struct Locals {
    /// The outermost cooldown around the current instruction whose node began in this tick: its child, and every
    /// cooldown in it, began in this tick too. `NOTHING` if there is none.
    begun: u32,
    /// The most recent status, for observers.
    status: Status,
    /// The most recent time that an instruction has read or computed for the next one.
    time: Duration,
}

// From instruction to instruction.
impl<'a, V: Vocabulary, E: Events> Run<'a, V, E> {
    /// One tick of the tree.
    #[inline]
    pub(super) fn tree<B: ?Sized>(&mut self, blackboard: &mut B) -> Status
    where
        V: Play<B>,
    {
        self.region(0, NOTHING, blackboard)
    }

    /// One tick of a region, which belongs to the position `of`, if that begins beside another one.
    fn region<B: ?Sized>(&mut self, region: usize, of: u32, blackboard: &mut B) -> Status
    where
        V: Play<B>,
    {
        let region = &self.code.regions[region];
        let entry = self.beginning(region.state, self.entry(region));
        self.run(entry, of, blackboard)
    }

    /// The first instruction of a tick of a region.
    #[inline]
    fn entry(&self, region: &Region) -> Target {
        if E::IS_QUIET { region.entries[1] + self.words[region.state] } else { region.entries[0] }
    }

    /// The first instruction of a region with this word, which may wait for its beginning at a label.
    #[inline]
    fn beginning(&mut self, state: Address, entry: Target) -> Target {
        if !E::RESUMES {
            return entry;
        }
        let pending = self.words[state].wrapping_sub(PENDING) as usize;
        let Some((_, begin)) = self.code.begins.get(pending) else { return entry };
        self.words[state] = 0;
        *begin
    }

    /// One tick of a region or a frame that begins, or goes on, with this instruction. Without an observer, the
    /// instructions go on with those of the regions and frames around it, unless it belongs to the position `of`.
    pub(super) fn run<B: ?Sized>(&mut self, mut at: Target, of: u32, blackboard: &mut B) -> Status
    where
        V: Play<B>,
    {
        let code = self.code;
        let Stream { instructions, entries, .. } = self.stream();
        let mut locals = Locals { begun: NOTHING, status: Status::Failure, time: Duration::ZERO };
        loop {
            let Some(instruction) = instructions.get(at as usize) else {
                let Some(entry) = entries.get(at.wrapping_sub(ENTRIES) as usize) else {
                    return ended_with(at, locals.status);
                };
                let word = self.words[entry.below as usize];
                at = if word >= SUCCEEDED { entry.closed } else { entry.first + word };
                continue;
            };
            let mut instruction = instruction;
            if let Instruction::CompareWord { by, word, first, bits, with, yes, no } = *instruction
            {
                let arguments = Arguments::with_bits(&code.values, first as usize, bits);
                let order = match V::value(usize::from(word), arguments, blackboard) {
                    Value::Integer(value) => Some(value.cmp(&with.into())),
                    Value::Bool(_)
                    | Value::F32(_)
                    | Value::F64(_)
                    | Value::Duration(_)
                    | Value::Text(_)
                    | Value::Variant(_) => None,
                };
                at = either(by.holds(order), yes, no);
                // Most comparisons lead to a condition, which takes no turn of its own.
                match instructions.get(at as usize) {
                    Some(next @ Instruction::Condition { .. }) => instruction = next,
                    _ => continue,
                }
            }
            at = match *instruction {
                Instruction::Leaf {
                    word,
                    first,
                    bits,
                    success,
                    failure,
                    running,
                    state,
                    position,
                } => {
                    let arguments = Arguments::with_bits(&code.values, first as usize, bits);
                    let word = usize::from(word);
                    match V::leaf(word, arguments, blackboard, NoEvents::<false>, NOTHING) {
                        Done::Success | Done::Yes => success,
                        Done::Failure | Done::No => failure,
                        Done::Running => {
                            if position != 0 {
                                self.words[usize::from(state)] = position.into();
                            }
                            running
                        }
                        Done::Other => NOWHERE,
                    }
                }
                Instruction::Condition { word, first, bits, yes, no } => {
                    let arguments = Arguments::with_bits(&code.values, first as usize, bits);
                    either(V::ask(usize::from(word), arguments, blackboard), yes, no)
                }
                // Only ticks with an observer have these.
                Instruction::Ask { .. }
                | Instruction::Decide { .. }
                | Instruction::ActOn { .. }
                | Instruction::Act { .. }
                | Instruction::Enter { .. }
                | Instruction::Child { .. }
                | Instruction::WaitContinues { .. }
                | Instruction::FinishedSame { .. }
                    if E::IS_QUIET =>
                {
                    NOWHERE
                }
                Instruction::Enter { below, entry } => self.beginning(below as usize, entry),
                Instruction::Child { below, entry, closed, running, success, failure } => {
                    if self.words[below as usize] >= SUCCEEDED {
                        closed
                    } else {
                        let entry = self.beginning(below as usize, entry);
                        locals.status = self.run(entry, NOTHING, blackboard);
                        by_status(locals.status, running, success, failure)
                    }
                }
                Instruction::Chosen { frame, chosen, onward, running, success, failure } => {
                    let child = self.words[chosen as usize] as usize - 1;
                    let region = &code.regions[code.frames[frame as usize].children[child]];
                    let entry = self.entry(region);
                    if E::IS_QUIET {
                        entry
                    } else {
                        let entry = self.beginning(region.state, entry);
                        locals.status = self.run(entry, NOTHING, blackboard);
                        if Some(locals.status) == onward {
                            self.words[chosen as usize] = 0;
                        }
                        by_status(locals.status, running, success, failure)
                    }
                }
                Instruction::End { position, state, status, next } => {
                    self.ended(position as usize, state as usize, status, blackboard);
                    next
                }
                Instruction::Return { position, status, next } => {
                    if position == of {
                        return status;
                    }
                    next
                }
                Instruction::Forget { node, next } => {
                    let began = code.cooldowns.get(locals.begun as usize);
                    if began.is_some_and(|began| began.node >= node) {
                        locals.begun = NOTHING;
                    }
                    next
                }
                Instruction::IsRecorded { state, position, yes, no } => {
                    either(self.words[state as usize] == position, yes, no)
                }
                // Only ticks without an observer have these.
                Instruction::Holds { .. }
                | Instruction::CompareWhole { .. }
                | Instruction::Compare { .. }
                | Instruction::ContinueAction { .. }
                    if !E::IS_QUIET =>
                {
                    NOWHERE
                }
                // It stands above.
                Instruction::CompareWord { .. } => NOWHERE,
                Instruction::Holds { formula, yes, no, none } => {
                    match self.look().truth(formula as usize, blackboard) {
                        Ok(answer) => either(answer, yes, no),
                        Err(_) => none,
                    }
                }
                Instruction::CompareWhole { by, formula, with, yes, no, none } => {
                    match self.look().whole(formula as usize, blackboard) {
                        Ok(value) => either(by.holds(Some(value.cmp(&with))), yes, no),
                        Err(_) => none,
                    }
                }
                Instruction::Compare { by, left, right, yes, no, none } => {
                    match self.look().compare(by, left as usize, right as usize, blackboard) {
                        Ok(answer) => either(answer, yes, no),
                        Err(_) => none,
                    }
                }
                Instruction::Jump(to) => to,
                Instruction::Resume { state, row } => {
                    self.stream().targets[(row + self.words[state as usize]) as usize]
                }
                Instruction::Ask { call, node, nots, yes, no } => {
                    let answer = self.condition_answer(node, nots).unwrap_or_else(|| {
                        let holds = self.leaf(call, node, blackboard) == Done::Yes;
                        self.report(holds, node, nots)
                    });
                    either(answer, yes, no)
                }
                Instruction::Decide { call, node, about, yes, no } => {
                    let answer = self.leaf(call, NOTHING, blackboard) == Done::Yes;
                    self.decided(node, about, answer);
                    either(answer, yes, no)
                }
                Instruction::ActOn { call, node, state, position, success, failure } => {
                    locals.status = self.act(call, node, blackboard);
                    if locals.status == Status::Running {
                        self.words[state as usize] = position;
                    }
                    by_status(locals.status, RUNNING, success, failure)
                }
                Instruction::Act { call, node, running, success, failure } => {
                    locals.status = self.act(call, node, blackboard);
                    by_status(locals.status, running, success, failure)
                }
                Instruction::Abort { state, row, abort, next } => {
                    if code.masks[(row + self.words[state as usize]) as usize] {
                        self.abort_recorded(abort, blackboard);
                    }
                    next
                }
                Instruction::Record { state, position, next } => {
                    self.words[state as usize] = position;
                    next
                }
                Instruction::RecordDeadline { state, at, position, next } => {
                    self.words[state as usize] = position;
                    set_time(self.words, at as usize, locals.time);
                    next
                }
                Instruction::FinishedSame { node, next } => {
                    self.events.finished(node, locals.status);
                    next
                }
                Instruction::Write { at, word, next } => {
                    self.words[at as usize] = word;
                    next
                }
                Instruction::IsReady { end, yes, no } => {
                    let (now, end) = (V::now(blackboard), end as usize);
                    either(self.words[end] == 0 || has_passed(self.words, end + 1, now), yes, no)
                }
                Instruction::IsInTime { until, yes, no } => {
                    either(has_passed(self.words, until as usize, V::now(blackboard)), no, yes)
                }
                Instruction::IsIdleAndDue { state, busy, .. }
                    if self.words[state as usize] != 0 =>
                {
                    busy
                }
                Instruction::IsDue { due, yes, no }
                | Instruction::IsIdleAndDue { due, yes, no, .. } => {
                    locals.time = V::now(blackboard);
                    either(has_passed(self.words, due as usize, locals.time), yes, no)
                }
                Instruction::Postpone { due, period, next } => {
                    let period = self.period(code.periods[period as usize]);
                    set_time(self.words, due as usize, after(locals.time, period));
                    next
                }
                Instruction::IsIdle { state, yes, no } => {
                    either(self.words[state as usize] == 0, yes, no)
                }
                Instruction::WaitBegins { length, leaf, before, over } => {
                    let now = V::now(blackboard);
                    locals.time = after(now, self.length(length as usize, blackboard));
                    either(self.waits(is_before(now, locals.time), leaf), before, over)
                }
                Instruction::WaitAndRecord { length, state, at, position, before, over } => {
                    let now = V::now(blackboard);
                    let until = after(now, self.length(length as usize, blackboard));
                    if is_before(now, until) {
                        self.words[state as usize] = position;
                        set_time(self.words, at as usize, until);
                        before
                    } else {
                        over
                    }
                }
                Instruction::WaitContinues { until, leaf, before, over } => {
                    locals.time = time(self.words, until as usize);
                    let by_deadline = is_before(V::now(blackboard), locals.time);
                    either(self.waits(by_deadline, leaf), before, over)
                }
                Instruction::Begin { position, state, recorded, refused, then } => {
                    let (position, state) = (position as usize, state as usize);
                    let ends = if E::ANSWERS { self.ends_of_action(position, then) } else { None };
                    if let Some((success, failure)) = ends {
                        let begun = self.begin_action(position, state, recorded, blackboard);
                        locals.status = begun.unwrap_or(Status::Failure);
                        begun.map_or(refused, |status| by_status(status, RUNNING, success, failure))
                    } else {
                        locals.status = Status::Failure;
                        either(self.begin(position, state, recorded, blackboard), then, refused)
                    }
                }
                Instruction::Continue { position, state, running, success, failure } => {
                    locals.status = self.go_on(position as usize, state as usize, blackboard);
                    by_status(locals.status, running, success, failure)
                }
                Instruction::ContinueAction {
                    position,
                    slot,
                    state,
                    running,
                    success,
                    failure,
                } => {
                    locals.status = self.action(slot as usize, NOTHING, blackboard);
                    if locals.status != Status::Running {
                        self.words[state as usize] = 0;
                        self.end(position as usize, end_of(locals.status), blackboard);
                    }
                    by_status(locals.status, running, success, failure)
                }
                Instruction::Rank { chosen, order, scores, margin, next } => {
                    let current = (self.words[chosen as usize] as usize).checked_sub(1);
                    let numbers = &code.numbers;
                    let margin = margin.and_then(|margin| numbers[margin as usize].first());
                    let scores = &numbers[scores as usize];
                    self.rank(order as usize, scores, current, margin, blackboard);
                    next
                }
                Instruction::Test(ref test) => self.test(test, blackboard),
                Instruction::Pick(ref pick) => self.pick(pick, blackboard),
                Instruction::Descend(ref descent) => {
                    let (to, ended) = self.descend(descent, blackboard);
                    locals.status = ended;
                    to
                }
                Instruction::Step { ref step, next } => {
                    self.step(step, &mut locals.begun, blackboard);
                    next
                }
            };
        }
    }

    /// The instructions of a tick.
    #[inline]
    fn stream(&self) -> &'a Stream {
        if E::IS_QUIET { &self.code.quiet } else { &self.code.observed }
    }

    /// Ticks what is below, and returns the next instruction and the status; the status is a failure if nothing was
    /// ticked. A separate function, so that `run` needs few registers.
    #[inline(never)]
    fn descend<B: ?Sized>(&mut self, descent: &Descent, blackboard: &mut B) -> (Target, Status)
    where
        V: Play<B>,
    {
        match *descent {
            Descent::Through { region, slot, running, success, failure } => {
                let status = self.decorate(region as usize, slot as usize, blackboard);
                (by_status(status, running, success, failure), status)
            }
            Descent::Stop { frame, late, stopping, running, stopped } => {
                let status = self.stop_children(frame as usize, late, blackboard);
                let runs = status == Status::Running;
                self.words[stopping as usize] = u32::from(runs);
                if let (false, Slots::Chosen(at)) = (runs, self.code.frames[frame as usize].slots) {
                    self.words[at] = 0;
                }
                (either(runs, running, stopped), status)
            }
            Descent::BeginBeside { position, state, recorded, beside } => {
                let beside = self.stream().besides[beside as usize];
                let (position, state) = (position as usize, state as usize);
                match self.begin_beside(position, state, recorded, beside.abort, blackboard) {
                    None => (beside.refused, Status::Failure),
                    Some(status) => {
                        let Beside { running, success, failure, .. } = beside;
                        (by_status(status, running, success, failure), status)
                    }
                }
            }
        }
    }

    /// Runs a test, and returns the next instruction.
    #[inline(never)]
    fn test<B: ?Sized>(&mut self, test: &Test, blackboard: &mut B) -> Target
    where
        V: Play<B>,
    {
        match *test {
            // Without an observer, each part is an instruction.
            Test::Ask { .. } | Test::Decide { .. } if E::IS_QUIET => NOWHERE,
            Test::Ask { formula, node, nots, yes, no } => {
                if let Some(answer) = self.condition_answer(node, nots) {
                    return either(answer, yes, no);
                }
                let holds = self.holds(formula as usize, node + nots, blackboard);
                either(self.report(holds, node, nots), yes, no)
            }
            Test::Decide { formula, node, about, yes, no } => {
                let answer = self.holds(formula as usize, node, blackboard);
                self.decided(node, about, answer);
                either(answer, yes, no)
            }
            Test::IsOther { chosen, than, yes, no } => {
                either(self.words[chosen as usize] != than, yes, no)
            }
            Test::HasNumbers { at, yes, no } => {
                let numbers = numbers(self.words, at as usize);
                either(numbers.start + 1 < numbers.end, yes, no)
            }
            Test::Choose { scrutinee, choice, none } => {
                let value = self.known(scrutinee as usize, blackboard);
                let choice = &self.stream().choices[choice as usize];
                let matches = |of: &&(Vec<Value>, Target)| of.0.is_empty() || of.0.contains(&value);
                choice.iter().find(matches).map_or(none, |(_, target)| *target)
            }
            Test::HasRounds { left, yes, no } => either(self.words[left as usize] > 1, yes, no),
            Test::IsStale { state, until, yes, no } => {
                let has_ended = self.words[state as usize] >= SUCCEEDED;
                let counts =
                    |until: u32| !has_passed(self.words, until as usize, V::now(blackboard));
                either(has_ended && !until.is_some_and(counts), yes, no)
            }
            Test::IsNext { chosen, order, yes, no } => {
                let (current, left) = (self.words[chosen as usize], self.words[order as usize]);
                let is_next = current == 0 || self.take(order as usize) == current.checked_sub(1);
                self.words[order as usize] = left;
                either(is_next, yes, no)
            }
            Test::Enough { frame, successes, count, yes, no } => {
                either(self.ended_children(frame as usize, successes) >= count, yes, no)
            }
            Test::Stored { at, success, failure, nothing } => match self.words[at as usize] {
                0 => nothing,
                1 => failure,
                _ => success,
            },
        }
    }

    /// Chooses a child, and returns the next instruction.
    #[inline]
    fn pick<B: ?Sized>(&mut self, pick: &Pick, blackboard: &mut B) -> Target
    where
        V: Play<B>,
    {
        match *pick {
            Pick::Draw { state, chosen, at, weights, found, none } => {
                if self.words[chosen as usize] != 0 {
                    return found;
                }
                let next = self.draw(at as usize, &self.code.numbers[weights as usize], blackboard);
                either(self.choose(chosen, state, next), found, none)
            }
            Pick::Next { state, chosen, order, found, none } => {
                if self.words[chosen as usize] != 0 {
                    return found;
                }
                let next = self.take(order as usize);
                either(self.choose(chosen, state, next), found, none)
            }
            Pick::Best { frame, state, chosen, order, found, none } => {
                let (best, current) = (self.take(order as usize), self.words[chosen as usize]);
                if best.is_some_and(|best| best + 1 == current) {
                    return found;
                }
                if current != 0 {
                    self.leave_children(frame as usize, blackboard);
                    self.words[chosen as usize] = 0;
                }
                either(self.choose(chosen, state, best), found, none)
            }
        }
    }

    /// Runs a step.
    #[inline(never)]
    fn step<B: ?Sized>(&mut self, step: &Step, begun: &mut u32, blackboard: &mut B)
    where
        V: Play<B>,
    {
        match *step {
            Step::Finished { node, status } => self.events.finished(node, status),
            Step::Leaf { node, status } => self.events.leaf(node, status),
            Step::Ticked(node) => self.events.ticked(node),
            Step::NoteBegin(cooldown) => {
                if *begun == NOTHING {
                    *begun = cooldown;
                }
            }
            Step::Cool(cooldown) => {
                self.cool(cooldown as usize, blackboard);
                *begun = if *begun == cooldown { NOTHING } else { *begun };
            }
            Step::CoolIfOlder(cooldown) => {
                if *begun == NOTHING {
                    self.cool(cooldown as usize, blackboard);
                }
                *begun = if *begun == cooldown { NOTHING } else { *begun };
            }
            Step::StoreLength(cooldown) => {
                self.store(self.code.cooldowns[cooldown as usize].length, blackboard);
            }
            Step::StoreResult { at, success } => self.words[at as usize] = 1 + u32::from(success),
            Step::Lasts { until, length } => {
                let now = V::now(blackboard);
                let over = after(now, self.length(length as usize, blackboard));
                set_time(self.words, until as usize, over);
            }
            Step::LeaveOut { order, child } => self.leave_out(order as usize, child),
            Step::StoreNext { at, chosen, count } => {
                self.words[at as usize] = self.words[chosen as usize] % count;
            }
            Step::LeaveChildren(frame) => self.leave_children(frame as usize, blackboard),
            Step::CountRound(left) => self.words[left as usize] -= 1,
            Step::NextNumber { at, place } => {
                let mut numbers = numbers(self.words, at as usize);
                numbers.start += 1;
                self.number_at(at as usize, place as usize, numbers);
            }
            Step::Set { place, formula } => {
                if let Some(value) = self.value(formula as usize, blackboard) {
                    self.data()[place as usize] = Some(value);
                }
            }
            Step::Run(call) => self.act_unobserved(call, blackboard),
        }
    }

    #[inline]
    fn waits(&self, by_deadline: bool, leaf: Leaf) -> bool {
        leaf.map_or(by_deadline, |leaf| waits(by_deadline, self.events, leaf))
    }

    /// The number of children of a parallel that have succeeded or, if `successes` is `false`, failed.
    fn ended_children(&self, frame: usize, successes: bool) -> u32 {
        let wanted = if successes { SUCCEEDED } else { FAILED };
        let children = self.code.frames[frame].children.iter();
        let ended = children.filter(|child| self.words[self.code.regions[**child].state] == wanted);
        short(ended.count())
    }
}

// Lengths of time and numbers.
impl<V: Vocabulary, E: Events> Run<'_, V, E> {
    fn length<B: ?Sized>(&self, length: usize, blackboard: &B) -> Duration
    where
        V: Play<B>,
    {
        match self.code.lengths[length] {
            Length::Constant(length) => length,
            Length::Formula(formula) => Duration::of(self.known(formula, blackboard)),
        }
    }

    fn period(&self, period: Period) -> Duration {
        match period {
            Period::Constant(period) => period,
            Period::Stored { at, .. } => time(self.words, at),
        }
    }

    /// Stores a period that is not a literal.
    fn store<B: ?Sized>(&mut self, period: Period, blackboard: &B)
    where
        V: Play<B>,
    {
        if let Period::Stored { at, formula } = period {
            let length = Duration::of(self.known(formula, blackboard));
            set_time(self.words, at, length);
        }
    }

    /// Starts a cooldown.
    fn cool<B: ?Sized>(&mut self, cooldown: usize, blackboard: &B)
    where
        V: Play<B>,
    {
        let cooldown = &self.code.cooldowns[cooldown];
        let length = self.period(cooldown.length);
        self.words[cooldown.end] = 1;
        set_time(self.words, cooldown.end + 1, after(V::now(blackboard), length));
    }

    fn number<T: Plain, B: ?Sized>(&self, number: &Number, blackboard: &B) -> T
    where
        V: Play<B>,
    {
        T::of(match *number {
            Number::Constant(value) => value,
            Number::Formula(formula) => self.known(formula, blackboard),
        })
    }

    /// A score; one without a result is no number, and never wins.
    fn score<B: ?Sized>(&self, score: &Number, blackboard: &B) -> f32
    where
        V: Play<B>,
    {
        let value = match *score {
            Number::Constant(value) => Ok(value),
            Number::Formula(formula) => self.look().evaluate(formula, blackboard),
        };
        value.map_or(f32::NAN, f32::of)
    }

    /// The value of an expression that has a result, because the node checked it when it began.
    fn known<B: ?Sized>(&self, formula: usize, blackboard: &B) -> Value
    where
        V: Play<B>,
    {
        // A value of another type becomes zero.
        self.look().evaluate(formula, blackboard).unwrap_or(Value::Variant(0))
    }

    /// Stores the current number of a `for` and the end.
    pub(super) fn number_at(&mut self, at: Address, place: usize, numbers: Range<u64>) {
        self.data()[place] = Some(Datum::Plain(Value::Integer(numbers.start.into())));
        set_numbers(self.words, at, numbers);
    }

    /// The value of an expression of any type; `None` if it has no result.
    pub(super) fn value<B: ?Sized>(&self, formula: usize, blackboard: &B) -> Option<Datum<V::Own>>
    where
        V: Play<B>,
    {
        self.look().datum(formula, blackboard).ok().flatten()
    }

    #[inline]
    fn look(&self) -> Look<'_, V> {
        Look { code: self.code, data: self.kept.as_ref().map_or(&[], |kept| &kept.data) }
    }
}

// What an agent keeps beside its words.
impl<V: Vocabulary, E> Run<'_, V, E> {
    /// The values with names.
    #[inline]
    pub(super) fn data(&mut self) -> &mut [Option<Datum<V::Own>>] {
        self.kept.as_mut().map_or(&mut [], |kept| &mut kept.data)
    }

    /// What a node keeps in a slot.
    #[inline]
    fn payload(&mut self, slot: usize) -> Option<&mut V::Held> {
        self.kept.as_mut()?.payloads[slot].as_mut()
    }

    #[inline]
    fn take_payload(&mut self, slot: usize) -> Option<V::Held> {
        self.kept.as_mut()?.payloads[slot].take()
    }

    #[inline]
    fn set_payload(&mut self, slot: usize, payload: Option<V::Held>) {
        if let Some(kept) = &mut self.kept {
            kept.payloads[slot] = payload;
        }
    }
}

// Choices: at random, or by score.
impl<V: Vocabulary, E: Events> Run<'_, V, E> {
    /// Chooses a child, which is idle; returns `false` if there is none.
    #[inline]
    fn choose(&mut self, chosen: u32, state: u32, child: Option<u32>) -> bool {
        let Some(child) = child else { return false };
        self.words[chosen as usize] = child + 1;
        self.words[state as usize] = 0;
        true
    }

    /// Takes the last child of an order.
    #[inline]
    fn take(&mut self, order: Address) -> Option<u32> {
        let left = self.words[order].checked_sub(1)?;
        self.words[order] = left;
        let word = self.words[order + 1 + left as usize / BYTES];
        Some(word >> (left as usize % BYTES * 8) & 0xff)
    }

    /// Leaves a child out of an order.
    fn leave_out(&mut self, order: Address, child: u32) {
        let (mut children, left) = ([0; MOST_RANKED], self.words[order] as usize);
        let words = self.words[order + 1..].iter();
        for (children, word) in children[..left].chunks_mut(BYTES).zip(words) {
            children.copy_from_slice(&word.to_le_bytes()[..children.len()]);
        }
        let left = choice::leave_out(child as usize, &mut children[..left]);
        self.put(order, &children[..usize::from(left)]);
    }

    /// Leaves the chosen child out of those that a frame has yet to choose from.
    pub(super) fn leave_out_of(&mut self, field: &Field, child: usize) {
        match *field {
            Field::Tried { at, .. } => self.words[at + child / BITS] |= 1 << (child % BITS),
            Field::Ranked { order, .. } | Field::InTurn { order, .. } => {
                self.leave_out(order, short(child));
            }
            // A ranking is made in every tick.
            Field::Ranking { .. }
            | Field::Rounds { .. }
            | Field::Deadline { .. }
            | Field::Due { .. }
            | Field::Decorator { .. }
            | Field::Until { .. }
            | Field::Value { .. }
            | Field::Place { .. }
            | Field::Numbers { .. }
            | Field::Stopping { .. } => {}
        }
    }

    /// Stores the order of the children by their scores, the lowest first; the margin is added to the score of the
    /// current child, which also precedes others with the same score.
    fn rank<B: ?Sized>(
        &mut self,
        order: Address,
        scores: &[Number],
        current: Option<usize>,
        margin: Option<&Number>,
        blackboard: &B,
    ) where
        V: Play<B>,
    {
        if scores.len() <= FEW {
            self.rank_of::<FEW, B>(order, scores, current, margin, blackboard);
        } else {
            self.rank_of::<MOST_RANKED, B>(order, scores, current, margin, blackboard);
        }
    }

    /// The same, for at most `N` children. A separate function, since it needs much of the stack.
    #[inline(never)]
    fn rank_of<const N: usize, B: ?Sized>(
        &mut self,
        order: Address,
        scores: &[Number],
        current: Option<usize>,
        margin: Option<&Number>,
        blackboard: &B,
    ) where
        V: Play<B>,
    {
        let mut values = [0.0; N];
        let count = scores.len().min(N);
        for (value, score) in values.iter_mut().zip(scores) {
            *value = self.score(score, blackboard);
        }
        let margin = margin.filter(|_| current.is_some());
        let margin = margin.map_or(0.0, |margin| self.number(margin, blackboard));
        let mut children = [0; N];
        let left = choice::ordered(&mut values[..count], current, margin, &mut children);
        self.put(order, &children[..usize::from(left)]);
    }

    /// Stores an order of children, the last to be taken first.
    fn put(&mut self, order: Address, children: &[u8]) {
        self.words[order] = short(children.len());
        let words = self.words[order + 1..].iter_mut();
        for (word, children) in words.zip(children.chunks(BYTES)) {
            let bytes = children.iter().rev();
            *word = bytes.fold(0, |word, child| word << 8 | u32::from(*child));
        }
    }

    /// Stores the written order of children, round from one.
    #[inline(never)]
    #[allow(clippy::cast_possible_truncation, reason = "a file has at most 255 children here")]
    fn turn(&mut self, order: Address, first: Address, count: usize) {
        let (first, mut children) = (self.words[first] as usize, [0; MOST_RANKED]);
        for (turn, child) in children[..count].iter_mut().rev().enumerate() {
            *child = ((first + turn) % count) as u8;
        }
        self.put(order, &children[..count]);
    }

    /// Draws one of the children that have not been tried.
    fn draw<B: ?Sized>(
        &mut self,
        tried: Address,
        weights: &[Number],
        blackboard: &mut B,
    ) -> Option<u32>
    where
        V: Play<B>,
    {
        if weights.len() <= FEW {
            self.draw_of::<FEW, B>(tried, weights, blackboard)
        } else {
            self.draw_of::<MOST_DRAWN, B>(tried, weights, blackboard)
        }
    }

    /// The same, for at most `N` children. A separate function, since it needs much of the stack.
    #[inline(never)]
    fn draw_of<const N: usize, B: ?Sized>(
        &mut self,
        tried: Address,
        weights: &[Number],
        blackboard: &mut B,
    ) -> Option<u32>
    where
        V: Play<B>,
    {
        let bits = &self.words[tried..][..weights.len().div_ceil(BITS)];
        let count: u32 = bits.iter().map(|word| word.count_ones()).sum();
        let is_last = count as usize + 1 >= weights.len();
        // It may change the weights.
        let draw = if is_last { 0 } else { V::draw(blackboard) };
        let mut weighed = [0; N];
        for (weighed, weight) in weighed.iter_mut().zip(weights) {
            *weighed = self.number(weight, blackboard);
        }
        let bits = &mut self.words[tried..][..weights.len().div_ceil(BITS)];
        let is_untried = |child: usize| bits[child / BITS] & (1 << (child % BITS)) == 0;
        let chosen = choice::drawn(is_untried, draw, weighed.get(..weights.len())?)?;
        bits[chosen / BITS] |= 1 << (chosen % BITS);
        Some(short(chosen))
    }
}

// The values of expressions.
impl<'a, V: Vocabulary> Look<'a, V> {
    /// The value of an expression of a type that a file knows. Parts that cannot change an answer are not evaluated.
    fn evaluate<B: ?Sized>(&self, formula: usize, blackboard: &B) -> Result<Value, NoResult>
    where
        V: Play<B>,
    {
        Ok(match &self.code.formulas[formula] {
            Formula::Constant(value) => *value,
            Formula::Name(place) => self.plain(*place),
            Formula::Read(call) => self.word(*call, blackboard, V::value)?,
            // Only its arguments can be without a result.
            Formula::Own(call) => {
                self.word(*call, blackboard, |_, _, _| ())?;
                Value::Bool(true)
            }
            Formula::Compute(first, computations) => {
                let mut result = self.part(*first, blackboard)?;
                for (compute, operation, with) in computations {
                    result = compute(*operation, result, self.part(*with, blackboard)?)?;
                }
                result
            }
            Formula::Whole(..) => Value::Integer(self.whole(formula, blackboard)?.into()),
            Formula::Results(all) => {
                for one in all {
                    self.evaluate(*one, blackboard)?;
                }
                Value::Bool(true)
            }
            Formula::Known(inner, default) => self.evaluate(*inner, blackboard).unwrap_or(*default),
            Formula::Ask(_)
            | Formula::Compare(..)
            | Formula::Not(_)
            | Formula::All(_)
            | Formula::Any(_) => Value::Bool(self.truth(formula, blackboard)?),
        })
    }

    /// A part of an expression; most are words, names and literals.
    #[inline]
    fn part<B: ?Sized>(&self, formula: usize, blackboard: &B) -> Result<Value, NoResult>
    where
        V: Play<B>,
    {
        match &self.code.formulas[formula] {
            Formula::Constant(value) => Ok(*value),
            Formula::Name(place) => Ok(self.plain(*place)),
            Formula::Read(call) if call.arguments == ArgumentKind::Literals => {
                Ok(V::value(usize::from(call.word), self.literals(*call), blackboard))
            }
            _ => self.evaluate(formula, blackboard),
        }
    }

    /// The value of an expression of a type of whole numbers.
    fn whole<B: ?Sized>(&self, formula: usize, blackboard: &B) -> Result<i64, NoResult>
    where
        V: Play<B>,
    {
        let Formula::Whole(first, computations, of) = &self.code.formulas[formula] else {
            return Ok(i64::of(self.evaluate(formula, blackboard)?));
        };
        let mut result = self.operand(*first, blackboard)?;
        for (operation, with) in computations {
            result = of.compute(result, *operation, self.operand(*with, blackboard)?)?;
        }
        Ok(result)
    }

    /// The same for a part of one; most are words, names and literals.
    #[inline]
    fn operand<B: ?Sized>(&self, operand: Operand, blackboard: &B) -> Result<i64, NoResult>
    where
        V: Play<B>,
    {
        Ok(match operand {
            Operand::Constant(value) => value,
            Operand::Name(place) => i64::of(self.plain(place)),
            Operand::Read(call) => self.integer(call, blackboard),
            Operand::Formula(formula) => self.whole(formula, blackboard)?,
        })
    }

    /// The value of a word whose arguments are literals. A separate function, since a vocabulary may have many words.
    #[inline(never)]
    fn integer<B: ?Sized>(&self, call: Call, blackboard: &B) -> i64
    where
        V: Play<B>,
    {
        i64::of(V::value(usize::from(call.word), self.literals(call), blackboard))
    }

    /// The answer of a comparison.
    #[inline(never)]
    fn compare<B: ?Sized>(
        &self,
        by: Holds,
        left: usize,
        right: usize,
        blackboard: &B,
    ) -> Result<bool, NoResult>
    where
        V: Play<B>,
    {
        if let Formula::Whole(..) = self.code.formulas[left] {
            let left = self.whole(left, blackboard)?;
            let right = self.operand(Operand::of(right, &self.code.formulas), blackboard)?;
            return Ok(by.holds(Some(left.cmp(&right))));
        }
        let left = self.part(left, blackboard)?;
        let right = self.part(right, blackboard)?;
        Ok(by.holds(order(left, right)))
    }

    /// The value of an expression of the type `bool`.
    fn truth<B: ?Sized>(&self, formula: usize, blackboard: &B) -> Result<bool, NoResult>
    where
        V: Play<B>,
    {
        let until = |all: &[usize], last: bool| {
            for one in all {
                if self.truth(*one, blackboard)? == last {
                    return Ok(last);
                }
            }
            Ok(!last)
        };
        match &self.code.formulas[formula] {
            Formula::Ask(call) => self.word(*call, blackboard, V::ask),
            Formula::Compare([left, right], by) => self.compare(*by, *left, *right, blackboard),
            Formula::Not(inner) => Ok(!self.truth(*inner, blackboard)?),
            Formula::All(all) => until(all, false),
            Formula::Any(all) => until(all, true),
            Formula::Constant(_)
            | Formula::Name(_)
            | Formula::Read(_)
            | Formula::Own(_)
            | Formula::Compute(..)
            | Formula::Whole(..)
            | Formula::Results(_)
            | Formula::Known(..) => Ok(bool::of(self.evaluate(formula, blackboard)?)),
        }
    }

    /// The value of a name.
    fn plain(&self, place: usize) -> Value {
        self.data[place].as_ref().and_then(Datum::plain).unwrap_or(Value::Variant(0))
    }

    /// The value of an expression of any type.
    fn datum<B: ?Sized>(
        &self,
        formula: usize,
        blackboard: &B,
    ) -> Result<Option<Datum<V::Own>>, NoResult>
    where
        V: Play<B>,
    {
        Ok(match &self.code.formulas[formula] {
            Formula::Name(place) => self.data[*place].as_ref().map(copied::<V>),
            Formula::Own(call) => self.word(*call, blackboard, V::own)?.map(Datum::Own),
            _ => Some(Datum::Plain(self.evaluate(formula, blackboard)?)),
        })
    }

    /// Asks a word that only looks at the blackboard.
    fn word<B: ?Sized, T>(
        &self,
        call: Call,
        blackboard: &B,
        ask: impl FnOnce(usize, Arguments<'_, V::Own>, &B) -> T,
    ) -> Result<T, NoResult>
    where
        V: Play<B>,
    {
        let word = usize::from(call.word);
        Ok(match call.arguments {
            ArgumentKind::Literals => ask(word, self.literals(call), blackboard),
            ArgumentKind::Values => {
                let mut values = [Value::Bool(false); FEW_ARGUMENTS];
                self.values(call, &mut values, blackboard)?;
                ask(word, Arguments::new(&values), blackboard)
            }
            ArgumentKind::Own => {
                let ArgumentValues { values, own } =
                    self.all_values::<B, FEW_ARGUMENTS>(call, blackboard)?;
                ask(word, Arguments::with(&values, &own), blackboard)
            }
            ArgumentKind::Many => {
                let ArgumentValues { values, own } =
                    self.all_values::<B, MOST_ARGUMENTS>(call, blackboard)?;
                ask(word, Arguments::with(&values, &own), blackboard)
            }
        })
    }

    /// Calls a word with its arguments, which are evaluated first. A separate function, since it needs much of the stack.
    #[inline(never)]
    fn called<B: ?Sized, T>(
        &self,
        call: Call,
        blackboard: &mut B,
        run: impl FnOnce(usize, Arguments<'_, V::Own>, &mut B) -> T,
    ) -> Result<T, NoResult>
    where
        V: Play<B>,
    {
        let word = usize::from(call.word);
        Ok(match call.arguments {
            ArgumentKind::Literals => run(word, self.literals(call), blackboard),
            ArgumentKind::Values => {
                let mut values = [Value::Bool(false); FEW_ARGUMENTS];
                self.values(call, &mut values, blackboard)?;
                run(word, Arguments::new(&values), blackboard)
            }
            ArgumentKind::Own => {
                let ArgumentValues { values, own } =
                    self.all_values::<B, FEW_ARGUMENTS>(call, blackboard)?;
                run(word, Arguments::with(&values, &own), blackboard)
            }
            ArgumentKind::Many => {
                let ArgumentValues { values, own } =
                    self.all_values::<B, MOST_ARGUMENTS>(call, blackboard)?;
                run(word, Arguments::with(&values, &own), blackboard)
            }
        })
    }

    #[inline]
    fn literals(&self, call: Call) -> Arguments<'a, V::Own> {
        Arguments::at(&self.code.values, call.first as usize)
    }

    /// Evaluates the arguments of a call that are no literals.
    #[inline(never)]
    fn values<B: ?Sized>(
        &self,
        call: Call,
        values: &mut [Value; FEW_ARGUMENTS],
        blackboard: &B,
    ) -> Result<(), NoResult>
    where
        V: Play<B>,
    {
        let first = call.first as usize;
        let places = first..first + usize::from(call.count);
        for (value, place) in values.iter_mut().zip(places) {
            *value = match self.code.arguments[place] {
                None => self.code.values[place],
                Some(formula) => self.part(formula, blackboard)?,
            };
        }
        Ok(())
    }

    /// The same, with those of types of the program.
    #[inline(never)]
    fn all_values<B: ?Sized, const COUNT: usize>(
        &self,
        call: Call,
        blackboard: &B,
    ) -> Result<ArgumentValues<'a, V::Own, COUNT>, NoResult>
    where
        V: Play<B>,
    {
        let values = [Value::Bool(false); COUNT];
        let mut all = ArgumentValues { values, own: [const { Lent::Nothing }; COUNT] };
        let first = call.first as usize;
        let places = first..first + usize::from(call.count);
        for (argument, place) in places.enumerate() {
            let Some(formula) = self.code.arguments[place] else {
                all.values[argument] = self.code.values[place];
                continue;
            };
            match &self.code.formulas[formula] {
                Formula::Name(place) => match &self.data[*place] {
                    Some(Datum::Own(value)) => all.own[argument] = Lent::Value(value),
                    Some(Datum::Plain(value)) => all.values[argument] = *value,
                    None => {}
                },
                Formula::Own(call) => {
                    let made = self.word(*call, blackboard, V::own)?;
                    all.own[argument] = made.map_or(Lent::Nothing, Lent::Made);
                }
                _ => all.values[argument] = self.evaluate(formula, blackboard)?,
            }
        }
        Ok(all)
    }
}

// Calls of words.
impl<V: Vocabulary, E: Events> Run<'_, V, E> {
    /// Calls a word with its arguments, which are evaluated first.
    #[inline]
    fn called<B: ?Sized, T>(
        &mut self,
        call: Call,
        blackboard: &mut B,
        run: impl FnOnce(usize, Arguments<'_, V::Own>, &mut B) -> T,
    ) -> Result<T, NoResult>
    where
        V: Play<B>,
    {
        if call.arguments == ArgumentKind::Literals {
            return Ok(run(usize::from(call.word), self.literals(call), blackboard));
        }
        self.look().called(call, blackboard, run)
    }

    #[inline]
    fn literals(&self, call: Call) -> Arguments<'_, V::Own> {
        Arguments::at(&self.code.values, call.first as usize)
    }

    /// A leaf whose arguments are literals.
    #[inline(never)]
    fn leaf<B: ?Sized>(&mut self, call: Call, node: u32, blackboard: &mut B) -> Done
    where
        V: Play<B>,
    {
        V::leaf(usize::from(call.word), self.literals(call), blackboard, self.events, node)
    }

    /// The answer of an expression of a node; without a result it is no, and observers get the reason.
    fn holds<B: ?Sized>(&self, formula: usize, node: u32, blackboard: &B) -> bool
    where
        V: Play<B>,
    {
        match self.look().truth(formula, blackboard) {
            Ok(answer) => answer,
            Err(reason) => {
                self.events.failed(node, format_args!("{reason}"));
                false
            }
        }
    }

    /// Reports the answer to a condition that is no leaf; of the question for results, nobody hears.
    fn decided(&self, node: u32, about: u32, answer: bool) {
        if about != NOTHING {
            self.events.decided(node, about, answer);
        }
    }

    /// Reports the result of a condition below `nots` nodes `not`, the first of which is `node`; returns the last
    /// result.
    #[inline]
    fn report(&self, holds: bool, node: u32, nots: u32) -> bool {
        if E::IS_QUIET {
            return holds ^ (nots % 2 == 1);
        }
        self.events.asked(node + nots, holds);
        self.invert(holds, node, nots)
    }

    /// The result by an observer's answer in place of such a condition.
    #[inline]
    fn condition_answer(&self, node: u32, nots: u32) -> Option<bool> {
        if !E::ANSWERS {
            return None;
        }
        let answer = self.events.condition_answer(node + nots)?;
        Some(self.invert(answer, node, nots))
    }

    /// Inverts a result that is already reported.
    #[inline]
    fn invert(&self, mut holds: bool, node: u32, nots: u32) -> bool {
        for above in (0..nots).rev() {
            holds = !holds;
            self.events.finished(node + above, Status::from(holds));
        }
        holds
    }

    /// Ticks an action whose arguments are literals; an action with `value`s is a stateful action.
    #[inline]
    fn act<B: ?Sized>(&mut self, call: Call, node: u32, blackboard: &mut B) -> Status
    where
        V: Play<B>,
    {
        if E::ANSWERS {
            if let Some(answer) = self.events.action_answer(node) {
                return answer;
            }
        }
        match self.leaf(call, node, blackboard) {
            Done::Success | Done::Yes => Status::Success,
            Done::Running => Status::Running,
            Done::Failure | Done::No | Done::Other => Status::Failure,
        }
    }

    /// Runs an action without reporting it to observers.
    fn act_unobserved<B: ?Sized>(&mut self, call: Call, blackboard: &mut B)
    where
        V: Play<B>,
    {
        let _ = self.called(call, blackboard, |word, arguments, blackboard| {
            unobserved::<V, B>(word, arguments, blackboard);
        });
    }
}

// Positions with data: how they begin, continue and end.
impl<V: Vocabulary, E: Events> Run<'_, V, E> {
    /// Begins and records a position; returns `false` if it refuses to begin.
    pub(super) fn begin<B: ?Sized>(
        &mut self,
        position: usize,
        state: Address,
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

    /// The targets for the end of a stateful action that an observer may answer: those of the instruction that
    /// continues it.
    fn ends_of_action(&self, position: usize, then: Target) -> Option<(Target, Target)> {
        let code = self.code;
        if !matches!(code.positions[position].keeps, Keeps::Action { .. }) {
            return None;
        }
        match code.observed.instructions.get(then as usize) {
            Some(Instruction::Continue { success, failure, .. }) => Some((*success, *failure)),
            _ => None,
        }
    }

    /// Begins and ticks a stateful action that an observer may answer; `None` if it refuses to begin.
    fn begin_action<B: ?Sized>(
        &mut self,
        position: usize,
        state: Address,
        recorded: u32,
        blackboard: &mut B,
    ) -> Option<Status>
    where
        V: Play<B>,
    {
        let answer = self.answer(position);
        if let Some(status @ (Status::Success | Status::Failure)) = answer {
            return Some(self.report_answer(position, status));
        }
        if !self.begin(position, state, recorded, blackboard) {
            return None;
        }
        let status = self.tick_unless(answer, position, blackboard);
        if status != Status::Running {
            self.words[state] = 0;
            self.end(position, end_of(status), blackboard);
        }
        Some(status)
    }

    /// Begins and ticks a position while another one may be recorded; `None` if it refuses to begin.
    fn begin_beside<B: ?Sized>(
        &mut self,
        position: usize,
        state: Address,
        recorded: u32,
        abort: u32,
        blackboard: &mut B,
    ) -> Option<Status>
    where
        V: Play<B>,
    {
        let answer = if E::ANSWERS { self.answer(position) } else { None };
        if E::ANSWERS {
            if let Some(status @ (Status::Success | Status::Failure)) = answer {
                return Some(self.report_answer(position, status));
            }
        }
        if !self.make(position, blackboard) {
            return None;
        }
        let mut fresh = Fresh { run: self, blackboard, position, is_open: true };
        let status = fresh.tick(answer);
        if status == Status::Running {
            fresh.run.abort(abort, fresh.blackboard);
            fresh.is_open = false;
            fresh.run.words[state] = recorded;
        } else {
            fresh.is_open = false;
            fresh.run.end(position, end_of(status), fresh.blackboard);
        }
        Some(status)
    }

    /// Ticks a recorded position, and ends it when it has finished.
    fn go_on<B: ?Sized>(&mut self, position: usize, state: Address, blackboard: &mut B) -> Status
    where
        V: Play<B>,
    {
        let status = if E::ANSWERS {
            self.tick_unless(self.answer(position), position, blackboard)
        } else {
            self.tick(position, blackboard)
        };
        if status != Status::Running {
            self.words[state] = 0;
            self.end(position, end_of(status), blackboard);
        }
        status
    }

    /// Ends a position whose region or frame has finished.
    #[inline(never)]
    fn ended<B: ?Sized>(
        &mut self,
        position: usize,
        state: Address,
        status: Status,
        blackboard: &mut B,
    ) where
        V: Play<B>,
    {
        if let (Keeps::Subtree { subtree, .. }, Status::Success) =
            (self.code.positions[position].keeps, status)
        {
            self.give(subtree);
        }
        self.words[state] = 0;
        self.end(position, end_of(status), blackboard);
    }

    /// Passes the results of a subtree on.
    fn give(&mut self, subtree: usize) {
        for (from, to) in &self.code.subtrees[subtree].gives {
            let data = self.data();
            data[*to] = data[*from].take();
        }
    }

    /// Makes the data of a position; `false` if it refuses to begin.
    fn make<B: ?Sized>(&mut self, position: usize, blackboard: &mut B) -> bool
    where
        V: Play<B>,
    {
        let of = &self.code.positions[position];
        if of.is_over_deadline {
            return self.make_over_deadline(of, blackboard);
        }
        self.make_data(of, blackboard)
    }

    /// Makes the data of a position in words that may hold the deadline of the recorded one. That is kept if this panics.
    #[inline(never)]
    fn make_over_deadline<B: ?Sized>(&mut self, of: &Position, blackboard: &mut B) -> bool
    where
        V: Play<B>,
    {
        let at = of.from..of.to.min(of.from + TIME);
        let mut before = [0; TIME];
        before[..at.len()].copy_from_slice(&self.words[at.clone()]);
        let mut making = Making { run: self, at, before };
        let begins = making.run.make_data(of, blackboard);
        if begins {
            making.at = 0..0;
        }
        begins
    }

    #[inline]
    fn make_data<B: ?Sized>(&mut self, of: &Position, blackboard: &mut B) -> bool
    where
        V: Play<B>,
    {
        let code = self.code;
        self.words[of.from..of.to].fill(0);
        self.forget(of);
        match of.keeps {
            Keeps::Action { slot, call } => self.make_payload(slot, call, blackboard),
            Keeps::Frame(frame) => {
                let mut fields = code.frames[frame].fields.iter();
                let node = code.frames[frame].node;
                fields.all(|field| self.make_field(field, node, blackboard))
            }
            Keeps::Subtree { subtree, .. } => self.pass(&code.subtrees[subtree], blackboard),
            Keeps::Nothing | Keeps::Deadline | Keeps::Tree { .. } | Keeps::Region(_) => true,
        }
    }

    /// Evaluates the parameters of a subtree; returns `false` if one has no result. A separate function, since it needs
    /// much of the stack.
    #[inline(never)]
    fn pass<B: ?Sized>(&mut self, passed: &SubtreeData, blackboard: &mut B) -> bool
    where
        V: Play<B>,
    {
        let mut values = [const { None }; MOST_PARAMETERS];
        for (value, (_, formula)) in values.iter_mut().zip(&passed.arguments) {
            *value = self.value(*formula, blackboard);
            if value.is_none() {
                return false;
            }
        }
        for (value, (place, _)) in values.into_iter().zip(&passed.arguments) {
            self.data()[*place] = value;
        }
        true
    }

    pub(super) fn make_payload<B: ?Sized>(
        &mut self,
        slot: usize,
        call: Call,
        blackboard: &mut B,
    ) -> bool
    where
        V: Play<B>,
    {
        let made = self.called(call, blackboard, |word, arguments, blackboard| {
            V::make(word, arguments, blackboard)
        });
        let made = made.ok().flatten();
        let begins = made.as_ref().is_some_and(|made| V::check(made, blackboard));
        if begins {
            self.set_payload(slot, made);
        }
        begins
    }

    pub(super) fn make_field<B: ?Sized>(
        &mut self,
        field: &Field,
        node: u32,
        blackboard: &mut B,
    ) -> bool
    where
        V: Play<B>,
    {
        match *field {
            Field::Rounds { left, count, more } => {
                let count: u32 = self.number(&count, blackboard);
                self.words[left] = count.saturating_add(more);
                return self.words[left] > 0;
            }
            Field::Deadline { until, length } => {
                let now = V::now(blackboard);
                let deadline = after(now, self.length(length, blackboard));
                set_time(self.words, until, deadline);
            }
            Field::Due { at, period } => {
                let now = V::now(blackboard);
                self.store(self.code.periods[period], blackboard);
                set_time(self.words, at, now);
            }
            Field::Decorator { slot, call } => return self.make_payload(slot, call, blackboard),
            Field::Ranked { order, scores } => {
                self.rank(order, &self.code.numbers[scores as usize], None, None, blackboard);
            }
            Field::InTurn { order, first, count } => self.turn(order, first, count),
            Field::Value { place, formula } => match self.look().datum(formula, blackboard) {
                Ok(value) => {
                    let has_value = value.is_some();
                    self.data()[place] = value;
                    return has_value;
                }
                Err(reason) => {
                    self.events.failed(node, format_args!("{reason}"));
                    return false;
                }
            },
            Field::Numbers { at, place, range } => {
                let end = |formula| usize::of(self.known(formula, blackboard)) as u64;
                let numbers = end(range[0])..end(range[1]);
                if numbers.is_empty() {
                    return false;
                }
                self.number_at(at, place, numbers);
            }
            // All words are 0: no child has been tried.
            Field::Tried { .. }
            | Field::Stopping { .. }
            | Field::Ranking { .. }
            | Field::Until { .. }
            | Field::Place { .. } => {}
        }
        true
    }

    /// Calls `Action::start` or `Decorator::start` of the position's payload, if it has one.
    fn start<B: ?Sized>(&mut self, position: usize, blackboard: &mut B)
    where
        V: Play<B>,
    {
        let slot = self.code.positions[position].payload;
        if let Some(payload) = slot.and_then(|slot| self.payload(slot)) {
            V::start(payload, blackboard);
        }
    }

    /// The observer's answer in place of a position's node, which is not reported yet.
    #[inline]
    fn answer(&self, position: usize) -> Option<Status> {
        let of = &self.code.positions[position];
        let Keeps::Action { .. } = of.keeps else { return None };
        // An observer has no value that the action could give.
        let answer = self.events.answer(of.node);
        answer.filter(|answer| of.gives.is_empty() || *answer != Status::Success)
    }

    /// Reports an answer in place of a position's node.
    fn report_answer(&self, position: usize, answer: Status) -> Status {
        self.events.leaf(self.code.positions[position].node, answer);
        answer
    }

    /// Ticks the node of a position, or reports the answer in its place.
    fn tick_unless<B: ?Sized>(
        &mut self,
        answer: Option<Status>,
        position: usize,
        blackboard: &mut B,
    ) -> Status
    where
        V: Play<B>,
    {
        match answer {
            Some(answer) => self.report_answer(position, answer),
            None => self.tick(position, blackboard),
        }
    }

    /// Ticks the node of a position.
    fn tick<B: ?Sized>(&mut self, position: usize, blackboard: &mut B) -> Status
    where
        V: Play<B>,
    {
        let (of, events) = (&self.code.positions[position], self.events);
        match of.keeps {
            Keeps::Action { slot, .. } => {
                if of.lent.is_some() || !of.gives.is_empty() {
                    return self.tick_with_data(position, slot, blackboard);
                }
                self.action(slot, of.node, blackboard)
            }
            Keeps::Tree { slot, .. } => {
                let Some(tree) = self.payload(slot) else { return Status::Failure };
                V::tick_tree(tree, blackboard, events.within(of.node + 1))
            }
            Keeps::Subtree { region, subtree } => {
                let status = self.region(region, short(position), blackboard);
                if status == Status::Success {
                    self.give(subtree);
                }
                status
            }
            Keeps::Region(region) => self.region(region, short(position), blackboard),
            Keeps::Frame(frame) => {
                let entry = self.code.frames[frame].entries[usize::from(E::IS_QUIET)];
                self.run(entry, short(position), blackboard)
            }
            Keeps::Nothing | Keeps::Deadline => Status::Failure,
        }
    }

    /// Ticks an action to which nothing is lent and that gives no result.
    #[inline(never)]
    fn action<B: ?Sized>(&mut self, slot: usize, node: u32, blackboard: &mut B) -> Status
    where
        V: Play<B>,
    {
        let events = self.events;
        let Some(action) = self.payload(slot) else { return Status::Failure };
        V::tick(action, Arguments::new(&[]), blackboard, events, node, &mut [])
    }

    /// Ticks an action that is lent something, or that gives a result. A separate function, since it needs much of the
    /// stack.
    #[inline(never)]
    fn tick_with_data<B: ?Sized>(
        &mut self,
        position: usize,
        slot: usize,
        blackboard: &mut B,
    ) -> Status
    where
        V: Play<B>,
    {
        let of = &self.code.positions[position];
        let mut results = [const { None }; MOST_RESULTS];
        let gives = &self.code.result_places[of.gives.clone()];
        let results = &mut results[..gives.len()];
        let Some(UserData { payloads, data }) = self.kept.as_deref_mut() else {
            return Status::Failure;
        };
        let look = Look::<V> { code: self.code, data };
        let Some(action) = payloads[slot].as_mut() else { return Status::Failure };
        let mut tick = |_, lent: Arguments<'_, V::Own>, blackboard: &mut B| {
            V::tick(action, lent, blackboard, self.events, of.node, results)
        };
        let status = match of.lent {
            None => tick(0, Arguments::new(&[]), blackboard),
            // What is lent has a result: the checks refuse an argument that may have none.
            Some(lent) => look.called(lent, blackboard, tick).unwrap_or(Status::Failure),
        };
        if status == Status::Success {
            for (result, place) in results.iter_mut().zip(gives) {
                data[*place] = result.take();
            }
        }
        status
    }

    /// Ticks a decorator of the vocabulary, which may tick its child.
    fn decorate<B: ?Sized>(&mut self, child: usize, slot: usize, blackboard: &mut B) -> Status
    where
        V: Play<B>,
    {
        let state = self.code.regions[child].state;
        let payload = self.take_payload(slot);
        let mut lent = ActiveDecorator { payload, slot, run: &mut *self };
        let ActiveDecorator { run, payload: Some(decorator), .. } = &mut lent else {
            return Status::Failure;
        };
        V::decorate(decorator, blackboard, |blackboard| {
            let status = run.region(child, NOTHING, blackboard);
            if status != Status::Running {
                run.words[state] = 0;
            }
            status
        })
    }

    /// Ends a position that is no longer recorded: calls the `end` of its payload, and its `finally`.
    fn end<B: ?Sized>(&mut self, position: usize, end: End, blackboard: &mut B)
    where
        V: Play<B>,
    {
        let of = &self.code.positions[position];
        if let Some(mut payload) = of.payload.and_then(|slot| self.take_payload(slot)) {
            V::end(&mut payload, blackboard, end);
        }
        if let Keeps::Frame(frame) = of.keeps {
            if let Some(call) = self.code.frames[frame].end {
                self.act_unobserved(call, blackboard);
            }
        }
        self.forget(of);
    }

    /// Drops the values with names of a position.
    #[inline]
    fn forget(&mut self, of: &Position) {
        if !of.data.is_empty() {
            self.data()[of.data.clone()].fill_with(|| None);
        }
    }
}

// Aborts of recorded positions.
impl<V: Vocabulary, E: Events> Run<'_, V, E> {
    /// Aborts all running nodes.
    pub(super) fn leave_all<B: ?Sized>(&mut self, blackboard: &mut B)
    where
        V: Play<B>,
    {
        self.leave(0, NOTHING, blackboard);
    }

    /// Aborts the recorded position of a region, if it is one of the positions to abort.
    fn abort<B: ?Sized>(&mut self, abort: u32, blackboard: &mut B)
    where
        V: Play<B>,
    {
        let code = self.code;
        let of = &code.aborts[abort as usize];
        let word = self.words[code.regions[of.region].state];
        if code.masks[(of.row + word) as usize] {
            self.abort_recorded(abort, blackboard);
        }
    }

    /// Aborts the recorded position of a region, which is known to be one of the positions to abort.
    #[inline(never)]
    fn abort_recorded<B: ?Sized>(&mut self, abort: u32, blackboard: &mut B)
    where
        V: Play<B>,
    {
        let of = &self.code.aborts[abort as usize];
        self.leave(of.region, of.keep, blackboard);
    }

    /// Aborts the recorded position of a region, and every node above it that does not contain the node `keep`.
    fn leave<B: ?Sized>(&mut self, region: usize, keep: u32, blackboard: &mut B)
    where
        V: Play<B>,
    {
        let code = self.code;
        let region = &code.regions[region];
        let Some(position) = region.recorded(self.words) else { return };
        let of = &code.positions[position];
        let is_cut = matches!(of.keeps, Keeps::Region(_));
        if !matches!(of.keeps, Keeps::Nothing | Keeps::Deadline) {
            self.leave_data(position, keep, blackboard);
            // The word is cleared first, so that the node ends only once even if its `end` panics.
            if (of.must_end || !of.data.is_empty()) && !is_cut {
                self.words[region.state] = 0;
                self.end(position, End::Aborted, blackboard);
            }
        }
        if !is_cut {
            self.events.aborted(of.node, keep);
        }
        for cooldown in &of.cooldowns {
            let node = code.cooldowns[*cooldown].node;
            let contains = node <= keep && keep < code.nodes[node as usize].end.0;
            if !contains {
                self.cool(*cooldown, blackboard);
            }
        }
        self.words[region.state] = 0;
    }

    /// Aborts all active nodes inside of a position.
    fn leave_data<B: ?Sized>(&mut self, position: usize, keep: u32, blackboard: &mut B)
    where
        V: Play<B>,
    {
        let of = &self.code.positions[position];
        match of.keeps {
            Keeps::Nothing | Keeps::Deadline | Keeps::Action { .. } => {}
            Keeps::Region(region) => self.leave(region, keep, blackboard),
            // In another tree all nodes are aborted, and none above it.
            Keeps::Subtree { region, .. } => self.leave(region, of.node, blackboard),
            Keeps::Tree { slot, .. } => {
                let events = self.events.within(of.node + 1);
                if let Some(tree) = self.payload(slot) {
                    V::abort_tree(tree, blackboard, events);
                }
            }
            Keeps::Frame(frame) => self.leave_children(frame, blackboard),
        }
    }

    /// Aborts all running children of a frame.
    fn leave_children<B: ?Sized>(&mut self, frame: usize, blackboard: &mut B)
    where
        V: Play<B>,
    {
        let code = self.code;
        let of = &code.frames[frame];
        for (place, child) in of.children.iter().enumerate() {
            let region = &code.regions[*child];
            if region.can_run && of.may_run(place, code, self.words) {
                self.leave(*child, of.node, blackboard);
            }
        }
    }
}

// Ends of what runs, after its cleanups that take time.
impl<V: Vocabulary, E: Events> Run<'_, V, E> {
    /// One tick of the end of all running nodes.
    pub(super) fn stop_all<B: ?Sized>(&mut self, blackboard: &mut B) -> Status
    where
        V: Play<B>,
    {
        self.stop(0, NOTHING, false, blackboard)
    }

    /// One tick of the end of what is recorded in a region, and of every node above it that does not contain the node
    /// `keep`. If it is late, the region was ticked before in this tick.
    fn stop<B: ?Sized>(
        &mut self,
        region: usize,
        keep: u32,
        late: bool,
        blackboard: &mut B,
    ) -> Status
    where
        V: Play<B>,
    {
        let code = self.code;
        let of = &code.regions[region];
        let position = of.recorded(self.words).filter(|_| of.cleans_up);
        let status = match position.map(|position| &code.positions[position]) {
            None => Status::Success,
            Some(position) => match position.keeps {
                Keeps::Region(below) => self.stop(below, keep, late, blackboard),
                // In another tree all nodes are aborted, and none above it.
                Keeps::Subtree { region, .. } => self.stop(region, position.node, late, blackboard),
                Keeps::Frame(frame) => self.stop_children(frame, late, blackboard),
                Keeps::Nothing | Keeps::Deadline | Keeps::Action { .. } | Keeps::Tree { .. } => {
                    Status::Success
                }
            },
        };
        if status == Status::Running {
            return Status::Running;
        }
        self.leave(region, keep, blackboard);
        Status::Success
    }

    /// The same for all children of a frame.
    fn stop_children<B: ?Sized>(&mut self, frame: usize, late: bool, blackboard: &mut B) -> Status
    where
        V: Play<B>,
    {
        let code = self.code;
        let of = &code.frames[frame];
        if E::IS_QUIET {
            // Without events, the instructions of a tick go on with those of the nodes around it.
            let (kept, mut observer) = (self.kept.as_deref_mut(), NoObserver);
            let watched = Watched::by(&mut observer, &code.nodes);
            let mut run = Run { code, words: &mut *self.words, kept, events: watched.watch() };
            return run.stop_children(frame, late, blackboard);
        }
        if let ([cleanup, node], true) = (of.children.as_slice(), of.is_cleanup) {
            let [cleanup_word, word] = [cleanup, node].map(|of| code.regions[*of].state);
            if self.words[word] < SUCCEEDED {
                if self.stop(*node, of.node, late, blackboard) == Status::Running {
                    return Status::Running;
                }
                self.words[word] = FAILED;
                self.words[cleanup_word] = 0;
            } else if late {
                return Status::Running;
            }
            return self.run(of.entries[0], NOTHING, blackboard);
        }
        let mut status = Status::Success;
        for (place, child) in of.children.iter().enumerate() {
            if of.may_run(place, code, self.words)
                && self.stop(*child, of.node, late, blackboard) == Status::Running
            {
                status = Status::Running;
            }
        }
        status
    }
}

/// Runs an action without reporting it. A separate function, since a vocabulary may have many words.
#[inline(never)]
fn unobserved<V: Play<B>, B: ?Sized>(
    word: usize,
    arguments: Arguments<'_, V::Own>,
    blackboard: &mut B,
) {
    V::leaf(word, arguments, blackboard, NoEvents::<false>, 0);
}

#[inline]
fn either(holds: bool, yes: Target, no: Target) -> Target {
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

const fn end_of(status: Status) -> End {
    if matches!(status, Status::Success) { End::Success } else { End::Failure }
}

/// A decorator during its tick; it returns to its slot even if it panics.
struct ActiveDecorator<'r, 'a, V: Vocabulary, E> {
    run: &'r mut Run<'a, V, E>,
    payload: Option<V::Held>,
    slot: usize,
}

impl<V: Vocabulary, E> Drop for ActiveDecorator<'_, '_, V, E> {
    fn drop(&mut self) {
        self.run.set_payload(self.slot, self.payload.take());
    }
}

/// A node whose data is made over the deadline of the node that is recorded, which gets it back if the new node does not
/// begin.
struct Making<'r, 'a, V: Vocabulary, E> {
    run: &'r mut Run<'a, V, E>,
    at: Range<Address>,
    before: [u32; TIME],
}

impl<V: Vocabulary, E> Drop for Making<'_, '_, V, E> {
    fn drop(&mut self) {
        let at = self.at.clone();
        self.run.words[at.clone()].copy_from_slice(&self.before[..at.len()]);
    }
}

/// A node that began while another one is still recorded. If its first tick panics, it is ended. What is active in it
/// is aborted, so that every `start` has its `end`, and only dropped if nothing in it has one, as in a compiled tree.
struct Fresh<'r, 'a, B: ?Sized, V: Play<B>, E: Events> {
    run: &'r mut Run<'a, V, E>,
    blackboard: &'r mut B,
    position: usize,
    /// `true` until it is recorded or has ended.
    is_open: bool,
}

impl<B: ?Sized, V: Play<B>, E: Events> Fresh<'_, '_, B, V, E> {
    #[inline]
    fn tick(&mut self, answer: Option<Status>) -> Status {
        self.run.start(self.position, self.blackboard);
        if E::ANSWERS {
            self.run.tick_unless(answer, self.position, self.blackboard)
        } else {
            self.run.tick(self.position, self.blackboard)
        }
    }
}

impl<B: ?Sized, V: Play<B>, E: Events> Drop for Fresh<'_, '_, B, V, E> {
    fn drop(&mut self) {
        if self.is_open {
            if self.run.code.positions[self.position].must_end {
                self.run.leave_data(self.position, NOTHING, self.blackboard);
            }
            self.run.end(self.position, End::Aborted, self.blackboard);
        }
    }
}

/// The order of two values of one type. Of variants and truth values only equality is asked.
#[inline]
fn order(left: Value, right: Value) -> Option<Ordering> {
    match (left, right) {
        (Value::Integer(left), Value::Integer(right)) => Some(left.cmp(&right)),
        (Value::F32(left), Value::F32(right)) => left.partial_cmp(&right),
        (Value::F64(left), Value::F64(right)) => left.partial_cmp(&right),
        (Value::Duration(left), Value::Duration(right)) => Some(left.cmp(&right)),
        (Value::Text(left), Value::Text(right)) => Some(left.cmp(right)),
        (Value::Bool(left), Value::Bool(right)) => Some(left.cmp(&right)),
        (Value::Variant(left), Value::Variant(right)) => Some(left.cmp(&right)),
        (
            Value::Integer(_)
            | Value::F32(_)
            | Value::F64(_)
            | Value::Duration(_)
            | Value::Text(_)
            | Value::Bool(_)
            | Value::Variant(_),
            _,
        ) => None,
    }
}
