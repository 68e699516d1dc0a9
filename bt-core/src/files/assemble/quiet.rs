//! Instructions without events → those of a tick without an observer.
//!
//! Whatever is known before a tick is resolved here: where a tick begins for each value of a region's word, which aborts
//! have something to abort, and which status is the most recent one. So an instruction may have copies, one for each
//! value of the word. An answer of several parts becomes an instruction for each.

use crate::files::code::{
    ArgumentKind, Beside, Call, Code, Descent, ENDS, FAILURE, Formula, Holds, Instruction, Keeps,
    NO_POSITION, NOWHERE, OTHER, ROOT, RUNNING, SAME, SUCCESS, Stream, Target, Test, Visit, short,
};
use crate::vocabulary::Value;
use std::collections::BTreeMap;
use std::vec::Vec;

/// Adds what a tick without an observer does.
pub(super) fn add(code: &mut Code, from: &Stream) {
    let mut writer = Writer::new(code, from);
    let mut regions = Vec::with_capacity(code.regions.len());
    let mut of_root = 0;
    for place in 0..code.regions.len() {
        regions.push(writer.region(place));
        if place == 0 {
            of_root = writer.to.instructions.len();
        }
    }
    let frames: Vec<_> = (0..code.frames.len()).map(|place| writer.frame(place)).collect();
    code.quiet = writer.to;
    for instruction in &mut code.quiet.instructions {
        instruction.each_entry(&regions, &frames);
    }
    code.visits = code.quiet.instructions[..of_root].iter().enumerate().map(Visit::of).collect();
    for (region, entry) in code.regions.iter_mut().zip(regions) {
        region.entries[1] = entry;
    }
    for (frame, entry) in code.frames.iter_mut().zip(frames) {
        frame.entries[1] = entry;
    }
}

impl Instruction {
    /// Replaces the region or the frame below by its first instruction.
    fn each_entry(&mut self, regions: &[Target], frames: &[Target]) {
        if let Self::Enter { entry, .. }
        | Self::Child { entry, .. }
        | Self::ContinueRegion { entry, .. } = self
        {
            *entry = regions[*entry as usize];
        } else if let Self::ContinueFrame { entry, .. } = self {
            *entry = frames[*entry as usize];
        }
    }
}

impl Visit {
    fn of((first, instruction): (usize, &Instruction)) -> Self {
        if let Instruction::Leaf { word, first, bits, success, failure, position, running } =
            *instruction
        {
            return Self { bits, first, success, failure, position, running, word };
        }
        let (position, success) = match *instruction {
            Instruction::Record { state: at, position: word, next }
            | Instruction::Write { at, word, next }
                if at as usize == ROOT =>
            {
                (word, next)
            }
            _ => (NO_POSITION, NOWHERE),
        };
        let (first, failure, running) = (short(first), NOWHERE, NOWHERE);
        Self { bits: 0, first, success, failure, position, running, word: OTHER }
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
    /// The instructions of the current region or frame.
    targets: BTreeMap<Place, Target>,
    /// Instructions that are still to be written.
    pending: Vec<(Target, Place)>,
    /// The number of the region's positions.
    positions: usize,
    /// `true` if there may be a copy for each value of the word.
    copies: bool,
}

/// An instruction that is still to be written.
const PENDING: Instruction = Instruction::Jump(NOWHERE);

impl<'c> Writer<'c> {
    fn new(code: &'c Code, from: &'c Stream) -> Self {
        let before = Before::new(from);
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
            to: Stream::default(),
            targets: BTreeMap::new(),
            pending: Vec::new(),
            positions: 0,
            copies: true,
        }
    }

