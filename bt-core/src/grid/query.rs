//! Who is in an area.

use super::area::{Area, Shape};
use super::rows::Rows;
use super::scan::{self, CHUNK};
use super::{Found, Grid, Handle, Point};
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::{ControlFlow, Range};

impl<T, P: Point> Grid<T, P> {
    /// Those in an area that are in any of the groups; it allocates nothing.
    pub fn query(&self, area: impl Area<P>, groups: u32) -> impl Iterator<Item = Found<P>> {
        area.place(&self.tiling).into_iter().flat_map(move |(span, shape)| {
            let slices = self.rows.slices(&self.tiling, span);
            slices.flat_map(move |slice| Hits::new(&self.rows, slice, shape, groups))
        })
    }

    /// How many are in an area and in any of the groups.
    #[must_use]
    #[inline]
    pub fn count(&self, area: impl Area<P>, groups: u32) -> usize {
        let Some((span, shape)) = area.place(&self.tiling) else { return 0 };
        let mut count = 0;
        for slice in self.rows.slices(&self.tiling, span) {
            let Rows { positions, groups: all, .. } = &self.rows;
            count += scan::count(shape, groups, &positions[slice.clone()], &all[slice]) as usize;
        }
        count
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
        for slice in self.rows.slices(&self.tiling, span) {
            for (start, mut hits) in self.rows.chunks(slice, shape, groups) {
                while hits != 0 {
                    let place = start + hits.trailing_zeros() as usize;
                    hits &= hits - 1;
                    visitor(self.found(place))?;
                }
            }
        }
        ControlFlow::Continue(())
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
        for slice in self.rows.slices(&self.tiling, span) {
            for (start, mut hits) in self.rows.chunks(slice, shape, groups) {
                while hits != 0 {
                    let place = start + hits.trailing_zeros() as usize;
                    hits &= hits - 1;
                    buffer.push(self.rows.handles[place]);
                }
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
        let positions = self.positions[slice.clone()].chunks(CHUNK);
        let groups = self.groups[slice.clone()].chunks(CHUNK);
        let starts = slice.step_by(CHUNK);
        starts.zip(positions.zip(groups)).map(move |(start, (positions, groups))| {
            (start, scan::hits(shape, want, positions, groups))
        })
    }
}

/// Those of a slice that are found.
struct Hits<'a, P, S> {
    rows: &'a Rows,
    shape: S,
    want: u32,
    slice: Range<usize>,
    start: usize,
    hits: u32,
    point: PhantomData<P>,
}

impl<'a, P, S> Hits<'a, P, S> {
    #[inline]
    fn new(rows: &'a Rows, slice: Range<usize>, shape: S, want: u32) -> Self {
        Self { rows, shape, want, start: slice.start, slice, hits: 0, point: PhantomData }
    }
}

impl<P: Point, S: Shape> Iterator for Hits<'_, P, S> {
    type Item = Found<P>;

    #[inline]
    fn next(&mut self) -> Option<Found<P>> {
        while self.hits == 0 {
            if self.slice.is_empty() {
                return None;
            }
            self.start = self.slice.start;
            self.slice.start = self.slice.end.min(self.start + CHUNK);
            let chunk = self.start..self.slice.start;
            let (positions, groups) =
                (&self.rows.positions[chunk.clone()], &self.rows.groups[chunk]);
            self.hits = scan::hits(self.shape, self.want, positions, groups);
        }
        let entry = self.rows.entry(self.start + self.hits.trailing_zeros() as usize);
        self.hits &= self.hits - 1;
        Some(Found { handle: entry.handle, position: entry.position.into(), groups: entry.groups })
    }
}
