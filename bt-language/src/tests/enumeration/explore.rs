//! Everything that a tree can ever do: all its states, breadth first, and every tick from each of them.

use super::machine::{Machine, Place, State};
use super::oracle::Oracle;
use super::program::{Program, Status};
use std::collections::{BTreeSet, VecDeque};

/// The events of all runs of a tree.
pub(super) struct Seen {
    /// For each node, in pre-order: `true` if it is ticked.
    pub(super) ticked: Vec<bool>,
    /// The results of the root.
    pub(super) statuses: BTreeSet<Status>,
}

/// Runs a tree in every way; `None` if it takes more than `bound` ticks.
pub(super) fn explore(program: &Program, bound: usize) -> Option<Seen> {
    let nodes = program.rules.len();
    let mut seen = Seen { ticked: vec![false; nodes], statuses: BTreeSet::new() };
    let start = vec![Place::default(); nodes];
    let mut known = BTreeSet::from([start.clone()]);
    let mut waiting = VecDeque::from([start]);
    let mut ticks = 0;
    while let Some(state) = waiting.pop_front() {
        let mut oracle = Oracle::default();
        let mut following = vec![aborted(program, &state)];
        loop {
            following.push(ticked(program, &state, &mut oracle, &mut seen));
            ticks += 1;
            // Everything possible has been seen.
            if seen.is_all() {
                return Some(seen);
            }
            if ticks > bound {
                return None;
            }
            if !oracle.next() {
                break;
            }
        }
        for state in following {
            if !known.contains(&state) {
                known.insert(state.clone());
                waiting.push_back(state);
            }
        }
    }
    Some(seen)
}

impl Seen {
    fn is_all(&self) -> bool {
        self.statuses.len() == 3 && self.ticked.iter().all(|ticked| *ticked)
    }
}

/// The state after one tick.
fn ticked(program: &Program, state: &State, oracle: &mut Oracle, seen: &mut Seen) -> State {
    let mut machine = Machine { program, state: state.clone(), oracle, ticked: &mut seen.ticked };
    let status = machine.tick(0);
    seen.statuses.insert(status);
    if status != Status::Running {
        assert!(!(0..program.rules.len()).any(|id| machine.is_active(id)), "nothing is left over");
    }
    machine.state
}

/// The state after the tree's `abort`.
fn aborted(program: &Program, state: &State) -> State {
    let mut nothing = Oracle::default();
    let mut machine =
        Machine { program, state: state.clone(), oracle: &mut nothing, ticked: &mut [] };
    machine.abort(0);
    machine.state
}
