//! Where rays begin and which tiles they pass.

use crate::grid::{Grid, Tile};
use alloc::vec::Vec;

fn tiles(grid: &Grid, origin: [f32; 2], direction: [f32; 2]) -> Vec<(u32, u32)> {
    let tiles = grid.tiles_along(origin, direction, f32::INFINITY);
    tiles.map(|Tile { column, row }| (column, row)).collect()
}

#[test]
fn a_ray_along_an_axis_may_have_either_zero() {
    let grid: Grid = Grid::new([0.0, 0.0], [8.0, 4.0], 1.0).expect("a world");
    let up = [(0, 0), (0, 1), (0, 2), (0, 3)];
    let left = [(2, 1), (1, 1), (0, 1)];
    for zero in [0.0, -0.0] {
        assert_eq!(tiles(&grid, [0.5, 0.25], [zero, 1.0]), up);
        assert_eq!(tiles(&grid, [0.0, 0.0], [zero, 1.0]), up);
        assert_eq!(tiles(&grid, [2.5, 1.5], [-1.0, zero]), left);
        // Both borders belong to the world, and nothing beyond them.
        assert_eq!(tiles(&grid, [8.0, 3.5], [zero, 1.0]), [(7, 3)]);
        assert_eq!(tiles(&grid, [-0.5, 0.0], [zero, 1.0]), []);
        assert_eq!(tiles(&grid, [8.5, 0.0], [zero, -1.0]), []);
    }
}
