//! Instructions without events → those of a tick without an observer.
//!
//! Whatever is known before a tick is resolved here: where a tick begins for each value of a region's word, which aborts
//! have something to abort, and which status is the most recent one. So an instruction may have copies, one for each
//! value of the word. An answer of several parts becomes an instruction for each. A region or a frame goes on with what
//! follows it: there is no call and no return, unless a function ticks it.

use super::Assembled;
use crate::Status;
use crate::files::code::{
    ArgumentKind, Call, Code, Descent, ENDS, ENTRIES, Entry, FAILURE, Formula, Holds, Instruction,
    Keeps, NO_POSITION, NOWHERE, OTHER, Operand, ROOT, RUNNING, SAME, SUCCESS, Stream, Target,
    Test, Visit, short,
};
use crate::vocabulary::Value;
use core::ops::Range;
use std::collections::BTreeMap;
use std::vec;
use std::vec::Vec;

/// Adds what a tick without an observer does.
pub(super) fn add(code: &mut Code, from: &Stream) -> Assembled<()> {
    let mut writer = Writer::new(code, from);
    writer.reserve(Owner::Region(0));
    let mut pending = vec![(Owner::Region(0), Ends::REAL)];
    let mut of_root = None;
    while let Some((owner, ends)) = pending.pop() {
        writer.owner(owner, ends);
        of_root.get_or_insert(writer.to.instructions.len());
        let called = std::mem::take(&mut writer.called);
        pending.extend(called.into_iter().map(|(owner, (_, ends))| (owner, ends)));
    }
    if writer.is_ambiguous {
        return Err("a region or a frame is ticked at two places".into());
    }
    let Writer { mut to, regions, frames, .. } = writer;
    to.skip_jumps();
    to.fuse();
    let end = of_root.unwrap_or_default();
    // A tree with a header begins and ends in other functions.
    let visit = |at| {
        let visit = Visit::of(&to.instructions, at, end).filter(|_| !code.has_header);
        visit.unwrap_or(Visit { first: to.ahead(at), ..Visit::OTHER })
    };
    code.visits = (0..short(end)).map(visit).collect();
    code.quiet = to;
    for (region, entry) in code.regions.iter_mut().zip(regions) {
        region.entries[1] = entry;
    }
    for (frame, entry) in code.frames.iter_mut().zip(frames) {
        frame.entries[1] = entry;
    }
    Ok(())
}

impl Stream {
    /// Leads all targets past jumps, and puts the instruction behind a jump in its place.
    fn skip_jumps(&mut self) {
        for place in 0..self.instructions.len() {
            let at = self.ahead(short(place));
            let mut instruction = match self.instructions.get(at as usize) {
                Some(instruction) => *instruction,
                None => Instruction::Jump(at),
            };
            instruction.each_target(|target| *target = self.ahead(*target));
            self.instructions[place] = instruction;
        }
        for entry in 0..self.entries.len() {
            self.entries[entry].closed = self.ahead(self.entries[entry].closed);
        }
        for row in 0..self.targets.len() {
            self.targets[row] = self.ahead(self.targets[row]);
        }
        for choice in 0..self.choices.len() {
            for arm in 0..self.choices[choice].len() {
                self.choices[choice][arm].1 = self.ahead(self.choices[choice][arm].1);
            }
        }
        for beside in 0..self.besides.len() {
            let mut of = self.besides[beside];
            of.each_target(|target| *target = self.ahead(*target));
            self.besides[beside] = of;
        }
    }

    /// Puts one instruction in the place of two that follow each other.
    fn fuse(&mut self) {
        for place in 0..self.instructions.len() {
            let next = |to: Target| self.instructions.get(to as usize).copied();
            let fused = match self.instructions[place] {
                Instruction::IsIdle { state, yes, no: busy } => match next(yes) {
                    Some(Instruction::IsDue { due, yes, no }) => {
                        Some(Instruction::IsIdleAndDue { state, due, yes, no, busy })
                    }
                    _ => None,
                },
                Instruction::WaitBegins { length, before, over, .. } => match next(before) {
                    Some(Instruction::RecordDeadline { state, at, position, next: before }) => {
                        Some(Instruction::WaitAndRecord {
                            length,
                            state,
                            at,
                            position,
                            before,
                            over,
                        })
                    }
                    _ => None,
                },
                // The second one writes the same word.
                Instruction::Write { at, next: to, .. } => next(to).filter(|next| match next {
                    Instruction::Write { at: word, .. }
                    | Instruction::Record { state: word, .. } => *word == at,
                    _ => false,
                }),
                _ => None,
            };
            if let Some(fused) = fused {
                self.instructions[place] = fused;
            }
        }
    }
}

