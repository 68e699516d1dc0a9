//! After a crowd has left, a query does not scan the places that it has left free.

use crate::grid::{ALL, Around, Grid, Handle};
use alloc::vec::Vec;

const SIDE: u8 = 60;

/// A world in which all entities are in one tile.
fn crowd(entities: usize) -> (Grid, Vec<Handle>) {
    let side = f32::from(SIDE);
    let mut grid = Grid::new([0.0, 0.0], [side, side], 1.0).expect("a world");
    let insert = |_| grid.insert([20.5, 30.5], 1, ()).expect("a position");
    let handles = (0..entities).map(insert).collect();
    (grid, handles)
}

/// The maximum number of places that a query around a tile scans, minus `each` for every entity in it.
fn most_scanned(grid: &Grid, each: usize) -> usize {
    let tiles = (0..grid.rows.tiles()).filter_map(|index| grid.tile_from_index(index));
    let scanned = tiles.map(|tile| {
        let slices = grid.rows.slices(&grid.tiling, grid.tiling.around(tile));
        let places: usize = slices.map(|slice| slice.len()).sum();
        places.saturating_sub(each * grid.count(Around(tile), ALL))
    });
    scanned.max().expect("there are tiles")
}

#[test]
fn a_crowd_that_disperses_takes_its_room_along() {
    let (mut grid, handles) = crowd(20_000);
    let mut random = fastrand::Rng::with_seed(2);
    for handle in &handles {
        let place = [0, 1].map(|_| random.f32() * f32::from(SIDE));
        grid.move_to(*handle, place).expect("a position");
    }
    assert!(most_scanned(&grid, 5) <= 6 * 64, "{}", most_scanned(&grid, 5));
}

#[test]
fn a_crowd_that_walks_leaves_no_room_behind() {
    let (mut grid, handles) = crowd(2_000);
    for turn in 0..200_u8 {
        for handle in &handles {
            let along = f32::from(turn % 50) + 0.5;
            grid.move_to(*handle, [along, f32::from(turn / 10) + 0.5]).expect("a position");
        }
        if turn % 20 == 19 {
            assert!(most_scanned(&grid, 5) <= 6 * 64, "{} in turn {turn}", most_scanned(&grid, 5));
        }
    }
}

#[test]
fn a_crowd_that_is_removed_takes_its_room_along() {
    let (mut grid, handles) = crowd(20_000);
    let others: Vec<_> = (0..10_000_u16)
        .map(|number| {
            let place = [number % 60, number / 60 % 60].map(f32::from);
            grid.insert(place, 1, ()).expect("a position")
        })
        .collect();
    for handle in handles {
        grid.remove(handle);
    }
    assert_eq!(grid.len(), others.len());
    assert!(most_scanned(&grid, 5) <= 6 * 64, "{}", most_scanned(&grid, 5));
}

#[test]
fn clear_shares_the_room_out_evenly() {
    let (mut grid, _) = crowd(20_000);
    let places = grid.rows.positions.len();
    grid.clear();
    assert_eq!(grid.rows.positions.len(), places, "the memory is kept");
    let even = places / grid.rows.tiles() + 1;
    assert!((0..grid.rows.tiles()).all(|tile| grid.rows.gap(tile) as usize <= even + 1));
    let handles: Vec<_> =
        (0..20_000).map(|_| grid.insert([3.5, 3.5], 1, ()).expect("a position")).collect();
    assert!(handles.iter().all(|handle| grid.contains(*handle)));
    assert_eq!(grid.rows.positions.len(), places, "nothing is allocated for as many again");
}

#[test]
fn compact_gives_memory_back() {
    let (mut grid, handles) = crowd(20_000);
    for handle in &handles[10..] {
        grid.remove(*handle);
    }
    grid.compact();
    let most = grid.rows.tiles() / 8 + 100;
    let rows = &grid.rows;
    for capacity in [rows.positions.capacity(), rows.groups.capacity(), rows.handles.capacity()] {
        assert!(capacity < most, "room for {capacity}");
    }
    assert!(handles[..10].iter().all(|handle| grid.contains(*handle)));
}

#[test]
fn room_for_more_than_there_can_be_is_not_made() {
    let (mut grid, _) = crowd(10);
    let places = grid.rows.positions.len();
    for additional in [usize::MAX, usize::MAX - 10, 1 << 31] {
        grid.reserve(additional);
    }
    assert_eq!(grid.rows.positions.len(), places);
}

/// Many reserved places are not redistributed again and again.
#[test]
fn room_that_is_reserved_stays_where_it_is() {
    let mut grid: Grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0).expect("a world");
    grid.reserve(100_000);
    let starts = |grid: &Grid| grid.rows.bins.iter().map(|bin| bin.start).collect::<Vec<_>>();
    let before = starts(&grid);
    for _ in 0..10 {
        let handle = grid.insert([3.5, 3.5], 1, ()).expect("a position");
        grid.remove(handle);
    }
    assert_eq!(starts(&grid), before);
}
