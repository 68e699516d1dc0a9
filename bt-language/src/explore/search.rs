//! Searches all states breadth first, and judges each tick.
//!
//! Most results of leaves do not matter to a judge: two beginnings of a tick that lead to the same place are
//! continued only once, unless they differ in a node that the judge asks about. The search learns these nodes while it
//! runs: when the judge asks about a new node, the search begins again.

use super::state::Watch;
use super::states::{Call, States};
use super::ticks::{End, Event, Next, Seen, Ticks, Visit};
use super::{Model, number};
use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is assumed of each tick, and what a rule demands of it.
pub trait Judge {
    /// Why a tick breaks the rule.
    type Fault;

    /// The number of flags that the judge keeps from one tick to the next.
    fn flags(&self) -> usize;

    /// Returns `false` if every tick is possible and breaks nothing.
    fn asks(&self) -> bool;

    /// Returns `true` if nothing is left to search for after a tick that breaks a rule.
    fn is_done(&self) -> bool {
        true
    }

    /// Judges a tick after one that has left these flags. Appends its own flags to `next`, and adds the nodes about which it
    /// asks to `asked`.
    fn judge(
        &self,
        seen: &Seen,
        asked: Option<&RefCell<Watch>>,
        flags: &[u32],
        next: &mut Vec<u32>,
    ) -> Answer<Self::Fault>;
}

/// The result of a tick.
pub enum Answer<F> {
    /// It leads to another state.
    Possible,
    /// It contradicts an assumption.
    Impossible,
    /// It breaks the rule. If the judge is not [done](Judge::is_done), it leads to another state.
    Breaks(F),
}

/// How far a search goes.
#[derive(Clone, Copy, Debug)]
pub struct Bounds<'s> {
    /// The largest number of states.
    pub states: usize,
    /// The largest number of parts of ticks.
    pub transitions: u64,
    /// The search ends when another thread sets this.
    pub stop: Option<&'s AtomicBool>,
}

/// A search through the states of a model.
pub struct Search<'s, J> {
    /// The model.
    pub model: &'s Model,
    /// How far the search goes.
    pub bounds: Bounds<'s>,
    /// The judge of each tick.
    pub judge: &'s J,
}

/// The result of a search.
pub struct Found<F> {
    /// The states that were reached.
    pub states: States,
    /// The number of parts of ticks that were tried.
    pub transitions: u64,
    /// `true` if all states were visited.
    pub is_complete: bool,
    /// The ticks that break the rule, in the order in which they were found; the last of them has ended the search, if the
    /// judge was [done](Judge::is_done).
    pub broken: Vec<Broken<F>>,
    /// The number of ticks of the runs that were explored completely; of all runs, if the search is complete.
    pub depth: usize,
    /// The states that every tick leads back to.
    pub stays: Vec<u32>,
    /// See [`Ticks::longest_run`].
    pub longest_run: Option<u32>,
    /// The bytes of the parts of ticks that were kept.
    pub tick_memory: usize,
    /// The nodes that were asked about.
    pub watch: Watch,
}

/// Notes what a search visits.
pub trait Note {
    /// These events happen in a tick that is possible. Events that ticks have in common are noted once.
    fn happens(&mut self, _: &[Event]) {}

    /// A tick that is possible ends. Ticks with an end in common, that differ in no node that is watched, are noted once.
    fn ends(&mut self, _: &End<'_>) {}
}

/// Nothing is noted.
impl Note for () {}

/// The tick that breaks the rule.
pub struct Broken<F> {
    /// The state before it.
    pub state: u32,
    /// What the program does: it ticks or stops the tree.
    pub call: Call,
    /// Why it breaks the rule.
    pub fault: F,
}

impl<J: Judge> Search<'_, J> {
    /// Visits every possible tick from every state, and every tick of a stop. The notes begin again, with those that `begin` makes, whenever the
    /// judge asks about a new node. Ticks that differ in a node of `watch` are visited apart.
    pub fn run<N: Note>(&self, mut watch: Watch, begin: impl Fn() -> N) -> (Found<J::Fault>, N) {
        loop {
            let asked = RefCell::new(watch.clone());
            let (found, notes) = self.run_watching(watch, &asked, begin());
            watch = asked.into_inner();
            if watch.len() == found.watch.len() {
                return (found, notes);
            }
        }
    }

