//! The run that leads to the tick that breaks a rule.

use super::search::{Answer, Broken, Found, Judge, Search};
use super::states::Call;
use super::ticks::{End, Event, Next, Seen, Ticks, Visit};

impl<J: Judge> Search<'_, J> {
    /// The last ticks up to the one that breaks a rule, of which `is_it` knows the fault, at most this number, each with
    /// `true` if the tree was aborted before it; and the number of ticks before them. The judge has judged nothing yet.
    #[must_use]
    pub fn path(
        &self,
        found: &Found<J::Fault>,
        broken: &Broken<J::Fault>,
        is_it: &dyn Fn(&J::Fault) -> bool,
        most: usize,
    ) -> (usize, Vec<(bool, Seen)>) {
        let all = found.states.run_to(broken.state);
        let (before, states) = all.split_at(all.len().saturating_sub(most));
        let is_tick = |state: &&u32| found.states.call(**state) != Some(Call::Abort);
        // Each state but the first has the tick that led to it.
        let first = states.first().filter(|_| !before.is_empty());
        let before = before.iter().skip(1).chain(first).filter(is_tick).count();
        let mut ticks = Ticks::new(self.model, &found.watch, self.judge.flags());
        let (mut path, mut is_after_abort) = (Vec::new(), false);
        let mut cells = Vec::new();
        for (place, state) in states.iter().enumerate() {
            let next = states.get(place + 1).copied();
            let call = next.map_or(Some(broken.call), |next| found.states.call(next));
            if call == Some(Call::Abort) {
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
            let (seen, after) = (Seen::default(), Vec::new());
            let mut way = Way { search: self, is_it, flags, wanted, seen, after, is_found: false };
            // The ticks of each state are visited as in the search.
            ticks.forget();
            let _ = if call == Some(Call::Stop) {
                ticks.each_stop(*state, &cells, &mut way)
            } else {
                ticks.each(*state, &cells, &mut way)
            };
            if !way.is_found {
                return (before, path);
            }
            path.push((is_after_abort, way.seen));
            is_after_abort = false;
        }
        (before, path)
    }
}

/// Looks for the first tick that leads to a state, or that breaks the rule.
struct Way<'w, J: Judge> {
    search: &'w Search<'w, J>,
    is_it: &'w dyn Fn(&J::Fault) -> bool,
    flags: Vec<u32>,
    /// The next state; `None` if the tick breaks the rule.
    wanted: Option<Vec<u32>>,
    /// The last tick that was visited.
    seen: Seen,
    /// The state after it.
    after: Vec<u32>,
    is_found: bool,
}

impl<J: Judge> Visit for Way<'_, J> {
    fn tries(&mut self) -> bool {
        true
    }

    fn happens(&mut self, _: &[Event]) {}

    fn ends(&mut self, end: &End<'_>) -> Next {
        end.see(&mut self.seen);
        self.after.clear();
        self.after.extend_from_slice(end.after);
        let answer = self.search.judge.judge(&self.seen, None, &self.flags, &mut self.after);
        self.is_found = match (&answer, &self.wanted) {
            (Answer::Possible | Answer::Breaks(_), Some(wanted)) => *wanted == self.after,
            (Answer::Breaks(fault), None) => (self.is_it)(fault),
            (Answer::Possible, None) | (Answer::Impossible, _) => false,
        };
        if self.is_found {
            return Next::Stop;
        }
        // All states but the wanted one are alike here.
        match answer {
            Answer::Possible | Answer::Breaks(_) => Next::State(0),
            Answer::Impossible => Next::Impossible,
        }
    }
}
