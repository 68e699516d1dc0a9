//! Invalid input gives the documented result: an error that names it, or nothing.

use bt_space::grid::{
    ALL, Around, Circle, Error, Everywhere, Grid, Handle, MAX_SIDE, MAX_TILES, Outside, REACH,
    Rectangle, Tile,
};
use std::ops::ControlFlow;

type Plain = Grid<(), [f32; 2]>;

/// The next number after the largest coordinate.
const BEYOND: f32 = REACH * (1.0 + f32::EPSILON);

const NO_NUMBERS: [f32; 3] = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY];

fn world(max: [f32; 2], tile_size: f32) -> Result<Plain, Error> {
    Grid::new([0.0, 0.0], max, tile_size)
}

fn hundred() -> (Plain, Vec<Handle>) {
    let mut grid = world([10.0, 10.0], 1.0).expect("it is a world");
    let each = (0..100_u8).map(|number| [f32::from(number % 10), f32::from(number / 10)]);
    let handles = each.map(|at| grid.insert(at, 1, ()).expect("it is inside")).collect();
    (grid, handles)
}

#[test]
fn tiles_have_a_size() {
    for size in [0.0, -0.0, -1.0, 1.0e-39, 1.0e-40, f32::from_bits(1)].into_iter().chain(NO_NUMBERS)
    {
        let error = world([10.0, 10.0], size).expect_err("it is no size");
        assert!(
            matches!(error, Error::TileSize(told) if told.to_bits() == size.to_bits()),
            "{size}: {error:?}"
        );
        assert!(!error.to_string().is_empty());
    }
}

#[test]
fn there_are_not_too_many_tiles() {
    for (max, size) in [
        ([1.0e6, 1.0e6], 0.5),
        ([1.0e18, 1.0], 1.0),
        ([REACH, REACH], 1.0e-30),
        ([1.0, 1.0], 1.0e-37),
        ([1.0e9, 1.0e-9], 1.0),
        ([65_536.0, 1.0e10], 2.0),
    ] {
        assert_eq!(world(max, size).err(), Some(Error::TooManyTiles), "{max:?}, {size}");
    }
    #[expect(clippy::cast_precision_loss, reason = "they are powers of two")]
    let (side, tiles) = (MAX_SIDE as f32, MAX_TILES as f32);
    let widest = world([side, tiles / side], 1.0).expect("just as many");
    assert_eq!(
        (widest.columns(), widest.rows() as usize),
        (MAX_SIDE, MAX_TILES / MAX_SIDE as usize)
    );
    assert_eq!(world([side, tiles / side + 1.0], 1.0).err(), Some(Error::TooManyTiles));
    assert_eq!(world([side + 1.0, 1.0], 1.0).err(), Some(Error::TooManyTiles));
}

#[test]
fn a_world_has_two_corners() {
    for bad in NO_NUMBERS.into_iter().chain([0.0, -1.0, f32::MAX, BEYOND, -0.0]) {
        for max in [[bad, 10.0], [10.0, bad]] {
            assert_eq!(world(max, 1.0).err(), Some(Error::Bounds), "{max:?}");
        }
    }
    for bad in NO_NUMBERS.into_iter().chain([10.0, 11.0, f32::MIN]) {
        for min in [[bad, 0.0], [0.0, bad]] {
            let grid = Plain::new(min, [10.0, 10.0], 1.0);
            assert_eq!(grid.err(), Some(Error::Bounds), "{min:?}");
        }
    }
}