    /// Writes the instructions of a region; returns the first, after which there is one for each position.
    fn region(&mut self, place: usize) -> Target {
        let region = &self.code.regions[place];
        self.positions = region.positions;
        let begins_late = place == 0 && self.code.has_header;
        let to = &self.to;
        let (first, targets) = (to.instructions.len(), to.targets.len());
        let (choices, besides) = (to.choices.len(), to.besides.len());
        // Beyond this, copies take more memory than they are worth.
        let most = first + 4 * region.positions + 64;
        for copies in [true, false] {
            self.copies = copies;
            self.enter(region.entries[1], begins_late);
            if self.write(if copies { most } else { usize::MAX }) {
                break;
            }
            self.to.instructions.truncate(first);
            self.to.targets.truncate(targets);
            self.to.choices.truncate(choices);
            self.to.besides.truncate(besides);
        }
        short(first)
    }

    /// Writes the instructions of a frame; returns the first.
    fn frame(&mut self, place: usize) -> Target {
        let first = short(self.to.instructions.len());
        (self.positions, self.copies) = (0, false);
        self.enter(self.code.frames[place].entries[1], false);
        self.write(usize::MAX);
        first
    }

    /// The first instructions, for each value of the word.
    fn enter(&mut self, entry: Target, begins_late: bool) {
        self.targets.clear();
        self.pending.clear();
        let first = self.to.instructions.len();
        self.to.instructions.resize(first + self.positions + 1, PENDING);
        for word in 0..=self.positions {
            let slot = first + word;
            let place =
                self.resolved(Place { at: entry, word: Some(short(word)), status: FAILURE });
            let place = self.reduced(place);
            if place.at >= ENDS || begins_late && word == 0 {
                self.to.instructions[slot] = Instruction::Jump(self.target(place));
                continue;
            }
            self.targets.entry(place).or_insert(short(slot));
            self.pending.push((short(slot), place));
        }
    }

