//! The starts of rays, and the tiles that they pass.

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
        // Both borders are part of the world; points beyond them are not.
        assert_eq!(tiles(&grid, [8.0, 3.5], [zero, 1.0]), [(7, 3)]);
        assert_eq!(tiles(&grid, [-0.5, 0.0], [zero, 1.0]), []);
        assert_eq!(tiles(&grid, [8.5, 0.0], [zero, -1.0]), []);
    }
}

#[test]
fn a_ray_begins_in_the_tile_of_its_origin() {
    let grid: Grid = Grid::new([0.0, 0.0], [10.0, 10.0], 0.1).expect("a world");
    assert_eq!(tiles(&grid, [0.5, 0.05], [-1.0, 0.0])[..2], [(5, 0), (4, 0)]);
    for tile_size in [0.1, 0.3, 0.7, 1.1] {
        let grid: Grid = Grid::new([-3.0, 0.0], [7.0, 7.0], tile_size).expect("a world");
        for number in 0..=70_u8 {
            let at = f32::from(number) / 10.0;
            for along in [-1.0, 0.0, 1.0] {
                for origin in [[at, 0.5], [at, 7.0], [at - 3.0, at]] {
                    let home = grid.tile_at(origin);
                    for length in [0.0, f32::INFINITY] {
                        let mut tiles = grid.tiles_along(origin, [along, 0.5], length);
                        assert_eq!(tiles.next(), home, "{origin:?} {along} {tile_size}");
                    }
                    assert_eq!(grid.tiles_along(origin, [along, 0.5], 0.0).count(), 1);
                }
            }
        }
    }
}
