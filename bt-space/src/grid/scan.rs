//! The inner loops: the slices of the rows that a query has to scan, one for each row of tiles, and their scan without a branch.
#![allow(
    clippy::inline_always,
    reason = "what the compiler does not see it does not turn into vectors"
)]
#![allow(clippy::needless_bitwise_bool, reason = "no branch is wanted")]

use super::Handle;
use super::area::Shape;
use super::rows::{Bin, Rows};
use super::tiling::{Span, Tiling};
use core::hint::black_box;
use core::ops::Range;
use core::slice::ChunksExact;

/// The number of entities that are scanned together.
pub(super) const CHUNK: usize = 32;

/// The number of floats that are compared at once: the vector registers of every processor hold four.
pub(super) const LANES: usize = 4;

/// The number of unused places after the last, so that a chunk can always be read in full.
pub(super) const SPARE: usize = CHUNK;

type Lanes = [u32; LANES];

/// 1, 2, 4 and so on: reading a bit from a table is cheaper than a different shift in each lane.
const BITS: [u32; CHUNK] = {
    let mut bits = [1; CHUNK];
    let mut index = 0;
    while index < CHUNK {
        bits[index] <<= index;
        index += 1;
    }
    bits
};

/// Masks of the first 0, 1, 2 and so on up to all bits.
const FIRST_BITS: [u32; CHUNK + 1] = {
    let mut first = [0; CHUNK + 1];
    let mut index = 0;
    while index < CHUNK {
        first[index + 1] = first[index] | BITS[index];
        index += 1;
    }
    first
};

/// Masks of the first 0, 1, 2 and 3 lanes.
const FIRST: [Lanes; LANES] = {
    let mut first = [[0; LANES]; LANES];
    let mut index = 0;
    while index < LANES * LANES {
        if index % LANES < index / LANES {
            first[index / LANES][index % LANES] = u32::MAX;
        }
        index += 1;
    }
    first
};

/// The places that are scanned in one step.
pub(super) struct Chunk<'a> {
    pub(super) positions: &'a [[f32; 2]; CHUNK],
    pub(super) groups: &'a [u32; CHUNK],
    pub(super) handles: &'a [Handle; CHUNK],
}

impl Rows {
    /// The chunk that starts at a place; it is always full, because there are spare places after the last.
    #[inline(always)]
    pub(super) fn chunk(&self, start: usize) -> Option<Chunk<'_>> {
        let read = start..start + CHUNK;
        Some(Chunk {
            positions: self.positions.get(read.clone())?.try_into().ok()?,
            groups: self.groups.get(read.clone())?.try_into().ok()?,
            handles: self.handles.get(read)?.try_into().ok()?,
        })
    }
}

/// All bits of the lanes that match.
#[inline(always)]
fn find(shape: impl Shape, want: u32, positions: &[[f32; 2]; LANES], groups: &Lanes) -> Lanes {
    let mut found = [0; LANES];
    for lane in 0..LANES {
        let [x, y] = &positions[lane];
        let hit = shape.holds(*x, *y) & (groups[lane] & want != 0);
        found[lane] = if hit { u32::MAX } else { 0 };
    }
    found
}

impl Rows {
    /// Adds the number of matches in a slice to the counts.
    #[inline(always)]
    pub(super) fn count(
        &self,
        slice: Range<usize>,
        shape: impl Shape,
        want: u32,
        counts: &mut Lanes,
    ) {
        let (positions, groups, mut left) = self.lanes(&slice);
        for (positions, groups) in positions.zip(groups) {
            let (Ok(positions), Ok(groups)) = (positions.try_into(), groups.try_into()) else {
                break;
            };
            let found = find(shape, want, positions, groups);
            if left == 0 {
                let found = both(found, FIRST[slice.len() % LANES]);
                *counts = minus(*counts, found);
                break;
            }
            *counts = minus(*counts, found);
            left -= 1;
        }
    }

    /// One bit for each place of a slice of up to [`CHUNK`] places; it is set for a match.
    #[inline(always)]
    pub(super) fn hits(&self, slice: Range<usize>, shape: impl Shape, want: u32) -> u32 {
        let len = slice.len().min(CHUNK);
        // The places after the slice fill the last step, so no remainder is scanned one by one.
        let read = slice.start..slice.start + len.next_multiple_of(2 * LANES);
        let all = self.positions[read.clone()].iter().zip(&self.groups[read]).zip(&BITS);
        let mut hits = 0;
        for ((position, groups), bit) in all {
            let hit = shape.holds(position[0], position[1]) & (groups & want != 0);
            hits |= if hit { *bit } else { 0 };
        }
        hits & FIRST_BITS[len]
    }