impl Visit {
    /// An instruction that is none.
    const OTHER: Self = Self {
        bits: 0,
        first: 0,
        success: NOWHERE,
        failure: NOWHERE,
        position: NO_POSITION,
        running: NOWHERE,
        word: OTHER,
    };

    /// The visit of an instruction; those before `end` may have one.
    fn of(all: &[Instruction], at: u32, end: usize) -> Option<Self> {
        let (word, first, bits, success, failure, running, state, position) = match all[at as usize]
        {
            Instruction::Leaf { word, first, bits, success, failure, running, state, position } => {
                (word, first, bits, success, failure, running, state, position)
            }
            Instruction::Condition { word, first, bits, yes, no } => {
                (word, first, bits, yes, no, NOWHERE, 0, 0)
            }
            _ => return None,
        };
        let is_root = |state: u32| state as usize == ROOT;
        let (position, running) = match all.get(running as usize) {
            Some(Instruction::IsRecorded { state, position, yes: RUNNING, no })
                if is_root(*state) =>
            {
                (*position, *no)
            }
            _ if position == 0 && running != RUNNING => (NO_POSITION, running),
            _ if position != 0 && running == RUNNING && is_root(state.into()) => {
                (position.into(), RUNNING)
            }
            _ => return None,
        };
        let has_visit = |to: &Target| (*to as usize) < end || *to >= ENDS;
        // A tick that ends with a visit forgets the recorded position, so success and failure must not lead back to it.
        let goes_on = [success, failure].contains(&RUNNING);
        let visit = Self { bits, first, success, failure, position, running, word };
        (!goes_on && [success, failure, running].iter().all(has_visit)).then_some(visit)
    }
}

/// A region or a frame, by its index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Owner {
    Region(usize),
    Frame(usize),
}

impl Owner {
    /// What a position keeps, if it has instructions of its own.
    fn of(keeps: Keeps) -> Option<Self> {
        match keeps {
            Keeps::Region(region) | Keeps::Subtree { region, .. } => Some(Self::Region(region)),
            Keeps::Frame(frame) => Some(Self::Frame(frame)),
            Keeps::Nothing | Keeps::Deadline | Keeps::Action { .. } | Keeps::Tree { .. } => None,
        }
    }
}

/// The targets behind the ends of a region or a frame.
#[derive(Clone, Copy)]
struct Ends {
    success: Target,
    failure: Target,
    running: Target,
}

impl Ends {
    /// Those of what a function ticks.
    const REAL: Self = Self { success: SUCCESS, failure: FAILURE, running: RUNNING };

    fn of(&mut self, status: Status) -> &mut Target {
        match status {
            Status::Success => &mut self.success,
            Status::Failure => &mut self.failure,
            Status::Running => &mut self.running,
        }
    }
}

/// An instruction, and what is known before it: the value of the region's word, and the most recent status, as the
/// target that returns it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    at: Target,
    word: Option<u32>,
    status: Target,
}

struct Writer<'c> {
    code: &'c Code,
    from: &'c Stream,
    /// For each instruction, whether the word, and whether the status makes a difference.
    asks_for_word: Vec<bool>,
    asks_for_status: Vec<bool>,
    to: Stream,
    /// The first instructions of all regions and frames.
    regions: Vec<Target>,
    frames: Vec<Target>,
    /// The regions and frames that the current one ticks, each with the instruction that does so and its ends.
    called: BTreeMap<Owner, (Target, Ends)>,
    is_ambiguous: bool,
    /// For each position, whether it begins beside another one.
    besides: Vec<bool>,
    /// The instructions of the current region or frame.
    targets: BTreeMap<Place, Target>,
    /// Instructions that are still to be written.
    pending: Vec<(Target, Place)>,
    ends: Ends,
    /// The region's word, and its positions.
    state: u32,
    positions: Range<usize>,
    /// The first node of a cooldown in the region that is above one of them.
    outermost: Option<u32>,
    /// `true` if there may be a copy for each value of the word.
    copies: bool,
}

/// An instruction that is still to be written.
const PENDING: Instruction = Instruction::Jump(NOWHERE);

