//! The states that are known, packed.

use super::state::{Packing, Rows};

/// The states, in the order in which they were found, each with the state that led to it.
pub struct States {
    packing: Packing,
    rows: Rows,
    from: Vec<From>,
    packed: Vec<u8>,
}

/// How a state was reached first: the number of the state before it, and in the highest bit 1 if the tree was aborted.
#[derive(Clone, Copy)]
pub(super) struct From(u32);

impl From {
    const ABORT: u32 = 1 << 31;

    pub(super) const fn tick(state: u32) -> Self {
        Self(state)
    }

    pub(super) const fn abort(state: u32) -> Self {
        Self(state | Self::ABORT)
    }

    pub(super) const fn state(self) -> u32 {
        self.0 & !Self::ABORT
    }

    pub(super) const fn is_abort(self) -> bool {
        self.0 & Self::ABORT != 0
    }
}

impl States {
    pub(super) fn new(packing: Packing) -> Self {
        let rows = Rows::new(packing.bytes());
        Self { packing, rows, from: Vec::new(), packed: Vec::new() }
    }

    /// The number of states.
    #[must_use]
    pub fn count(&self) -> usize {
        self.rows.len()
    }

    /// The bytes that all states take.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.rows.memory() + self.from.len() * size_of::<From>()
    }

    pub(super) fn from(&self, state: u32) -> Option<From> {
        self.from.get(state as usize).copied()
    }

    /// The states of the shortest run to a state, the first state first.
    pub(super) fn run_to(&self, state: u32) -> Vec<u32> {
        let mut run = std::vec![state];
        while let Some(from) =
            run.last().filter(|state| **state > 0).and_then(|state| self.from(*state))
        {
            run.push(from.state());
        }
        run.reverse();
        run
    }

    /// The number of ticks of that run.
    pub(super) fn ticks_to(&self, state: u32) -> usize {
        let run = self.run_to(state);
        let is_tick = |state: &&u32| self.from(**state).is_some_and(|from| !from.is_abort());
        run.iter().skip(1).filter(is_tick).count()
    }

    /// The cells of a state, with the flags behind them.
    pub fn unpack(&self, state: u32, cells: &mut Vec<u32>) {
        self.packing.unpack(self.rows.get(state as usize), cells);
    }

    /// The number of a state, which may be new.
    pub(super) fn add(&mut self, cells: &[u32], from: From) -> u32 {
        self.packed.clear();
        self.packing.pack(cells, &mut self.packed);
        let (number, is_new) = self.rows.add(&self.packed);
        if is_new {
            self.from.push(from);
        }
        u32::try_from(number).unwrap_or(u32::MAX)
    }
}
