//! Queries for the entities in an area, and for pairs of entities that are near each other.

use super::area::{Area, Disc, Shape};
use super::rows::Rows;
use super::scan::{AHEAD, CHUNK, LANES, Slices};
use super::tiling::Span;
use super::{Found, Grid, Handle, Point};
use alloc::vec::Vec;
use core::iter;
use core::marker::PhantomData;
use core::ops::{ControlFlow, Range};

impl<T, P: Point> Grid<T, P> {
    /// Iterates over the entities in an area that are in any of the groups; allocates nothing.
    ///
    /// ```
    /// use bt_space::grid::{ALL, Circle, Grid};
    ///
    /// let mut grid: Grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
    /// let one = grid.insert([1.0, 1.0], 0b01, ())?;
    /// let two = grid.insert([2.5, 1.0], 0b10, ())?;
    /// let circle = Circle { center: [1.0, 1.0], radius: 1.5 };
    /// assert!(grid.query(circle, ALL).any(|found| found.handle == two));
    /// // The agent that asks is found too: leave it out.
    /// let mut others = grid.query(circle, ALL).filter(|found| found.handle != one);
    /// assert_eq!(others.next().map(|found| found.position), Some([2.5, 1.0]));
    /// # Ok::<(), bt_space::grid::Error>(())
    /// ```
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