impl<'c> Writer<'c> {
    fn new(code: &'c Code, from: &'c Stream) -> Self {
        let before = Before::new(from);
        let mut besides = vec![false; code.positions.len()];
        for instruction in &from.instructions {
            if let Instruction::Descend(Descent::BeginBeside { position, .. }) = instruction {
                besides[*position as usize] = true;
            }
        }
        Self {
            code,
            from,
            asks_for_word: before.leads_to(
                |of| matches!(of, Instruction::Abort { .. } | Instruction::Resume { .. }),
                |of| !matches!(of, Instruction::Record { .. } | Instruction::Continue { .. }),
            ),
            asks_for_status: before.leads_to(
                |of| matches!(of, Instruction::Resume { .. }) || returns_same(*of),
                |of| !sets_status(of),
            ),
            to: Stream {
                instructions: Vec::with_capacity(from.instructions.len()),
                ..Stream::default()
            },
            regions: vec![NOWHERE; code.regions.len()],
            frames: vec![NOWHERE; code.frames.len()],
            called: BTreeMap::new(),
            is_ambiguous: false,
            besides,
            targets: BTreeMap::new(),
            pending: Vec::new(),
            ends: Ends::REAL,
            state: 0,
            positions: 0..0,
            outermost: None,
            copies: true,
        }
    }

    /// Returns the first instruction of a region or a frame: one for each value of the region's word.
    fn reserve(&mut self, owner: Owner) -> Target {
        let here = self.to.instructions.len();
        let (first, count) = match owner {
            Owner::Region(region) => {
                (&mut self.regions[region], self.code.regions[region].positions + 1)
            }
            Owner::Frame(frame) => (&mut self.frames[frame], 1),
        };
        if *first == NOWHERE {
            *first = short(here);
            self.to.instructions.resize(here + count, PENDING);
        }
        *first
    }

    /// Returns the first instruction of a region or a frame that this instruction ticks.
    fn call(&mut self, owner: Owner, at: Target, ends: Ends) -> Target {
        let (by, known) = self.called.entry(owner).or_insert((at, ends));
        // A function that ticks it asks for no ends.
        if at != NOWHERE && *by != at {
            self.is_ambiguous |= *by != NOWHERE;
            (*by, *known) = (at, ends);
        }
        self.reserve(owner)
    }

    /// Writes the instructions of a region or a frame.
    fn owner(&mut self, owner: Owner, ends: Ends) {
        self.ends = ends;
        let first = self.reserve(owner);
        let region = match owner {
            Owner::Region(region) => region,
            Owner::Frame(frame) => {
                (self.positions, self.outermost, self.copies) = (0..0, None, false);
                self.enter(first, self.code.frames[frame].entries[1], false);
                self.write(usize::MAX);
                return;
            }
        };
        let of = &self.code.regions[region];
        (self.state, self.positions) = (short(of.state), of.first..of.first + of.positions);
        self.outermost =
            self.positions.clone().filter_map(|position| self.outermost_of(position)).min();
        let begins_late = region == 0 && self.code.has_header;
        let to = &self.to;
        let (instructions, targets) = (to.instructions.len(), to.targets.len());
        let (choices, besides) = (to.choices.len(), to.besides.len());
        let entries = to.entries.len();
        // Beyond this, copies take more memory than they are worth.
        let most = 4 * of.positions + 64;
        for copies in [true, false] {
            self.copies = copies;
            self.enter(first, of.entries[1], begins_late);
            if self.write(if copies { most } else { usize::MAX }) {
                break;
            }
            self.to.instructions.truncate(instructions);
            self.to.targets.truncate(targets);
            self.to.choices.truncate(choices);
            self.to.besides.truncate(besides);
            self.to.entries.truncate(entries);
            for owner in std::mem::take(&mut self.called).into_keys() {
                match owner {
                    Owner::Region(region) => self.regions[region] = NOWHERE,
                    Owner::Frame(frame) => self.frames[frame] = NOWHERE,
                }
            }
        }
    }

    /// The first instructions, for each value of the word.
    fn enter(&mut self, first: Target, entry: Target, begins_late: bool) {
        self.targets.clear();
        self.pending.clear();
        for (slot, word) in (first..).zip(0..=short(self.positions.len())) {
            let place = self.resolved(Place { at: entry, word: Some(word), status: FAILURE });
            let place = self.reduced(place);
            if place.at >= ENDS || begins_late && word == 0 {
                self.to.instructions[slot as usize] = Instruction::Jump(self.target(place));
                continue;
            }
            self.targets.entry(place).or_insert(slot);
            self.pending.push((slot, place));
        }
    }

