//! Which places a question is about: a slice for each row of tiles.
#![allow(clippy::inline_always, reason = "what is read ahead must not wait for a call")]

use super::rows::{Bin, Rows};
use super::tiling::{Span, Tiling};
use core::hint::black_box;
use core::ops::Range;

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

/// The number of slices that are looked up before the first is scanned: so the processor need not wait for memory again
/// and again.
pub(super) const AHEAD: usize = 4;

/// Some slices.
pub(super) struct Ahead {
    slices: [(usize, usize); AHEAD],
    len: usize,
}

impl Ahead {
    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = Range<usize>> {
        self.slices.iter().take(self.len).map(|(start, end)| *start..*end)
    }

    /// From the one in the middle on, then those before it: first where the nearest are.
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

/// With fewer places all of them are in a cache that is near.
const FAR: usize = 1 << 15;

/// The number of places of each slice that are prefetched, as many as are in three tiles with four entities each; the
/// processor prefetches the rest by itself.
const FIRST: usize = 16;

/// As many positions, or handles, are in a line of memory.
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

    /// Reads one number of each line of memory that will be looked through, and makes nothing of it.
    ///
    /// Memory that is requested together arrives together. A scan of one cache line takes so long that the
    /// processor does not get to the next before it has the first.
    #[inline(always)]
    pub(super) fn fetch(&self, ahead: &Ahead, with_handles: bool) {
        if self.positions.len() < FAR {
            return;
        }
        let mut read = 0;
        for Range { start, .. } in ahead.iter() {
            let first = start..start + FIRST + 1;
            let (positions, groups) =
                (self.positions.get(first.clone()), self.groups.get(first.clone()));
            if let (Some(positions), Some(groups)) = (positions, groups) {
                read ^= positions.iter().step_by(LINE).fold(0, |read, [x, _]| read ^ x.to_bits());
                read ^= groups[0] ^ groups[FIRST];
            }
            if let Some(handles) = self.handles.get(first).filter(|_| with_handles) {
                read ^= handles.iter().step_by(LINE).fold(0, |read, handle| read ^ handle.number());
            }
        }
        black_box(read);
    }
}