    /// Writes all pending instructions; `false` if there would be more than `most`.
    fn write(&mut self, most: usize) -> bool {
        while let Some((to, place)) = self.pending.pop() {
            if self.to.instructions.len() > most {
                return false;
            }
            self.to.instructions[to as usize] = self.instruction(place);
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
        if place.at >= ENDS {
            return place.at;
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

    fn push(&mut self, instruction: Instruction) -> Target {
        self.to.instructions.push(instruction);
        short(self.to.instructions.len() - 1)
    }

    fn instruction(&mut self, place: Place) -> Instruction {
        let Place { at, word, status } = place;
        let instruction = self.from.instructions[at as usize];
        match instruction {
            Instruction::Ask { call, nots, yes, no, .. } => {
                let [yes, no] = self.answers([yes, no], nots, place);
                self.leaf(call, [yes, no], (NO_POSITION, NOWHERE))
            }
            Instruction::Decide { call, yes, no } => {
                let [yes, no] = self.answers([yes, no], 0, place);
                self.leaf(call, [yes, no], (NO_POSITION, NOWHERE))
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
            Instruction::ActOn { call, position, mut success, mut failure, .. } => {
                self.ends(&mut success, &mut failure, word);
                self.leaf(call, [success, failure], (position, RUNNING))
            }
            instruction => self.other(instruction, word, status),
        }
    }

    fn leaf(
        &self,
        call: Call,
        [success, failure]: [Target; 2],
        (position, running): (u32, Target),
    ) -> Instruction {
        let Call { word, first, .. } = call;
        let bits = self.first_bits(call);
        Instruction::Leaf { word, first, bits, success, failure, position, running }
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
                self.leaf(*call, [yes, no], (NO_POSITION, NOWHERE))
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
            | Formula::Results(_) => Instruction::Holds { formula: short(formula), yes, no, none },
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

    /// The value of the word with which nothing is left to do if an action runs, and the target otherwise.
    fn running(&mut self, place: Place) -> (u32, Target) {
        let place = self.resolved(place);
        if place.at == RUNNING {
            if let Some(word) = place.word {
                return (word, RUNNING);
            }
            return (NO_POSITION, self.push(Instruction::Jump(RUNNING)));
        }
        if let Some(position) = self.recorded(place) {
            return (position, RUNNING);
        }
        if let Some(Instruction::Abort { row, next, .. }) =
            self.from.instructions.get(place.at as usize)
        {
            // A position is not aborted when it records itself again.
            let next = self.resolved(Place { at: *next, word: None, ..place });
            let position = self.recorded(next);
            let position = position.filter(|position| !self.code.masks[(row + position) as usize]);
            if let Some(position) = position {
                return (position, self.target(place));
            }
        }
        (NO_POSITION, self.target(place))
    }

    /// The position, if it is recorded and the tick ends.
    fn recorded(&self, place: Place) -> Option<u32> {
        let Some(Instruction::Record { position, next, .. }) =
            self.from.instructions.get(place.at as usize)
        else {
            return None;
        };
        let next = self.resolved(Place { at: *next, word: Some(*position), ..place });
        (next.at == RUNNING).then_some(*position)
    }

    /// An instruction that is no leaf, with its targets.
    fn other(
        &mut self,
        mut instruction: Instruction,
        word: Option<u32>,
        status: Target,
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
                let all: Vec<Target> = (0..=self.positions)
                    .map(|word| {
                        let at = self.from.targets[first + word];
                        self.target(Place { at, word: Some(short(word)), status })
                    })
                    .collect();
                *row = short(self.to.targets.len());
                self.to.targets.extend(all);
            }
            Instruction::Continue { position, state, success, failure } => {
                self.ends(success, failure, Some(0));
                return self.going_on(*position, *state, *success, *failure);
            }
            Instruction::Child { closed, running, success, failure, .. } => {
                *closed = self.target(Place { at: *closed, word, status });
                *running = self.target(Place { at: *running, word, status: RUNNING });
                self.ends(success, failure, word);
            }
            Instruction::Chosen { running, success, failure, .. }
            | Instruction::Descend(Descent::Through { running, success, failure, .. }) => {
                *running = self.target(Place { at: *running, word, status: RUNNING });
                self.ends(success, failure, word);
            }
            Instruction::Begin { recorded, refused, then, .. } => {
                *refused = self.target(Place { at: *refused, word, status: FAILURE });
                *then = self.target(Place { at: *then, word: Some(*recorded), status: FAILURE });
            }
            Instruction::Descend(Descent::BeginBeside { beside, .. }) => {
                let Beside { abort, mut refused, mut success, mut failure } =
                    self.from.besides[*beside as usize];
                refused = self.target(Place { at: refused, word, status: FAILURE });
                self.ends(&mut success, &mut failure, word);
                *beside = short(self.to.besides.len());
                self.to.besides.push(Beside { abort, refused, success, failure });
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
            | Instruction::Holds { .. }
            | Instruction::Compare { .. }
            | Instruction::CompareWord { .. }
            | Instruction::Jump(_)
            | Instruction::Enter { .. }
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
            | Instruction::WaitBegins { .. }
            | Instruction::WaitContinues { .. }
            | Instruction::ContinueRegion { .. }
            | Instruction::ContinueFrame { .. }
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

    /// The instruction that continues a position; the region or the frame below stands for its first instruction.
    fn going_on(&self, number: u32, state: u32, success: Target, failure: Target) -> Instruction {
        let (code, position) = (self.code, number);
        let frame = match code.positions[number as usize].keeps {
            Keeps::Region(region) | Keeps::Subtree { region, .. } => {
                let (below, entry) = (short(code.regions[region].state), short(region));
                return Instruction::ContinueRegion {
                    position,
                    state,
                    below,
                    entry,
                    success,
                    failure,
                };
            }
            Keeps::Frame(frame) => frame,
            Keeps::Nothing | Keeps::Deadline | Keeps::Action { .. } | Keeps::Tree { .. } => {
                return Instruction::Continue { position, state, success, failure };
            }
        };
        match self.from.instructions.get(code.frames[frame].entries[1] as usize) {
            Some(&Instruction::Enter { below, entry }) => {
                Instruction::ContinueRegion { position, state, below, entry, success, failure }
            }
            _ => {
                let entry = short(frame);
                Instruction::ContinueFrame { position, state, entry, success, failure }
            }
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
                let Beside { refused, success, failure, .. } = from.besides[beside as usize];
                [refused, success, failure].into_iter().for_each(leads);
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
