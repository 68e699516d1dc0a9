//! The states that are known, packed.

use bt_language::explore::Packing;
use std::vec;
use std::vec::Vec;

/// The states, in the order in which they were found, each with the tick that led to it.
pub(super) struct States {
    packing: Packing,
    bytes: Vec<u8>,
    from: Vec<From>,
    /// Places of states, by their hash; 0 is free.
    table: Vec<u32>,
    packed: Vec<u8>,
}

/// How a state was reached first.
#[derive(Clone, Copy)]
pub(super) struct From {
    /// The state before.
    pub(super) state: u32,
    /// The number of the tick from that state, or [`ABORT`].
    pub(super) tick: u32,
}

/// The tree was aborted.
pub(super) const ABORT: u32 = u32::MAX;

impl States {
    pub(super) fn new(packing: Packing) -> Self {
        Self {
            packing,
            bytes: Vec::new(),
            from: Vec::new(),
            table: vec![0; 64],
            packed: Vec::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.from.len()
    }

    /// The bytes that one state takes.
    pub(super) fn bytes_of_one(&self) -> usize {
        // Of the table between a quarter and a half is in use.
        self.packing.bytes() + size_of::<From>() + 4 * size_of::<u32>()
    }

    pub(super) fn from(&self, state: usize) -> Option<From> {
        self.from.get(state).copied()
    }

    pub(super) fn unpack(&self, state: usize, cells: &mut Vec<u32>) {
        self.packing.unpack(self.packed(state), cells);
    }

    fn packed(&self, state: usize) -> &[u8] {
        let size = self.packing.bytes();
        self.bytes.get(state * size..(state + 1) * size).unwrap_or_default()
    }

    /// The place of a state, which may be new.
    pub(super) fn add(&mut self, cells: &[u32], from: From) -> usize {
        self.packed.clear();
        self.packing.pack(cells, &mut self.packed);
        if self.from.len() * 2 >= self.table.len() {
            self.grow();
        }
        let mut slot = self.slot(&self.packed);
        loop {
            match self.table[slot] {
                0 => break,
                place if self.packed(place as usize - 1) == self.packed => {
                    return place as usize - 1;
                }
                _ => slot = (slot + 1) % self.table.len(),
            }
        }
        self.bytes.extend_from_slice(&self.packed);
        self.from.push(from);
        self.table[slot] = u32::try_from(self.from.len()).unwrap_or(u32::MAX);
        self.from.len() - 1
    }

    fn grow(&mut self) {
        let size = self.table.len() * 2;
        self.table.clear();
        self.table.resize(size, 0);
        for state in 0..self.from.len() {
            let mut slot = self.slot(self.packed(state));
            while self.table[slot] != 0 {
                slot = (slot + 1) % size;
            }
            self.table[slot] = u32::try_from(state + 1).unwrap_or(u32::MAX);
        }
    }

    /// Where the search for a state begins.
    #[allow(clippy::cast_possible_truncation, reason = "a place of the table is what is left")]
    fn slot(&self, packed: &[u8]) -> usize {
        let mix = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        let hash = packed.iter().fold(0xcbf2_9ce4_8422_2325, mix);
        ((hash ^ (hash >> 29)) as usize) % self.table.len()
    }
}
