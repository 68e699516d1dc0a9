//! Many moves and questions at once, on all processors.

use super::bulk::{Ground, Leaver, Stretch};
use super::{Error, Found, Grid, Point};
use alloc::vec::Vec;
use core::mem;
use core::ops::Range;
use rayon::iter::ParallelIterator;

/// Fewer places than this are not worth another thread.
const FEW: usize = 4096;

/// The maximum number of parts; enough for many threads.
const MOST_PARTS: usize = 256;

/// Fewer places than these are not given to two threads to ask questions about.
const SOME: u32 = 64;

impl<T, P: Point> Grid<T, P> {
    /// Moves everybody to where the function says, as [`move_each`](Self::move_each) does and with the same result,
    /// but on all threads of `rayon`; only those who leave their tiles are moved by one.
    ///
    /// # Errors
    ///
    /// As of [`move_each`](Self::move_each), and the same.
    ///
    /// ```
    /// use bt_core::grid::{Error, Grid};
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

    /// Everybody, whatever their groups, on all threads of `rayon`, as [`iter`](Self::iter) visits them.
    ///
    /// It is the way to ask many questions at once. A grid can be shared by threads, so `handles.par_iter()` does it,
    /// too; but here those follow each other who are near each other, and what they ask about is in the cache: that
    /// takes half the time, and with a million entities a fifth. It allocates nothing for a question.
    ///
    /// ```
    /// use bt_core::grid::{ALL, Circle, Error, Grid};
    /// use rayon::prelude::*;
    ///
    /// let mut grid: Grid = Grid::new([0.0, 0.0], [64.0, 64.0], 1.0)?;
    /// for number in 0..=255_u8 {
    ///     grid.insert([f32::from(number) / 8.0, 32.0], 1, ())?;
    /// }
    /// let near = |center| grid.count(Circle { center, radius: 1.0 }, ALL);
    ///
    /// // How many are near each; in the order of the numbers, if that is wanted.
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

/// The number of lists of entities that leave, a power of two: each thread gets some, and none is very short.
fn parts(places: usize) -> usize {
    (places / FEW).clamp(1, MOST_PARTS).next_power_of_two()
}

impl Ground<'_> {
    /// Fills as many lists as there are, in order.
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
    /// Both have tiles, if this one has two.
    fn halves(self) -> (Self, Self) {
        // As many entities in each half, wherever there are crowds.
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
