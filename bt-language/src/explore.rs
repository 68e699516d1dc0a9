//! All states of a machine: one tick under every answer of the leaves.
//!
//! Nothing is known about the expressions of a tree. Whatever a tick asks of the program (the answer to a
//! condition, the status of an action, whether a deadline has passed, the arm of a `match`) is a choice, and
//! [`Model::each_tick`] runs the tick once for each combination of choices. Literals are exact: counts, ranges, and
//! durations that are zero. Time is otherwise unknown: a deadline that is not zero has not passed in the tick in which
//! it was set, and in later ticks it may have passed or not.
//!
//! ```text
//! state: a row of cells ──tick, choices──→ seen: what each node did; the next state
//! ```

mod facts;
mod layout;
mod oracle;
mod packed;
mod run;
mod seen;

pub use facts::{Answers, Facts};
pub use packed::Packing;
pub use seen::{Event, Seen};

use crate::machine::{Machine, Status};
use layout::Layout;
use oracle::Oracle;
use run::Run;

/// The state of a machine between two ticks.
pub type State = Vec<u32>;

/// A machine, and the known properties of its leaves.
pub struct Model {
    machine: Machine,
    layout: Layout,
    facts: Facts,
}

impl Model {
    /// The model of a machine.
    ///
    /// A `subtree` in it is a leaf that may return any status.
    #[must_use]
    pub fn new(machine: Machine, facts: Facts) -> Self {
        let layout = Layout::of(&machine);
        Self { machine, layout, facts }
    }

    /// The machine.
    #[must_use]
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The state before the first tick.
    #[must_use]
    pub fn start(&self) -> State {
        vec![0; self.layout.limits.len()]
    }

    /// The layout of packed states, with this number of flags after them.
    #[must_use]
    pub fn packing(&self, flags: usize) -> Packing {
        let limits = self.layout.limits.iter().copied();
        Packing::of(&limits.chain(std::iter::repeat_n(1, flags)).collect::<Vec<u32>>())
    }

    /// Returns `true` if an abort from outside leads to other states than a finished tick does.
    #[must_use]
    pub fn has_memory(&self) -> bool {
        self.machine.has_memory()
    }

    /// Runs one tick from a state under every combination of choices.
    ///
    /// Two beginnings of a tick that differ only in what nodes did that are not `watched` are continued once: then
    /// `then` hears of the second beginning without a next state.
    ///
    /// Returns `false` if `then` stopped it.
    pub fn each_tick(
        &self,
        state: &[u32],
        watched: &[usize],
        scratch: &mut Scratch,
        mut then: impl FnMut(u32, &Seen, Option<&[u32]>) -> Next,
    ) -> bool {
        let Scratch { oracle, seen, cells, next } = scratch;
        oracle.restart();
        self.active(state, &mut seen.before);
        let mut number = 0;
        loop {
            cells.clear();
            cells.extend_from_slice(state);
            seen.begin(self.machine.nodes.len());
            seen.status = Run::new(self, watched, cells, oracle, seen).tree();
            let decided = if seen.is_cut() {
                seen.after.clone_from(&seen.before);
                seen.end(&self.machine);
                if oracle.is_possible() { then(number, seen, None) } else { Next::Reject }
            } else {
                self.layout.settle(&self.machine, cells, next);
                self.active(next, &mut seen.after);
                seen.end(&self.machine);
                then(number, seen, Some(next))
            };
            match decided {
                Next::Accept => oracle.accept(),
                Next::Reject => {}
                Next::Stop => return false,
            }
            number = number.saturating_add(1);
            if !oracle.next() {
                return true;
            }
        }
    }

    /// The state after an abort from outside.
    #[must_use]
    pub fn aborted(&self, state: &[u32], scratch: &mut Scratch) -> State {
        let Scratch { oracle, seen, cells, next } = scratch;
        oracle.restart();
        cells.clear();
        cells.extend_from_slice(state);
        self.active(state, &mut seen.before);
        seen.begin(self.machine.nodes.len());
        Run::new(self, &[], cells, oracle, seen).abort_all();
        self.layout.settle(&self.machine, cells, next);
        self.active(next, &mut seen.after);
        seen.end(&self.machine);
        next.clone()
    }

    /// Marks the nodes that are active in a state.
    fn active(&self, state: &[u32], active: &mut Vec<bool>) {
        active.clear();
        active.resize(self.machine.nodes.len(), false);
        self.layout.each_recorded(&self.machine, state, &mut |position| {
            let mut above = Some(position.place.node);
            while let Some(node) = above.filter(|node| !active[node.place()]) {
                active[node.place()] = true;
                above = self.machine[node].parent;
            }
        });
    }
}

/// The result of a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// It is possible.
    Accept,
    /// It is not possible.
    Reject,
    /// No further ticks are wanted.
    Stop,
}

/// Memory that ticks use again.
#[derive(Default)]
pub struct Scratch {
    oracle: Oracle,
    seen: Seen,
    cells: Vec<u32>,
    next: Vec<u32>,
}

impl Scratch {
    /// The results of the last tick or abort.
    #[must_use]
    pub fn seen(&self) -> &Seen {
        &self.seen
    }
}

const fn ended(success: bool) -> Status {
    if success { Status::Success } else { Status::Failure }
}
