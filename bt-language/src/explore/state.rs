//! The states of a machine and the configurations of a tick as rows of words, and lists of them in little memory.
//!
//! A configuration is the place of a tick, and everything that the rest of the tick depends on:
//!
//! ```text
//! cells | answers | fresh | cooling | busy | watched | before | decided | flags | stack
//! ```
//!
//! * The *cells* of the state, as the tick has changed them.
//! * The *answers* that hold until the blackboard may have changed: unknown, no or yes.
//! * For each frame 1 if it began in this tick: it is *fresh*.
//! * For each cooldown that a tick may come to twice, 1 if its length began in this tick and is not zero: it is *cooling*;
//!   2 if it was over in this tick, and so still is.
//! * 1 if a leaf has returned running: the tick is *busy*.
//! * The results so far of each *watched* node; for each node of `before`, 1 if it was active before the tick; for each
//!   of the conditions that are *decided* the answers that it got: 1 yes, 2 no, 3 both.
//! * The *flags* behind the state, which do not change.
//! * The *stack*: the regions and frames that are run.

use super::values::{MOST_VALUES, Values};
use super::{Model, number};
use crate::machine::{
    Block, CellId, Content, Edge, Exit, Field, Frame, FrameId, Keeps, Machine, NodeId, Owner,
    Position, RegionId, Slots, Step, To, Verdict,
};
use rustc_hash::FxBuildHasher;
use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::hash::BuildHasher as _;
use std::ops::Range;

/// The positions of the parts of a machine in its state.
///
/// First comes a cell for each region: 0 if it is idle, or `position + 1` if a position is recorded. A child of a
/// parallel has two more values, which mean that it has succeeded or failed. Then come the cells of each frame: the
/// remaining rounds, or the chosen child and one cell for each child that was tried, or whether it is stopping, or for a `let`
/// or a call the numbers of values. The last cells are the memory
/// of `once` and `cooldown`.
pub(super) struct Layout {
    /// The largest value of each cell.
    pub(super) limits: Vec<u32>,
    /// The first cell of each frame.
    frames: Vec<usize>,
    /// The cell of each word of memory that is not the memory of another tree.
    memory: Vec<Option<usize>>,
    /// The first cell of the memory.
    first_memory: usize,
}

impl Layout {
    pub(super) fn of(machine: &Machine, values: Option<&Values>) -> Self {
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
                        limits.push(count.rounds().unwrap_or(0));
                    }
                    Field::Tried { .. } | Field::Ranked(_) | Field::InTurn(_) => {
                        limits.extend(frame.children.iter().map(|_| 1));
                    }
                    Field::Stopping => limits.push(1),
                    Field::Deadline(_)
                    | Field::Due(_)
                    | Field::Until { .. }
                    | Field::Value { .. }
                    | Field::Place { .. }
                    | Field::Decorator(_) => {}
                }
            }
            let cells = values.map(|values| values.cells(frame.id)).unwrap_or_default();
            limits.extend(cells.iter().map(|_| MOST_VALUES));
        }
        let first_memory = limits.len();
        let mut memory = Vec::new();
        for cell in &machine.memory {
            let limit = match cell.of {
                Content::Result => Some(2),
                Content::Time(_) => Some(1),
                Content::Place(children) => Some(number(children.saturating_sub(1))),
                Content::Tree(_) => None,
            };
            memory.push(limit.map(|_| limits.len()));
            limits.extend(limit);
        }
        Self { limits, frames, memory, first_memory }
    }

    pub(super) fn region(region: RegionId) -> usize {
        region.place()
    }

    /// The rounds that are left, or the chosen child.
    pub(super) fn frame(&self, frame: FrameId) -> usize {
        self.frames[frame.place()]
    }

    /// The flag that cleanups of the children run, which the node has interrupted.
    pub(super) fn stopping(&self, frame: FrameId) -> usize {
        self.cells(frame).end - 1
    }

    /// The flag that a child was tried.
    pub(super) fn tried(&self, frame: FrameId, child: usize) -> usize {
        self.frames[frame.place()] + 1 + child
    }

    /// A word of memory.
    pub(super) fn memory(&self, cell: CellId) -> usize {
        self.memory[cell.place()].unwrap_or(self.first_memory)
    }

    /// The cells of a frame.
    pub(super) fn cells(&self, frame: FrameId) -> Range<usize> {
        let next = self.frames.get(frame.place() + 1).copied();
        self.frame(frame)..next.unwrap_or(self.first_memory)
    }

    /// The cells of a state in which nothing else is left.
    pub(super) fn settle(&self, machine: &Machine, cells: &[u32], next: &mut Vec<u32>) {
        next.clear();
        next.resize(self.limits.len(), 0);
        let memory = self.first_memory..self.limits.len();
        next[memory.clone()].copy_from_slice(&cells[memory]);
        self.each_region(machine, Machine::ROOT, cells, &mut |region, position| {
            next[Self::region(region)] = cells[Self::region(region)];
            if let Some(Keeps::Frame(frame)) = position.map(|position| &position.keeps) {
                let own = self.cells(*frame);
                next[own.clone()].copy_from_slice(&cells[own]);
            }
        });
    }

    /// Calls `each` with a region and all that may run in it, each with its recorded position.
    pub(super) fn each_region(
        &self,
        machine: &Machine,
        region: RegionId,
        cells: &[u32],
        each: &mut impl FnMut(RegionId, Option<&Position>),
    ) {
        let position = Self::recorded(machine, region, cells);
        each(region, position);
        match position.map(|position| &position.keeps) {
            Some(Keeps::Region(below)) => self.each_region(machine, *below, cells, each),
            Some(Keeps::Frame(frame)) => {
                for child in self.current(&machine[*frame], cells) {
                    self.each_region(machine, *child, cells, each);
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
    fn recorded<'m>(machine: &'m Machine, region: RegionId, cells: &[u32]) -> Option<&'m Position> {
        let place = (cells[Self::region(region)] as usize).checked_sub(1)?;
        machine[region].positions.get(place)
    }
}

/// The nodes about which a rule asks; ticks that differ in nothing else are continued once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Watch {
    /// The nodes whose results matter.
    pub during: BTreeSet<usize>,
    /// The nodes of which it matters whether they were active before the tick.
    pub before: BTreeSet<usize>,
    /// The nodes for which the answers to conditions that are no leaves matter: to those in front of it (`true`), or to its own.
    pub decided: BTreeSet<(usize, bool)>,
}

