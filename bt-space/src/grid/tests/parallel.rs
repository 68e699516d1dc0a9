//! All processors give the same result as one.

use crate::grid::{Error, Found, Grid};
use alloc::vec::Vec;
use rayon::iter::ParallelIterator;

/// 20,000 entities in a world with tiles of a size; some of them are in a crowd.
fn world(tile_size: f32, crowd: u32) -> Grid {
    let mut random = fastrand::Rng::with_seed(5);
    let mut grid = Grid::new([0.0, 0.0], [100.0, 50.0], tile_size).expect("a world");
    for number in 0..20_000 {
        let size = if number < crowd { [1.0, 1.0] } else { [100.0, 50.0] };
        grid.insert(size.map(|size| random.f32() * size), 1, ()).expect("a position");
    }
    grid
}

#[test]
fn moves_are_the_same_and_so_is_the_first_mistake() {
    // Many tiles, two tiles, and one.
    for (tile_size, crowd) in [(1.0, 0), (1.0, 19_000), (50.0, 0), (100.0, 0)] {
        let (mut one, mut all) = (world(tile_size, crowd), world(tile_size, crowd));
        for turn in 0..12_u16 {
            let step = |found: Found| {
                let [x, y] = found.position;
                match found.handle.index() % 4001 {
                    // Each error is different.
                    77 if turn % 3 != 0 => [1e30, found.handle.index() as f32],
                    _ => [(x + y + f32::from(turn)) % 100.0, (x * 7.0) % 50.0],
                }
            };
            let (first, also) = (one.move_each(step), all.par_move_each(step));
            assert_eq!(first, also, "{tile_size}, {crowd}");
            assert_eq!(matches!(first, Err(Error::Position([x, _])) if x > 1e29), turn % 3 != 0);
            assert!(one.iter().eq(all.iter()));
        }
    }
}

#[test]
fn everybody_is_visited_in_the_same_order() {
    for (tile_size, crowd) in [(1.0, 0), (1.0, 19_000), (50.0, 0), (100.0, 0)] {
        let grid = world(tile_size, crowd);
        assert!(grid.par_iter().collect::<Vec<_>>().into_iter().eq(grid.iter()));
    }
    let empty: Grid = Grid::new([0.0, 0.0], [1.0, 1.0], 1.0).expect("a world");
    assert_eq!(empty.par_iter().count(), 0);
}

#[test]
fn the_lists_of_those_who_leave_are_kept_and_at_last_given_back() {
    let mut grid = world(1.0, 0);
    let memory = |grid: &Grid| grid.leavers.iter().map(Vec::capacity).sum::<usize>();
    let away = |found: Found| [(found.position[0] + 50.0) % 100.0, found.position[1]];
    grid.par_move_each(away).expect("positions");
    let most = memory(&grid);
    assert!(most >= grid.len(), "everybody has left");
    grid.par_move_each(away).expect("positions");
    assert_eq!(memory(&grid), most, "it is needed again");
    for _ in 0..20 {
        grid.par_move_each(|found| found.position).expect("positions");
    }
    assert!(memory(&grid) < grid.leavers.len() * 4, "{} of {most}", memory(&grid));
    grid.move_each(away).expect("positions");
    assert!(memory(&grid) >= grid.len());
    for _ in 0..20 {
        grid.move_each(|found| found.position).expect("positions");
    }
    assert!(memory(&grid) < grid.leavers.len() * 4);
}
