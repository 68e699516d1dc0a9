//! Searches all states breadth first, with assumptions and one rule.
//!
//! Most results of leaves do not matter to the rule: two beginnings of a tick that lead to the same place are
//! continued only once, unless they differ in a node that the rule asks about. The search learns these nodes while it
//! runs: when the rule asks about a new node, the search begins again.

use super::counterexample::Reason;
use super::rule::{Assumption, Rule};
use super::states::{ABORT, From, States};
use super::{Limits, Tick};
use bt_language::explore::{Model, Next, Scratch, Seen};
use core::cell::RefCell;
use std::collections::BTreeSet;
use std::vec::Vec;

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
    /// The nodes that were asked about.
    watched: Vec<usize>,
}

/// The tick that breaks the rule.
pub(super) struct Broken {
    pub(super) state: usize,
    pub(super) tick: u32,
    pub(super) reason: Reason,
}

/// A tick that is possible.
pub(super) struct Step<'s> {
    pub(super) from: usize,
    /// None, if only what was seen before its continuations is new.
    pub(super) to: Option<usize>,
    pub(super) seen: &'s Seen,
}

/// The result of a tick: the next state, or why there is none.
enum Answer {
    Possible,
    Impossible,
    Breaks(Reason),
}

/// How a search ended.
enum End {
    Whole,
    Stopped,
    /// A node was asked about that is not watched.
    Asked,
}

impl Search<'_> {
    /// Visits every possible tick from every state; `visitor` makes what visits them, from the beginning.
    pub(super) fn run<V: FnMut(Step<'_>)>(&self, mut visitor: impl FnMut() -> V) -> Found {
        let asked: RefCell<BTreeSet<usize>> = RefCell::default();
        loop {
            let watched: Vec<usize> = asked.borrow().iter().copied().collect();
            let states = States::new(self.model.packing(self.flags()));
            let mut found =
                Found { states, transitions: 0, is_complete: true, broken: None, watched };
            match self.run_watching(&asked, &mut found, visitor()) {
                End::Whole => return found,
                End::Stopped => {
                    found.is_complete = false;
                    return found;
                }
                End::Asked => {}
            }
        }
    }

    /// The number of flags after a state: one for each assumption, and one for the rule.
    fn flags(&self) -> usize {
        self.assumptions.len() + 1
    }

    fn run_watching(
        &self,
        asked: &RefCell<BTreeSet<usize>>,
        found: &mut Found,
        mut visit: impl FnMut(Step<'_>),
    ) -> End {
        let mut cells = self.model.start();
        let count = cells.len();
        cells.resize(count + self.flags(), 0);
        found.states.add(&cells, From { state: 0, tick: ABORT });
        let (mut scratch, mut next_cells) = (Scratch::default(), Vec::new());
        let mut state = 0;
        while state < found.states.len() {
            let from = u32::try_from(state).unwrap_or(u32::MAX);
            found.states.unpack(state, &mut cells);
            let (own, set) = cells.split_at(count);
            let watched = core::mem::take(&mut found.watched);
            let goes_on = self.model.each_tick(own, &watched, &mut scratch, |tick, seen, next| {
                found.transitions += 1;
                let Some(next) = next else {
                    visit(Step { from: state, to: None, seen });
                    return self.next(found);
                };
                next_cells.clear();
                next_cells.extend_from_slice(next);
                let answer = self.answer(&Tick::noting(seen, asked), set, &mut next_cells);
                if asked.borrow().len() > watched.len() {
                    return Next::Stop;
                }
                match answer {
                    Answer::Impossible => return Next::Reject,
                    Answer::Possible => {
                        let to = Some(found.states.add(&next_cells, From { state: from, tick }));
                        visit(Step { from: state, to, seen });
                    }
                    Answer::Breaks(reason) => {
                        found.broken = Some(Broken { state, tick, reason });
                        return Next::Stop;
                    }
                }
                self.next(found)
            });
            found.watched = watched;
            if asked.borrow().len() > found.watched.len() {
                return End::Asked;
            }
            if !goes_on {
                return End::Stopped;
            }
            // Without memory an aborted tree is in its first state.
            if self.model.has_memory() {
                let mut aborted = self.model.aborted(own, &mut scratch);
                aborted.resize(count + self.flags(), 0);
                found.states.add(&aborted, From { state: from, tick: ABORT });
            }
            state += 1;
        }
        End::Whole
    }

    /// Returns `true` if the limits allow the search to continue after a tick that is possible.
    fn next(&self, found: &Found) -> Next {
        let is_within =
            found.states.len() <= self.limits.states && found.transitions < self.limits.transitions;
        if is_within { Next::Accept } else { Next::Stop }
    }

    /// Evaluates the assumptions, and then the rule; appends their flags to the next state.
    fn answer(&self, tick: &Tick<'_>, set: &[u32], next: &mut Vec<u32>) -> Answer {
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

    /// The events before a tick and in it.
    pub(super) fn path(&self, found: &Found, broken: &Broken) -> Vec<(bool, Seen)> {
        let mut ticks = std::vec![broken.tick];
        let mut state = broken.state;
        while let Some(from) = found.states.from(state).filter(|_| state > 0) {
            ticks.push(from.tick);
            state = from.state as usize;
        }
        let (mut cells, mut scratch) = (self.model.start(), Scratch::default());
        let (mut path, mut was_aborted) = (Vec::new(), false);
        let mut set = std::vec![0; self.flags()];
        for wanted in ticks.into_iter().rev() {
            if wanted == ABORT {
                cells = self.model.aborted(&cells, &mut scratch);
                set.fill(0);
                was_aborted = true;
                continue;
            }
            let mut after = None;
            // The numbers of ticks depend on which are possible, as in the search.
            let _ =
                self.model.each_tick(&cells, &found.watched, &mut scratch, |tick, seen, next| {
                    let Some(next) = next else { return Next::Accept };
                    if tick == wanted {
                        let mut flags = Vec::new();
                        let _ = self.answer(&Tick::new(seen), &set, &mut flags);
                        path.push((was_aborted, seen.clone()));
                        after = Some((next.to_vec(), flags));
                        return Next::Stop;
                    }
                    match self.answer(&Tick::new(seen), &set, &mut Vec::new()) {
                        Answer::Possible => Next::Accept,
                        _ => Next::Reject,
                    }
                });
            let Some((next, flags)) = after else { return path };
            (cells, set) = (next, flags);
            set.resize(self.flags(), 0);
            was_aborted = false;
        }
        path
    }
}
