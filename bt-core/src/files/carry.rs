//! The state of an agent for a new version of its tree with another layout: `cooldown(1s)` became `cooldown(Pause)`, and
//! `repeat` became `repeat(3)`. What the nodes keep is found by the node and its meaning.

use super::code::{
    Address, BITS, BYTES, Call, Code, Field, Frame, Keeps, NUMBERS, Period, SUCCEEDED, Slots, TIME,
    numbers, set_time, time,
};
use super::live::Live;
use super::play::Play;
use super::run::Run;
use super::state::{State, copied};
use crate::language::private::NoEvents;
use crate::vocabulary::datum::Datum;
use std::collections::{BTreeMap, BTreeSet};
use std::mem::discriminant;
use std::sync::Arc;
use std::vec::Vec;

/// The same state for a new version of the tree, whose nodes have the same kinds and words; `None` if it has no such
/// state, and then the old state is as before.
pub(super) fn carry<B: ?Sized, V: Play<B>>(
    old: &mut State<V>,
    code: &Arc<Code>,
    blackboard: &mut B,
) -> Option<State<V>> {
    let mut new = State::new(Arc::clone(code));
    let active = Active::of(&old.code, &old.words);
    let (from, words) = (&old.code, &mut new.words);
    let known: BTreeMap<(u32, &str), _> =
        from.names.iter().map(|of| ((of.node, of.name), of)).collect();
    let same = code.names.iter().filter_map(|to| {
        let from = known.get(&(to.node, to.name)).filter(|from| from.of == to.of)?;
        let value = old.datum(from.place)?;
        let is_kept = to.node == 0 || active.is_active(to.node);
        is_kept.then_some((to.place, value))
    });
    let values: BTreeMap<usize, &Datum<V::Own>> = same.collect();
    let places = values.keys().copied().collect();
    let mut carrier = Carrier {
        places,
        old: from,
        old_words: &old.words,
        active: &active,
        code,
        words,
        moved: Vec::new(),
        made: Vec::new(),
    };
    carrier.memory();
    carrier.region(0)?;
    let Carrier { moved, made, .. } = carrier;
    {
        for (place, value) in values {
            new.set_datum(place, Some(copied::<V>(value)));
        }
        let (code, words, kept) = new.parts();
        let mut run: Run<'_, V, _> = Run { code, words, kept, events: NoEvents::<false> };
        for part in made {
            let begins = match part {
                Made::Field(field) => run.make_field(&field, 0, blackboard),
                Made::Number(at, place) => {
                    let numbers = numbers(run.words, at);
                    run.number_at(at, place, numbers);
                    true
                }
                Made::Payload(slot, call) => run.make_payload(slot, call, blackboard),
            };
            if !begins {
                return None;
            }
        }
    }
    let is_sound = Live::of(code, &new.words).is_ok()
        && Active::of(code, &new.words).tips(code) == active.tips(&old.code);
    if !is_sound {
        return None;
    }
    if let ((_, _, Some(from)), (_, _, Some(to))) = (old.parts(), new.parts()) {
        for (old, new) in moved {
            std::mem::swap(&mut from.payloads[old], &mut to.payloads[new]);
        }
    }
    Some(new)
}

/// The active nodes of a state, and where it keeps their data.
#[derive(Default)]
struct Active {
    /// The nodes that are recorded in some region.
    recorded: BTreeSet<u32>,
    deadlines: BTreeMap<u32, Address>,
    /// The slots of the values of actions.
    actions: BTreeMap<u32, usize>,
    frames: BTreeMap<u32, usize>,
}

impl Active {
    fn of(code: &Code, words: &[u32]) -> Self {
        let mut active = Self::default();
        active.region(code, words, 0);
        active
    }

    fn region(&mut self, code: &Code, words: &[u32], number: usize) {
        let Some(position) = code.regions[number].recorded(words) else { return };
        let of = &code.positions[position];
        self.recorded.insert(of.node);
        match of.keeps {
            // The trees of the vocabulary stay as long as the agent.
            Keeps::Nothing | Keeps::Tree { .. } => {}
            Keeps::Deadline => drop(self.deadlines.insert(of.node, of.from)),
            Keeps::Action { slot, .. } => drop(self.actions.insert(of.node, slot)),
            Keeps::Subtree { region, .. } | Keeps::Region(region) => {
                self.region(code, words, region);
            }
            Keeps::Frame(number) => {
                self.frames.insert(of.node, number);
                let frame = &code.frames[number];
                for (place, child) in frame.children.iter().enumerate() {
                    if frame.may_run(place, code, words) {
                        self.region(code, words, *child);
                    }
                }
            }
        }
    }

