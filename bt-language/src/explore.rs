//! All states of a machine: one tick under every answer of the leaves.
//!
//! Nothing is known about the expressions of a tree. Whatever a tick asks of the program (the answer to a
//! condition, the status of an action, whether a deadline has passed, the arm of a `match`) is a choice, and
//! [`Ticks::each`] makes all of them. Literals are exact: counts, ranges, and durations that are zero. Time is
//! otherwise unknown: a deadline that is not zero has not passed in the tick in which it was set, and in later ticks it
//! may have passed or not.
//!
//! ```text
//! state: a row of cells ──tick, choices──→ events; the next state
//! ```
//!
//! A tick that has come to a choice is a *configuration*. What follows depends on nothing else, so each
//! configuration is continued once, wherever it comes from: the ticks of all states are one graph.

mod configuration;
mod facts;
mod layout;
mod packed;
mod rows;
mod run;
mod runs;
mod seen;
mod status;
mod ticks;

pub use configuration::Watch;
pub use facts::{Answers, Facts};
pub use packed::Packing;
pub use rows::Rows;
pub use seen::{End, Event, Seen};
pub use ticks::{Next, Ticks, Visit};

use crate::machine::{Machine, Status};
use configuration::Shape;
use layout::Layout;
use run::Run;
use status::StatusReads;

/// The state of a machine between two ticks.
pub type State = Vec<u32>;

/// A machine, and the known properties of its leaves.
pub struct Model {
    machine: Machine,
    layout: Layout,
    facts: Facts,
    reads: StatusReads,
    /// See [`Facts::last_asked`].
    last_asked: Vec<usize>,
}

impl Model {
    /// The model of a machine.
    ///
    /// A `subtree` in it is a leaf that may return any status.
    #[must_use]
    pub fn new(machine: Machine, facts: Facts) -> Self {
        Self {
            layout: Layout::of(&machine),
            reads: StatusReads::of(&machine),
            last_asked: facts.last_asked(&machine),
            machine,
            facts,
        }
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
        !self.machine.memory.is_empty()
    }

    /// The state after an abort from outside, and the events of the abort.
    #[must_use]
    pub fn aborted(&self, state: &[u32]) -> (State, Vec<Event>) {
        let shape = Shape::of(self, &Watch::default(), 0);
        let (mut words, mut events, mut next) = (Vec::new(), Vec::new(), Vec::new());
        shape.begin(state, &[], &[], &mut words);
        let (model, shape, chosen) = (self, &shape, None);
        Run { model, shape, words: &mut words, events: &mut events, chosen }.abort_all();
        self.layout.settle(&self.machine, &words, &mut next);
        (next, events)
    }

    /// Marks the nodes that are active in a state.
    pub fn active(&self, state: &[u32], active: &mut Vec<bool>) {
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

const fn ended(success: bool) -> Status {
    if success { Status::Success } else { Status::Failure }
}