    /// Writes all pending instructions; `false` if there would be more than `most`.
    fn write(&mut self, most: usize) -> bool {
        while let Some((to, place)) = self.pending.pop() {
            if self.targets.len() > most {
                return false;
            }
            let instruction = self.instruction(place);
            self.to.instructions[to as usize] = instruction;
        }
        true
    }

    /// Follows jumps, and skips what has no effect.
    fn resolved(&self, mut place: Place) -> Place {
        loop {
            place.at = match (self.from.instructions.get(place.at as usize), place.word) {
                (None, _) => {
                    place.at = if place.at == SAME { place.status } else { place.at };
                    return place;
                }
                (Some(Instruction::Jump(to)), _) => *to,
                (Some(Instruction::Resume { row, .. }), Some(word)) => {
                    self.from.targets[(row + word) as usize]
                }
                (Some(Instruction::Abort { row, next, .. }), Some(word))
                    if !self.code.masks[(row + word) as usize] =>
                {
                    *next
                }
                (Some(Instruction::Record { position, next, .. }), Some(word))
                    if *position == word =>
                {
                    *next
                }
                _ => return place,
            };
        }
    }

    /// The place without the knowledge that makes no difference.
    fn reduced(&self, mut place: Place) -> Place {
        let at = place.at as usize;
        if !self.copies || self.asks_for_word.get(at) != Some(&true) {
            place.word = None;
        }
        if self.asks_for_status.get(at) != Some(&true) {
            place.status = SAME;
        }
        place
    }

    /// The instruction at a place, or an end of the tick.
    fn target(&mut self, place: Place) -> Target {
        let place = self.resolved(place);
        match place.at {
            SUCCESS => return self.ends.success,
            FAILURE => return self.ends.failure,
            RUNNING => return self.runs(place.word),
            ENDS.. => return place.at,
            _ => {}
        }
        let place = self.reduced(place);
        let next = short(self.to.instructions.len());
        let to = *self.targets.entry(place).or_insert(next);
        if to == next {
            self.push(PENDING);
            self.pending.push((next, place));
        }
        to
    }

    /// The target behind a region or a frame that is running, with this word.
    fn runs(&mut self, word: Option<u32>) -> Target {
        let next = self.ends.running;
        let first = self.positions.start;
        let recorded = word.filter(|word| *word > 0).map(|word| first + word as usize - 1);
        let outermost = recorded.map_or(self.outermost, |of| self.outermost_of(of));
        match outermost {
            Some(node) if next != RUNNING => self.push(Instruction::Forget { node, next }),
            Some(_) | None => next,
        }
    }

    /// The node of the outermost cooldown above a position in its region.
    fn outermost_of(&self, position: usize) -> Option<u32> {
        let cooldown = self.code.positions[position].cooldowns.last();
        cooldown.map(|cooldown| self.code.cooldowns[*cooldown].node)
    }

    fn push(&mut self, instruction: Instruction) -> Target {
        self.to.instructions.push(instruction);
        short(self.to.instructions.len() - 1)
    }

    fn instruction(&mut self, place: Place) -> Instruction {
        let Place { at, word, .. } = place;
        let instruction = self.from.instructions[at as usize];
        match instruction {
            Instruction::Ask { call, nots, yes, no, .. } => {
                let [yes, no] = self.answers([yes, no], nots, place);
                self.condition(call, [yes, no])
            }
            Instruction::Decide { call, yes, no, .. } => {
                let [yes, no] = self.answers([yes, no], 0, place);
                self.condition(call, [yes, no])
            }
            Instruction::Test(Test::Ask { formula, nots, yes, no, .. }) => {
                let [yes, no] = self.answers([yes, no], nots, place);
                self.answer(formula as usize, [yes, no, no])
            }
            Instruction::Test(Test::Decide { formula, yes, no, .. }) => {
                let [yes, no] = self.answers([yes, no], 0, place);
                self.answer(formula as usize, [yes, no, no])
            }
            Instruction::Act { call, running, mut success, mut failure, .. } => {
                self.ends(&mut success, &mut failure, word);
                let running = self.running(Place { at: running, word, status: RUNNING });
                self.leaf(call, [success, failure], running)
            }
            Instruction::ActOn { call, state, position, mut success, mut failure, .. } => {
                self.ends(&mut success, &mut failure, word);
                let running = self.records(state, position);
                self.leaf(call, [success, failure], running)
            }
            instruction => self.other(instruction, place),
        }
    }