    /// Counts the entities in an area that are in any of the groups.
    ///
    /// ```
    /// use bt_space::grid::{ALL, Circle, Grid};
    ///
    /// let mut grid: Grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
    /// let one = grid.insert([1.0, 1.0], 0b01, ())?;
    /// let two = grid.insert([2.5, 1.0], 0b10, ())?;
    /// let circle = Circle { center: [1.0, 1.0], radius: 1.5 };
    /// assert_eq!(grid.count(circle, ALL), 2);
    /// assert_eq!(grid.count(circle, 0b10), 1);
    /// # let _ = (one, two);
    /// # Ok::<(), bt_space::grid::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn count(&self, area: impl Area<P>, groups: u32) -> usize {
        let Some((span, shape)) = area.place(&self.tiling) else { return 0 };
        let mut counts = [0; LANES];
        let mut slices = self.rows.slices(&self.tiling, span);
        while let Some(ahead) = slices.ahead() {
            self.rows.fetch(&ahead, false);
            for slice in ahead.iter() {
                self.rows.count(slice, shape, groups, &mut counts);
            }
        }
        counts.iter().sum::<u32>() as usize
    }

    /// Returns `true` if any entity is in an area and in any of the groups.
    ///
    /// ```
    /// use bt_space::grid::{ALL, Circle, Grid};
    ///
    /// let mut grid: Grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
    /// let one = grid.insert([1.0, 1.0], 0b01, ())?;
    /// let two = grid.insert([2.5, 1.0], 0b10, ())?;
    /// let circle = Circle { center: [1.0, 1.0], radius: 1.5 };
    /// assert!(grid.any(circle, 0b10) && !grid.any(circle, 0b100));
    /// # let _ = (one, two);
    /// # Ok::<(), bt_space::grid::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn any(&self, area: impl Area<P>, groups: u32) -> bool {
        let Some((span, shape)) = area.place(&self.tiling) else { return false };
        self.rows
            .slices(&self.tiling, span)
            .any(|slice| self.rows.chunks(slice, shape, groups).any(|(_, hits)| hits != 0))
    }

    /// Visits the entities in an area that are in any of the groups, until the visitor breaks.
    ///
    /// ```
    /// use bt_space::grid::{ALL, Circle, Grid};
    ///
    /// let mut grid: Grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
    /// let one = grid.insert([1.0, 1.0], 0b01, ())?;
    /// let two = grid.insert([2.5, 1.0], 0b10, ())?;
    /// use core::ops::ControlFlow;
    ///
    /// let circle = Circle { center: [1.0, 1.0], radius: 1.5 };
    /// let first = grid.visit(circle, ALL, |found| ControlFlow::Break(found.handle));
    /// assert_eq!(first, ControlFlow::Break(one));
    /// # let _ = two;
    /// # Ok::<(), bt_space::grid::Error>(())
    /// ```
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

    /// Visits the entities in an area that are in any of the groups.
    ///
    /// ```
    /// use bt_space::grid::{ALL, Circle, Grid};
    ///
    /// let mut grid: Grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
    /// let one = grid.insert([1.0, 1.0], 0b01, ())?;
    /// let two = grid.insert([2.5, 1.0], 0b10, ())?;
    /// let circle = Circle { center: [1.0, 1.0], radius: 1.5 };
    /// let mut sum = 0.0;
    /// grid.for_each(circle, ALL, |found| sum += found.position[0]);
    /// assert_eq!(sum, 3.5);
    /// # let _ = (one, two);
    /// # Ok::<(), bt_space::grid::Error>(())
    /// ```
    #[inline]
    pub fn for_each(&self, area: impl Area<P>, groups: u32, mut visitor: impl FnMut(Found<P>)) {
        let _: ControlFlow<()> = self.visit(area, groups, |found| {
            visitor(found);
            ControlFlow::Continue(())
        });
    }

    /// Replaces the contents of a buffer with the entities in an area that are in any of the groups.
    ///
    /// ```
    /// use bt_space::grid::{ALL, Circle, Grid};
    ///
    /// let mut grid: Grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
    /// let one = grid.insert([1.0, 1.0], 0b01, ())?;
    /// let two = grid.insert([2.5, 1.0], 0b10, ())?;
    /// let circle = Circle { center: [1.0, 1.0], radius: 1.5 };
    /// let mut buffer = Vec::new(); // use it for all queries: it grows only as far as necessary
    /// grid.collect_into(circle, ALL, &mut buffer);
    /// assert_eq!(buffer, [one, two]);
    /// # Ok::<(), bt_space::grid::Error>(())
    /// ```
    #[inline]
    pub fn collect_into(&self, area: impl Area<P>, groups: u32, buffer: &mut Vec<Handle>) {
        buffer.clear();
        let Some((span, shape)) = area.place(&self.tiling) else { return };
        let _: ControlFlow<()> = self.each_place(span, shape, groups, |place| {
            buffer.push(self.rows.handles[place]);
            ControlFlow::Continue(())
        });
    }

    /// The places of all entities that are found.
    ///
    /// Several slices are scanned before the results of the first are returned. If each scan had to wait
    /// until the results of the slice before were used, the program would wait for memory in each slice.
    #[inline]
    pub(super) fn each_place<B>(
        &self,
        span: Span,
        shape: impl Shape,
        want: u32,
        mut act: impl FnMut(usize) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut slices = self.rows.slices(&self.tiling, span);
        while let Some(ahead) = slices.ahead() {
            self.rows.fetch(&ahead, true);
            let mut found = [(0, 0); AHEAD];
            let mut len = 0;
            for mut slice in ahead.iter() {
                while slice.start < slice.end {
                    let start = slice.start;
                    slice.start = slice.end.min(start + CHUNK);
                    found[len % AHEAD] = (start, self.rows.hits(start..slice.start, shape, want));
                    len += 1;
                    if len == AHEAD {
                        each_place(&found, &mut act)?;
                        len = 0;
                    }
                }
            }
            each_place(&found[..len % AHEAD], &mut act)?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    pub(super) fn found(&self, place: usize) -> Found<P> {
        let entry = self.rows.entry(place);
        Found { handle: entry.handle, position: entry.position.into(), groups: entry.groups }
    }
}

impl Rows {
    /// Yields chunks of a slice, each with one bit for every entity that is found in it.
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

#[inline]
fn each_place<B>(
    chunks: &[(usize, u32)],
    act: &mut impl FnMut(usize) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for (start, hits) in chunks {
        for place in places(*start, *hits) {
            act(place)?;
        }
    }
    ControlFlow::Continue(())
}

/// The places of the bits that are set; the first bit is the given place.
#[inline]
pub(super) fn places(start: usize, mut hits: u32) -> impl Iterator<Item = usize> {
    iter::from_fn(move || {
        let place = (hits != 0).then(|| start + hits.trailing_zeros() as usize)?;
        hits &= hits - 1;
        Some(place)
    })
}

/// The iterator of [`Grid::query`].
struct Query<'a, P, S> {
    rows: &'a Rows,
    shape: S,
    want: u32,
    slices: Slices<'a>,
    /// The rest of the slice.
    slice: Range<usize>,
    /// The rest of the chunk that starts here.
    start: usize,
    hits: u32,
    point: PhantomData<P>,
}

impl<P, S: Shape> Query<'_, P, S> {
    /// Finds the next chunk that contains a result.
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

impl<T, P: Point> Grid<T, P> {
    /// Visits each pair of entities that are both in any of the groups and not further apart than the
    /// distance, once.
    ///
    /// The order of the pairs, and of the two entities of a pair, is not specified. Nothing is visited if the
    /// distance is negative or NaN.
    ///
    /// ```
    /// use bt_space::grid::{ALL, Grid};
    ///
    /// let mut grid: Grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
    /// let one = grid.insert([1.0, 1.0], 0b01, ())?;
    /// let two = grid.insert([2.5, 1.0], 0b10, ())?;
    /// let mut pairs = 0;
    /// grid.pairs(1.5, ALL, |_, _| pairs += 1);
    /// assert_eq!(pairs, 1);
    /// # let _ = (one, two);
    /// # Ok::<(), bt_space::grid::Error>(())
    /// ```
    pub fn pairs(&self, distance: f32, groups: u32, mut visitor: impl FnMut(Found<P>, Found<P>)) {
        let _: ControlFlow<()> = self.visit_pairs(distance, groups, |one, other| {
            visitor(one, other);
            ControlFlow::Continue(())
        });
    }

    /// Visits each pair of entities that are both in any of the groups and not further apart than the
    /// distance, once, until the visitor breaks.
    ///
    /// ```
    /// use bt_space::grid::{ALL, Grid};
    /// use core::ops::ControlFlow;
    ///
    /// let mut grid: Grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
    /// let one = grid.insert([1.0, 1.0], 0b01, ())?;
    /// let two = grid.insert([2.5, 1.0], 0b10, ())?;
    /// let collision = grid.visit_pairs(1.5, ALL, |one, other| {
    ///     ControlFlow::Break(one.handle.min(other.handle))
    /// });
    /// assert_eq!(collision, ControlFlow::Break(one));
    /// # let _ = two;
    /// # Ok::<(), bt_space::grid::Error>(())
    /// ```
    pub fn visit_pairs<B>(
        &self,
        distance: f32,
        groups: u32,
        mut visitor: impl FnMut(Found<P>, Found<P>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for bin in &self.rows.bins {
            for place in bin.places() {
                if self.rows.groups[place] & groups == 0 {
                    continue;
                }
                let one = self.found(place);
                let center = self.rows.positions[place];
                let Some((span, disc)) = Disc::place(center, distance, &self.tiling) else {
                    return ControlFlow::Continue(());
                };
                for slice in self.rows.slices(&self.tiling, span) {
                    // Pairs with earlier entities have already been found from the earlier entity.
                    let behind = slice.start.max(place + 1)..slice.end.max(place + 1);
                    for (start, hits) in self.rows.chunks(behind, disc, groups) {
                        for other in places(start, hits) {
                            visitor(one, self.found(other))?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}
