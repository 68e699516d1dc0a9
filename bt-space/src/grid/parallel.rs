//! Moves and queries on all processors.

use super::bulk::{Ground, Leaver, Stretch};
use super::{Error, Found, Grid, Point};
use alloc::vec::Vec;
use core::mem;
use core::ops::Range;
use rayon::iter::ParallelIterator;

/// The number of places below which another thread is not worthwhile.
const FEW: usize = 4096;

/// The maximum number of parts; enough for many threads.
const MOST_PARTS: usize = 256;

/// The number of places below which the work of `par_iter` is not divided.
const SOME: u32 = 64;

impl<T, P: Point> Grid<T, P> {
    /// Moves every entity to the position that the function returns, with the same result as
    /// [`move_each`](Self::move_each), but on all threads of `rayon`. Entities that leave their tiles are
    /// moved by one thread.
    ///
    /// # Errors
    ///
    /// The same as of [`move_each`](Self::move_each).
    ///
    /// ```
    /// use bt_space::grid::{Error, Grid};
    ///
    /// let mut grid: Grid = Grid::new([0.0, 0.0], [64.0, 64.0], 1.0)?;
    /// let one = grid.insert([10.0, 32.0], 1, ())?;
    /// grid.par_move_each(|found| [found.position[0] / 2.0, found.position[1]])?;
    /// assert_eq!(grid.position(one), Some([5.0, 32.0]));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn par_move_each(&mut self, step: impl Fn(Found<P>) -> P + Sync) -> Result<(), Error> {
        let mut leavers = mem::take(&mut self.leavers);
        let parts = parts(self.rows.positions.len());
        leavers.resize_with(parts.max(leavers.len()), Vec::new);
        let (ground, stretch) = self.ground();
        let result = ground.par_advance(stretch, &step, &mut leavers[..parts]);
        self.settle(leavers);
        result
    }

    /// Iterates over all entities of all groups on all threads of `rayon`, in the order of
    /// [`iter`](Self::iter).
    ///
    /// Use it to run many queries at once. Threads can share a grid, so `handles.par_iter()` works too. But
    /// here consecutive entities are near each other, so the entities that they query are already in the
    /// cache: this takes half the time, and with a million entities a fifth. It allocates nothing per query.
    ///
    /// ```
    /// use bt_space::grid::{ALL, Circle, Error, Grid};
    /// use rayon::prelude::*;
    ///
    /// let mut grid: Grid = Grid::new([0.0, 0.0], [64.0, 64.0], 1.0)?;
    /// for number in 0..=255_u8 {
    ///     grid.insert([f32::from(number) / 8.0, 32.0], 1, ())?;
    /// }
    /// let near = |center| grid.count(Circle { center, radius: 1.0 }, ALL);
    ///
    /// // The number of neighbors of each entity, in the order of the numbers if that is needed.
    /// let mut counts: Vec<_> =
    ///     grid.par_iter().map(|found| (found.handle, near(found.position))).collect();
    /// counts.par_sort_unstable();
    /// assert_eq!(counts[128].1, 17);
    ///
    /// let most = grid.par_iter().map(|found| near(found.position)).max();
    /// assert_eq!(most, Some(17));
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn par_iter(&self) -> impl ParallelIterator<Item = Found<P>>
    where
        T: Sync,
        P: Send,
    {
        let bins = &self.rows.bins;
        let halves = move |tiles: Range<usize>| {
            let middle = tiles.start.midpoint(tiles.end);
            let places = bins[tiles.end - 1].end() - bins[tiles.start].start;
            if middle == tiles.start || places < SOME {
                return (tiles, None);
            }
            (tiles.start..middle, Some(middle..tiles.end))
        };
        let stretches = rayon::iter::split(0..self.rows.tiles(), halves);
        stretches.flat_map_iter(move |tiles| {
            let places = bins[tiles].iter().flat_map(|bin| bin.places());
            places.map(move |place| self.found(place))
        })
    }
}

/// The number of lists of leaving entities, a power of two: each thread gets some, and none is very short.
fn parts(places: usize) -> usize {
    (places / FEW).clamp(1, MOST_PARTS).next_power_of_two()
}

impl Ground<'_> {
    /// Fills the lists in parallel, one for each part of the stretch, in order.
    fn par_advance<P: Point>(
        self,
        stretch: Stretch<'_>,
        step: &(impl Fn(Found<P>) -> P + Sync),
        lists: &mut [Vec<Leaver>],
    ) -> Result<(), Error> {
        if lists.len() < 2 || stretch.bins.len() < 2 {
            return self.advance(stretch, step, &mut lists[0]);
        }
        let (first_lists, second_lists) = lists.split_at_mut(lists.len() / 2);
        let (first, second) = stretch.halves();
        let (first, second) = rayon::join(
            || self.par_advance(first, step, first_lists),
            || self.par_advance(second, step, second_lists),
        );
        first.and(second)
    }
}

impl Stretch<'_> {
    #[allow(clippy::cast_possible_truncation, reason = "there are at most 2^26 tiles")]
    /// Divides the stretch in two. Both halves have tiles if this one has at least two.
    fn halves(self) -> (Self, Self) {
        // Both halves have about the same number of entities, even if there are crowds.
        let half = self.place + self.positions.len() / 2;
        let middle = self.bins.partition_point(|bin| (bin.start as usize) < half);
        let middle = middle.clamp(1, self.bins.len() - 1);
        let (bins, next_bins) = self.bins.split_at(middle);
        let place = next_bins[0].start as usize;
        let (positions, next_positions) = self.positions.split_at_mut(place - self.place);
        let (groups, next_groups) = self.groups.split_at(place - self.place);
        let (handles, next_handles) = self.handles.split_at(place - self.place);
        let first = Stretch { bins, positions, groups, handles, ..self };
        let tile = self.tile + middle as u32;
        let (positions, groups, handles) = (next_positions, next_groups, next_handles);
        (first, Stretch { tile, place, bins: next_bins, positions, groups, handles })
    }
}
