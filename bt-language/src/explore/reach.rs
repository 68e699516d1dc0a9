//! The states that can be reached from some, and the nodes that are ticked on the way.

use super::state::Watch;
use super::states::{Call, States};
use super::ticks::{End, Event, Next, Ticks, Visit};
use super::{Model, State, number};

/// The ticks from some states, breadth first.
pub(super) struct Reach<'m> {
    model: &'m Model,
    ticks: Ticks<'m>,
    visitor: Visitor,
    /// Whether the program may abort or stop the tree between two ticks.
    aborts: bool,
    /// The number of states whose ticks were visited.
    visited: usize,
    /// The number of ticks before the next state.
    pub(super) depth: usize,
    /// The number of states up to this depth.
    until: usize,
}

struct Visitor {
    states: States,
    /// The number of the state before the tick.
    from: u32,
    call: Call,
    /// The nodes that are ticked, without those that are ticked because one below them is.
    ticked: Vec<bool>,
    left: u64,
}

impl<'m> Reach<'m> {
    pub(super) fn new(
        model: &'m Model,
        from: impl IntoIterator<Item = State>,
        aborts: bool,
    ) -> Self {
        let (mut states, ticked) =
            (States::new(model.packing(0)), vec![false; model.machine.nodes.len()]);
        for state in from {
            states.add(&state, 0, Call::Tick);
        }
        let (ticks, until) = (Ticks::new(model, &Watch::default(), 0), states.count());
        let visitor = Visitor { states, from: 0, call: Call::Tick, ticked, left: 0 };
        Self { model, ticks, visitor, aborts, visited: 0, depth: 0, until }
    }

    /// Visits the ticks of the next state; `false` if there is none. `None` if they have more parts than are left.
    pub(super) fn next(&mut self, left: &mut u64) -> Option<bool> {
        if self.visited == self.until {
            self.until = self.visitor.states.count();
            self.depth += 1;
        }
        if self.visited == self.until {
            return Some(false);
        }
        let (from, mut state) = (number(self.visited), State::new());
        self.visitor.states.unpack(from, &mut state);
        let visitor = &mut self.visitor;
        (visitor.left, visitor.from, visitor.call) = (*left, from, Call::Tick);
        let mut ends = self.ticks.each(from, &state, visitor);
        if self.aborts && self.model.cleans_up() && ends.is_some() {
            visitor.call = Call::Stop;
            ends = self.ticks.each_stop(from, &state, visitor);
        }
        *left = visitor.left;
        ends?;
        if self.aborts {
            self.visitor.states.add(&self.model.aborted(&state).0, from, Call::Abort);
        }
        self.visited += 1;
        Some(true)
    }

    pub(super) fn states(&self) -> impl Iterator<Item = State> {
        let states = &self.visitor.states;
        (0..number(states.count())).map(|state| {
            let mut cells = State::new();
            states.unpack(state, &mut cells);
            cells
        })
    }

    /// Returns `true` if a node, or one below it, was ticked.
    pub(super) fn has_ticked(&self, node: usize) -> bool {
        self.visitor.ticked[self.model.machine.nodes[node].range()].contains(&true)
    }
}

impl Visit for Visitor {
    fn tries(&mut self) -> bool {
        let is_left = self.left > 0;
        self.left = self.left.saturating_sub(1);
        is_left
    }

    fn happens(&mut self, events: &[Event]) {
        for node in events.iter().filter_map(Event::ticked) {
            self.ticked[node.place()] = true;
        }
    }

    fn ends(&mut self, end: &End<'_>) -> Next {
        Next::State(self.states.add(end.after, self.from, self.call))
    }
}