    /// Returns `true` if a node with data is active.
    fn is_active(&self, node: u32) -> bool {
        self.recorded.contains(&node) || self.frames.contains_key(&node)
    }

    /// The last recorded node from one to another.
    fn last(&self, from: u32, end: u32) -> Option<u32> {
        self.recorded.range(from..end).next_back().copied()
    }

    /// The recorded nodes without recorded nodes below them.
    fn tips(&self, code: &Code) -> Vec<u32> {
        let has_none = |node: &u32| self.last(*node + 1, end(code, *node)).is_none();
        self.recorded.iter().copied().filter(has_none).collect()
    }
}

fn end(code: &Code, node: u32) -> u32 {
    code.nodes[node as usize].end.0
}

/// What the blackboard is asked for: an old node keeps no such data.
enum Made {
    Field(Field),
    Payload(usize, Call),
    /// The current number of a `for`: the address of its words, and its place.
    Number(Address, usize),
}

struct Carrier<'a> {
    /// The places of the new state whose values the old one has.
    places: BTreeSet<usize>,
    old: &'a Code,
    old_words: &'a [u32],
    active: &'a Active,
    code: &'a Code,
    words: &'a mut [u32],
    /// The slots of values that move, in the old and in the new state.
    moved: Vec<(usize, usize)>,
    made: Vec<Made>,
}

