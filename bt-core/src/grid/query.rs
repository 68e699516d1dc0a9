//! Who is in an area.

use super::area::{Area, Shape};
use super::rows::{Rows, Slices};
use super::scan::{CHUNK, LANES};
use super::tiling::Span;
use super::{Found, Grid, Handle, Point};
use alloc::vec::Vec;
use core::iter;
use core::marker::PhantomData;
use core::ops::{ControlFlow, Range};

impl<T, P: Point> Grid<T, P> {
    /// Those in an area that are in any of the groups; it allocates nothing.
    pub fn query(&self, area: impl Area<P>, groups: u32) -> impl Iterator<Item = Found<P>> {
        area.place(&self.tiling).into_iter().flat_map(move |(span, shape)| Query {
            rows: &self.rows,
            shape,
            want: groups,
            slices: self.rows.slices(&self.tiling, span),
            slice: 0..0,
            start: 0,
            hits: 0,
            point: PhantomData,
        })
    }

    /// How many are in an area and in any of the groups.
    #[must_use]
    #[inline]
    pub fn count(&self, area: impl Area<P>, groups: u32) -> usize {
        let Some((span, shape)) = area.place(&self.tiling) else { return 0 };
        let mut counts = [0; LANES];
        for slice in self.rows.slices(&self.tiling, span) {
            self.rows.count(slice, shape, groups, &mut counts);
        }
        counts.iter().sum::<u32>() as usize
    }

    /// Whether anybody is in an area and in any of the groups.
    #[must_use]
    #[inline]
    pub fn any(&self, area: impl Area<P>, groups: u32) -> bool {
        let Some((span, shape)) = area.place(&self.tiling) else { return false };
        self.rows
            .slices(&self.tiling, span)
            .any(|slice| self.rows.chunks(slice, shape, groups).any(|(_, hits)| hits != 0))
    }

    /// Visits those in an area that are in any of the groups, until the visitor breaks off.
    #[inline]
    pub fn visit<B>(
        &self,
        area: impl Area<P>,
        groups: u32,
        mut visitor: impl FnMut(Found<P>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Some((span, shape)) = area.place(&self.tiling) else {
            return ControlFlow::Continue(());
        };
        self.each_place(span, shape, groups, |place| visitor(self.found(place)))
    }

    /// Visits all in an area that are in any of the groups.
    #[inline]
    pub fn for_each(&self, area: impl Area<P>, groups: u32, mut visitor: impl FnMut(Found<P>)) {
        let _: ControlFlow<()> = self.visit(area, groups, |found| {
            visitor(found);
            ControlFlow::Continue(())
        });
    }

    /// Puts those in an area that are in any of the groups into a buffer, instead of what was in it.
    #[inline]
    pub fn collect_into(&self, area: impl Area<P>, groups: u32, buffer: &mut Vec<Handle>) {
        buffer.clear();
        let Some((span, shape)) = area.place(&self.tiling) else { return };
        let _: ControlFlow<()> = self.each_place(span, shape, groups, |place| {
            buffer.push(self.rows.handles[place]);
            ControlFlow::Continue(())
        });
    }

    /// The places of all who are found.
    ///
    /// Some slices are looked through before the first is found: if each had to wait for what is found in the one
    /// before, memory would be waited for again and again.
    #[inline]
    pub(super) fn each_place<B>(
        &self,
        span: Span,
        shape: impl Shape,
        want: u32,
        mut act: impl FnMut(usize) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut slices = self.rows.slices(&self.tiling, span);
        let mut slice = 0..0;
        loop {
            let mut ahead = [(0, 0); AHEAD];
            let mut len = 0;
            while len < AHEAD {
                if slice.start >= slice.end {
                    let Some(next) = slices.next() else { break };
                    slice = next;
                }
                let start = slice.start;
                slice.start = slice.end.min(start + CHUNK);
                ahead[len] = (start, self.rows.hits(start..slice.start, shape, want));
                len += 1;
            }
            for (start, hits) in ahead.into_iter().take(len) {
                for place in places(start, hits) {
                    act(place)?;
                }
            }
            if len < AHEAD {
                return ControlFlow::Continue(());
            }
        }
    }

    #[inline]
    pub(super) fn found(&self, place: usize) -> Found<P> {
        let entry = self.rows.entry(place);
        Found { handle: entry.handle, position: entry.position.into(), groups: entry.groups }
    }
}

impl Rows {
    /// Slices of a slice, each with a bit for every one that is found in it.
    #[inline]
    pub(super) fn chunks(
        &self,
        slice: Range<usize>,
        shape: impl Shape,
        want: u32,
    ) -> impl Iterator<Item = (usize, u32)> {
        let Range { mut start, end } = slice;
        iter::from_fn(move || {
            let chunk = (start < end).then(|| start..end.min(start + CHUNK))?;
            start += CHUNK;
            Some((chunk.start, self.hits(chunk, shape, want)))
        })
    }
}

/// So many slices are looked through in advance.
const AHEAD: usize = 4;

/// The places of the bits that are set, counted from a place on.
#[inline]
pub(super) fn places(start: usize, mut hits: u32) -> impl Iterator<Item = usize> {
    iter::from_fn(move || {
        let place = (hits != 0).then(|| start + hits.trailing_zeros() as usize)?;
        hits &= hits - 1;
        Some(place)
    })
}

/// What [`Grid::query`] gives.
struct Query<'a, P, S> {
    rows: &'a Rows,
    shape: S,
    want: u32,
    slices: Slices<'a>,
    /// What is left of the slice.
    slice: Range<usize>,
    /// What is left of the chunk that starts here.
    start: usize,
    hits: u32,
    point: PhantomData<P>,
}

impl<P, S: Shape> Query<'_, P, S> {
    /// Looks for the next chunk in which somebody is found.
    #[inline(never)]
    fn advance(&mut self) -> Option<()> {
        while self.hits == 0 {
            while self.slice.start >= self.slice.end {
                self.slice = self.slices.next()?;
            }
            self.start = self.slice.start;
            self.slice.start = self.slice.end.min(self.start + CHUNK);
            self.hits = self.rows.hits(self.start..self.slice.start, self.shape, self.want);
        }
        Some(())
    }
}

impl<P: Point, S: Shape> Iterator for Query<'_, P, S> {
    type Item = Found<P>;

    #[inline]
    fn next(&mut self) -> Option<Found<P>> {
        if self.hits == 0 {
            self.advance()?;
        }
        let entry = self.rows.entry(self.start + self.hits.trailing_zeros() as usize);
        self.hits &= self.hits - 1;
        Some(Found { handle: entry.handle, position: entry.position.into(), groups: entry.groups })
    }
}
