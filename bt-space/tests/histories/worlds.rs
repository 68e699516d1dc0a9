//! Worlds of all shapes.

use crate::{Grid, Point};
use bt_space::grid::Outside;

/// The dimensions of a grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct World {
    /// The corner with the lower coordinates.
    pub(crate) min: Point,
    /// The corner with the higher coordinates.
    pub(crate) max: Point,
    /// The side of a tile.
    pub(crate) tile_size: f32,
    /// The initial treatment of positions outside.
    pub(crate) outside: Outside,
}

impl World {
    /// An empty grid.
    ///
    /// # Panics
    ///
    /// If the grid does not accept the world.
    pub(crate) fn grid(&self) -> Grid {
        let grid = Grid::new(self.min, self.max, self.tile_size);
        grid.expect("the world is good").with_outside(self.outside)
    }
}

/// All worlds, with both rules for positions outside.
pub(crate) fn worlds() -> Vec<World> {
    let shapes: [(Point, Point, f32); 14] = [
        // Every border is exactly representable.
        ([0.0, 0.0], [32.0, 32.0], 1.0),
        ([-16.0, -8.0], [16.0, 24.0], 2.0),
        ([-0.5, -0.25], [3.5, 1.75], 0.125),
        // No border is exactly representable, and the last tiles extend beyond the end.
        ([-37.3, 1002.7], [12.9, 1031.1], 3.7),
        ([0.1, 0.1], [7.3, 9.7], 0.3),
        ([-1.0e3, -1.0e3], [-990.3, -985.1], 0.7),
        // One tile, a row of tiles, a column of tiles.
        ([3.0, 5.0], [4.0, 6.0], 100.0),
        ([-64.0, 7.0], [64.0, 7.5], 0.9),
        ([2.0, -100.0], [3.0, 99.0], 1.5),
        // So far from the origin that a tile has only eight numbers along its side.
        ([1.0e6, -1.0e6], [1_000_016.0, -999_990.0], 0.5),
        // More tiles than entities.
        ([-500.0, -300.0], [500.0, 300.0], 2.5),
        // Very small and very large.
        ([1.0e-9, -1.0e-9], [9.0e-9, 5.0e-9], 1.0e-9),
        ([-1.0e15, -1.0e15], [1.0e15, 3.0e15], 2.0e14),
        ([-4.0e18, -1.0], [4.0e18, 1.0], 5.0e17),
    ];
    let rules = [Outside::Keep, Outside::Refuse];
    let all = shapes.into_iter().flat_map(|(min, max, tile_size)| {
        rules.map(|outside| World { min, max, tile_size, outside })
    });
    all.collect()
}
