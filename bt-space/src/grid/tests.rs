//! Effects that are hard to observe from outside: the room that crowds leave, and numbers and lists that are used again.

use super::{ALL, Around, Grid, Handle};
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

#[test]
fn a_number_is_not_given_again_when_its_generations_are_used_up() {
    let mut grid: Grid = Grid::new([0.0, 0.0], [8.0, 4.0], 1.0).expect("a world");
    let first = grid.insert([1.0, 1.0], 1, ()).expect("a position");
    grid.remove(first);
    grid.slots.entries[0].generation = u32::MAX - 3;
    let last = grid.insert([1.0, 1.0], 1, ()).expect("a position");
    assert_eq!((last.index(), last.generation().get()), (0, u32::MAX - 2));
    grid.remove(last);
    let other = grid.insert([1.0, 1.0], 1, ()).expect("a position");
    assert_eq!(other.index(), 1);
    grid.clear();
    grid.renumber(|_, _| {});
    assert_eq!(grid.insert([1.0, 1.0], 1, ()).map(Handle::index), Ok(1));
}

/// All processors give the same result as one.
#[cfg(feature = "rayon")]
mod parallel {
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
            for turn in 0..4_u16 {
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
                assert_eq!(
                    matches!(first, Err(Error::Position([x, _])) if x > 1e29),
                    turn % 3 != 0
                );
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
}
