//! Queries for the nearest entities: the search, and the few nearest of many.
#![allow(clippy::inline_always, reason = "the nearest are to stay in registers")]

use super::area::{Disc, TINY};
use super::point::{distance_squared, square};
use super::scan::CHUNK;
use super::tiling::{Span, Tile, Tiling};
use super::{Found, Grid, Handle, Point};
use alloc::vec::Vec;
use core::ops::ControlFlow;

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

/// The number of neighbors that are kept sorted during the search; if more are wanted, all are kept and
/// sorted at the end.
pub(super) const FEW: usize = 16;

/// The area that has been searched: a disc, and the tiles that contain it.
#[derive(Clone, Copy)]
pub(super) struct Looked {
    span: Span,
    disc: Disc,
}

impl Looked {
    /// The part of the disc that is not further away than an entity.
    pub(super) fn up_to(self, key: Key) -> Self {
        Self { disc: Disc { radius_squared: key.distance_squared(), ..self.disc }, ..self }
    }
}

impl<T, P: Point> Grid<T, P> {
    /// The places and distances of all entities in a disc.
    #[inline]
    pub(super) fn near(
        &self,
        Looked { span, disc }: Looked,
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

    /// Finds the nearest entities, and one more than are wanted if there is one. Returns the area that it has
    /// searched.
    #[inline]
    pub(super) fn few<const ROOM: usize>(
        &self,
        best: &mut Best<ROOM>,
        center: [f32; 2],
        wanted: usize,
        max_radius: f32,
        groups: u32,
        accept: &impl Fn(Found<P>) -> bool,
    ) -> Option<Looked> {
        self.search(center, max_radius, wanted, |Looked { span, mut disc }| {
            *best = Best::new();
            let mut slices = self.rows.slices(&self.tiling, span);
            while let Some(ahead) = slices.ahead() {
                self.rows.fetch(&ahead, true);
                for mut slice in ahead.middle_first() {
                    while slice.start < slice.end {
                        let start = slice.start;
                        slice.start = slice.end.min(start + CHUNK);
                        // The more entities are found, the smaller is the distance that still matters.
                        disc.radius_squared = best.reach(disc.radius_squared);
                        let hits = self.rows.hits(start..slice.start, disc, groups);
                        self.add(best, start, hits, center, accept);
                    }
                }
            }
            wanted == 0 || best.get(wanted - 1).is_some()
        })
    }

    /// Adds the entities of a chunk that match.
    #[inline(always)]
    fn add<const ROOM: usize>(
        &self,
        best: &mut Best<ROOM>,
        start: usize,
        mut hits: u32,
        center: [f32; 2],
        accept: &impl Fn(Found<P>) -> bool,
    ) {
        let Some(chunk) = self.rows.chunk(start) else { return };
        while hits != 0 {
            let index = hits.trailing_zeros() as usize % CHUNK;
            hits &= hits - 1;
            let (handle, groups) = (chunk.handles[index], chunk.groups[index]);
            let position = chunk.positions[index];
            if accept(Found { handle, position: position.into(), groups }) {
                best.add(Key::new(start + index, distance_squared(position, center)));
            }
        }
    }

    /// Searches more and more tiles around a point until enough entities are found. Returns the area of the
    /// last step.
    ///
    /// Each step considers all entities that are nearer than any entity outside of the searched tiles.
    #[inline]
    pub(super) fn search(
        &self,
        center: [f32; 2],
        max_radius: f32,
        wanted: usize,
        mut look: impl FnMut(Looked) -> bool,
    ) -> Option<Looked> {
        let (all, disc) = Disc::place(center, max_radius, &self.tiling)?;
        let home = self.tiling.tile(center);
        let mut reach = 1;
        loop {
            let span = home.within(reach, all);
            if span == all {
                let last = Looked { span, disc };
                look(last);
                return Some(last);
            }
            let inside = square(self.tiling.gap(center, span, all));
            if let Some(inside) = inside.filter(|_| self.is_promising(span, wanted)) {
                let radius_squared = inside.min(disc.radius_squared);
                let looked = Looked { span, disc: Disc { center, radius_squared } };
                if look(looked) {
                    return Some(looked);
                }
            }
            reach += reach.div_ceil(2);
        }
    }

    /// Returns `true` if these tiles have enough places to be worth a search; always, if only a few entities
    /// are wanted.
    #[inline]
    fn is_promising(&self, span: Span, wanted: usize) -> bool {
        let slices = || self.rows.slices(&self.tiling, span);
        wanted <= FEW || slices().map(|slice| slice.len()).sum::<usize>() / 2 >= wanted
    }
}

impl Tile {
    /// The tiles around this one that are in a span.
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
    /// A lower bound of the distance from a point to entities in other tiles; infinite if these are all
    /// tiles. It is negative if the distance is so small that it could be rounded to zero.
    #[inline]
    fn gap(&self, center: [f32; 2], span: Span, all: Span) -> f32 {
        let low = self.corner(span.first, 0.0);
        let high = self.corner(span.last, 1.0);
        let far = |is_edge: bool, gap: f32| if is_edge { f32::INFINITY } else { gap };
        let gap = far(span.first.column == all.first.column, center[0] - low[0])
            .min(far(span.last.column == all.last.column, high[0] - center[0]))
            .min(far(span.first.row == all.first.row, center[1] - low[1]))
            .min(far(span.last.row == all.last.row, high[1] - center[1]));
        // The computed distances are rounded too.
        (gap - self.rounding) * (1.0 - f32::EPSILON * 8.0) - TINY
    }
}

/// An entity as a number: the distance in the high bits, the place in the low bits. No two entities have the
/// same number, and a lower number is nearer.
#[derive(Clone, Copy)]
pub(super) struct Key(u64);

/// The least distance. It makes all keys normal floating-point numbers, which every processor compares
/// correctly; keys with the bits of 0.0 would be subnormal.
const LEAST: u32 = 1 << 20;

impl Key {
    /// The distance must not be negative: the bits of such floats have the same order as their values.
    #[allow(clippy::cast_possible_truncation, reason = "there are fewer than 2^32 places")]
    #[inline]
    pub(super) fn new(place: usize, distance_squared: f32) -> Self {
        Self(u64::from(distance_squared.to_bits() + LEAST) << 32 | u64::from(place as u32))
    }

