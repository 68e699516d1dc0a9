//! Invalid input gives the documented result: an error that names it, or nothing. Positions, radii and directions that are none
//! are a part of the histories.

use bt_space::grid::{
    ALL, Around, Error, Everywhere, Grid, Handle, MAX_SIDE, MAX_TILES, REACH, Tile,
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
