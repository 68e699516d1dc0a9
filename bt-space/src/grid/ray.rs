//! Queries for the entities that a ray hits, and for the tiles that it passes through: J. Amanatides and A. Woo, "A Fast Voxel
//! Traversal Algorithm for Ray Tracing", Eurographics 1987.

use super::point::{REACH, is_position};
use super::tiling::{Span, Tile, Tiling};
use super::{Found, Grid, Handle, Point};

/// An entity that a ray hits, as [`Grid::cast_ray`] returns it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RayHit<P = [f32; 2]> {
    /// The entity.
    pub handle: Handle,
    /// The position of the entity.
    pub position: P,
    /// Its groups.
    pub groups: u32,
    /// The distance from the origin to the hit; zero if the ray starts inside the entity.
    pub distance: f32,
    /// The point where the ray hits the entity.
    pub point: P,
}

impl<T, P: Point> Grid<T, P> {
    /// Finds the nearest entity in any of the groups that a ray hits, if all entities are discs of this
    /// radius; if several are equally near, the one with the lowest handle.
    ///
    /// The direction may have any length. The maximum length is in the unit of the positions and may be
    /// infinite. Nothing is hit if an argument is NaN, a length is negative, or the direction is zero.
    ///
    /// An entity that shoots from its own position hits itself if it is in one of the groups.
    /// [`cast_ray_where`](Self::cast_ray_where) can exclude it.
    ///
    /// ```
    /// use bt_space::grid::{ALL, Grid};
    ///
    /// let mut grid: Grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
    /// let one = grid.insert([1.0, 1.0], 0b01, ())?;
    /// let two = grid.insert([2.5, 1.0], 0b10, ())?;
    /// let hit = grid.cast_ray([5.0, 1.0], [-1.0, 0.0], 10.0, 0.5, ALL).unwrap();
    /// assert_eq!((hit.handle, hit.distance, hit.point), (two, 2.0, [3.0, 1.0]));
    /// assert!(grid.cast_ray([5.0, 1.0], [0.0, 1.0], 10.0, 0.5, ALL).is_none());
    /// # let _ = one;
    /// # Ok::<(), bt_space::grid::Error>(())
    /// ```
    #[must_use]
    pub fn cast_ray(
        &self,
        origin: P,
        direction: P,
        max_length: f32,
        entity_radius: f32,
        groups: u32,
    ) -> Option<RayHit<P>> {
        self.cast_ray_where(origin, direction, max_length, entity_radius, groups, |_| true)
    }

    /// Finds the nearest entity that a ray hits and that the function accepts, for example to exclude the
    /// entity that shoots.
    ///
    /// The function may be called for entities that are not returned.
    ///
    /// ```
    /// use bt_space::grid::{ALL, Grid};
    ///
    /// let mut grid: Grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
    /// let one = grid.insert([1.0, 1.0], 0b01, ())?;
    /// let two = grid.insert([2.5, 1.0], 0b10, ())?;
    /// let (from, to) = ([1.0, 1.0], [1.0, 0.0]);
    /// let hit = grid.cast_ray_where(from, to, 10.0, 0.5, ALL, |found| found.handle != one);
    /// assert_eq!(hit.map(|hit| (hit.handle, hit.distance)), Some((two, 1.0)));
    /// # Ok::<(), bt_space::grid::Error>(())
    /// ```
    #[must_use]
    pub fn cast_ray_where(
        &self,
        origin: P,
        direction: P,
        max_length: f32,
        entity_radius: f32,
        groups: u32,
        accept: impl Fn(Found<P>) -> bool,
    ) -> Option<RayHit<P>> {
        let origin = origin.into();
        let is_ray = is_position(origin) && max_length >= 0.0 && entity_radius >= 0.0;
        let unit = unit(direction.into()).filter(|_| is_ray)?;
        let length = f64::from(max_length).min(FARTHEST);
        let ray = Ray {
            origin: double(origin),
            unit,
            length,
            radius: f64::from(entity_radius).min(FARTHEST),
        };
        let mut best: Option<(f64, Handle, usize)> = None;
        for (enter, span) in ray.slabs(&self.tiling) {
            if best.is_some_and(|(distance, ..)| enter > distance) {
                break;
            }
            for place in self.rows.slices(&self.tiling, span).flatten() {
                if self.rows.groups[place] & groups == 0 {
                    continue;
                }
                let Some(distance) = ray.meets(double(self.rows.positions[place])) else {
                    continue;
                };
                let handle = self.rows.handles[place];
                let is_nearer = best.is_none_or(|best| (distance, handle) < (best.0, best.1));
                if is_nearer && accept(self.found(place)) {
                    best = Some((distance, handle, place));
                }
            }
        }
        best.map(|(distance, handle, place)| {
            let found = self.found(place);
            let (position, groups) = (found.position, found.groups);
            let point = ray.point(distance).into();
            RayHit { handle, position, groups, distance: single(distance), point }
        })
    }
}

