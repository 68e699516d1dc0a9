//! The tiles that a ray passes through: J. Amanatides and A. Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing",
//! Eurographics 1987.

use super::point::is_position;
use super::tiling::{Tile, Tiling};
use super::{Grid, Point};

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
