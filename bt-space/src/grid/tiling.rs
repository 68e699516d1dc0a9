//! The division of the world into tiles: their positions and numbers.
#![allow(
    unreachable_pub,
    reason = "the sealed half of a public trait is named in it, and by nobody else"
)]

use super::point::is_position;
use super::{Error, Grid, Handle, Point};

/// The maximum number of tiles of a world; each takes 8 bytes.
pub const MAX_TILES: usize = 1 << 26;

/// The maximum number of tiles of a row or a column.
pub const MAX_SIDE: u32 = 1 << 23;

/// A tile of the world.
///
/// A tile is also an area that can be queried: see [`Area`](super::Area).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tile {
    /// Counted along x, from 0.
    pub column: u32,
    /// Counted along y, from 0.
    pub row: u32,
}

/// A rectangle of tiles, given by its first and last tile, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    pub(super) first: Tile,
    pub(super) last: Tile,
}

/// The world and its tiles.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tiling {
    pub(super) min: [f32; 2],
    pub(super) max: [f32; 2],
    pub(super) tile_size: f32,
    /// Tiles per unit.
    scale: f32,
    /// The last column and row.
    last: [f32; 2],
    pub(super) columns: u32,
    pub(super) rows: u32,
    /// The maximum rounding error of the border between two tiles.
    pub(super) rounding: f32,
}

#[allow(clippy::cast_precision_loss, reason = "up to 2^23 it is exact")]
const fn exact(tiles: u32) -> f32 {
    tiles as f32
}

impl Tiling {
    pub(super) fn new(min: [f32; 2], max: [f32; 2], tile_size: f32) -> Result<Self, Error> {
        if !(is_position(min) && is_position(max) && min[0] < max[0] && min[1] < max[1]) {
            return Err(Error::Bounds);
        }
        let scale = tile_size.recip();
        if !(tile_size > 0.0 && tile_size.is_finite() && scale.is_finite()) {
            return Err(Error::TileSize(tile_size));
        }
        let columns = tiles_of(max[0] - min[0], scale)?;
        let rows = tiles_of(max[1] - min[1], scale)?;
        if u64::from(columns) * u64::from(rows) > MAX_TILES as u64 {
            return Err(Error::TooManyTiles);
        }
        let last = [exact(columns - 1), exact(rows - 1)];
        let largest =
            min.into_iter().chain(max).fold(0.0, |largest: f32, value| largest.max(value.abs()));
        let rounding = largest * (f32::EPSILON * 6.0);
        Ok(Self { min, max, tile_size, scale, last, columns, rows, rounding })
    }

    pub(super) const fn tiles(&self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// The tile of a position; a tile at the edge if it is outside. The column and the row never decrease
    /// when a coordinate grows, so the tiles of two corners enclose the tiles of all points between them.
    #[inline]
    pub(super) fn tile(&self, [x, y]: [f32; 2]) -> Tile {
        Tile { column: self.along(0, x), row: self.along(1, y) }
    }

    /// The column or the row of a coordinate.
    #[inline]
    pub(super) fn along(&self, axis: usize, value: f32) -> u32 {
        let place = (value - self.min[axis]) * self.scale;
        // NaN is not above 0.
        let place = if place > 0.0 { place } else { 0.0 };
        whole(if place < self.last[axis] { place } else { self.last[axis] })
    }

    /// The number of the tile of a position.
    #[inline]
    pub(super) fn number_at(&self, position: [f32; 2]) -> u32 {
        let Tile { column, row } = self.tile(position);
        row * self.columns + column
    }

    /// The number of a tile that exists.
    #[inline]
    pub(super) const fn number(&self, tile: Tile) -> usize {
        tile.row as usize * self.columns as usize + tile.column as usize
    }

    pub(super) const fn has(&self, tile: Tile) -> bool {
        tile.column < self.columns && tile.row < self.rows
    }

    /// The tiles of two corners and all tiles between them.
    #[inline]
    pub(super) fn span(&self, min: [f32; 2], max: [f32; 2]) -> Span {
        Span { first: self.tile(min), last: self.tile(max) }
    }

    pub(super) const fn everything(&self) -> Span {
        let last = Tile { column: self.columns - 1, row: self.rows - 1 };
        Span { first: Tile { column: 0, row: 0 }, last }
    }

    /// A tile that exists, and its neighbors.
    pub(super) fn around(&self, Tile { column, row }: Tile) -> Span {
        let first = Tile { column: column.saturating_sub(1), row: row.saturating_sub(1) };
        let last =
            Tile { column: (column + 1).min(self.columns - 1), row: (row + 1).min(self.rows - 1) };
        Span { first, last }
    }

    /// A corner of a tile: the lower one, or with 1 added the higher one.
    #[allow(clippy::cast_precision_loss, reason = "it is exact for all tiles that are there")]
    pub(super) fn corner(&self, tile: Tile, more: f32) -> [f32; 2] {
        let along = |number: u32, min: f32| min + (number as f32 + more) * self.tile_size;
        [along(tile.column, self.min[0]), along(tile.row, self.min[1])]
    }
}

/// The number of tiles that cover a length.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is in range")]
fn tiles_of(length: f32, scale: f32) -> Result<u32, Error> {
    let tiles = length * scale;
    if tiles > exact(MAX_SIDE) {
        return Err(Error::TooManyTiles);
    }
    let whole = tiles as u32;
    Ok((whole + u32::from(exact(whole) < tiles)).max(1))
}

/// The integer part of a number from 0 to 2^23.
///
/// An ordinary conversion saturates, so it tests whether the number is in range. Here the number is shifted
/// instead, until the fraction is in the lowest 29 bits; a number that is not tiny needs fewer bits for it.
#[allow(clippy::cast_possible_truncation, reason = "what is left has 24 bits")]
#[inline]
fn whole(value: f32) -> u32 {
    const FRACTION: u32 = f64::MANTISSA_DIGITS - 1 - MAX_SIDE.trailing_zeros();
    const SHIFT: f64 = 8_388_608.0; // MAX_SIDE
    ((f64::from(value) + SHIFT).to_bits() >> FRACTION) as u32 & (2 * MAX_SIDE - 1)
}

impl<T, P: Point> Grid<T, P> {
    /// The number of tiles in a row.
    #[must_use]
    pub fn columns(&self) -> u32 {
        self.tiling.columns
    }