#[test]
fn nobody_is_nowhere() {
    for rule in [Outside::Keep, Outside::Refuse] {
        let (grid, handles) = hundred();
        let mut grid = grid.with_outside(rule);
        for bad in NO_NUMBERS.into_iter().chain([f32::MAX, f32::MIN, BEYOND, -BEYOND]) {
            for position in [[bad, 1.0], [1.0, bad]] {
                let is_right = |error: Option<Error>| {
                    let told = match error {
                        Some(Error::Position(told)) => told,
                        other => panic!("{position:?}: {other:?}"),
                    };
                    assert_eq!(told.map(f32::to_bits), position.map(f32::to_bits));
                };
                is_right(grid.insert(position, 1, ()).err().map(Error::from));
                is_right(grid.move_to(handles[5], position).err());
                is_right(grid.move_all([(handles[5], position), (handles[6], [6.0, 0.5])]).err());
                is_right(
                    grid.move_each(|found| {
                        if found.handle == handles[5] { position } else { found.position }
                    })
                    .err(),
                );
                assert_eq!(grid.position(handles[5]), Some([5.0, 0.0]), "it stayed");
                assert_eq!(grid.position(handles[6]), Some([6.0, 0.5]), "it moved");
            }
        }
        assert_eq!(grid.len(), 100);
    }
}

#[test]
fn outside_is_refused_or_kept() {
    for position in [[-0.001, 5.0], [5.0, 10.001], [-REACH, 0.0], [REACH, REACH]] {
        let (grid, handles) = hundred();
        let mut grid = grid.with_outside(Outside::Refuse);
        assert_eq!(
            grid.insert(position, 1, ()).map_err(Error::from),
            Err(Error::Outside(position))
        );
        assert_eq!(grid.move_to(handles[0], position), Err(Error::Outside(position)));
        let mut grid = grid.with_outside(Outside::Keep);
        let kept = grid.insert(position, 2, ()).expect("it is kept");
        assert_eq!(grid.position(kept), Some(position));
        let tile = grid.tile_of(kept).expect("it has a tile");
        let at_edge = |place: u32, last: u32| place == 0 || place == last;
        assert!(at_edge(tile.column, 9) || at_edge(tile.row, 9), "{tile:?}");
        assert_eq!(grid.count(tile, 2), 1);
        assert_eq!(grid.count(Circle { center: position, radius: 0.0 }, 2), 1);
        assert_eq!(
            grid.nearest([5.0, 5.0], f32::INFINITY, 2).map(|found| found.handle),
            Some(kept)
        );
    }
    let mut grid = world([10.0, 10.0], 1.0).expect("it is a world").with_outside(Outside::Refuse);
    for corner in [[0.0, 0.0], [10.0, 10.0], [0.0, 10.0]] {
        assert!(grid.insert(corner, 1, ()).is_ok(), "the borders belong to the world");
    }
}

#[test]
fn a_radius_that_is_none_finds_nothing_and_a_huge_one_everybody() {
    let (grid, _) = hundred();
    let found = |radius| {
        let circle = Circle { center: [4.0, 4.0], radius };
        let mut nearest = Vec::new();
        grid.nearest_k([4.0, 4.0], 1000, radius, ALL, &mut nearest);
        let mut pairs = 0;
        grid.pairs(radius, ALL, |_, _| pairs += 1);
        let count = grid.count(circle, ALL);
        assert_eq!(grid.query(circle, ALL).count(), count);
        assert_eq!(grid.any(circle, ALL), count > 0);
        assert_eq!(grid.nearest([4.0, 4.0], radius, ALL).is_some(), count > 0);
        (count, nearest.len(), pairs)
    };
    for radius in [f32::NAN, -1.0, f32::NEG_INFINITY, f32::MIN, -1.0e-40] {
        assert_eq!(found(radius), (0, 0, 0), "{radius}");
    }
    for radius in [0.0, -0.0, 1.0e-40, 0.999] {
        assert_eq!(found(radius), (1, 1, 0), "{radius}");
    }
    for radius in [20.0, 1.0e30, f32::MAX, f32::INFINITY] {
        assert_eq!(found(radius), (100, 100, 4950), "{radius}");
    }
}

