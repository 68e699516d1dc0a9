//! Breadth first over all states, with what is assumed and one rule.

use super::counterexample::Reason;
use super::rule::{Assumption, Rule};
use super::states::{ABORT, From, States};
use super::{Limits, Tick};
use bt_language::explore::{Model, Scratch, Seen};
use std::vec::Vec;

/// A search through the states of a model.
pub(super) struct Search<'s> {
    pub(super) model: &'s Model,
    pub(super) limits: &'s Limits,
    pub(super) assumptions: &'s [Assumption],
    pub(super) rule: Option<&'s Rule<'s>>,
}

/// What a search has found.
pub(super) struct Found {
    pub(super) states: States,
    pub(super) transitions: u64,
    pub(super) is_complete: bool,
    pub(super) broken: Option<Broken>,
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
    pub(super) to: usize,
    pub(super) seen: &'s Seen,
}

/// What is known after a tick: what the next state is, or why there is none.
enum Answer {
    Possible,
    Impossible,
    Breaks(Reason),
}

impl Search<'_> {
    /// Visits every possible tick from every state.
    pub(super) fn run(&self, mut visit: impl FnMut(Step<'_>)) -> Found {
        let flags = self.assumptions.len() + 1;
        let mut cells = self.model.start();
        let count = cells.len();
        cells.resize(count + flags, 0);
        let mut found = Found {
            states: States::new(self.model.packing(flags)),
            transitions: 0,
            is_complete: true,
            broken: None,
        };
        found.states.add(&cells, From { state: 0, tick: ABORT });
        let (mut scratch, mut next_cells) = (Scratch::default(), Vec::new());
        let mut state = 0;
        while state < found.states.len() {
            let from = u32::try_from(state).unwrap_or(u32::MAX);
            found.states.unpack(state, &mut cells);
            let (own, set) = cells.split_at(count);
            let goes_on = self.model.each_tick(own, &mut scratch, |tick, seen, next| {
                found.transitions += 1;
                next_cells.clear();
                next_cells.extend_from_slice(next);
                match self.answer(seen, set, &mut next_cells) {
                    Answer::Impossible => {}
                    Answer::Possible => {
                        let to = found.states.add(&next_cells, From { state: from, tick });
                        visit(Step { from: state, to, seen });
                    }
                    Answer::Breaks(reason) => {
                        found.broken = Some(Broken { state, tick, reason });
                        return false;
                    }
                }
                found.states.len() <= self.limits.states
                    && found.transitions < self.limits.transitions
            });
            if !goes_on {
                found.is_complete = false;
                return found;
            }
            // Without memory an aborted tree is in its first state.
            if self.model.has_memory() {
                let mut aborted = self.model.aborted(own, &mut scratch);
                aborted.resize(count + flags, 0);
                found.states.add(&aborted, From { state: from, tick: ABORT });
            }
            state += 1;
        }
        found
    }

    /// Asks what is assumed, and then the rule; their flags come behind the next state.
    fn answer(&self, seen: &Seen, set: &[u32], next: &mut Vec<u32>) -> Answer {
        let tick = Tick::new(seen);
        let is_set = |place: usize| set.get(place).is_some_and(|flag| *flag != 0);
        for (place, assumption) in self.assumptions.iter().enumerate() {
            match assumption.check(&tick, is_set(place)) {
                Ok((true, flag)) => next.push(u32::from(flag)),
                Ok((false, _)) => return Answer::Impossible,
                Err(reason) => return Answer::Breaks(reason),
            }
        }
        match self
            .rule
            .map_or(Ok((true, false)), |rule| rule.check(&tick, is_set(self.assumptions.len())))
        {
            Ok((true, flag)) => {
                next.push(u32::from(flag));
                Answer::Possible
            }
            Ok((false, _)) => Answer::Breaks(Reason::Broken),
            Err(reason) => Answer::Breaks(reason),
        }
    }

    /// What was seen on the way to a tick, and in it.
    pub(super) fn path(&self, found: &Found, broken: &Broken) -> Vec<(bool, Seen)> {
        let mut ticks = std::vec![broken.tick];
        let mut state = broken.state;
        while let Some(from) = found.states.from(state).filter(|_| state > 0) {
            ticks.push(from.tick);
            state = from.state as usize;
        }
        let (mut cells, mut scratch) = (self.model.start(), Scratch::default());
        let (mut path, mut was_aborted) = (Vec::new(), false);
        for wanted in ticks.into_iter().rev() {
            if wanted == ABORT {
                cells = self.model.aborted(&cells, &mut scratch);
                was_aborted = true;
                continue;
            }
            let mut after = cells.clone();
            let _ = self.model.each_tick(&cells, &mut scratch, |tick, seen, next| {
                if tick == wanted {
                    after.clear();
                    after.extend_from_slice(next);
                    path.push((was_aborted, seen.clone()));
                }
                tick < wanted
            });
            cells = after;
            was_aborted = false;
        }
        path
    }
}
