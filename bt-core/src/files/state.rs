//! The state of one agent: what is active in it, and when it needs a tick.

use super::code::{Code, Field, Keeps, SUCCEEDED, Slots, Term, set_time, time};
use super::live::Live;
use super::play::Vocabulary;
use crate::Wake;
use crate::language::private::{NOTHING, elsewhere, settled, tip_below, tip_or};
use crate::vocabulary::datum::Datum;
use std::boxed::Box;
use std::sync::Arc;
use std::time::Duration;
use std::vec;

/// The state of one agent, with its tree.
pub(super) struct State<V: Vocabulary> {
    pub(super) code: Arc<Code>,
    pub(super) words: Box<[u32]>,
    /// Most trees have none.
    kept: Option<Box<UserData<V>>>,
}

/// The data of the user's types, and the values with names.
pub(super) struct UserData<V: Vocabulary> {
    pub(super) payloads: Box<[Option<V::Held>]>,
    pub(super) data: Box<[Option<Datum<V::Own>>]>,
}

impl<V: Vocabulary> State<V> {
    /// A state in which no node is active.
    pub(super) fn new(code: Arc<Code>) -> Self {
        let words = vec![0; code.words].into_boxed_slice();
        let mut payloads: Box<[Option<V::Held>]> = (0..code.slots).map(|_| None).collect();
        for (slot, word) in &code.trees {
            payloads[*slot] = V::tree(*word);
        }
        let data: Box<[Option<Datum<V::Own>>]> = (0..code.data).map(|_| None).collect();
        let is_empty = payloads.is_empty() && data.is_empty();
        let kept = (!is_empty).then(|| Box::new(UserData { payloads, data }));
        Self { code, words, kept }
    }

    /// The value in a slot.
    pub(super) fn payload(&self, slot: usize) -> Option<&V::Held> {
        self.kept.as_ref()?.payloads.get(slot)?.as_ref()
    }

    /// The value of a name.
    pub(super) fn datum(&self, place: usize) -> Option<&Datum<V::Own>> {
        self.kept.as_ref()?.data.get(place)?.as_ref()
    }

    /// The code, the words, and the rest.
    #[inline]
    pub(super) fn parts(&mut self) -> (&Code, &mut [u32], Option<&mut UserData<V>>) {
        (&self.code, &mut self.words, self.kept.as_deref_mut())
    }

    /// Puts something into a slot.
    pub(super) fn set_payload(&mut self, slot: usize, payload: Option<V::Held>) {
        if let Some(kept) = &mut self.kept {
            kept.payloads[slot] = payload;
        }
    }

    /// Gives a name a value.
    pub(super) fn set_datum(&mut self, place: usize, datum: Option<Datum<V::Own>>) {
        if let Some(kept) = &mut self.kept {
            kept.data[place] = datum;
        }
    }

    /// Drops the results of the tree, which are kept after a success until it begins again.
    #[inline]
    pub(super) fn drop_results(&mut self) {
        if let Some(kept) = &mut self.kept {
            for place in &self.code.results_of_tree {
                kept.data[*place] = None;
            }
        }
    }

    /// The number of bytes on the heap.
    pub(super) fn heap(&self) -> usize {
        let kept = self.kept.as_ref().map_or(0, |kept| {
            size_of_val(&**kept) + size_of_val(&*kept.payloads) + size_of_val(&*kept.data)
        });
        size_of_val(&*self.words) + kept
    }

    /// A tip of the tree, that is, an active node without active nodes below it; of several tips, the first one that is
    /// not before the node `from`.
    pub(super) fn tip(&self, from: u32) -> u32 {
        self.tip_of_region(0, from)
    }

