//! The positions of the parts of a machine in its state.

use crate::machine::{
    CellId, Content, Field, Frame, FrameId, Keeps, Machine, Owner, Position, RegionId, Slots,
};
use std::ops::Range;

/// The cells of a state.
///
/// First comes a cell for each region: 0 if it is idle, or `position + 1` if a position is recorded. A child of a
/// parallel has two more values, which mean that it has succeeded or failed. Then come the cells of each frame: the
/// remaining rounds, or the chosen child and one cell for each child that was tried. The last cells are the memory
/// of `once` and `cooldown`.
pub(super) struct Layout {
    /// The largest value of each cell.
    pub(super) limits: Vec<u32>,
    /// The first cell of each frame.
    frames: Vec<usize>,
    /// The cell of each word of memory that is not the memory of another tree.
    memory: Vec<Option<usize>>,
    /// The first cell that is kept for ever.
    kept: usize,
}

impl Layout {
    pub(super) fn of(machine: &Machine) -> Self {
        let mut limits: Vec<u32> = machine
            .regions
            .iter()
            .map(|region| {
                let is_closable = matches!(region.owner, Owner::Frame(frame)
                if machine[frame].slots == Slots::Each);
                number(region.positions.len()) + if is_closable { 2 } else { 0 }
            })
            .collect();
        let mut frames = Vec::new();
        for frame in &machine.frames {
            frames.push(limits.len());
            if frame.is_choice() {
                limits.push(number(frame.children.len()));
            }
            for field in &frame.fields {
                match field {
                    // If it is not known, the cell is not used.
                    Field::Rounds(count) | Field::Numbers { range: count, .. } => {
                        limits.push(count.known.unwrap_or(0));
                    }
                    Field::Tried { .. } | Field::Ranked(_) => {
                        limits.extend(frame.children.iter().map(|_| 1));
                    }
                    Field::Deadline(_)
                    | Field::Due(_)
                    | Field::Value { .. }
                    | Field::Decorator(_) => {}
                }
            }
        }
        let kept = limits.len();
        let mut memory = Vec::new();
        for cell in &machine.memory {
            let limit = match cell.of {
                Content::Result => Some(2),
                Content::Time(_) => Some(1),
                Content::Tree(_) => None,
            };
            memory.push(limit.map(|_| limits.len()));
            limits.extend(limit);
        }
        Self { limits, frames, memory, kept }
    }

    pub(super) fn region(region: RegionId) -> usize {
        region.place()
    }

    /// The rounds that are left, or the chosen child.
    pub(super) fn frame(&self, frame: FrameId) -> usize {
        self.frames[frame.place()]
    }

    /// The flag that a child was tried.
    pub(super) fn tried(&self, frame: FrameId, child: usize) -> usize {
        self.frames[frame.place()] + 1 + child
    }

    /// A word of memory.
    pub(super) fn memory(&self, cell: CellId) -> usize {
        self.memory[cell.place()].unwrap_or(self.kept)
    }

    /// The cells of a frame.
    pub(super) fn cells(&self, frame: FrameId) -> Range<usize> {
        let next = self.frames.get(frame.place() + 1).copied();
        self.frame(frame)..next.unwrap_or(self.kept)
    }

    /// The cells of a state in which nothing else is left.
    pub(super) fn settle(&self, machine: &Machine, cells: &[u32], next: &mut Vec<u32>) {
        next.clear();
        next.resize(self.limits.len(), 0);
        next[self.kept..].copy_from_slice(&cells[self.kept..self.limits.len()]);
        self.settle_region(machine, Machine::ROOT, cells, next);
    }

    fn settle_region(&self, machine: &Machine, region: RegionId, cells: &[u32], next: &mut [u32]) {
        let cell = Self::region(region);
        next[cell] = cells[cell];
        match Self::recorded(machine, region, cells).map(|position| &position.keeps) {
            Some(Keeps::Region(below)) => self.settle_region(machine, *below, cells, next),
            Some(Keeps::Frame(frame)) => {
                let own = self.cells(*frame);
                next[own.clone()].copy_from_slice(&cells[own]);
                for child in self.current(&machine[*frame], cells) {
                    self.settle_region(machine, *child, cells, next);
                }
            }
            None
            | Some(Keeps::Nothing | Keeps::Deadline(_) | Keeps::Action(_) | Keeps::Tree(_)) => {}
        }
    }

    /// The children of a frame that may run.
    pub(super) fn current<'m>(&self, frame: &'m Frame, cells: &[u32]) -> &'m [RegionId] {
        if !frame.is_choice() {
            return &frame.children;
        }
        let chosen = (cells[self.frame(frame.id)] as usize).checked_sub(1);
        chosen.and_then(|chosen| frame.children.get(chosen..=chosen)).unwrap_or_default()
    }

    /// The recorded position of a region.
    pub(super) fn recorded<'m>(
        machine: &'m Machine,
        region: RegionId,
        cells: &[u32],
    ) -> Option<&'m Position> {
        let place = (cells[Self::region(region)] as usize).checked_sub(1)?;
        machine[region].positions.get(place)
    }

    /// Calls `each` with all recorded positions.
    pub(super) fn each_recorded(
        &self,
        machine: &Machine,
        cells: &[u32],
        each: &mut impl FnMut(&Position),
    ) {
        let mut open = vec![Machine::ROOT];
        while let Some(region) = open.pop() {
            let Some(position) = Self::recorded(machine, region, cells) else { continue };
            match &position.keeps {
                Keeps::Region(below) => open.push(*below),
                Keeps::Frame(frame) => {
                    each(position);
                    open.extend_from_slice(self.current(&machine[*frame], cells));
                }
                Keeps::Nothing | Keeps::Deadline(_) | Keeps::Action(_) | Keeps::Tree(_) => {
                    each(position);
                }
            }
        }
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