#[test]
fn nobody_asks_from_nowhere() {
    let (grid, _) = hundred();
    for bad in NO_NUMBERS.into_iter().chain([f32::MAX, BEYOND]) {
        for center in [[bad, 1.0], [1.0, bad]] {
            let circle = Circle { center, radius: f32::INFINITY };
            assert_eq!(grid.count(circle, ALL), 0, "{center:?}");
            assert_eq!(grid.query(circle, ALL).count(), 0);
            assert_eq!(grid.nearest(center, f32::INFINITY, ALL), None);
            assert_eq!(grid.cast_ray(center, [1.0, 0.0], f32::INFINITY, 1.0, ALL), None);
            assert_eq!(
                grid.cast_ray(center, [-1.0, -1.0], f32::INFINITY, f32::INFINITY, ALL),
                None
            );
            for direction in [[1.0, 0.0], [0.0, -1.0], [-1.0, 0.3]] {
                assert_eq!(
                    grid.tiles_along(center, direction, f32::INFINITY).next(),
                    None,
                    "{center:?}"
                );
            }
        }
    }
    assert_eq!(grid.tile_at([f32::NAN, 1.0]), None);
    assert_eq!(grid.tile_at([1.0, f32::NAN]), None);
    assert_eq!(grid.tile_at([f32::INFINITY, f32::NEG_INFINITY]), Some(Tile { column: 9, row: 0 }));
}

#[test]
fn no_direction_is_none() {
    let (grid, _) = hundred();
    for direction in
        [[0.0, 0.0], [-0.0, 0.0], [f32::NAN, 1.0], [1.0, f32::INFINITY], [f32::NEG_INFINITY; 2]]
    {
        assert_eq!(
            grid.cast_ray([5.0, 5.0], direction, f32::INFINITY, 10.0, ALL),
            None,
            "{direction:?}"
        );
        assert_eq!(
            grid.tiles_along([5.0, 5.0], direction, f32::INFINITY).next(),
            None,
            "{direction:?}"
        );
    }
    for length in [f32::NAN, -1.0, f32::NEG_INFINITY] {
        assert_eq!(grid.cast_ray([5.0, 5.0], [1.0, 0.0], length, 10.0, ALL), None, "{length}");
        assert_eq!(grid.tiles_along([5.0, 5.0], [1.0, 0.0], length).next(), None, "{length}");
    }
    for radius in [f32::NAN, -1.0, f32::NEG_INFINITY] {
        assert_eq!(grid.cast_ray([5.0, 5.0], [1.0, 0.0], 10.0, radius, ALL), None, "{radius}");
    }
    for length in [1.0e-38, 1.0e-20, 1.0, 1.0e20, f32::MAX] {
        let hit =
            grid.cast_ray([5.5, 5.0], [length, 0.0], 10.0, 0.25, ALL).expect("somebody is there");
        assert_eq!((hit.position, hit.distance, hit.point), ([6.0, 5.0], 0.25, [5.75, 5.0]));
        assert_eq!(grid.tiles_along([5.5, 5.0], [0.0, length], 100.0).count(), 5);
    }
}

#[test]
fn no_rectangle_holds_nobody() {
    let (grid, _) = hundred();
    let count = |min, max| grid.count(Rectangle { min, max }, ALL);
    assert_eq!(count([f32::NAN, 0.0], [9.0, 9.0]), 0);
    assert_eq!(count([0.0, 0.0], [9.0, f32::NAN]), 0);
    assert_eq!(count([5.0, 0.0], [4.0, 9.0]), 0);
    assert_eq!(count([f32::NEG_INFINITY; 2], [f32::INFINITY; 2]), 100);
    assert_eq!(count([f32::MIN; 2], [f32::MAX; 2]), 100);
    assert_eq!(count([3.0, 3.0], [3.0, 3.0]), 1);
    assert_eq!(count([f32::INFINITY; 2], [f32::INFINITY; 2]), 0);
}

