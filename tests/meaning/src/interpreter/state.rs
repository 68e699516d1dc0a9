//! The state of a tree: everything on which its next ticks depend, for an enumeration.

use super::{Instance, Interpreter};
use bt_core::Status;
use std::time::Duration;

/// The state of a tree between two ticks. Times and unknown counts are left out, because an enumeration answers
/// questions about them in every way.
pub type State = Vec<usize>;

impl Interpreter<'_> {
    /// Trees with equal states do the same in the next runs of an enumeration.
    #[must_use]
    pub fn state(&self) -> State {
        let mut state = vec![usize::from(self.is_running() && self.lacks_result())];
        self.root.collect_state(&mut state);
        state
    }
}

impl Instance<'_> {
    fn collect_state(&self, state: &mut State) {
        let cools = self.ready_at.is_some_and(|time| time != Duration::ZERO);
        state.extend([usize::from(self.active), usize::from(cools), number(self.result)]);
        state.push(self.place);
        if self.active {
            let run = &self.run;
            let rounds = run.limit.map_or(0, |limit| left(run.count, limit));
            state.extend([run.at, run.chosen.map_or(0, |chosen| chosen + 1), rounds]);
            state.extend([left(run.numbers.0, run.numbers.1), usize::from(run.passed)]);
            state.push(usize::from(run.stopping));
            state.extend([usize::from(run.span.is_zero()), usize::from(run.deadline.is_zero())]);
            state.extend([usize::from(run.kept.is_some()), run.left.len()]);
            state.extend(&run.left);
            state.extend(run.until.iter().map(|until| usize::from(until.is_zero())));
            state.extend(run.results.iter().map(|result| number(*result)));
        }
        for child in &self.children {
            child.collect_state(state);
        }
    }
}

fn number(result: Option<Status>) -> usize {
    match result {
        None => 0,
        Some(Status::Success) => 1,
        Some(Status::Failure) => 2,
        Some(Status::Running) => 3,
    }
}

/// The number of rounds that are left; an unknown number stays unknown.
fn left(done: usize, rounds: usize) -> usize {
    if rounds == crate::book::UNKNOWN as usize { rounds } else { rounds - done }
}
