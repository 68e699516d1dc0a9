//! Queries for the nearest entities.

use super::best::Best;
use super::search::FEW;
use super::{Found, Grid, Handle, Point};
use alloc::vec::Vec;

/// An entity as [`Grid::nearest`] finds it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Neighbor<P = [f32; 2]> {
    /// The entity.
    pub handle: Handle,
    /// Its position.
    pub position: P,
    /// Its groups.
    pub groups: u32,
    /// The square of its distance, in the unit of the positions.
    pub distance_squared: f32,
}

impl<P> Neighbor<P> {
    /// A key that is different for any two entities of a grid.
    fn key(&self) -> (u32, Handle) {
        // The bits of numbers that are not negative have the same order as the numbers.
        (self.distance_squared.to_bits(), self.handle)
    }
}

impl<T, P: Point> Grid<T, P> {
    /// Finds the nearest entity within a radius that is in any of the groups; if several are equally near,
    /// the one with the lowest handle.
    ///
    /// An entity that searches from its own position finds itself if it is in one of the groups.
    /// [`nearest_where`](Self::nearest_where) can exclude it.
    ///
    /// ```
    /// use bt_space::grid::{ALL, Grid};
    ///
    /// let mut grid: Grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
    /// let one = grid.insert([1.0, 1.0], 0b01, ())?;
    /// let two = grid.insert([2.5, 1.0], 0b10, ())?;
    /// let nearest = grid.nearest([2.0, 1.0], f32::INFINITY, ALL);
    /// assert_eq!(nearest.map(|nearest| nearest.handle), Some(two));
    /// assert!(grid.nearest([2.0, 1.0], 0.25, ALL).is_none());
    /// # let _ = one;
    /// # Ok::<(), bt_space::grid::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn nearest(&self, center: P, max_radius: f32, groups: u32) -> Option<Neighbor<P>> {
        self.nearest_where(center, max_radius, groups, |_| true)
    }

    /// Finds the nearest entity that the function accepts, for example to exclude the entity that searches.
    ///
    /// The function may be called several times for an entity, and also for entities that are not returned.
    ///
    /// ```
    /// use bt_space::grid::{ALL, Grid};
    ///
    /// let mut grid: Grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
    /// let one = grid.insert([1.0, 1.0], 0b01, ())?;
    /// let two = grid.insert([2.5, 1.0], 0b10, ())?;
    /// let other = grid.nearest_where([1.0, 1.0], 5.0, ALL, |found| found.handle != one);
    /// assert_eq!(other.map(|other| other.handle), Some(two));
    /// # Ok::<(), bt_space::grid::Error>(())
    /// ```
    #[must_use]
    pub fn nearest_where(
        &self,
        center: P,
        max_radius: f32,
        groups: u32,
        accept: impl Fn(Found<P>) -> bool,
    ) -> Option<Neighbor<P>> {
        let mut nearest = Best::<2>::new();
        let looked = self.few(&mut nearest, center.into(), 1, max_radius, groups, &accept)?;
        let Some(tied) = nearest.tied(1) else {
            return nearest.get(0).map(|key| self.neighbor(key.place(), key.distance_squared()));
        };
        let mut best: Option<Neighbor<P>> = None;
        self.near(looked.up_to(tied), groups, &accept, |place, distance_squared| {
            let neighbor = self.neighbor(place, distance_squared);
            best = best.filter(|best| best.key() < neighbor.key()).or(Some(neighbor));
        });
        best
    }

    /// Replaces the contents of a buffer with the `k` nearest entities within a radius that are in any of the
    /// groups, the nearest first; equally near ones are sorted by handle.
    ///
    /// ```
    /// use bt_space::grid::{ALL, Grid};
    ///
    /// let mut grid: Grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
    /// let one = grid.insert([1.0, 1.0], 0b01, ())?;
    /// let two = grid.insert([2.5, 1.0], 0b10, ())?;
    /// let mut buffer = Vec::new();
    /// grid.nearest_k([2.0, 1.0], 8, 5.0, ALL, &mut buffer);
    /// assert_eq!(buffer.iter().map(|near| (near.handle, near.distance_squared)).collect::<Vec<_>>(), [(two, 0.25), (one, 1.0)]);
    /// # Ok::<(), bt_space::grid::Error>(())
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

    /// Finds the `k` nearest entities that the function accepts, for example to exclude the entity that
    /// searches.
    ///
    /// The function may be called several times for an entity, and also for entities that are not returned.
    ///
    /// ```
    /// use bt_space::grid::{ALL, Grid};
    ///
    /// let mut grid: Grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
    /// let one = grid.insert([1.0, 1.0], 0b01, ())?;
    /// let two = grid.insert([2.5, 1.0], 0b10, ())?;
    /// let mut buffer = Vec::new();
    /// grid.nearest_k_where([1.0, 1.0], 8, 5.0, ALL, &mut buffer, |found| found.handle != one);
    /// assert_eq!(buffer.iter().map(|near| near.handle).collect::<Vec<_>>(), [two]);
    /// # Ok::<(), bt_space::grid::Error>(())
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
        match k {
            0..=8 => self.put::<9>(center, k, max_radius, groups, &accept, buffer),
            9..=FEW => self.put::<{ FEW + 1 }>(center, k, max_radius, groups, &accept, buffer),
            _ => {
                self.search(center, max_radius, k, |looked| {
                    buffer.clear();
                    self.near(looked, groups, &accept, |place, distance_squared| {
                        buffer.push(self.neighbor(place, distance_squared));
                    });
                    buffer.len() >= k
                });
                keep(buffer, k);
            }
        }
    }

    /// Puts the few nearest into an empty buffer.
    #[inline]
    fn put<const ROOM: usize>(
        &self,
        center: [f32; 2],
        k: usize,
        max_radius: f32,
        groups: u32,
        accept: &impl Fn(Found<P>) -> bool,
        buffer: &mut Vec<Neighbor<P>>,
    ) {
        let mut best = Best::<ROOM>::new();
        let Some(looked) = self.few(&mut best, center, k, max_radius, groups, accept) else {
            return;
        };
        if let Some(tied) = best.tied(k) {
            self.near(looked.up_to(tied), groups, accept, |place, distance_squared| {
                buffer.push(self.neighbor(place, distance_squared));
            });
            return keep(buffer, k);
        }
        let keys = (0..k).map_while(|index| best.get(index));
        buffer.extend(keys.map(|key| self.neighbor(key.place(), key.distance_squared())));
        let mut pairs = buffer.iter().zip(buffer.iter().skip(1));
        if pairs.any(|(one, next)| one.key().0 == next.key().0) {
            buffer.sort_unstable_by_key(Neighbor::key);
        }
    }

    #[inline]
    fn neighbor(&self, place: usize, distance_squared: f32) -> Neighbor<P> {
        let Found { handle, position, groups } = self.found(place);
        Neighbor { handle, position, groups, distance_squared }
    }
}

/// Keeps the `k` nearest in the buffer, in order.
fn keep<P: Point>(buffer: &mut Vec<Neighbor<P>>, k: usize) {
    if buffer.len() > k {
        buffer.select_nth_unstable_by_key(k - 1, Neighbor::key);
        buffer.truncate(k);
    }
    buffer.sort_unstable_by_key(Neighbor::key);
}