/// A distance that is larger than that of any two positions.
const FARTHEST: f64 = REACH as f64 * 16.0;

#[allow(clippy::cast_possible_truncation, reason = "it is rounded")]
fn single(value: f64) -> f32 {
    value as f32
}

struct Ray {
    origin: [f64; 2],
    unit: [f64; 2],
    length: f64,
    /// The radius of the entities.
    radius: f64,
}

impl Ray {
    fn point(&self, length: f64) -> [f32; 2] {
        [0, 1].map(|axis| single(self.origin[axis] + self.unit[axis] * length))
    }

    /// The length of the ray at which it hits an entity.
    fn meets(&self, [x, y]: [f64; 2]) -> Option<f64> {
        let (dx, dy) = (x - self.origin[0], y - self.origin[1]);
        let across = dx * self.unit[1] - dy * self.unit[0];
        let half_squared = self.radius * self.radius - across * across;
        if half_squared < 0.0 {
            return None;
        }
        if dx * dx + dy * dy <= self.radius * self.radius {
            return Some(0.0);
        }
        let distance = dx * self.unit[0] + dy * self.unit[1] - half_squared.sqrt();
        (0.0 <= distance && distance <= self.length).then_some(distance)
    }

    /// The columns or rows that the ray passes, in order: for each, the tiles that may contain entities that
    /// the ray hits there, and the length of the ray at the first of them. So each tile comes once.
    fn slabs(&self, tiling: &Tiling) -> impl Iterator<Item = (f64, Span)> {
        let major = usize::from(self.unit[0].abs() < self.unit[1].abs());
        let minor = 1 - major;
        let margin = self.margin(tiling);
        let around = move |axis: usize, (from, to): (f64, f64)| {
            let (from, to) = (self.at(axis, from), self.at(axis, to));
            let (from, to) = (from.min(to) - margin, from.max(to) + margin);
            (tiling.along(axis, single(from)), tiling.along(axis, single(to)))
        };
        let (first, last) = around(major, (0.0, self.length));
        let is_up = self.unit[major] > 0.0;
        (0..=last - first).map(move |step| {
            let slab = if is_up { first + step } else { last - step };
            let inside = self.inside(tiling, major, slab, margin);
            let (from, to) = around(minor, inside);
            let tile = |number: u32| match major {
                0 => Tile { column: slab, row: number },
                _ => Tile { column: number, row: slab },
            };
            (inside.0, Span { first: tile(from), last: tile(to) })
        })
    }

    fn at(&self, axis: usize, length: f64) -> f64 {
        self.origin[axis] + self.unit[axis] * length
    }

    /// The radius, plus a margin for the rounding of positions to tiles.
    fn margin(&self, tiling: &Tiling) -> f64 {
        let corners = double(tiling.min).into_iter().chain(double(tiling.max));
        let largest =
            corners.chain(self.origin).fold(self.radius, |largest, value| largest.max(value.abs()));
        self.radius + largest * f64::from(f32::EPSILON * 16.0)
    }

    /// The range of the ray in which it is so near to a column or row that it may hit an entity there.
    fn inside(&self, tiling: &Tiling, axis: usize, slab: u32, margin: f64) -> (f64, f64) {
        let border = |number: u32| {
            f64::from(tiling.min[axis]) + f64::from(number) * f64::from(tiling.tile_size)
        };
        let low = if slab == 0 { f64::NEG_INFINITY } else { border(slab) - margin };
        let is_last = slab + 1 == [tiling.columns, tiling.rows][axis];
        let high = if is_last { f64::INFINITY } else { border(slab + 1) + margin };
        let length =
            |border: f64| ((border - self.origin[axis]) / self.unit[axis]).clamp(0.0, self.length);
        let (low, high) = (length(low), length(high));
        (low.min(high), low.max(high))
    }
}

impl<T, P: Point> Grid<T, P> {
    /// Iterates over the tiles that a ray passes through, starting at its origin. The first is
    /// [`tile_at`](Self::tile_at) of the origin, if the origin is in the world.
    ///
    /// The direction may have any length. The maximum length is in the unit of the positions and may be
    /// infinite. The iterator is empty if an argument is NaN, the length is negative, the direction is zero,
    /// or the origin is not a valid position.
    ///
    /// ```
    /// use bt_space::grid::{Grid};
    ///
    /// let grid: Grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
    /// let tiles = grid.tiles_along([0.5, 0.25], [2.0, 1.0], 1.5);
    /// assert_eq!(tiles.map(|tile| (tile.column, tile.row)).collect::<Vec<_>>(), [(0, 0), (1, 0)]);
    /// assert_eq!(grid.tiles_along([0.5, 0.25], [0.0, 1.0], f32::INFINITY).count(), 8);
    /// # Ok::<(), bt_space::grid::Error>(())
    /// ```
    pub fn tiles_along(
        &self,
        origin: P,
        direction: P,
        max_length: f32,
    ) -> impl Iterator<Item = Tile> + use<T, P> {
        let origin = origin.into();
        let unit = unit(direction.into()).filter(|_| is_position(origin) && max_length >= 0.0);
        let walk = unit.and_then(|unit| Walk::new(&self.tiling, origin, unit, max_length));
        walk.into_iter().flatten()
    }
}