impl Watch {
    /// The number of questions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.during.len() + self.before.len() + self.decided.len()
    }

    /// Returns `true` if nothing is asked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A node of [`Watch::during`].
pub(super) struct Watched {
    node: usize,
    /// The index of the next watched node around it.
    pub(super) outer: Option<usize>,
}

/// Where the words of a configuration are.
pub(super) struct Shape {
    pub(super) cells: usize,
    pub(super) answers: Range<usize>,
    pub(super) fresh: usize,
    pub(super) cooling: usize,
    pub(super) busy: usize,
    pub(super) watched: usize,
    before: usize,
    decided: usize,
    /// The number of words below the stack.
    pub(super) fixed: usize,
    pub(super) nodes: Vec<Watched>,
    /// For each node the index of the watched node that is it or the next one around it; empty if none is watched.
    inner: Vec<Option<usize>>,
    nodes_before: Vec<usize>,
    conditions: BTreeSet<(usize, bool)>,
}

/// Of a watched node: it or a node below it was ticked.
pub(super) const TICKED: u32 = 4;
/// Of a watched node: it was aborted.
pub(super) const ABORTED: u32 = 8;
/// Of a watched node: it has finished and begun again.
pub(super) const AGAIN: u32 = 16;
/// Of a watched node: 1 + its status; 0 if it has none.
pub(super) const RESULT: u32 = 3;

impl Shape {
    pub(super) fn of(model: &Model, watch: &Watch, flags: usize) -> Self {
        let nodes = &model.machine().nodes;
        let (mut watched, mut inner) = (Vec::<Watched>::new(), Vec::new());
        if !watch.during.is_empty() {
            let mut open: Vec<(usize, Range<usize>)> = Vec::new();
            for node in nodes {
                let place = node.id.place();
                while open.last().is_some_and(|(_, range)| !range.contains(&place)) {
                    open.pop();
                }
                let outer = open.last().map(|(outer, _)| *outer);
                if watch.during.contains(&place) {
                    open.push((watched.len(), node.range()));
                    watched.push(Watched { node: place, outer });
                }
                inner.push(open.last().map(|(inner, _)| *inner));
            }
        }
        let nodes_before: Vec<usize> =
            watch.before.iter().copied().filter(|node| *node < nodes.len()).collect();
        let cells = model.layout.limits.len();
        let answers = cells..cells + model.facts.count;
        let fresh = answers.end;
        let cooling = fresh + model.machine().frames.len();
        let busy = cooling + model.cooling.iter().flatten().count();
        let before = busy + 1 + watched.len();
        let decided = before + nodes_before.len();
        Self {
            cells,
            answers,
            fresh,
            cooling,
            busy,
            watched: busy + 1,
            before,
            decided,
            fixed: decided + watch.decided.len() + flags,
            nodes: watched,
            inner,
            nodes_before,
            conditions: watch.decided.clone(),
        }
    }

    /// The word for the answers of a condition, if they matter.
    pub(super) fn decided(&self, of: NodeId, about: NodeId) -> Option<usize> {
        let mut conditions = self.conditions.iter();
        let place = conditions.position(|one| *one == (about.place(), of != about))?;
        Some(self.decided + place)
    }