impl Carrier<'_> {
    fn copy(&mut self, from: Address, to: Address, count: usize) {
        self.words[to..to + count].copy_from_slice(&self.old_words[from..from + count]);
    }

    /// Takes the length that a timer has stored, or the literal that it had.
    fn period(&mut self, from: Period, to: Period) {
        let length = match from {
            Period::Constant(length) => length,
            Period::Stored { at, .. } => time(self.old_words, at),
        };
        if let Period::Stored { at, .. } = to {
            set_time(self.words, at, length);
        }
    }

    /// Takes the data of `once`, `cooldown`, `round_robin` and the trees of the vocabulary, which is kept while they are inactive.
    fn memory(&mut self) {
        let (old, code) = (self.old, self.code);
        let cooldowns: BTreeMap<u32, _> = old.cooldowns.iter().map(|of| (of.node, of)).collect();
        for to in &code.cooldowns {
            if let Some(from) = cooldowns.get(&to.node) {
                self.copy(from.end, to.end, 1 + TIME);
                self.period(from.length, to.length);
            }
        }
        let results: BTreeMap<u32, Address> = old.results.iter().copied().collect();
        for (node, to) in &code.results {
            if let Some(from) = results.get(node) {
                self.copy(*from, *to, 1);
            }
        }
        let places: BTreeMap<u32, Address> =
            old.places.iter().map(|(node, at, _)| (*node, *at)).collect();
        for (node, to, _) in &code.places {
            if let Some(from) = places.get(node) {
                self.copy(*from, *to, 1);
            }
        }
        let trees: BTreeMap<u32, usize> = trees(old).collect();
        let both = self::trees(code).filter_map(|(node, to)| Some((*trees.get(&node)?, to)));
        self.moved.extend(both);
    }

    /// Records the position of the deepest node that was recorded below the region, and what it keeps.
    fn region(&mut self, number: usize) -> Option<()> {
        let (code, active) = (self.code, self.active);
        let region = &code.regions[number];
        let positions = region.first..region.first + region.positions;
        let recorded = |node: u32| active.last(node, end(code, node));
        let last =
            code.positions[positions.clone()].iter().filter_map(|of| recorded(of.node)).max();
        let Some(last) = last else { return Some(()) };
        let contains = |position: &usize| {
            let node = code.positions[*position].node;
            (node..end(code, node)).contains(&last)
        };
        let position = positions.filter(contains).max_by_key(|at| code.positions[*at].node)?;
        self.words[region.state] = u32::try_from(position - region.first + 1).ok()?;
        let of = &code.positions[position];
        match of.keeps {
            Keeps::Nothing | Keeps::Tree { .. } => {}
            Keeps::Deadline => self.copy(*active.deadlines.get(&of.node)?, of.from, TIME),
            Keeps::Action { slot, call } => match active.actions.get(&of.node) {
                Some(from) => self.moved.push((*from, slot)),
                None => self.made.push(Made::Payload(slot, call)),
            },
            Keeps::Subtree { region, subtree } => {
                let mut arguments = code.subtrees[subtree].arguments.iter();
                if !arguments.all(|(place, _)| self.places.contains(place)) {
                    return None;
                }
                self.region(region)?;
            }
            Keeps::Region(region) => self.region(region)?,
            Keeps::Frame(frame) => {
                let from = active.frames.get(&of.node).map(|frame| &self.old.frames[*frame]);
                self.frame(from, &code.frames[frame])?;
            }
        }
        Some(())
    }

    fn frame(&mut self, from: Option<&Frame>, to: &Frame) -> Option<()> {
        let chosen = match (from.map(|from| from.slots), to.slots) {
            (Some(Slots::Chosen(from)), Slots::Chosen(to)) => {
                self.copy(from, to, 1);
                self.old_words[from] as usize
            }
            (_, Slots::One)
            | (Some(Slots::Each), Slots::Each)
            | (Some(Slots::Renewed), Slots::Renewed) => 0,
            (_, Slots::Each | Slots::Renewed | Slots::Chosen(_)) => return None,
        };
        for field in &to.fields {
            let fields = from.map_or(&[][..], |from| &from.fields);
            let same = fields.iter().find(|from| match (from, field) {
                (Field::Until { child: from, .. }, Field::Until { child: to, .. }) => from == to,
                _ => discriminant(*from) == discriminant(field),
            });
            let is_known = match field {
                Field::Value { place, .. } => self.places.contains(place),
                _ => true,
            };
            match same.filter(|_| is_known) {
                Some(same) => self.field(same, field, to.children.len()),
                None => self.made.push(Made::Field(*field)),
            }
        }
        for (place, child) in to.children.iter().enumerate() {
            let ended = from.filter(|_| matches!(to.slots, Slots::Each | Slots::Renewed)).and_then(
                |from| {
                    let word = self.old_words[self.old.regions[*from.children.get(place)?].state];
                    Some(word).filter(|word| *word >= SUCCEEDED)
                },
            );
            match ended {
                Some(word) => self.words[self.code.regions[*child].state] = word,
                None if matches!(to.slots, Slots::Chosen(_)) && chosen != place + 1 => {}
                None => self.region(*child)?,
            }
        }
        Some(())
    }

    fn field(&mut self, from: &Field, to: &Field, children: usize) {
        match (*from, *to) {
            (Field::Rounds { left: from, .. }, Field::Rounds { left: to, .. }) => {
                self.copy(from, to, 1);
            }
            (Field::Stopping { at: from }, Field::Stopping { at: to }) => self.copy(from, to, 1),
            (Field::Deadline { until: from, .. }, Field::Deadline { until: to, .. })
            | (Field::Until { at: from, .. }, Field::Until { at: to, .. }) => {
                self.copy(from, to, TIME);
            }
            (Field::Due { at: from, period: old }, Field::Due { at: to, period: new }) => {
                self.copy(from, to, TIME);
                self.period(self.old.periods[old], self.code.periods[new]);
            }
            (Field::Decorator { slot: from, .. }, Field::Decorator { slot: to, .. }) => {
                self.moved.push((from, to));
            }
            (Field::Tried { at: from, .. }, Field::Tried { at: to, .. }) => {
                self.copy(from, to, children.div_ceil(BITS));
            }
            (Field::Ranked { order: from, .. }, Field::Ranked { order: to, .. })
            | (Field::InTurn { order: from, .. }, Field::InTurn { order: to, .. }) => {
                self.copy(from, to, 1 + children.div_ceil(BYTES));
            }
            (Field::Numbers { at: from, .. }, Field::Numbers { at: to, place, .. }) => {
                self.copy(from, to, NUMBERS);
                self.made.push(Made::Number(to, place));
            }
            // A ranking is not in use between two ticks, values are found by their names, and the others are not of one
            // kind.
            (
                Field::Rounds { .. }
                | Field::Deadline { .. }
                | Field::Due { .. }
                | Field::Decorator { .. }
                | Field::Tried { .. }
                | Field::Ranked { .. }
                | Field::InTurn { .. }
                | Field::Until { .. }
                | Field::Value { .. }
                | Field::Place { .. }
                | Field::Numbers { .. }
                | Field::Ranking { .. }
                | Field::Stopping { .. },
                _,
            ) => {}
        }
    }
}

/// The trees of the vocabulary: node and slot.
fn trees(code: &Code) -> impl Iterator<Item = (u32, usize)> {
    code.positions.iter().filter_map(|of| match of.keeps {
        Keeps::Tree { slot, .. } => Some((of.node, slot)),
        Keeps::Nothing
        | Keeps::Deadline
        | Keeps::Action { .. }
        | Keeps::Subtree { .. }
        | Keeps::Frame(_)
        | Keeps::Region(_) => None,
    })
}
