//! Many moves at once.

use super::point::Limits;
use super::rows::Bin;
use super::tiling::Tiling;
use super::{Error, Found, Grid, Handle, Point};
use alloc::vec::Vec;
use core::mem;

/// An entity that leaves its tile, its new tile, and its new position.
pub(super) type Leaver = (Handle, u32, [f32; 2]);

impl<T, P: Point> Grid<T, P> {
    /// Moves many entities.
    ///
    /// # Errors
    ///
    /// The first error, as of [`move_to`](Self::move_to); all other entities are moved.
    ///
    /// ```
    /// use bt_space::grid::{Error, Grid};
    ///
    /// let mut grid: Grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
    /// let one = grid.insert([1.0, 1.0], 1, ())?;
    /// let two = grid.insert([2.0, 1.0], 1, ())?;
    /// assert!(grid.move_all([(one, [f32::NAN, 1.0]), (two, [3.0, 1.0])]).is_err());
    /// assert_eq!(grid.position(one), Some([1.0, 1.0]));
    /// assert_eq!(grid.position(two), Some([3.0, 1.0]));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn move_all(&mut self, moves: impl IntoIterator<Item = (Handle, P)>) -> Result<(), Error> {
        let mut result = Ok(());
        for (handle, position) in moves {
            if let Err(error) = self.move_to(handle, position) {
                result = result.and(Err(error));
            }
        }
        result
    }

    /// Moves every entity to the position that the function returns, in the order of [`iter`](Self::iter).
    ///
    /// It goes through memory in order, which is best if the next position depends only on what the function
    /// is given. If the function looks the position up by the number of the entity, each lookup is somewhere
    /// else in memory. Then [`move_to`](Self::move_to), called in the order of the numbers, takes half the
    /// time, unless [`renumber`](Self::renumber) has sorted the numbers in the last few seconds.
    ///
    /// # Errors
    ///
    /// The first position that is invalid or refused; its entity stays where it is, and all others are moved.
    ///
    /// ```
    /// use bt_space::grid::{Error, Grid};
    ///
    /// let mut grid: Grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
    /// let one = grid.insert([1.0, 1.0], 1, ())?;
    /// grid.move_each(|found| [found.position[0] + 0.5, found.position[1]])?;
    /// assert_eq!(grid.position(one), Some([1.5, 1.0]));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn move_each(&mut self, step: impl FnMut(Found<P>) -> P) -> Result<(), Error> {
        let mut leavers = mem::take(&mut self.leavers);
        if leavers.is_empty() {
            leavers.push(Vec::new());
        }
        let (ground, stretch) = self.ground();
        let result = ground.advance(stretch, step, &mut leavers[0]);
        self.settle(leavers);
        result
    }

    pub(super) fn ground(&mut self) -> (Ground<'_>, Stretch<'_>) {
        let ground = Ground { tiling: &self.tiling, limits: &self.limits };
        let stretch = Stretch {
            tile: 0,
            place: 0,
            bins: &self.rows.bins,
            positions: &mut self.rows.positions,
            groups: &self.rows.groups,
            handles: &self.rows.handles,
        };
        (ground, stretch)
    }

    /// Moves the entities that leave their tiles, list by list, and keeps the memory of the lists.
    pub(super) fn settle(&mut self, mut lists: Vec<Vec<Leaver>>) {
        for list in &mut lists {
            let leavers = list.len();
            for (handle, tile, position) in list.drain(..) {
                self.change_tile(handle, tile, position);
            }
            // This frees memory that was needed once, within the next frames, and keeps memory that is needed
            // again and again.
            if list.capacity() / 4 > leavers {
                list.shrink_to(list.capacity() / 2);
            }
        }
        self.leavers = lists;
    }
}

/// The properties of the world that a move needs.
#[derive(Clone, Copy)]
pub(super) struct Ground<'a> {
    tiling: &'a Tiling,
    limits: &'a Limits,
}

/// A range of consecutive tiles, and their places.
pub(super) struct Stretch<'a> {
    pub(super) tile: u32,
    pub(super) place: usize,
    pub(super) bins: &'a [Bin],
    pub(super) positions: &'a mut [[f32; 2]],
    pub(super) groups: &'a [u32],
    pub(super) handles: &'a [Handle],
}

impl Ground<'_> {
    /// Moves the entities that stay in their tiles, and lists the others.
    pub(super) fn advance<P: Point>(
        self,
        Stretch { tile, place, bins, positions, groups, handles }: Stretch<'_>,
        mut step: impl FnMut(Found<P>) -> P,
        leavers: &mut Vec<Leaver>,
    ) -> Result<(), Error> {
        let mut result = Ok(());
        for (tile, bin) in (tile..).zip(bins) {
            let start = bin.start as usize - place;
            let places = start..start + bin.len as usize;
            let entities = positions[places.clone()].iter_mut();
            let entities = entities.zip(&groups[places.clone()]);
            for ((position, groups), handle) in entities.zip(&handles[places]) {
                let (handle, groups) = (*handle, *groups);
                let next = step(Found { handle, position: (*position).into(), groups });
                match self.limits.check(next.into()) {
                    Err(error) => result = result.and(Err(error)),
                    Ok(next) => {
                        let number = self.tiling.number_at(next);
                        if number == tile {
                            *position = next;
                        } else {
                            leavers.push((handle, number, next));
                        }
                    }
                }
            }
        }
        result
    }
}
