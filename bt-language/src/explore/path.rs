//! The run that leads to the tick that breaks a rule.

use super::search::{Answer, Broken, Found, Judge, Search};
use super::states::From;
use super::ticks::{End, Event, Next, Seen, Ticks, Visit};

impl<J: Judge> Search<'_, J> {
    /// The events of each tick before the last one and of the last one, and `true` if the tree was aborted before it.
    #[must_use]
    pub fn path(&self, found: &Found<J::Fault>, broken: &Broken<J::Fault>) -> Vec<(bool, Seen)> {
        let states = found.states.run_to(broken.state);
        let mut ticks = Ticks::new(self.model, &found.watch, self.judge.flags());
        let (mut path, mut is_after_abort) = (Vec::new(), false);
        let mut cells = Vec::new();
        for (place, state) in states.iter().enumerate() {
            let next = states.get(place + 1).copied();
            if next.and_then(|next| found.states.from(next)).is_some_and(From::is_abort) {
                is_after_abort = true;
                continue;
            }
            found.states.unpack(*state, &mut cells);
            let mut wanted = None;
            if let Some(next) = next {
                let mut cells = Vec::new();
                found.states.unpack(next, &mut cells);
                wanted = Some(cells);
            }
            let flags = cells[cells.len() - self.judge.flags()..].to_vec();
            let mut way = Way { search: self, flags, wanted, seen: None };
            // The ticks of each state are visited as in the search.
            ticks.forget();
            let _ = ticks.each(*state, &cells, &mut way);
            let Some(seen) = way.seen else { return path };
            path.push((is_after_abort, seen));
            is_after_abort = false;
        }
        path
    }
}

/// Looks for the first tick that leads to a state, or that breaks the rule.
struct Way<'w, J> {
    search: &'w Search<'w, J>,
    flags: Vec<u32>,
    /// The next state; `None` if the tick breaks the rule.
    wanted: Option<Vec<u32>>,
    seen: Option<Seen>,
}

impl<J: Judge> Visit for Way<'_, J> {
    fn tries(&mut self) -> bool {
        true
    }

    fn happens(&mut self, _: &[Event]) {}

    fn ends(&mut self, end: &End<'_>) -> Next {
        let mut seen = Seen::default();
        end.see(&mut seen);
        let mut next = end.after.to_vec();
        let answer = self.search.judge.judge(&seen, None, &self.flags, &mut next);
        let is_it = match (&answer, &self.wanted) {
            (Answer::Possible, Some(wanted)) => *wanted == next,
            (Answer::Breaks(_), None) => true,
            _ => false,
        };
        if is_it {
            self.seen = Some(seen);
            return Next::Stop;
        }
        // All states but the wanted one are alike here.
        if matches!(answer, Answer::Possible) { Next::State(0) } else { Next::Impossible }
    }
}
