//! Who is nearest.

use super::area::{Disc, TINY};
use super::best::Best;
use super::point::{distance_squared, square};
use super::tiling::{Span, Tile, Tiling};
use super::{Found, Grid, Handle, Point};
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// An entity as [`Grid::nearest`] finds it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Neighbor<P = [f32; 2]> {
    /// Who it is.
    pub handle: Handle,
    /// Where it is.
    pub position: P,
    /// Its groups.
    pub groups: u32,
    /// How far it is, squared, in the units of the positions.
    pub distance_squared: f32,
}

impl<P> Neighbor<P> {
    /// No two of a grid have the same.
    fn key(&self) -> (u32, Handle) {
        // Those of numbers that are not negative are ordered as the numbers are.
        (self.distance_squared.to_bits(), self.handle)
    }
}

impl<T, P: Point> Grid<T, P> {
    /// The nearest within a radius in any of the groups; of several as near, that with the lowest handle.
    ///
    /// An entity that asks from where it is finds itself, if it is in one of the groups:
    /// [`nearest_where`](Self::nearest_where) leaves it out.
    ///
    /// ```
    /// use bt_core::grid::{ALL, Grid};
    ///
    /// let mut grid: Grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
    /// let one = grid.insert([1.0, 1.0], 0b01, ())?;
    /// let two = grid.insert([2.5, 1.0], 0b10, ())?;
    /// let nearest = grid.nearest([2.0, 1.0], f32::INFINITY, ALL);
    /// assert_eq!(nearest.map(|nearest| nearest.handle), Some(two));
    /// assert!(grid.nearest([2.0, 1.0], 0.25, ALL).is_none());
    /// # let _ = one;
    /// # Ok::<(), bt_core::grid::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn nearest(&self, center: P, max_radius: f32, groups: u32) -> Option<Neighbor<P>> {
        self.nearest_where(center, max_radius, groups, |_| true)
    }

    /// The nearest that is accepted, for example because it is not the one who asks.
    ///
    /// It may be asked about the same entity several times, and about some that are not returned.
    ///
    /// ```
    /// use bt_core::grid::{ALL, Grid};
    ///
    /// let mut grid: Grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
    /// let one = grid.insert([1.0, 1.0], 0b01, ())?;
    /// let two = grid.insert([2.5, 1.0], 0b10, ())?;
    /// let other = grid.nearest_where([1.0, 1.0], 5.0, ALL, |found| found.handle != one);
    /// assert_eq!(other.map(|other| other.handle), Some(two));
    /// # Ok::<(), bt_core::grid::Error>(())
    /// ```
    #[must_use]
    pub fn nearest_where(
        &self,
        center: P,
        max_radius: f32,
        groups: u32,
        accept: impl Fn(Found<P>) -> bool,
    ) -> Option<Neighbor<P>> {
        let mut best: Option<Neighbor<P>> = None;
        self.search(center.into(), max_radius, 1, |span, disc| {
            self.near(span, disc, groups, &accept, |place, distance_squared| {
                let neighbor = self.neighbor(place, distance_squared);
                if best.is_none_or(|best| neighbor.key() < best.key()) {
                    best = Some(neighbor);
                }
            });
            usize::from(best.is_some())
        });
        best
    }

    /// Puts the `k` nearest within a radius in any of the groups into a buffer, instead of what was in it:
    /// the nearest first, of several as near that with the lowest handle.
    ///
    /// ```
    /// use bt_core::grid::{ALL, Grid};
    ///
    /// let mut grid: Grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
    /// let one = grid.insert([1.0, 1.0], 0b01, ())?;
    /// let two = grid.insert([2.5, 1.0], 0b10, ())?;
    /// let mut buffer = Vec::new();
    /// grid.nearest_k([2.0, 1.0], 8, 5.0, ALL, &mut buffer);
    /// assert_eq!(buffer.iter().map(|near| (near.handle, near.distance_squared)).collect::<Vec<_>>(), [(two, 0.25), (one, 1.0)]);
    /// # Ok::<(), bt_core::grid::Error>(())
    /// ```
    #[inline]
    pub fn nearest_k(
        &self,
        center: P,
        k: usize,
        max_radius: f32,
        groups: u32,
        buffer: &mut Vec<Neighbor<P>>,
    ) {
        self.nearest_k_where(center, k, max_radius, groups, buffer, |_| true);
    }

    /// The `k` nearest of those that are accepted, for example because they are not the one who asks.
    ///
    /// It may be asked about the same entity several times, and about some that are not returned.
    ///
    /// ```
    /// use bt_core::grid::{ALL, Grid};
    ///
    /// let mut grid: Grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
    /// let one = grid.insert([1.0, 1.0], 0b01, ())?;
    /// let two = grid.insert([2.5, 1.0], 0b10, ())?;
    /// let mut buffer = Vec::new();
    /// grid.nearest_k_where([1.0, 1.0], 8, 5.0, ALL, &mut buffer, |found| found.handle != one);
    /// assert_eq!(buffer.iter().map(|near| near.handle).collect::<Vec<_>>(), [two]);
    /// # Ok::<(), bt_core::grid::Error>(())
    /// ```
    pub fn nearest_k_where(
        &self,
        center: P,
        k: usize,
        max_radius: f32,
        groups: u32,
        buffer: &mut Vec<Neighbor<P>>,
        accept: impl Fn(Found<P>) -> bool,
    ) {
        buffer.clear();
        let center = center.into();
        if k <= Best::MOST {
            let mut best = Best::new(k);
            self.search(center, max_radius, k, |span, disc| {
                best.clear();
                self.near(span, disc, groups, &accept, |place, distance_squared| {
                    best.add(place, distance_squared, self.rows.handles[place]);
                });
                best.len()
            });
            best.sort();
            buffer.extend(best.iter().map(|(place, distance)| self.neighbor(place, distance)));
        } else {
            self.search(center, max_radius, k, |span, disc| {
                buffer.clear();
                self.near(span, disc, groups, &accept, |place, distance_squared| {
                    buffer.push(self.neighbor(place, distance_squared));
                });
                buffer.len()
            });
            if buffer.len() > k {
                buffer.select_nth_unstable_by_key(k - 1, Neighbor::key);
                buffer.truncate(k);
            }
            buffer.sort_unstable_by_key(Neighbor::key);
        }
    }

    #[inline]
    fn neighbor(&self, place: usize, distance_squared: f32) -> Neighbor<P> {
        let Found { handle, position, groups } = self.found(place);
        Neighbor { handle, position, groups, distance_squared }
    }

    /// The places of all in a disc, which has to be within the span.
    #[inline]
    fn near(
        &self,
        span: Span,
        disc: Disc,
        groups: u32,
        accept: &impl Fn(Found<P>) -> bool,
        mut act: impl FnMut(usize, f32),
    ) {
        let _: ControlFlow<()> = self.each_place(span, disc, groups, |place| {
            if accept(self.found(place)) {
                act(place, distance_squared(self.rows.positions[place], disc.center));
            }
            ControlFlow::Continue(())
        });
    }

    /// Looks through ever more tiles around a point until so many are found in them.
    ///
    /// In each step are looked at all that are nearer than anybody outside of these tiles.
    #[inline]
    fn search(
        &self,
        center: [f32; 2],
        max_radius: f32,
        enough: usize,
        mut look: impl FnMut(Span, Disc) -> usize,
    ) {
        let Some((all, disc)) = Disc::place(center, max_radius, &self.tiling) else { return };
        let home = self.tiling.tile(center);
        let mut reach = 1;
        loop {
            let span = home.within(reach, all);
            if span == all {
                look(all, disc);
                return;
            }
            let places: usize = self.rows.slices(&self.tiling, span).map(|slice| slice.len()).sum();
            let inside = square(self.tiling.gap(center, span, all));
            if let Some(inside) = inside.filter(|_| places / 2 >= enough) {
                let radius_squared = inside.min(disc.radius_squared);
                if look(span, Disc { center, radius_squared }) >= enough {
                    return;
                }
            }
            reach += reach.div_ceil(2);
        }
    }
}