    fn condition(&self, call: Call, [yes, no]: [Target; 2]) -> Instruction {
        let Call { word, first, .. } = call;
        Instruction::Condition { word, first, bits: self.first_bits(call), yes, no }
    }

    fn leaf(
        &self,
        call: Call,
        [success, failure]: [Target; 2],
        (running, state, position): (Target, u16, u16),
    ) -> Instruction {
        let Call { word, first, .. } = call;
        let bits = self.first_bits(call);
        Instruction::Leaf { word, first, bits, success, failure, running, state, position }
    }

    /// The first argument of a call, if it is a literal.
    fn first_bits(&self, call: Call) -> u64 {
        let first = self.code.values.get(call.first as usize).filter(|_| call.count > 0);
        first.copied().map_or(0, Value::bits)
    }

    /// The targets for the two answers below this number of nodes `not`.
    fn answers(&mut self, [yes, no]: [Target; 2], nots: u32, place: Place) -> [Target; 2] {
        let answers = if nots % 2 == 1 { [no, yes] } else { [yes, no] };
        answers.map(|at| self.target(Place { at, ..place }))
    }

    /// The first instruction for an answer, with the targets for yes, no, and no result.
    fn answer(&mut self, formula: usize, [yes, no, none]: [Target; 3]) -> Instruction {
        match &self.code.formulas[formula] {
            Formula::Ask(call) if call.arguments == ArgumentKind::Literals => {
                self.condition(*call, [yes, no])
            }
            Formula::Compare([left, right], by) => {
                self.comparison(*by, [*left, *right], [yes, no, none])
            }
            Formula::Not(inner) => self.answer(*inner, [no, yes, none]),
            Formula::All(all) => self.parts(all, Instruction::Jump(yes), |next| [next, no, none]),
            Formula::Any(all) => self.parts(all, Instruction::Jump(no), |next| [yes, next, none]),
            Formula::Constant(_)
            | Formula::Name(_)
            | Formula::Ask(_)
            | Formula::Read(_)
            | Formula::Own(_)
            | Formula::Compute(..)
            | Formula::Whole(..)
            | Formula::Results(_)
            | Formula::Known(..) => Instruction::Holds { formula: short(formula), yes, no, none },
        }
    }

    fn comparison(
        &self,
        by: Holds,
        [left, right]: [usize; 2],
        [yes, no, none]: [Target; 3],
    ) -> Instruction {
        let formulas = &self.code.formulas;
        if let (Formula::Read(call), Formula::Constant(Value::Integer(with))) =
            (&formulas[left], &formulas[right])
        {
            if let (ArgumentKind::Literals, Ok(with)) = (call.arguments, i64::try_from(*with)) {
                let Call { word, first, .. } = *call;
                let bits = self.first_bits(*call);
                return Instruction::CompareWord { by, word, first, bits, with, yes, no };
            }
        }
        if let (Formula::Whole(..), Operand::Constant(with)) =
            (&formulas[left], Operand::of(right, formulas))
        {
            let formula = short(left);
            return Instruction::CompareWhole { by, formula, with, yes, no, none };
        }
        let [left, right] = [left, right].map(short);
        Instruction::Compare { by, left, right, yes, no, none }
    }

    /// The first of these parts, each of which may lead to the next one, and the last to `behind`.
    fn parts(
        &mut self,
        all: &[usize],
        behind: Instruction,
        ends: impl Fn(Target) -> [Target; 3],
    ) -> Instruction {
        all.iter().rev().fold(behind, |next, part| {
            let next = if let Instruction::Jump(to) = next { to } else { self.push(next) };
            self.answer(*part, ends(next))
        })
    }