#[test]
fn no_tile_holds_nobody() {
    let (grid, _) = hundred();
    for tile in [
        Tile { column: 10, row: 0 },
        Tile { column: 0, row: 10 },
        Tile { column: u32::MAX, row: u32::MAX },
        Tile { column: 9, row: u32::MAX },
    ] {
        assert_eq!(grid.tile_index(tile), None);
        assert_eq!(grid.tiles_around(tile).count(), 0);
        assert_eq!((grid.count(tile, ALL), grid.count(Around(tile), ALL)), (0, 0), "{tile:?}");
        assert!(grid.tile_min(tile)[0] <= grid.tile_max(tile)[0]);
    }
    assert_eq!(grid.tile_from_index(99), Some(Tile { column: 9, row: 9 }));
    assert_eq!((grid.tile_from_index(100), grid.tile_from_index(usize::MAX)), (None, None));
}

#[test]
fn stale_handles_are_told() {
    let (mut grid, handles) = hundred();
    let (mut larger, _) = hundred();
    let stranger = larger.insert([1.0, 1.0], 1, ()).expect("it is inside");
    assert_eq!(grid.remove(handles[7]), Some(()));
    let newcomer = grid.insert([7.0, 0.0], 1, ()).expect("it is inside");
    assert_ne!(newcomer, handles[7]);
    for stale in [handles[7], stranger] {
        assert_eq!(grid.move_to(stale, [1.0, 1.0]), Err(Error::Stale(stale)));
        assert_eq!(grid.set_groups(stale, 1), Err(Error::Stale(stale)));
        assert_eq!(grid.move_all([(stale, [1.0, 1.0])]), Err(Error::Stale(stale)));
        assert_eq!(grid.remove(stale), None);
        assert!(!grid.contains(stale));
        assert_eq!(
            (grid.position(stale), grid.groups(stale), grid.tile_of(stale)),
            (None, None, None)
        );
        assert_eq!(grid.get(stale), None);
        assert_eq!(grid.get_mut(stale), None);
        assert!(Error::Stale(stale).to_string().contains(&stale.index().to_string()));
    }
    assert_eq!((grid.len(), grid.position(newcomer)), (100, Some([7.0, 0.0])));
    grid.clear();
    assert!(grid.is_empty() && !grid.contains(newcomer) && grid.count(Everywhere, ALL) == 0);
    assert_eq!(size_of::<Option<Handle>>(), 8);
}

#[test]
fn an_empty_grid_answers() {
    let mut grid = world([10.0, 10.0], 1.0).expect("it is a world");
    assert_eq!(grid.iter().count() + grid.query(Everywhere, ALL).count(), 0);
    assert_eq!(grid.nearest([1.0, 1.0], f32::INFINITY, ALL), None);
    assert_eq!(grid.cast_ray([1.0, 1.0], [1.0, 0.0], f32::INFINITY, f32::INFINITY, ALL), None);
    assert_eq!(grid.move_each(|_| [f32::NAN; 2]), Ok(()));
    grid.pairs(f32::INFINITY, ALL, |_, _| panic!("there is nobody"));
    let visited: ControlFlow<()> = grid.visit(Everywhere, ALL, |_| panic!("there is nobody"));
    assert_eq!(visited, ControlFlow::Continue(()));
    grid.compact();
    grid.renumber(|_, _| panic!("there is nobody"));
    grid.clear();
}

#[test]
fn whoever_is_in_no_group_is_never_found() {
    let (mut grid, handles) = hundred();
    grid.set_groups(handles[0], 0).expect("it is there");
    assert_eq!(grid.count(Everywhere, ALL), 99);
    assert_eq!(grid.count(Everywhere, 0), 0);
    assert_eq!(grid.nearest([0.0, 0.0], 0.5, ALL), None);
    assert_eq!(grid.iter().count(), 100, "but it is there");
    grid.move_to(handles[0], [9.5, 9.5]).expect("it can move");
    assert_eq!(grid.count(Everywhere, ALL), 99);
    grid.set_groups(handles[0], 1 << 31).expect("it is there");
    assert_eq!(
        grid.nearest([0.0, 0.0], f32::INFINITY, 1 << 31).map(|found| found.handle),
        Some(handles[0])
    );
}
