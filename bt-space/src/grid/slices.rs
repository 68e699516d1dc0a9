//! The places that a query has to scan: one slice for each row of tiles.
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
const FIRST: usize = 16;

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
