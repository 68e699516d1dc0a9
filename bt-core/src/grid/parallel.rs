//! Many moves at once, on all processors.

use super::bulk::{Ground, Leaver, Stretch};
use super::{Error, Found, Grid, Point};
use alloc::vec::Vec;
use core::mem;

/// So many places are not worth another thread.
const FEW: usize = 4096;

impl<T, P: Point> Grid<T, P> {
    /// Moves everybody to where the function says, as [`move_each`](Self::move_each) does and with the same result,
    /// but on all threads of `rayon`; only those who leave their tiles are moved by one. It allocates memory for the
    /// lists of these.
    ///
    /// Queries need no methods of their own, since a grid can be shared by threads:
    /// `handles.par_iter().map(|handle| …)`.
    ///
    /// # Errors
    ///
    /// As of [`move_each`](Self::move_each).
    ///
    /// ```
    /// use bt_core::grid::{ALL, Circle, Error, Grid};
    /// use rayon::prelude::*;
    ///
    /// let mut grid: Grid = Grid::new([0.0, 0.0], [64.0, 64.0], 1.0)?;
    /// let place = |number: u8| [f32::from(number) / 4.0, 32.0];
    /// let handles: Vec<_> = (0..=255).map(|number| grid.insert(place(number), 1, ())).collect::<Result<_, _>>()?;
    /// grid.par_move_each(|found| [found.position[0] / 2.0, found.position[1]])?;
    /// let near = |handle| grid.position(handle).map(|center| grid.count(Circle { center, radius: 1.0 }, ALL));
    /// let counts: Vec<_> = handles.par_iter().map(|handle| near(*handle)).collect();
    /// assert_eq!(counts[128], Some(17));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn par_move_each(&mut self, step: impl Fn(Found<P>) -> P + Sync) -> Result<(), Error> {
        let mut leavers = mem::take(&mut self.leavers);
        let (ground, stretch) = self.ground();
        let result = ground.par_advance(stretch, &step, &mut leavers);
        self.settle(leavers);
        result
    }
}

impl Ground<'_> {
    fn par_advance<P: Point>(
        self,
        stretch: Stretch<'_>,
        step: &(impl Fn(Found<P>) -> P + Sync),
        leavers: &mut Vec<Leaver>,
    ) -> Result<(), Error> {
        if stretch.positions.len() <= FEW || stretch.bins.len() < 2 {
            return self.advance(stretch, step, leavers);
        }
        let (first, second) = stretch.halves();
        let mut others = Vec::new();
        let (first, second) = rayon::join(
            || self.par_advance(first, step, leavers),
            || self.par_advance(second, step, &mut others),
        );
        leavers.append(&mut others);
        first.and(second)
    }
}

impl Stretch<'_> {
    #[allow(clippy::cast_possible_truncation, reason = "there are at most 2^26 tiles")]
    fn halves(self) -> (Self, Self) {
        let middle = self.bins.len() / 2;
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