    /// The target if an action runs, and what it records then.
    fn running(&mut self, place: Place) -> (Target, u16, u16) {
        let place = self.resolved(place);
        if let (RUNNING, Some(word @ 1..)) = (place.at, place.word) {
            return self.records(self.state, word);
        }
        if let Some((state, position)) = self.recorded(place) {
            return self.records(state, position);
        }
        if let Some(Instruction::Abort { row, next, .. }) =
            self.from.instructions.get(place.at as usize)
        {
            // A position is not aborted when it records itself again.
            let next = self.resolved(Place { at: *next, word: None, ..place });
            if let Some((state, position)) = self.recorded(next) {
                if !self.code.masks[(row + position) as usize] {
                    let (yes, no) = (self.runs(Some(position)), self.target(place));
                    let is_recorded = Instruction::IsRecorded { state, position, yes, no };
                    return (self.push(is_recorded), 0, 0);
                }
            }
        }
        (self.target(place), 0, 0)
    }

    /// The same, if it records this position and goes on running.
    fn records(&mut self, state: u32, position: u32) -> (Target, u16, u16) {
        let next = self.runs(Some(position));
        match (state.try_into(), position.try_into()) {
            (Ok(state), Ok(position)) => (next, state, position),
            _ => (self.push(Instruction::Record { state, position, next }), 0, 0),
        }
    }

    /// The position, if it is recorded and the tick of the region ends, and the region's word.
    fn recorded(&self, place: Place) -> Option<(u32, u32)> {
        let Some(Instruction::Record { state, position, next }) =
            self.from.instructions.get(place.at as usize)
        else {
            return None;
        };
        let next = self.resolved(Place { at: *next, word: Some(*position), ..place });
        (next.at == RUNNING).then_some((*state, *position))
    }