    /// The index of the watched node that is this one or the next one around it.
    pub(super) fn inner(&self, node: NodeId) -> Option<usize> {
        self.inner.get(node.place()).copied().flatten()
    }

    /// Returns `true` if the watched node with this index is this one.
    pub(super) fn is(&self, watched: usize, node: NodeId) -> bool {
        self.nodes[watched].node == node.place()
    }

    /// The layout of the packed words below the stack.
    pub(super) fn packing(&self, model: &Model) -> Packing {
        let mut limits = model.layout.limits.clone();
        limits.resize(self.answers.end, 2);
        limits.resize(self.busy + 1, 1);
        limits.resize(self.before, TICKED | ABORTED | AGAIN | RESULT);
        limits.resize(self.decided, 1);
        limits.resize(self.decided + self.conditions.len(), 3);
        limits.resize(self.fixed, 1);
        Packing::of(&limits)
    }

    /// The configuration before a tick, without a stack.
    pub(super) fn begin(
        &self,
        state: &[u32],
        active: &[bool],
        flags: &[u32],
        words: &mut Vec<u32>,
    ) {
        words.clear();
        words.extend_from_slice(state);
        words.resize(self.before, 0);
        words.extend(self.nodes_before.iter().map(|node| u32::from(active[*node])));
        words.resize(self.decided + self.conditions.len(), 0);
        words.extend_from_slice(flags);
        words.resize(self.fixed, 0);
    }
}

/// For each region and frame the blocks in which the status of what was ticked last still matters.
///
/// In other blocks it is forgotten, so that two ways to the same block lead to the same configuration.
pub(super) struct StatusReads(Vec<Vec<bool>>);

impl StatusReads {
    pub(super) fn of(machine: &Machine) -> Self {
        let regions = machine.regions.iter().map(|region| reads(&region.blocks));
        Self(regions.chain(machine.frames.iter().map(|frame| reads(&frame.blocks))).collect())
    }

    /// Returns `true` if a block, or one after it, reads the status.
    pub(super) fn has(&self, code: usize, block: usize) -> bool {
        self.0.get(code).and_then(|blocks| blocks.get(block)).copied().unwrap_or(true)
    }
}

fn reads(blocks: &[Block]) -> Vec<bool> {
    let mut reads = vec![true; blocks.len()];
    // Exits lead to later blocks; what is picked again has a status of its own.
    for (place, block) in blocks.iter().enumerate().rev() {
        let is_read = |edge: &&Edge| {
            in_steps(&edge.steps)
                || match edge.to {
                    To::Return(verdict) => verdict == Verdict::Same,
                    // The child that is picked next has a status of its own.
                    To::Back(_) => false,
                    To::Block(next) => reads.get(next.place()).copied().unwrap_or(true),
                }
        };
        reads[place] = in_steps(&block.steps)
            || (!ticks(&block.exit) && block.exit.edges().iter().any(is_read))
            // If it refuses, nothing has been ticked.
            || matches!(&block.exit, Exit::BeginBeside { refused: Some(edge), .. } if is_read(&edge))
            || matches!(&block.exit, Exit::Child { closed: Some(edge), .. } if is_read(&edge));
    }
    reads
}

/// Returns `true` if the exit ticks something, whose status is the one that matters from then on.
fn ticks(exit: &Exit) -> bool {
    matches!(
        exit,
        Exit::Act { .. }
            | Exit::BeginBeside { .. }
            | Exit::Continue { .. }
            | Exit::Child { .. }
            | Exit::Chosen { .. }
            | Exit::Through { .. }
            | Exit::Stop { .. }
    )
}

fn in_steps(steps: &[Step]) -> bool {
    steps.iter().any(|step| matches!(step, Step::Finished(_, Verdict::Same)))
}

/// The number of bits of each cell.
#[derive(Clone, Debug)]
pub(super) struct Packing {
    cells: usize,
    /// The cells that can be other than 0, each with its bits.
    used: Vec<(usize, u32)>,
    bytes: usize,
}

impl Packing {
    pub(super) fn of(limits: &[u32]) -> Self {
        let bits = limits.iter().map(|limit| u32::BITS - limit.leading_zeros());
        let used: Vec<(usize, u32)> = bits.enumerate().filter(|(_, bits)| *bits > 0).collect();
        let sum: usize = used.iter().map(|(_, bits)| *bits as usize).sum();
        Self { cells: limits.len(), used, bytes: sum.div_ceil(8) }
    }

