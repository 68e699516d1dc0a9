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
    /// The results of each node that it can be asked for.
    pub(super) results: BTreeSet<(usize, Status)>,
    /// The sets of nodes that are active after a tick.
    pub(super) active: BTreeSet<Vec<bool>>,
}

/// Runs a tree in every way; `None` if it takes more than `bound` ticks. It ends as soon as all nodes were ticked and
/// the root has returned each status.
pub(super) fn explore(program: &Program, bound: usize) -> Option<Seen> {
    explored(program, bound, Seen::is_all)
}

/// The same to the end.
pub(super) fn explore_all(program: &Program, bound: usize) -> Option<Seen> {
    explored(program, bound, |_| false)
}

fn explored(program: &Program, bound: usize, is_enough: fn(&Seen) -> bool) -> Option<Seen> {
    let nodes = program.rules.len();
    let mut seen = Seen {
        ticked: vec![false; nodes],
        statuses: BTreeSet::new(),
        results: BTreeSet::new(),
        active: BTreeSet::new(),
    };
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
            if is_enough(&seen) {
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
    let mut results = Vec::new();
    let mut machine = Machine {
        program,
        state: state.clone(),
        oracle,
        ticked: &mut seen.ticked,
        results: &mut results,
    };
    let status = machine.tick(0);
    seen.active.insert((0..program.rules.len()).map(|id| machine.is_active(id)).collect());
    seen.statuses.insert(status);
    if status != Status::Running {
        assert!(!(0..program.rules.len()).any(|id| machine.is_active(id)), "nothing is left over");
    }
    let state = machine.state;
    seen.results.extend(results);
    state
}

/// The state after the tree's `abort`.
fn aborted(program: &Program, state: &State) -> State {
    let mut nothing = Oracle::default();
    let mut machine = Machine {
        program,
        state: state.clone(),
        oracle: &mut nothing,
        ticked: &mut [],
        results: &mut Vec::new(),
    };
    machine.abort(0);
    machine.state
}