    /// The search; it stops early if a node is asked about that is not watched.
    fn run_watching<N: Note>(
        &self,
        watch: Watch,
        asked: &RefCell<Watch>,
        notes: N,
    ) -> (Found<J::Fault>, N) {
        let mut cells = self.model.start();
        let count = cells.len();
        cells.resize(count + self.judge.flags(), 0);
        let mut states = States::new(self.model.packing(self.judge.flags()));
        states.add(&cells, 0, Call::Tick);
        let mut ticks = Ticks::new(self.model, &watch, self.judge.flags());
        let mut visitor = Visitor {
            search: self,
            asked,
            watched: watch.len(),
            notes,
            states,
            transitions: 0,
            broken: Vec::new(),
            from: 0,
            call: Call::Tick,
            flags: Vec::new(),
            seen: Seen::default(),
            next: Vec::new(),
        };
        let (mut is_complete, mut stays) = (true, Vec::new());
        while (visitor.from as usize) < visitor.states.count() {
            let from = visitor.from;
            visitor.states.unpack(from, &mut cells);
            visitor.flags.clear();
            visitor.flags.extend_from_slice(&cells[count..]);
            visitor.call = Call::Tick;
            let Some(ends) = ticks.each(from, &cells, &mut visitor) else {
                is_complete = false;
                break;
            };
            if ends.only() == Some(from) {
                stays.push(from);
            }
            if self.model.cleans_up() {
                visitor.call = Call::Stop;
                if ticks.each_stop(from, &cells, &mut visitor).is_none() {
                    is_complete = false;
                    break;
                }
            }
            // Without memory an aborted tree is in its first state.
            if self.model.has_memory() {
                let (mut aborted, _) = self.model.aborted(&cells[..count]);
                aborted.resize(count + self.judge.flags(), 0);
                visitor.states.add(&aborted, from, Call::Abort);
            }
            visitor.from += 1;
        }
        let found = Found {
            transitions: visitor.transitions,
            is_complete,
            // The states are in the order of the lengths of their runs.
            depth: visitor.states.ticks_to(visitor.from.min(last(&visitor.states))),
            broken: visitor.broken,
            stays,
            longest_run: if is_complete { ticks.longest_run() } else { None },
            tick_memory: ticks.memory(),
            watch,
            states: visitor.states,
        };
        (found, visitor.notes)
    }
}

fn last(states: &States) -> u32 {
    number(states.count()).saturating_sub(1)
}

/// Visits the ticks of one state after the other.
struct Visitor<'v, J: Judge, N> {
    search: &'v Search<'v, J>,
    asked: &'v RefCell<Watch>,
    /// The number of questions whose answers are watched.
    watched: usize,
    notes: N,
    states: States,
    transitions: u64,
    broken: Vec<Broken<J::Fault>>,
    /// The state before the tick.
    from: u32,
    call: Call,
    /// The flags of the state.
    flags: Vec<u32>,
    seen: Seen,
    next: Vec<u32>,
}

impl<J: Judge, N: Note> Visit for Visitor<'_, J, N> {
    fn tries(&mut self) -> bool {
        let bounds = self.search.bounds;
        let is_within = self.states.count() <= bounds.states
            && self.transitions < bounds.transitions
            && !bounds.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        self.transitions += u64::from(is_within);
        is_within
    }

    fn happens(&mut self, events: &[Event]) {
        self.notes.happens(events);
    }

    fn ends(&mut self, end: &End<'_>) -> Next {
        self.next.clear();
        self.next.extend_from_slice(end.after);
        let judge = self.search.judge;
        if self.call == Call::Stop && !end.ticks_any() {
            // Nothing was cleaned up: that is an abort, and no tick.
            self.next.resize(end.after.len() + judge.flags(), 0);
            return Next::State(self.states.add(&self.next, self.from, Call::Abort));
        }
        if judge.asks() {
            end.see(&mut self.seen);
            let answer = judge.judge(&self.seen, Some(self.asked), &self.flags, &mut self.next);
            if self.asked.borrow().len() > self.watched {
                return Next::Stop;
            }
            match answer {
                Answer::Possible => {}
                Answer::Impossible => return Next::Impossible,
                Answer::Breaks(fault) => {
                    self.broken.push(Broken { state: self.from, call: self.call, fault });
                    if judge.is_done() {
                        return Next::Stop;
                    }
                }
            }
        } else {
            self.next.resize(end.after.len() + judge.flags(), 0);
        }
        self.notes.ends(end);
        Next::State(self.states.add(&self.next, self.from, self.call))
    }
}