    #[allow(clippy::cast_possible_truncation, reason = "it is the lower half")]
    #[inline]
    pub(super) const fn place(self) -> usize {
        self.0 as u32 as usize
    }

    #[inline]
    pub(super) const fn distance_squared(self) -> f32 {
        f32::from_bits((self.0 >> 32) as u32 - LEAST)
    }
}

/// The nearest of the entities that were added, in order.
///
/// They are kept as `f64`, because the minimum of two `f64` is one instruction without a branch.
pub(super) struct Best<const ROOM: usize>([f64; ROOM]);

#[inline(always)]
fn lesser(one: f64, other: f64) -> f64 {
    if one < other { one } else { other }
}

#[inline(always)]
fn greater(one: f64, other: f64) -> f64 {
    if one > other { one } else { other }
}

impl<const ROOM: usize> Best<ROOM> {
    #[inline]
    pub(super) const fn new() -> Self {
        Self([f64::INFINITY; ROOM])
    }

    #[inline(always)]
    pub(super) fn add(&mut self, key: Key) {
        let Self(keys) = self;
        let key = f64::from_bits(key.0);
        for index in (1..ROOM).rev() {
            keys[index] = greater(keys[index - 1], lesser(keys[index], key));
        }
        keys[0] = lesser(keys[0], key);
    }

    /// The entity at an index, 0 for the nearest; `None` if fewer were found.
    #[inline]
    pub(super) fn get(&self, index: usize) -> Option<Key> {
        self.0.get(index).filter(|key| **key < f64::INFINITY).map(|key| Key(key.to_bits()))
    }

    /// The squared distance up to which an entity can still be among the nearest; at most the given one.
    #[allow(clippy::cast_possible_truncation, reason = "the distance is the higher half")]
    #[inline(always)]
    pub(super) fn reach(&self, squared: f32) -> f32 {
        let furthest = f32::from_bits((self.0[ROOM - 1].to_bits() >> 32) as u32 - LEAST);
        // It is NaN while there are fewer entities than that.
        if furthest < squared { furthest } else { squared }
    }

    /// The last of `len` entities, if the next one is at the same distance: then their order is not decided
    /// yet.
    #[inline]
    pub(super) fn tied(&self, len: usize) -> Option<Key> {
        let (last, next) = (self.get(len.checked_sub(1)?)?, self.get(len)?);
        let bits = |key: Key| key.distance_squared().to_bits();
        (bits(last) == bits(next)).then_some(last)
    }
}