    /// An instruction that is no leaf, with its targets.
    fn other(
        &mut self,
        mut instruction: Instruction,
        Place { at, word, status }: Place,
    ) -> Instruction {
        match &mut instruction {
            Instruction::Abort { state, abort, next, .. } => {
                *next = self.target(Place { at: *next, word: word.map(|_| 0), status });
                if word.is_some_and(|word| self.only_forgets(*abort, word)) {
                    return Instruction::Write { at: *state, word: 0, next: *next };
                }
            }
            Instruction::Record { position, next, .. }
            | Instruction::RecordDeadline { position, next, .. } => {
                *next = self.target(Place { at: *next, word: Some(*position), status });
            }
            Instruction::Resume { row, .. } => {
                let first = *row as usize;
                let all: Vec<Target> = (0..=self.positions.len())
                    .map(|word| {
                        let at = self.from.targets[first + word];
                        self.target(Place { at, word: Some(short(word)), status })
                    })
                    .collect();
                *row = short(self.to.targets.len());
                self.to.targets.extend(all);
            }
            Instruction::Continue { position, state, running, success, failure } => {
                self.ends(success, failure, Some(0));
                let recorded = *position as usize - self.positions.start + 1;
                *running = self.runs(Some(short(recorded)));
                let of = &self.code.positions[*position as usize];
                if let (Keeps::Action { slot, .. }, None, true) =
                    (of.keeps, of.lent, of.gives.is_empty())
                {
                    let (position, slot, state) = (*position, short(slot), *state);
                    let (running, success, failure) = (*running, *success, *failure);
                    return Instruction::ContinueAction {
                        position,
                        slot,
                        state,
                        running,
                        success,
                        failure,
                    };
                }
                if let Some(owner) = Owner::of(of.keeps) {
                    let ends = Ends { success: *success, failure: *failure, running: *running };
                    let ends = self.position_ends(*position, *state, ends);
                    return self.entered(owner, at, ends, NOWHERE);
                }
            }
            Instruction::Child { entry, closed, running, success, failure, .. } => {
                *closed = self.target(Place { at: *closed, word, status });
                *running = self.target(Place { at: *running, word, status: RUNNING });
                self.ends(success, failure, word);
                let ends = Ends { success: *success, failure: *failure, running: *running };
                let owner = Owner::Region(*entry as usize);
                return self.entered(owner, at, ends, *closed);
            }
            Instruction::Enter { entry, .. } => {
                return self.entered(Owner::Region(*entry as usize), at, self.ends, NOWHERE);
            }
            Instruction::Chosen { frame, chosen, onward, running, success, failure } => {
                *running = self.target(Place { at: *running, word, status: RUNNING });
                self.ends(success, failure, word);
                let mut ends = Ends { success: *success, failure: *failure, running: *running };
                if let Some(onward) = *onward {
                    let next = ends.of(onward);
                    *next = self.push(Instruction::Write { at: *chosen, word: 0, next: *next });
                }
                for child in &self.code.frames[*frame as usize].children {
                    self.call(Owner::Region(*child), at, ends);
                }
            }
            Instruction::Descend(Descent::Through {
                region, running, success, failure, ..
            }) => {
                *running = self.target(Place { at: *running, word, status: RUNNING });
                self.ends(success, failure, word);
                self.call(Owner::Region(*region as usize), at, Ends::REAL);
            }
            Instruction::Descend(Descent::Stop { running, stopped, .. }) => {
                *running = self.target(Place { at: *running, word, status: RUNNING });
                *stopped = self.target(Place { at: *stopped, word, status: SUCCESS });
            }
            Instruction::Begin { recorded, refused, then, .. } => {
                *refused = self.target(Place { at: *refused, word, status: FAILURE });
                *then = self.target(Place { at: *then, word: Some(*recorded), status: FAILURE });
            }
            Instruction::Descend(Descent::BeginBeside { beside, position, recorded, .. }) => {
                if let Some(owner) = Owner::of(self.code.positions[*position as usize].keeps) {
                    self.call(owner, NOWHERE, Ends::REAL);
                }
                let mut of = self.from.besides[*beside as usize];
                of.refused = self.target(Place { at: of.refused, word, status: FAILURE });
                of.running = self.runs(Some(*recorded));
                self.ends(&mut of.success, &mut of.failure, word);
                *beside = short(self.to.besides.len());
                self.to.besides.push(of);
            }
            // Nothing is to be reported, and nothing to be recorded.
            Instruction::WaitContinues { until, before, over, .. } => {
                let [yes, no] = [*before, *over].map(|at| self.target(Place { at, word, status }));
                return Instruction::IsInTime { until: *until, yes, no };
            }
            Instruction::Test(test) => {
                if let Test::Choose { choice, .. } = test {
                    let mut all = self.from.choices[*choice as usize].clone();
                    for (_, at) in &mut all {
                        *at = self.target(Place { at: *at, word, status });
                    }
                    *choice = short(self.to.choices.len());
                    self.to.choices.push(all);
                }
                test.each_target(|at| *at = self.target(Place { at: *at, word, status }));
            }
            // The targets know what was known before; some have none, and leaves are written elsewhere.
            Instruction::Leaf { .. }
            | Instruction::Condition { .. }
            | Instruction::Holds { .. }
            | Instruction::Compare { .. }
            | Instruction::CompareWord { .. }
            | Instruction::CompareWhole { .. }
            | Instruction::ContinueAction { .. }
            | Instruction::Jump(_)
            | Instruction::End { .. }
            | Instruction::Return { .. }
            | Instruction::Forget { .. }
            | Instruction::IsRecorded { .. }
            | Instruction::Ask { .. }
            | Instruction::Decide { .. }
            | Instruction::Act { .. }
            | Instruction::ActOn { .. }
            | Instruction::FinishedSame { .. }
            | Instruction::Write { .. }
            | Instruction::IsReady { .. }
            | Instruction::IsInTime { .. }
            | Instruction::IsDue { .. }
            | Instruction::Postpone { .. }
            | Instruction::IsIdle { .. }
            | Instruction::IsIdleAndDue { .. }
            | Instruction::WaitAndRecord { .. }
            | Instruction::WaitBegins { .. }
            | Instruction::Rank { .. }
            | Instruction::Pick(_)
            | Instruction::Step { .. } => {
                instruction.each_target(|at| *at = self.target(Place { at: *at, word, status }));
            }
        }
        instruction
    }

    /// Returns `true` if an abort of the position with this word of its region only clears the word.
    fn only_forgets(&self, abort: u32, word: u32) -> bool {
        let region = &self.code.regions[self.code.aborts[abort as usize].region];
        let Some(place) = word.checked_sub(1) else { return false };
        let position = &self.code.positions[region.first + place as usize];
        position.cooldowns.is_empty() && matches!(position.keeps, Keeps::Nothing | Keeps::Deadline)
    }

    /// The jump to a region or a frame.
    fn entered(&mut self, owner: Owner, at: Target, ends: Ends, closed: Target) -> Instruction {
        let first = self.call(owner, at, ends);
        let Owner::Region(region) = owner else { return Instruction::Jump(first) };
        let below = short(self.code.regions[region].state);
        self.to.entries.push(Entry { below, first, closed });
        Instruction::Jump(ENTRIES + short(self.to.entries.len() - 1))
    }

