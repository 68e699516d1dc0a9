//! Searches all states breadth first, with assumptions and one rule.
//!
//! Most results of leaves do not matter to the rule: two beginnings of a tick that lead to the same place are
//! continued only once, unless they differ in a node that the rule asks about. The search learns these nodes while it
//! runs: when the rule asks about a new node, the search begins again.

use super::counterexample::Reason;
use super::rule::{Assumption, Rule};
use super::states::{From, States};
use super::{Limits, Tick};
use bt_language::explore::{End, Event, Model, Next, Seen, Ticks, Visit, Watch};
use core::cell::RefCell;

/// A search through the states of a model.
pub(super) struct Search<'s> {
    pub(super) model: &'s Model,
    pub(super) limits: &'s Limits,
    pub(super) assumptions: &'s [Assumption],
    pub(super) rule: Option<&'s Rule<'s>>,
}

/// The result of a search.
pub(super) struct Found {
    pub(super) states: States,
    pub(super) transitions: u64,
    pub(super) is_complete: bool,
    pub(super) broken: Option<Broken>,
    /// The number of ticks of the runs that were explored completely; of all runs, if the search is complete.
    pub(super) depth: usize,
    /// The states that every tick leads back to.
    pub(super) stays: Vec<u32>,
    /// See [`Ticks::longest_run`].
    pub(super) longest_run: Option<u32>,
    /// The bytes of the parts of ticks that were kept.
    pub(super) tick_memory: usize,
    /// The nodes that were asked about.
    pub(super) watch: Watch,
}

/// Notes what a search visits.
pub(super) trait Note {
    /// These events happen in a tick that is possible. Events that ticks have in common are noted once.
    fn happens(&mut self, _: &[Event]) {}

    /// A tick that is possible ends. Ticks with an end in common, that differ in no node that is watched, are noted once.
    fn ends(&mut self, _: &End<'_>) {}
}

/// Nothing is noted.
impl Note for () {}

/// The tick that breaks the rule.
pub(super) struct Broken {
    pub(super) state: u32,
    pub(super) reason: Reason,
}

/// The result of a tick: the next state, or why there is none.
pub(super) enum Answer {
    Possible,
    Impossible,
    Breaks(Reason),
}

impl Search<'_> {
    /// Visits every possible tick from every state. The notes begin again, with those that `begin` makes, whenever the
    /// rule asks about a new node. Ticks that differ in a node of `watch` are visited apart.
    pub(super) fn run<N: Note>(&self, mut watch: Watch, begin: impl Fn() -> N) -> (Found, N) {
        loop {
            let asked = RefCell::new(watch.clone());
            let (found, notes) = self.run_watching(watch, &asked, begin());
            watch = asked.into_inner();
            if watch.len() == found.watch.len() {
                return (found, notes);
            }
        }
    }

    /// The number of flags after a state: one for each assumption, and one for the rule.
    pub(super) fn flags(&self) -> usize {
        self.assumptions.len() + 1
    }

    /// The search; it stops early if a node is asked about that is not watched.
    fn run_watching<N: Note>(&self, watch: Watch, asked: &RefCell<Watch>, notes: N) -> (Found, N) {
        let mut cells = self.model.start();
        let count = cells.len();
        cells.resize(count + self.flags(), 0);
        let mut states = States::new(self.model.packing(self.flags()));
        states.add(&cells, From::tick(0));
        let mut ticks = Ticks::new(self.model, &watch, self.flags());
        let mut visitor = Visitor {
            search: self,
            asked,
            watched: watch.len(),
            notes,
            states,
            transitions: 0,
            broken: None,
            from: 0,
            flags: Vec::new(),
            seen: Seen::default(),
            next: Vec::new(),
        };
        let (mut is_complete, mut stays) = (true, Vec::new());
        while (visitor.from as usize) < visitor.states.len() {
            let from = visitor.from;
            visitor.states.unpack(from, &mut cells);
            visitor.flags.clear();
            visitor.flags.extend_from_slice(&cells[count..]);
            let Some(ends) = ticks.each(from, &cells, &mut visitor) else {
                is_complete = false;
                break;
            };
            if ends.only() == Some(from) {
                stays.push(from);
            }
            // Without memory an aborted tree is in its first state.
            if self.model.has_memory() {
                let (mut aborted, _) = self.model.aborted(&cells[..count]);
                aborted.resize(count + self.flags(), 0);
                visitor.states.add(&aborted, From::abort(from));
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

    /// Evaluates the assumptions, and then the rule; appends their flags to the next state.
    pub(super) fn answer(&self, tick: &Tick<'_>, set: &[u32], next: &mut Vec<u32>) -> Answer {
        let is_set = |place: usize| set.get(place).is_some_and(|flag| *flag != 0);
        for (place, assumption) in self.assumptions.iter().enumerate() {
            match assumption.check(tick, is_set(place)) {
                Ok((true, flag)) => next.push(u32::from(flag)),
                Ok((false, _)) => return Answer::Impossible,
                Err(reason) => return Answer::Breaks(reason),
            }
        }
        match self
            .rule
            .map_or(Ok((true, false)), |rule| rule.check(tick, is_set(self.assumptions.len())))
        {
            Ok((true, flag)) => {
                next.push(u32::from(flag));
                Answer::Possible
            }
            Ok((false, _)) => Answer::Breaks(Reason::Broken),
            Err(reason) => Answer::Breaks(reason),
        }
    }

    /// Returns `true` if a rule or an assumption is asked about each tick.
    fn is_asked(&self) -> bool {
        self.rule.is_some() || !self.assumptions.is_empty()
    }
}

fn last(states: &States) -> u32 {
    u32::try_from(states.len()).unwrap_or(u32::MAX).saturating_sub(1)
}

/// Visits the ticks of one state after the other.
struct Visitor<'v, N> {
    search: &'v Search<'v>,
    asked: &'v RefCell<Watch>,
    /// The number of questions whose answers are watched.
    watched: usize,
    notes: N,
    states: States,
    transitions: u64,
    broken: Option<Broken>,
    /// The state before the tick.
    from: u32,
    /// Its flags.
    flags: Vec<u32>,
    seen: Seen,
    next: Vec<u32>,
}

impl<N: Note> Visit for Visitor<'_, N> {
    fn tries(&mut self) -> bool {
        let limits = self.search.limits;
        let is_within = self.states.len() <= limits.states && self.transitions < limits.transitions;
        self.transitions += u64::from(is_within);
        is_within
    }

    fn happens(&mut self, events: &[Event]) {
        self.notes.happens(events);
    }

    fn ends(&mut self, end: &End<'_>) -> Next {
        self.next.clear();
        self.next.extend_from_slice(end.after);
        if self.search.is_asked() {
            end.see(&mut self.seen);
            let tick = Tick::noting(&self.seen, self.asked);
            let answer = self.search.answer(&tick, &self.flags, &mut self.next);
            if self.asked.borrow().len() > self.watched {
                return Next::Stop;
            }
            match answer {
                Answer::Possible => {}
                Answer::Impossible => return Next::Impossible,
                Answer::Breaks(reason) => {
                    self.broken = Some(Broken { state: self.from, reason });
                    return Next::Stop;
                }
            }
        } else {
            self.next.resize(end.after.len() + self.search.flags(), 0);
        }
        self.notes.ends(end);
        Next::State(self.states.add(&self.next, From::tick(self.from)))
    }
}
