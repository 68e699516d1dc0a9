//! The states that are known, packed.

use super::state::{Packing, Rows};

/// The states, in the order in which they were found, each with the state that led to it.
pub struct States {
    packing: Packing,
    rows: Rows,
    from: Vec<From>,
    packed: Vec<u8>,
}

/// What a program does with a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// It ticks the tree.
    Tick,
    /// It stops the tree: one tick of that, in which cleanups run.
    Stop,
    /// It aborts the tree, or stops it while there is nothing to clean up.
    Abort,
}

/// How a state was reached first: the number of the state before it, and in the two highest bits what the program did.
#[derive(Clone, Copy)]
struct From(u32);

impl From {
    const STOP: u32 = 1 << 30;
    const ABORT: u32 = 1 << 31;

    const fn new(state: u32, call: Call) -> Self {
        Self(match call {
            Call::Tick => state,
            Call::Stop => state | Self::STOP,
            Call::Abort => state | Self::ABORT,
        })
    }

    const fn state(self) -> u32 {
        self.0 & !(Self::STOP | Self::ABORT)
    }

    const fn call(self) -> Call {
        match self.0 & (Self::STOP | Self::ABORT) {
            0 => Call::Tick,
            Self::STOP => Call::Stop,
            _ => Call::Abort,
        }
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

    fn from(&self, state: u32) -> Option<From> {
        self.from.get(state as usize).copied()
    }

    /// What the program did when this state was reached first.
    pub(super) fn call(&self, state: u32) -> Option<Call> {
        self.from(state).map(From::call)
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
        let is_tick = |state: &&u32| self.call(**state) != Some(Call::Abort);
        run.iter().skip(1).filter(is_tick).count()
    }

    /// The cells of a state, with the flags behind them.
    pub fn unpack(&self, state: u32, cells: &mut Vec<u32>) {
        self.packing.unpack(self.rows.get(state as usize), cells);
    }

    /// The number of a state, which may be new.
    pub(super) fn add(&mut self, cells: &[u32], from: u32, call: Call) -> u32 {
        self.packed.clear();
        self.packing.pack(cells, &mut self.packed);
        let (number, is_new) = self.rows.add(&self.packed);
        if is_new {
            self.from.push(From::new(from, call));
        }
        u32::try_from(number).unwrap_or(u32::MAX)
    }
}