    /// A slice and the places after it in groups of four, and the number of groups that are completely in the
    /// slice.
    #[inline(always)]
    fn lanes(
        &self,
        slice: &Range<usize>,
    ) -> (ChunksExact<'_, [f32; 2]>, ChunksExact<'_, u32>, usize) {
        let read = slice.start..slice.start + slice.len() + LANES;
        let positions = self.positions[read.clone()].chunks_exact(LANES);
        (positions, self.groups[read].chunks_exact(LANES), slice.len() / LANES)
    }
}

#[inline(always)]
fn both(one: Lanes, other: Lanes) -> Lanes {
    [0, 1, 2, 3].map(|lane| one[lane] & other[lane])
}

#[inline(always)]
fn minus(one: Lanes, other: Lanes) -> Lanes {
    [0, 1, 2, 3].map(|lane| one[lane].wrapping_sub(other[lane]))
}

/// The slices of a span, from the first row to the last.
#[derive(Clone)]
pub(super) struct Slices<'a> {
    bins: &'a [Bin],
    first: usize,
    width: usize,
    columns: usize,
    rows: u32,
}

impl Iterator for Slices<'_> {
    type Item = Range<usize>;

    #[inline]
    fn next(&mut self) -> Option<Range<usize>> {
        self.rows = self.rows.checked_sub(1)?;
        let start = self.bins[self.first].start as usize;
        let end = self.bins[self.first + self.width].end() as usize;
        self.first += self.columns;
        Some(start..end)
    }
}

/// The number of slices that are looked up before the first is scanned, so that the processor loads them in
/// parallel.
pub(super) const AHEAD: usize = 4;

/// The next few slices.
pub(super) struct Ahead {
    slices: [(usize, usize); AHEAD],
    len: usize,
}

impl Ahead {
    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = Range<usize>> {
        self.slices.iter().take(self.len).map(|(start, end)| *start..*end)
    }

    /// The slices from the middle one on, then those before it: the nearest entities come first.
    #[inline]
    pub(super) fn middle_first(&self) -> impl Iterator<Item = Range<usize>> {
        (0..self.len).map(|turn| {
            let index = turn + self.len / 2;
            let index = if index < self.len { index } else { index - self.len };
            let (start, end) = self.slices[index % AHEAD];
            start..end
        })
    }
}

impl Slices<'_> {
    /// The next slices.
    #[inline]
    pub(super) fn ahead(&mut self) -> Option<Ahead> {
        let mut slices = [(0, 0); AHEAD];
        let mut len = 0;
        for (slot, slice) in slices.iter_mut().zip(&mut *self) {
            *slot = (slice.start, slice.end);
            len += 1;
        }
        (len > 0).then_some(Ahead { slices, len })
    }
}

/// With fewer places, all of them are in a near cache.
const FAR: usize = 1 << 15;

/// The number of places of each slice that are prefetched, as many as three tiles with four entities each
/// have. The processor prefetches the rest by itself.
const FETCHED: usize = 16;

/// The number of positions, or of handles, in a cache line.
const LINE: usize = 8;

impl Rows {
    /// The places of the tiles of a span, a slice for each of its rows.
    #[inline]
    pub(super) fn slices(&self, tiling: &Tiling, span: Span) -> Slices<'_> {
        Slices {
            bins: &self.bins,
            first: tiling.number(span.first),
            width: (span.last.column - span.first.column) as usize,
            columns: tiling.columns as usize,
            rows: span.last.row + 1 - span.first.row,
        }
    }

    /// Reads one number of each cache line that will be scanned, and ignores it.
    ///
    /// Cache lines that are requested together arrive together. Scanning one cache line takes so long that
    /// the processor would otherwise request the next one only after the first has arrived.
    #[inline(always)]
    pub(super) fn fetch(&self, ahead: &Ahead, with_handles: bool) {
        if self.positions.len() < FAR {
            return;
        }
        let mut read = 0;
        for Range { start, .. } in ahead.iter() {
            let first = start..start + FETCHED + 1;
            let (positions, groups) =
                (self.positions.get(first.clone()), self.groups.get(first.clone()));
            if let (Some(positions), Some(groups)) = (positions, groups) {
                read ^= positions.iter().step_by(LINE).fold(0, |read, [x, _]| read ^ x.to_bits());
                read ^= groups[0] ^ groups[FETCHED];
            }
            if let Some(handles) = self.handles.get(first).filter(|_| with_handles) {
                read ^= handles.iter().step_by(LINE).fold(0, |read, handle| read ^ handle.number());
            }
        }
        black_box(read);
    }
}