    /// The ends of the region or the frame of a position.
    fn position_ends(&mut self, position: u32, state: u32, behind: Ends) -> Ends {
        let (code, place) = (self.code, position as usize);
        let of = &code.positions[place];
        let only_forgets = match of.keeps {
            Keeps::Region(_) => true,
            Keeps::Subtree { subtree, .. } => code.subtrees[subtree].gives.is_empty(),
            Keeps::Frame(frame) => code.frames[frame].end.is_none(),
            Keeps::Nothing | Keeps::Deadline | Keeps::Action { .. } | Keeps::Tree { .. } => false,
        };
        let only_forgets = only_forgets && of.payload.is_none() && of.data.is_empty();
        let end = |status, next| {
            if only_forgets {
                return Instruction::Write { at: state, word: 0, next };
            }
            Instruction::End { position, state, status, next }
        };
        let success = self.push(end(Status::Success, behind.success));
        let failure = self.push(end(Status::Failure, behind.failure));
        if !self.besides[place] {
            return Ends { success, failure, ..behind };
        }
        let mut returns = |status, next| self.push(Instruction::Return { position, status, next });
        Ends {
            success: returns(Status::Success, success),
            failure: returns(Status::Failure, failure),
            running: returns(Status::Running, behind.running),
        }
    }

    /// Replaces the targets for the two results of what was ticked.
    fn ends(&mut self, success: &mut Target, failure: &mut Target, word: Option<u32>) {
        *success = self.target(Place { at: *success, word, status: SUCCESS });
        *failure = self.target(Place { at: *failure, word, status: FAILURE });
    }
}

/// Returns `true` if the instruction may lead to an end with the status that was most recent before it.
fn returns_same(mut instruction: Instruction) -> bool {
    let mut does = false;
    if !sets_status(&instruction) {
        instruction.each_target(|to| does |= *to == SAME);
    }
    does || matches!(instruction, Instruction::Test(Test::Choose { .. }))
}

/// Returns `true` if another status is the most recent one behind the instruction.
const fn sets_status(instruction: &Instruction) -> bool {
    matches!(
        instruction,
        Instruction::Act { .. }
            | Instruction::ActOn { .. }
            | Instruction::Continue { .. }
            | Instruction::Child { .. }
            | Instruction::Begin { .. }
            | Instruction::Chosen { .. }
            | Instruction::Descend(_)
    )
}

/// The pairs of instructions of which the second may lead to the first in one step, in order.
struct Before<'c> {
    from: &'c Stream,
    pairs: Vec<(Target, Target)>,
}

impl<'c> Before<'c> {
    fn new(from: &'c Stream) -> Self {
        let mut pairs = Vec::with_capacity(2 * from.instructions.len());
        for (place, instruction) in from.instructions.iter().enumerate() {
            let mut leads = |to: Target| pairs.push((to, short(place)));
            let mut instruction = *instruction;
            instruction.each_target(|to| leads(*to));
            // The other targets stand in the instructions; those of a `Resume` are not asked for.
            if let Instruction::Test(Test::Choose { choice, .. }) = instruction {
                from.choices[choice as usize].iter().for_each(|(_, to)| leads(*to));
            } else if let Instruction::Descend(Descent::BeginBeside { beside, .. }) = instruction {
                let mut of = from.besides[beside as usize];
                of.each_target(|to| leads(*to));
            }
        }
        pairs.sort_unstable();
        Self { from, pairs }
    }

    /// The instructions that lead to one of these, through instructions that `passes`.
    fn leads_to(
        &self,
        these: impl Fn(&Instruction) -> bool,
        passes: impl Fn(&Instruction) -> bool,
    ) -> Vec<bool> {
        let instructions = &self.from.instructions;
        let mut leads: Vec<bool> = instructions.iter().map(these).collect();
        let mut pending: Vec<usize> = (0..leads.len()).filter(|at| leads[*at]).collect();
        while let Some(at) = pending.pop() {
            let first = self.pairs.partition_point(|(to, _)| (*to as usize) < at);
            for (_, before) in self.pairs[first..].iter().take_while(|(to, _)| *to as usize == at) {
                let before = *before as usize;
                if !leads[before] && passes(&instructions[before]) {
                    leads[before] = true;
                    pending.push(before);
                }
            }
        }
        leads
    }
}