impl Tile {
    /// The tiles around this one, of those of a span.
    #[inline]
    fn within(self, reach: u32, all: Span) -> Span {
        let Span { first, last } = all;
        let low = |number: u32, from: u32, to: u32| number.saturating_sub(reach).clamp(from, to);
        let high = |number: u32, from: u32, to: u32| number.saturating_add(reach).clamp(from, to);
        Span {
            first: Tile {
                column: low(self.column, first.column, last.column),
                row: low(self.row, first.row, last.row),
            },
            last: Tile {
                column: high(self.column, first.column, last.column),
                row: high(self.row, first.row, last.row),
            },
        }
    }
}

impl Tiling {
    /// How far it is at least from a point to who is in none of these tiles; nobody is in other tiles than all.
    /// It is negative if that is so little that the distance could be rounded to zero.
    #[inline]
    fn gap(&self, center: [f32; 2], span: Span, all: Span) -> f32 {
        let low = self.corner(span.first, 0.0);
        let high = self.corner(span.last, 1.0);
        let far = |is_edge: bool, gap: f32| if is_edge { f32::INFINITY } else { gap };
        let gap = far(span.first.column == all.first.column, center[0] - low[0])
            .min(far(span.last.column == all.last.column, high[0] - center[0]))
            .min(far(span.first.row == all.first.row, center[1] - low[1]))
            .min(far(span.last.row == all.last.row, high[1] - center[1]));
        // Distances are rounded too.
        (gap - self.rounding) * (1.0 - f32::EPSILON * 8.0) - TINY
    }
}