    /// The number of tiles in a column.
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.tiling.rows
    }

    /// The tile of a position; the nearest tile at the edge if the position is outside of the world; `None`
    /// if a coordinate is NaN.
    ///
    /// ```
    /// use bt_space::grid::{Grid, Tile};
    ///
    /// let grid: Grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
    /// assert_eq!(grid.tile_at([2.5, 7.0]), Some(Tile { column: 2, row: 7 }));
    /// assert_eq!(grid.tile_at([-2.5, 99.0]), Some(Tile { column: 0, row: 7 }));
    /// assert_eq!(grid.tile_at([f32::NAN, 7.0]), None);
    /// # Ok::<(), bt_space::grid::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn tile_at(&self, position: P) -> Option<Tile> {
        let [x, y]: [f32; 2] = position.into();
        (!x.is_nan() && !y.is_nan()).then(|| self.tiling.tile([x, y]))
    }

    /// The tile that an entity is in; `None` if it has been removed.
    ///
    /// ```
    /// use bt_space::grid::{Grid, Tile};
    ///
    /// let mut grid: Grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
    /// let one = grid.insert([1.0, 1.0], 0b01, ())?;
    /// let two = grid.insert([2.5, 1.0], 0b10, ())?;
    /// assert_eq!(grid.tile_of(two), Some(Tile { column: 2, row: 1 }));
    /// # let _ = one;
    /// # Ok::<(), bt_space::grid::Error>(())
    /// ```
    #[must_use]
    pub fn tile_of(&self, handle: Handle) -> Option<Tile> {
        let slot = self.slots.get(handle)?;
        self.tile_from_index(slot.tile as usize)
    }

    /// The number of a tile, counted row by row, for arrays of your own; `None` if there is no such tile.
    ///
    /// ```
    /// use bt_space::grid::{Grid, Tile};
    ///
    /// let grid: Grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
    /// let tile = Tile { column: 2, row: 1 };
    /// assert_eq!(grid.tile_index(tile), Some(10));
    /// assert_eq!(grid.tile_from_index(10), Some(tile));
    /// assert_eq!(grid.tile_index(Tile { column: 8, row: 0 }), None);
    /// # Ok::<(), bt_space::grid::Error>(())
    /// ```
    #[must_use]
    pub fn tile_index(&self, tile: Tile) -> Option<usize> {
        self.tiling.has(tile).then(|| self.tiling.number(tile))
    }

    /// The tile with a number; `None` if there is no such tile.
    #[must_use]
    pub fn tile_from_index(&self, index: usize) -> Option<Tile> {
        let index = u32::try_from(index).ok()?;
        let (column, row) = (index % self.tiling.columns, index / self.tiling.columns);
        (row < self.tiling.rows).then_some(Tile { column, row })
    }

    /// The corner of a tile with the lower coordinates, also for a tile that does not exist.
    ///
    /// ```
    /// use bt_space::grid::{Grid, Tile};
    ///
    /// let grid: Grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
    /// let tile = Tile { column: 2, row: 1 };
    /// assert_eq!((grid.tile_min(tile), grid.tile_max(tile)), ([2.0, 1.0], [3.0, 2.0]));
    /// # Ok::<(), bt_space::grid::Error>(())
    /// ```
    #[must_use]
    pub fn tile_min(&self, tile: Tile) -> P {
        self.tiling.corner(tile, 0.0).into()
    }

    /// The corner of a tile with the higher coordinates, also for a tile that does not exist.
    #[must_use]
    pub fn tile_max(&self, tile: Tile) -> P {
        self.tiling.corner(tile, 1.0).into()
    }

    /// Iterates over a tile and its up to eight neighbors, fewer at the edges, row by row; empty if the tile
    /// does not exist.
    ///
    /// ```
    /// use bt_space::grid::{Grid, Tile};
    ///
    /// let grid: Grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
    /// assert_eq!(grid.tiles_around(Tile { column: 2, row: 1 }).count(), 9);
    /// assert_eq!(grid.tiles_around(Tile { column: 0, row: 0 }).count(), 4);
    /// # Ok::<(), bt_space::grid::Error>(())
    /// ```
    pub fn tiles_around(&self, tile: Tile) -> impl Iterator<Item = Tile> + use<T, P> {
        let span = self.tiling.has(tile).then(|| self.tiling.around(tile));
        span.into_iter().flat_map(|span| {
            let rows = span.first.row..=span.last.row;
            rows.flat_map(move |row| {
                let columns = span.first.column..=span.last.column;
                columns.map(move |column| Tile { column, row })
            })
        })
    }
}
