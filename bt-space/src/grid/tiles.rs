//! Positions and numbers of tiles.

use super::tiling::Tile;
use super::{Grid, Handle, Point};

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
