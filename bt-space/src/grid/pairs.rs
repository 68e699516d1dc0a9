//! Pairs of entities that are near each other.

use super::area::Disc;
use super::query::places;
use super::{Found, Grid, Point};
use core::ops::ControlFlow;

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