    /// The number of bytes of a state.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Appends a state to a list of bytes.
    pub(super) fn pack(&self, state: &[u32], bytes: &mut Vec<u8>) {
        let (mut word, mut filled) = (0_u64, 0_u32);
        for (cell, bits) in &self.used {
            word |= u64::from(state[*cell]) << filled;
            filled += bits;
            if filled >= u32::BITS {
                bytes.extend_from_slice(&word.to_le_bytes()[..4]);
                word >>= u32::BITS;
                filled -= u32::BITS;
            }
        }
        bytes.extend_from_slice(&word.to_le_bytes()[..filled.div_ceil(8) as usize]);
    }

    /// Unpacks a state.
    pub(super) fn unpack(&self, bytes: &[u8], state: &mut Vec<u32>) {
        state.clear();
        state.resize(self.cells, 0);
        let mut bytes = bytes.iter();
        let (mut word, mut filled) = (0_u64, 0_u32);
        for (cell, bits) in &self.used {
            while filled < *bits {
                word |= u64::from(bytes.next().copied().unwrap_or_default()) << filled;
                filled += 8;
            }
            state[*cell] = u32::try_from(word & ((1_u64 << bits) - 1)).unwrap_or_default();
            word >>= bits;
            filled -= bits;
        }
    }
}

/// Rows of bytes, numbered in the order in which they were added.
pub(super) struct Rows {
    size: usize,
    count: usize,
    bytes: Vec<u8>,
    /// The rows by their hash, or by the next number that is not taken.
    table: HashMap<u32, u32, FxBuildHasher>,
}

impl Rows {
    /// No rows yet; each will have this number of bytes.
    pub(super) fn new(size: usize) -> Self {
        Self { size, count: 0, bytes: Vec::new(), table: HashMap::default() }
    }

    /// The number of rows.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// The row with a number; empty if there is none.
    pub(super) fn get(&self, number: usize) -> &[u8] {
        row(&self.bytes, self.size, number)
    }

    /// The number of a row, and `true` if the row is new.
    pub(super) fn add(&mut self, added: &[u8]) -> (usize, bool) {
        let mut hash = hash(added);
        loop {
            match self.table.entry(hash) {
                Entry::Vacant(place) => {
                    let number = self.count;
                    place.insert(u32::try_from(number).unwrap_or(u32::MAX));
                    self.bytes.extend_from_slice(added);
                    self.count += 1;
                    return (number, true);
                }
                Entry::Occupied(known) => {
                    let number = *known.get() as usize;
                    if row(&self.bytes, self.size, number) == added {
                        return (number, false);
                    }
                }
            }
            hash = hash.wrapping_add(1);
        }
    }

    /// Forgets all rows.
    pub(super) fn clear(&mut self) {
        self.count = 0;
        self.bytes.clear();
        self.table.clear();
    }

    /// The number of bytes that the rows and the table take.
    pub(super) fn memory(&self) -> usize {
        // A place of the table has a byte besides the numbers, and one of eight places stays empty.
        self.bytes.len() + self.table.capacity() / 7 * 8 * (2 * size_of::<u32>() + 1)
    }
}

fn row(bytes: &[u8], size: usize, number: usize) -> &[u8] {
    bytes.get(number * size..(number + 1) * size).unwrap_or_default()
}

fn hash(row: &[u8]) -> u32 {
    let hash = FxBuildHasher.hash_one(row).to_le_bytes();
    u32::from_le_bytes([hash[0], hash[1], hash[2], hash[3]])
}

#[cfg(test)]
mod tests {
    use super::{Packing, Rows};

    #[test]
    fn what_is_packed_is_unpacked() {
        let limits = [0, 1, 5, 1000, u32::MAX, 2, 0, 255];
        let packing = Packing::of(&limits);
        assert_eq!(packing.bytes(), (1 + 3 + 10 + 32 + 2 + 8_usize).div_ceil(8));
        for state in [limits, [0; 8], [0, 0, 4, 999, 7, 1, 0, 128]] {
            let (mut bytes, mut back) = (Vec::new(), Vec::new());
            packing.pack(&state, &mut bytes);
            packing.unpack(&bytes, &mut back);
            assert_eq!((bytes.len(), back.as_slice()), (packing.bytes(), state.as_slice()));
        }
    }

    #[test]
    fn each_row_is_kept_once() {
        let mut rows = Rows::new(2);
        let row = |number: u16| (number / 2).to_le_bytes();
        for number in 0..2000 {
            let place = usize::from(number / 2);
            assert_eq!(rows.add(&row(number)), (place, number % 2 == 0));
        }
        assert_eq!((rows.len(), rows.get(999), rows.get(1000)), (1000, &row(1998)[..], &[][..]));
        rows.clear();
        assert_eq!(rows.len(), 0);
        assert_eq!(rows.add(&row(7)), (0, true));
    }

    #[test]
    fn rows_without_bytes_are_one_row() {
        let mut rows = Rows::new(0);
        assert_eq!((rows.add(&[]), rows.add(&[]), rows.len()), ((0, true), (0, false), 1));
    }
}