    fn tip_of_region(&self, region: usize, from: u32) -> u32 {
        let Some(position) = self.code.regions[region].recorded(&self.words) else {
            return NOTHING;
        };
        let of = &self.code.positions[position];
        match of.keeps {
            Keeps::Nothing | Keeps::Deadline | Keeps::Action { .. } => of.node,
            Keeps::Region(below) | Keeps::Subtree { region: below, .. } => {
                tip_or(self.tip_of_region(below, from), of.node)
            }
            Keeps::Tree { slot, .. } => {
                let tree = self.payload(slot);
                let from = from.saturating_sub(of.node + 1);
                tip_below(tree.map_or(NOTHING, |tree| V::tip(tree, from)), of.node)
            }
            Keeps::Frame(frame) => {
                let of_child = |(place, child): (usize, &usize)| {
                    let may_run = self.code.frames[frame].may_run(place, &self.code, &self.words);
                    if may_run { self.tip_of_region(*child, from) } else { NOTHING }
                };
                let children = self.code.frames[frame].children.iter().enumerate();
                let tip = children.map(of_child).find(|tip| from <= *tip && *tip < NOTHING);
                tip_or(tip.unwrap_or(NOTHING), of.node)
            }
        }
    }

    /// Moves the deadlines of active nodes and of the memory to a later time.
    pub(super) fn shift(&mut self, by: Duration) {
        // A state that no run produces does not occur.
        let Ok(live) = Live::of(&self.code, &self.words) else { return };
        for at in live.deadlines {
            let later = time(&self.words, at).saturating_add(by);
            set_time(&mut self.words, at, later);
        }
        let Some(kept) = &mut self.kept else { return };
        for (slot, _) in live.payloads.iter().chain(&self.code.trees) {
            if let Some(payload) = &mut kept.payloads[*slot] {
                V::shift(payload, by);
            }
        }
    }

    /// The earliest time at which a tick may have an effect, in any case or if all expressions give the same results.
    pub(super) fn next_wake<const IF_UNCHANGED: bool>(&self) -> Wake {
        self.wake_of_region::<IF_UNCHANGED>(0)
    }

    /// The time at which a region is due: the next tick, unless the recorded position rests.
    fn wake_of_region<const IF_UNCHANGED: bool>(&self, number: usize) -> Wake {
        let region = &self.code.regions[number];
        let recorded = region.recorded(&self.words);
        let rest = region
            .rests
            .iter()
            .find(|rest| Some(rest.position) == recorded && (IF_UNCHANGED || !rest.if_unchanged));
        let Some(rest) = rest else { return Wake::NextTick };
        let terms = rest.terms.iter().map(|term| self.wake_of_term(*term));
        terms.fold(self.wake_of_position::<IF_UNCHANGED>(rest.position), Wake::min)
    }

    fn wake_of_position<const IF_UNCHANGED: bool>(&self, position: usize) -> Wake {
        let of = &self.code.positions[position];
        let payload =
            |slot| self.payload(slot).map_or(Wake::NextTick, V::next_wake::<IF_UNCHANGED>);
        match of.keeps {
            Keeps::Nothing => Wake::OnEvent,
            Keeps::Deadline => Wake::At(time(&self.words, of.from)),
            Keeps::Tree { slot, goes_by_other_clock: true } => elsewhere(payload(slot)),
            Keeps::Tree { slot, goes_by_other_clock: false } | Keeps::Action { slot, .. } => {
                payload(slot)
            }
            Keeps::Region(below) | Keeps::Subtree { region: below, .. } => {
                self.wake_of_region::<IF_UNCHANGED>(below)
            }
            Keeps::Frame(frame) => self.wake_of_frame::<IF_UNCHANGED>(frame),
        }
    }