pub(super) fn double(values: [f32; 2]) -> [f64; 2] {
    values.map(f64::from)
}

/// The direction with length 1; `None` if it is zero.
pub(super) fn unit(direction: [f32; 2]) -> Option<[f64; 2]> {
    let [x, y] = double(direction);
    let length = (x * x + y * y).sqrt();
    (length > 0.0 && length.is_finite()).then(|| [x / length, y / length])
}

/// The state of the traversal along one axis: the current tile, and the distance to the next one.
#[derive(Clone, Copy)]
struct Axis {
    tile: i64,
    tiles: i64,
    step: i64,
    origin: f64,
    direction: f64,
    min: f64,
    /// The end of the last tile, or of the world if rounding puts it further away.
    max: f64,
    tile_size: f64,
}

impl Axis {
    fn new(tiling: &Tiling, axis: usize, origin: f32, direction: f64) -> Self {
        let (min, tile_size) = (f64::from(tiling.min[axis]), f64::from(tiling.tile_size));
        let tiles = [tiling.columns, tiling.rows][axis];
        let end = min + f64::from(tiles) * tile_size;
        Self {
            tile: i64::from(tiling.along(axis, origin)),
            tiles: i64::from(tiles),
            step: i64::from(direction > 0.0) - i64::from(direction < 0.0),
            origin: f64::from(origin),
            direction,
            min,
            max: end.max(f64::from(tiling.max[axis])),
            tile_size,
        }
    }

    /// The coordinate at which a tile begins.
    #[allow(clippy::cast_precision_loss, reason = "there are at most 2^23 tiles")]
    fn place(&self, tile: i64) -> f64 {
        if tile == self.tiles { self.max } else { self.min + tile as f64 * self.tile_size }
    }

    /// The length of the ray at the border where a tile begins; only for an axis along which the ray moves.
    fn border(&self, tile: i64) -> f64 {
        (self.place(tile) - self.origin) / self.direction
    }

    /// The lengths at which the ray enters the first tile and leaves the last.
    fn inside(&self) -> Option<(f64, f64)> {
        if self.step == 0 {
            // The borders are part of the world.
            let is_between = self.min <= self.origin && self.origin <= self.max;
            return is_between.then_some((0.0, f64::INFINITY));
        }
        let (first, last) = (self.border(0), self.border(self.tiles));
        Some((first.min(last).max(0.0), first.max(last)))
    }

    /// The tile in which a ray that starts outside enters the world.
    #[allow(clippy::cast_possible_truncation, reason = "it is in range")]
    fn enter(&mut self, length: f64) {
        let place = self.origin + self.direction * length - self.min;
        let tile = (place / self.tile_size).floor();
        self.tile = (tile as i64).clamp(0, self.tiles - 1);
    }

    /// The length of the ray where it leaves the current tile.
    fn leave(&self) -> f64 {
        if self.step == 0 {
            f64::INFINITY
        } else {
            // Rounding may put the origin into a tile whose border is already behind it.
            self.border(self.tile + i64::from(self.step > 0)).max(0.0)
        }
    }

    fn is_inside(&self) -> bool {
        (0..self.tiles).contains(&self.tile)
    }
}

struct Walk {
    axes: [Axis; 2],
    length: f64,
    is_over: bool,
}

impl Walk {
    fn new(tiling: &Tiling, origin: [f32; 2], unit: [f64; 2], max_length: f32) -> Option<Self> {
        let mut axes = [0, 1].map(|axis| Axis::new(tiling, axis, origin[axis], unit[axis]));
        let (first, second) = (axes[0].inside()?, axes[1].inside()?);
        let enter = first.0.max(second.0);
        let length = first.1.min(second.1).min(f64::from(max_length));
        let is_there = enter < length || (enter == 0.0 && length == 0.0);
        for axis in axes.iter_mut().filter(|axis| enter > 0.0 && axis.step != 0) {
            axis.enter(enter);
        }
        is_there.then_some(Self { axes, length, is_over: false })
    }
}

impl Iterator for Walk {
    type Item = Tile;

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is in range")]
    fn next(&mut self) -> Option<Tile> {
        if self.is_over {
            return None;
        }
        let tile = Tile { column: self.axes[0].tile as u32, row: self.axes[1].tile as u32 };
        let (first, second) = (self.axes[0].leave(), self.axes[1].leave());
        // A ray through a corner changes column and row at once.
        let leave = first.min(second);
        self.axes[0].tile += if first <= second { self.axes[0].step } else { 0 };
        self.axes[1].tile += if second <= first { self.axes[1].step } else { 0 };
        self.is_over = leave >= self.length || !self.axes.iter().all(Axis::is_inside);
        Some(tile)
    }
}
