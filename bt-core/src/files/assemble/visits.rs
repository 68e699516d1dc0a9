//! Instructions without events → visits.
//!
//! Whatever is known before a tick is resolved here: where a tick begins for each value of a region's word, which aborts
//! have something to abort, and which status is the most recent one. So a visit may have copies, one for each value of
//! the word.

use crate::files::code::{
    Beside, Call, Code, Descent, ENDS, FAILURE, Instruction, NEXT, NO_POSITION, NOWHERE, OTHER,
    RUNNING, SAME, SUCCESS, Step, Stream, Target, Test, Visit, short,
};
use crate::vocabulary::Value;
use std::collections::BTreeMap;
use std::vec::Vec;

/// Adds the visits of a tree, and the instructions between them.
pub(super) fn add(code: &mut Code, from: &Stream) {
    let mut writer = Writer::new(code, from);
    let regions: Vec<Target> = (0..code.regions.len()).map(|place| writer.region(place)).collect();
    let frames: Vec<_> = (0..code.frames.len()).map(|place| writer.frame(place)).collect();
    let Writer { visits, to, .. } = writer;
    (code.visits, code.quiet) = (visits, to);
    for (region, entry) in code.regions.iter_mut().zip(regions) {
        region.entries[1] = entry;
    }
    for (frame, (entry, inner)) in code.frames.iter_mut().zip(frames) {
        (frame.entries[1], frame.inner) = (entry, inner);
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
    visits: Vec<Visit>,
    to: Stream,
    /// The visits of the current region or frame.
    targets: BTreeMap<Place, Target>,
    /// Visits that are still to be written.
    pending: Vec<(Target, Place)>,
    /// The number of the region's positions.
    positions: usize,
    /// `true` if there may be a copy for each value of the word.
    copies: bool,
}

/// A visit that is still to be written.
const PENDING: Visit = Visit {
    bits: 0,
    first: 0,
    success: NOWHERE,
    failure: NOWHERE,
    position: NO_POSITION,
    running: NOWHERE,
    word: OTHER,
};

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
            visits: Vec::new(),
            to: Stream::default(),
            targets: BTreeMap::new(),
            pending: Vec::new(),
            positions: 0,
            copies: true,
        }
    }

    /// Writes the visits of a region; returns the first, after which there is one for each position.
    fn region(&mut self, place: usize) -> Target {
        let region = &self.code.regions[place];
        self.positions = region.positions;
        let begins_late = place == 0 && self.code.has_header;
        let first = self.visits.len();
        let sizes = |of: &Self| {
            let to = &of.to;
            (to.instructions.len(), to.targets.len(), to.choices.len(), to.besides.len())
        };
        let before = sizes(self);
        // Beyond this, copies take more memory than they are worth.
        let most = first + 4 * region.positions + 64;
        for copies in [true, false] {
            self.copies = copies;
            self.enter(region.entries[1], begins_late);
            if self.write(if copies { most } else { usize::MAX }) {
                break;
            }
            self.visits.truncate(first);
            let (instructions, targets, choices, besides) = before;
            self.to.instructions.truncate(instructions);
            self.to.targets.truncate(targets);
            self.to.choices.truncate(choices);
            self.to.besides.truncate(besides);
        }
        short(first)
    }

    /// Writes the visits of a frame; returns the first, and the region that is ticked in place of the frame.
    fn frame(&mut self, place: usize) -> (Target, Option<usize>) {
        let entry = self.code.frames[place].entries[1];
        if let Some(Instruction::Enter { region }) = self.from.instructions.get(entry as usize) {
            return (NOWHERE, Some(*region as usize));
        }
        let first = short(self.visits.len());
        (self.positions, self.copies) = (0, false);
        self.enter(entry, false);
        self.write(usize::MAX);
        (first, None)
    }

    /// The first visits, for each value of the word.
    fn enter(&mut self, entry: Target, begins_late: bool) {
        self.targets.clear();
        self.pending.clear();
        let first = self.visits.len();
        self.visits.resize(first + self.positions + 1, PENDING);
        for word in 0..=self.positions {
            let slot = first + word;
            let place =
                self.resolved(Place { at: entry, word: Some(short(word)), status: FAILURE });
            let place = self.reduced(place);
            if place.at >= ENDS || begins_late && word == 0 {
                let to = self.target(place);
                self.visits[slot] = self.jump(to);
                continue;
            }
            self.targets.entry(place).or_insert(short(slot));
            self.pending.push((short(slot), place));
        }
    }

    /// Writes all pending visits; `false` if there would be more than `most`.
    fn write(&mut self, most: usize) -> bool {
        while let Some((to, place)) = self.pending.pop() {
            if self.visits.len() > most {
                return false;
            }
            self.visits[to as usize] = self.visit(place);
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
                (Some(Instruction::Abort { row, .. }), Some(word))
                    if !self.code.masks[(row + word) as usize] =>
                {
                    place.at + 1
                }
                (Some(Instruction::Record { position, .. }), Some(word)) if *position == word => {
                    place.at + 1
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

    /// The visit of an instruction, or an end of the tick.
    fn target(&mut self, place: Place) -> Target {
        let place = self.resolved(place);
        if place.at >= ENDS {
            return place.at;
        }
        let place = self.reduced(place);
        let next = short(self.visits.len());
        let to = *self.targets.entry(place).or_insert(next);
        if to == next {
            self.visits.push(PENDING);
            self.pending.push((next, place));
        }
        to
    }

    fn visit(&mut self, place: Place) -> Visit {
        let Place { at, word, status } = place;
        let from = self.from;
        let mut ends = |success, failure| {
            let mut of = |at, status| self.target(Place { at, word, status });
            (of(success, SUCCESS), of(failure, FAILURE))
        };
        match from.instructions[at as usize] {
            Instruction::Ask { call, nots, yes, no, .. } => {
                let (yes, no) = if nots % 2 == 1 { (no, yes) } else { (yes, no) };
                self.condition(call, yes, no, place)
            }
            Instruction::Decide { call, yes, no } => self.condition(call, yes, no, place),
            Instruction::Act { call, running, success, failure, .. } => {
                let (success, failure) = ends(success, failure);
                let (position, running) =
                    self.running(Place { at: running, word, status: RUNNING });
                Visit { success, failure, position, running, ..self.leaf(call) }
            }
            Instruction::ActOn { call, position, success, failure, .. } => {
                let (success, failure) = ends(success, failure);
                Visit { success, failure, position, running: RUNNING, ..self.leaf(call) }
            }
            instruction => {
                let (instruction, next) = self.other(instruction, at, word, status);
                self.to.instructions.push(instruction);
                let bits = self.to.instructions.len() as u64 - 1;
                Visit { bits, success: next, ..PENDING }
            }
        }
    }

    fn leaf(&self, call: Call) -> Visit {
        let first = self.code.values.get(call.first as usize).filter(|_| call.count > 0);
        let bits = first.copied().map_or(0, Value::bits);
        Visit { bits, first: call.first, word: call.word, ..PENDING }
    }

    fn condition(&mut self, call: Call, yes: Target, no: Target, place: Place) -> Visit {
        let success = self.target(Place { at: yes, ..place });
        let failure = self.target(Place { at: no, ..place });
        Visit { success, failure, ..self.leaf(call) }
    }

    /// A visit that only goes on.
    fn jump(&mut self, to: Target) -> Visit {
        self.to.instructions.push(Instruction::Jump(to));
        Visit { bits: self.to.instructions.len() as u64 - 1, ..PENDING }
    }

    /// The value of the word with which nothing is left to do if an action runs, and the target otherwise.
    fn running(&mut self, place: Place) -> (u32, Target) {
        let place = self.resolved(place);
        if place.at == RUNNING {
            if let Some(word) = place.word {
                return (word, RUNNING);
            }
            let visit = self.jump(RUNNING);
            self.visits.push(visit);
            return (NO_POSITION, short(self.visits.len() - 1));
        }
        if let Some(position) = self.recorded(place) {
            return (position, RUNNING);
        }
        if let Some(Instruction::Abort { row, .. }) = self.from.instructions.get(place.at as usize)
        {
            // A position is not aborted when it records itself again.
            let next = self.resolved(Place { at: place.at + 1, word: None, ..place });
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
        let Some(Instruction::Record { position, .. }) =
            self.from.instructions.get(place.at as usize)
        else {
            return None;
        };
        let next = self.resolved(Place { at: place.at + 1, word: Some(*position), ..place });
        (next.at == RUNNING).then_some(*position)
    }

    /// An instruction that is no leaf, with its targets, and the target behind it.
    fn other(
        &mut self,
        mut instruction: Instruction,
        at: Target,
        word: Option<u32>,
        status: Target,
    ) -> (Instruction, Target) {
        let mut next = |word| self.target(Place { at: at + 1, word, status });
        let goes_on = match instruction {
            Instruction::Abort { .. } => next(word.map(|_| 0)),
            Instruction::Record { position, .. }
            | Instruction::Step(Step::RecordDeadline { position, .. }) => next(Some(position)),
            Instruction::FinishedSame { .. }
            | Instruction::Clear(_)
            | Instruction::Rank { .. }
            | Instruction::Step(_) => next(word),
            Instruction::Jump(_)
            | Instruction::Enter { .. }
            | Instruction::Resume { .. }
            | Instruction::Ask { .. }
            | Instruction::Decide { .. }
            | Instruction::Act { .. }
            | Instruction::ActOn { .. }
            | Instruction::Continue { .. }
            | Instruction::Child { .. }
            | Instruction::Chosen { .. }
            | Instruction::Test(_)
            | Instruction::Pick(_)
            | Instruction::Descend(_) => NEXT,
        };
        match &mut instruction {
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
            Instruction::Continue { success, failure, .. } => {
                self.ends(success, failure, Some(0));
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
            Instruction::Descend(Descent::Begin { recorded, refused, then, .. }) => {
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
            Instruction::Pick(pick) => {
                pick.each_target(|at| *at = self.target(Place { at: *at, word, status }));
            }
            // Leaves have visits of their own, and the others have no targets.
            Instruction::Jump(_)
            | Instruction::Enter { .. }
            | Instruction::Ask { .. }
            | Instruction::Decide { .. }
            | Instruction::Act { .. }
            | Instruction::ActOn { .. }
            | Instruction::Abort { .. }
            | Instruction::Record { .. }
            | Instruction::FinishedSame { .. }
            | Instruction::Clear(_)
            | Instruction::Rank { .. }
            | Instruction::Step(_) => {}
        }
        (instruction, goes_on)
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
            if instruction.goes_on() {
                leads(short(place + 1));
            }
            let mut instruction = *instruction;
            instruction.each_target(|to| leads(*to));
            match instruction {
                Instruction::Test(Test::Choose { choice, .. }) => {
                    from.choices[choice as usize].iter().for_each(|(_, to)| leads(*to));
                }
                Instruction::Descend(Descent::BeginBeside { beside, .. }) => {
                    let Beside { refused, success, failure, .. } = from.besides[beside as usize];
                    [refused, success, failure].into_iter().for_each(leads);
                }
                // All their targets stand in them; those of a `Resume` are not asked for.
                Instruction::Jump(_)
                | Instruction::Enter { .. }
                | Instruction::Resume { .. }
                | Instruction::Ask { .. }
                | Instruction::Decide { .. }
                | Instruction::Act { .. }
                | Instruction::ActOn { .. }
                | Instruction::Abort { .. }
                | Instruction::Record { .. }
                | Instruction::FinishedSame { .. }
                | Instruction::Clear(_)
                | Instruction::Rank { .. }
                | Instruction::Step(_)
                | Instruction::Continue { .. }
                | Instruction::Child { .. }
                | Instruction::Chosen { .. }
                | Instruction::Test(_)
                | Instruction::Pick(_)
                | Instruction::Descend(_) => {}
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