    fn wake_of_frame<const IF_UNCHANGED: bool>(&self, frame: usize) -> Wake {
        let of = &self.code.frames[frame];
        let runs = |child: &&usize| self.words[self.code.regions[**child].state] != 0;
        let running = of.children.iter().find(runs).filter(|_| of.waits_while_idle);
        if let Some(child) = running {
            return self.wake_of_region::<IF_UNCHANGED>(*child);
        }
        let fields = of.fields.iter().map(|field| match *field {
            Field::Deadline { until: at, .. } | Field::Due { at, .. } => {
                Wake::At(time(&self.words, at))
            }
            Field::Rounds { .. }
            | Field::Decorator { .. }
            | Field::Tried { .. }
            | Field::Ranked { .. }
            | Field::InTurn { .. }
            | Field::Until { .. }
            | Field::Value { .. }
            | Field::Place { .. }
            | Field::Numbers { .. }
            | Field::Ranking { .. }
            | Field::Stopping { .. } => Wake::OnEvent,
        });
        let mut children = of.children.iter();
        let children = match of.slots {
            // A frame whose child never rests itself rests by its fields, whatever the child does.
            Slots::One if of.waits_while_idle => Wake::OnEvent,
            Slots::One => {
                let rests = children.find(|child| !self.code.regions[**child].rests.is_empty());
                rests.map_or(Wake::OnEvent, |child| self.wake_of_region::<IF_UNCHANGED>(*child))
            }
            // A finished child needs no tick.
            Slots::Each => {
                let is_open =
                    |child: &&usize| self.words[self.code.regions[**child].state] < SUCCEEDED;
                let open = children
                    .filter(is_open)
                    .map(|child| self.wake_of_region::<IF_UNCHANGED>(*child));
                open.fold(Wake::OnEvent, Wake::min)
            }
            Slots::Renewed => {
                let ended = |place| of.until(place).map(|at| Wake::At(time(&self.words, at)));
                let closed = if IF_UNCHANGED { Wake::OnEvent } else { Wake::NextTick };
                let child = |(place, child): (usize, &usize)| match self.words
                    [self.code.regions[*child].state]
                {
                    0 => Wake::OnEvent,
                    SUCCEEDED.. => ended(place).unwrap_or(closed),
                    _ => self.wake_of_region::<IF_UNCHANGED>(*child),
                };
                children.enumerate().map(child).fold(Wake::OnEvent, Wake::min)
            }
            Slots::Chosen(chosen) => {
                let chosen = (self.words[chosen] as usize).checked_sub(1);
                let child = chosen.and_then(|chosen| children.nth(chosen));
                child.map_or(Wake::NextTick, |child| self.wake_of_region::<IF_UNCHANGED>(*child))
            }
        };
        fields.fold(children, Wake::min)
    }

    fn wake_of_term(&self, term: Term) -> Wake {
        match term {
            Term::Cools(cooldown) => {
                let end = self.code.cooldowns[cooldown].end;
                if self.words[end] == 0 {
                    Wake::NextTick
                } else {
                    Wake::At(time(&self.words, end + 1))
                }
            }
            Term::Keeps(at, expected) => {
                let result = match self.words[at] {
                    0 => None,
                    result => Some(result == 2),
                };
                settled(result, expected)
            }
        }
    }
}

/// A copy of the value of a name.
pub(super) fn copied<V: Vocabulary>(datum: &Datum<V::Own>) -> Datum<V::Own> {
    match datum {
        Datum::Plain(value) => Datum::Plain(*value),
        Datum::Own(value) => Datum::Own(V::copied(value)),
    }
}

impl<V: Vocabulary<Held: Clone>> Clone for State<V> {
    fn clone(&self) -> Self {
        let (code, words) = (Arc::clone(&self.code), self.words.clone());
        let kept = self.kept.as_ref().map(|kept| {
            let data = kept.data.iter().map(|datum| datum.as_ref().map(copied::<V>)).collect();
            Box::new(UserData { payloads: kept.payloads.clone(), data })
        });
        Self { code, words, kept }
    }
}

/// Two states are equal if they have the same tree and will behave the same.
impl<V: Vocabulary<Held: PartialEq, Own: PartialEq>> PartialEq for State<V> {
    fn eq(&self, other: &Self) -> bool {
        if !Arc::ptr_eq(&self.code, &other.code) {
            return false;
        }
        let [live, others] = [self, other].map(|state| Live::of(&state.code, &state.words));
        let mut slots = live.iter().flat_map(|live| &live.payloads).chain(&self.code.trees);
        let mut places = live.iter().flat_map(|live| &live.data).map(|(place, _)| *place);
        live == others
            && slots.all(|(slot, _)| self.payload(*slot) == other.payload(*slot))
            && places.all(|place| self.datum(place) == other.datum(place))
    }
}
