//! Results that are known exactly: ties, borders, tangents, and other types of points.

use bt_space::grid::{ALL, Circle, Everywhere, Found, Grid, Handle, Tile};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

type Plain = Grid<(), [f32; 2]>;

fn world() -> Plain {
    Grid::new([-8.0, -8.0], [8.0, 8.0], 1.0).expect("it is a world")
}

fn with(positions: &[[f32; 2]]) -> (Plain, Vec<Handle>) {
    let mut grid = world();
    let handles = positions.iter().map(|at| grid.insert(*at, 1, ()).expect("it is inside"));
    let handles = handles.collect();
    (grid, handles)
}

#[test]
fn of_several_as_near_that_with_the_lowest_handle_comes_first() {
    // Five entities on each side, in tiles in all directions.
    let around = [
        [5.0, 0.0],
        [-3.0, 4.0],
        [0.0, -5.0],
        [3.0, 4.0],
        [-5.0, 0.0],
        [4.0, -3.0],
        [0.0, 5.0],
        [-4.0, -3.0],
    ];
    for turn in 0..around.len() {
        let mut positions = around;
        positions.rotate_left(turn);
        let (mut grid, handles) = with(&positions);
        let mut nearest = Vec::new();
        for count in 0..=9 {
            grid.nearest_k([0.0, 0.0], count, f32::INFINITY, ALL, &mut nearest);
            let found: Vec<_> =
                nearest.iter().map(|one| (one.handle, one.distance_squared)).collect();
            let right: Vec<_> = handles.iter().take(count).map(|one| (*one, 25.0)).collect();
            assert_eq!(found, right);
        }
        assert_eq!(grid.nearest([0.0, 0.0], 5.0, ALL).map(|one| one.handle), Some(handles[0]));
        assert_eq!(grid.count(Circle { center: [0.0, 0.0], radius: 5.0 }, ALL), 8);
        assert_eq!(grid.count(Circle { center: [0.0, 0.0], radius: 4.999_999_5 }, ALL), 0);
        // The number 0 is used again, and still comes first.
        grid.remove(handles[0]);
        let again = grid.insert(positions[0], 1, ()).expect("it is inside");
        assert_eq!(again.index(), handles[0].index());
        assert_eq!(grid.nearest([0.0, 0.0], 5.0, ALL).map(|one| one.handle), Some(again));
    }
}

#[test]
fn a_ray_meets_the_lowest_handle_of_several_as_near() {
    for (up, down) in [([4.0, 1.0], [4.0, -1.0]), ([4.0, -1.0], [4.0, 1.0])] {
        let (grid, handles) = with(&[[7.0, 0.0], up, down]);
        let hit =
            grid.cast_ray([0.0, 0.0], [2.0, 0.0], f32::INFINITY, 1.0, ALL).expect("three are met");
        // The ray touches both, at the points where it is nearest to them.
        assert_eq!((hit.handle, hit.distance, hit.point), (handles[1], 4.0, [4.0, 0.0]));
    }
    let (grid, handles) = with(&[[6.0, 0.0], [3.0, 0.0], [3.0, 0.0]]);
    for (origin, direction) in [([-2.0, 0.0], [1.0, 0.0]), ([8.0, 0.0], [-1.0, 0.0])] {
        let hit = grid.cast_ray(origin, direction, f32::INFINITY, 0.5, ALL).expect("they are met");
        let right = if direction[0] > 0.0 {
            (handles[1], 4.5, [2.5, 0.0])
        } else {
            (handles[0], 1.5, [6.5, 0.0])
        };
        assert_eq!((hit.handle, hit.distance, hit.point), right);
    }
}

#[test]
fn a_ray_that_begins_on_the_border_of_a_disc_begins_inside() {
    let triples = [
        [3.0, 4.0, 5.0],
        [0.0, -7.0, 7.0],
        [5.0, -12.0, 13.0],
        [-15.0, 8.0, 17.0],
        [7.0, 24.0, 25.0],
        [21.0, 20.0, 29.0],
    ];
    for [x, y, radius] in triples {
        let (grid, handles) = with(&[[x, y]]);
        // Away from the entity, towards it, and at right angles.
        for direction in [
            [-x, -y],
            [x, y],
            [-y, x],
            [y, -x],
            [-0.1 * y, 0.1 * x],
            [3.0 * y, -3.0 * x],
            [x + y, y - x],
        ] {
            let hit = grid.cast_ray([0.0, 0.0], direction, 0.0, radius, ALL);
            let hit = hit.map(|hit| (hit.handle, hit.distance, hit.point));
            assert_eq!(hit, Some((handles[0], 0.0, [0.0, 0.0])), "{x}, {y}, {direction:?}");
        }
    }
}

#[test]
fn a_ray_is_as_long_as_it_is() {
    let (grid, _) = with(&[[5.0, 0.0]]);
    let meets = |length| grid.cast_ray([0.0, 0.0], [0.25, 0.0], length, 1.0, ALL).is_some();
    assert!(meets(4.0) && meets(4.1));
    assert!(!meets(3.999_999_5) && !meets(0.0));
    let (grid, _) = with(&[[5.0, 1.5]]);
    assert!(grid.cast_ray([0.0, 0.0], [1.0, 0.0], 100.0, 1.5, ALL).is_some(), "it touches");
    assert!(grid.cast_ray([0.0, 0.0], [1.0, 0.0], 100.0, 1.499_999, ALL).is_none(), "it passes by");
    assert!(grid.cast_ray([0.0, 0.0], [-1.0, 0.0], 100.0, 1.5, ALL).is_none(), "it is behind");
}

#[test]
fn a_ray_meets_who_is_kept_far_outside() {
    let (mut grid, handles) = with(&[[0.0, 0.0]]);
    for far in [[1000.0, 2000.0], [-1000.0, 0.5], [3.0, -5000.0], [1.0e9, 1.0e9]] {
        grid.move_to(handles[0], far).expect("it is kept");
        for radius in [0.5, 100.0] {
            let [x, y] = far;
            let hit = grid.cast_ray([1.0, 1.0], [x - 1.0, y - 1.0], f32::INFINITY, radius, ALL);
            assert_eq!(hit.map(|hit| hit.position), Some(far), "from inside, {radius}");
            let hit = grid.cast_ray([x, y + 2.0 * radius], [0.0, -1.0], 2.0 * radius, radius, ALL);
            assert_eq!(hit.map(|hit| hit.position), Some(far), "from outside, {radius}");
        }
        assert_eq!(grid.nearest([0.0, 0.0], f32::INFINITY, ALL).map(|one| one.position), Some(far));
        assert_eq!(grid.count(Circle { center: far, radius: 1.0 }, ALL), 1);
    }
}

#[test]
fn a_border_belongs_to_the_tile_above_it() {
    let grid = world();
    for (at, column) in
        [(-8.0, 0), (-7.0, 1), (-0.0, 8), (0.0, 8), (1.0, 9), (8.0, 15), (-100.0, 0), (100.0, 15)]
    {
        assert_eq!(grid.tile_at([at, 0.5]), Some(Tile { column, row: 8 }));
        assert_eq!(grid.tile_at([0.5, at]), Some(Tile { column: 8, row: column }));
    }
    let corner = Tile { column: 3, row: 12 };
    assert_eq!((grid.tile_min(corner), grid.tile_max(corner)), ([-5.0, 4.0], [-4.0, 5.0]));
}

#[test]
fn a_ray_through_corners_passes_no_tile_beside_it() {
    let grid = world();
    let up: Vec<_> = (0..16).map(|at| Tile { column: at, row: at }).collect();
    assert_eq!(grid.tiles_along([-8.0, -8.0], [3.0, 3.0], f32::INFINITY).collect::<Vec<_>>(), up);
    let down: Vec<_> = up.iter().rev().copied().collect();
    assert_eq!(grid.tiles_along([7.5, 7.5], [-0.1, -0.1], f32::INFINITY).collect::<Vec<_>>(), down);
    assert_eq!(grid.tiles_along([0.5, 0.5], [1.0, 1.0], 0.5).count(), 1);
}

/// A point type of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Spot {
    north: f32,
    east: f32,
}

impl From<[f32; 2]> for Spot {
    fn from([east, north]: [f32; 2]) -> Self {
        Self { north, east }
    }
}

impl From<Spot> for [f32; 2] {
    fn from(spot: Spot) -> Self {
        [spot.east, spot.north]
    }
}

#[test]
fn a_game_has_its_own_points() {
    let spot = |east, north| Spot { north, east };
    let mut grid =
        Grid::<String, Spot>::new(spot(0.0, 0.0), spot(4.0, 8.0), 1.0).expect("it is a world");
    assert_eq!((grid.columns(), grid.rows()), (4, 8));
    let ann = grid.insert(spot(3.5, 7.5), 1, "Ann".to_owned()).expect("it is inside");
    assert_eq!(grid.tile_of(ann), Some(Tile { column: 3, row: 7 }));
    assert_eq!(grid.position(ann), Some(spot(3.5, 7.5)));
    grid.get_mut(ann).expect("she is there").push('a');
    let found = grid.query(Circle { center: spot(3.0, 7.0), radius: 1.0 }, ALL).next();
    assert_eq!(found, Some(Found { handle: ann, position: spot(3.5, 7.5), groups: 1 }));
    let hit = grid.cast_ray(spot(3.5, 0.0), spot(0.0, 1.0), 100.0, 0.5, ALL).expect("she is met");
    assert_eq!((hit.position, hit.point, hit.distance), (spot(3.5, 7.5), spot(3.5, 7.0), 7.0));
    assert_eq!(grid.remove(ann).as_deref(), Some("Anna"));

    let mut pairs =
        Grid::<(), (f32, f32)>::new((0.0, 0.0), (4.0, 4.0), 1.0).expect("it is a world");
    pairs.insert((1.0, 2.0), 1, ()).expect("it is inside");
    assert_eq!(
        pairs.query(Everywhere, ALL).map(|found| found.position).collect::<Vec<_>>(),
        [(1.0, 2.0)]
    );
}

#[test]
fn payloads_are_dropped_once() {
    let payload = Rc::new(());
    let mut grid = Grid::<Rc<()>>::new([0.0; 2], [9.0; 2], 1.0).expect("it is a world");
    let handles: Vec<_> = (0..50_u8)
        .map(|at| grid.insert([f32::from(at % 9); 2], 1, payload.clone()).expect("it is inside"))
        .collect();
    assert_eq!(Rc::strong_count(&payload), 51);
    drop(grid.remove(handles[3]));
    assert_eq!(Rc::strong_count(&payload), 50);
    assert!(grid.insert([f32::NAN; 2], 1, payload.clone()).is_err());
    grid.renumber(|_, _| ());
    grid.compact();
    assert_eq!((Rc::strong_count(&payload), grid.len()), (50, 49));
    grid.clear();
    assert_eq!(Rc::strong_count(&payload), 1);
}

#[test]
fn whole_parts_are_exact_up_to_the_last_column() {
    let grid: Plain = Grid::new([0.0, 0.0], [8_388_608.0, 1.0], 1.0).expect("the widest world");
    for x in
        [0.0, 1e-30, 0.5, 0.999_999_94, 1.0, 1.5, 4_194_303.5, 8_388_606.5, 8_388_607.0, 1e30_f32]
    {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it is rounded"
        )]
        let column = x.min(8_388_607.0) as u32;
        assert_eq!(grid.tile_at([x, 0.0]), Some(Tile { column, row: 0 }), "{x}");
    }
}

#[test]
fn a_ray_passes_the_tiles_that_were_computed_exactly() {
    let mut compared = 0;
    for line in include_str!("tiles_along.csv").lines().skip(1) {
        // Only the second field, a note, contains commas, and then it is in quotes.
        let fields =
            line.split_once('"').map_or(line, |(_, rest)| rest.split_once('"').expect("two").1);
        let mut fields: Vec<_> = fields.split(',').collect();
        fields.drain(..fields.len() - 13);
        let number = |field: usize| fields[field].parse::<f32>().expect("a number");
        let tile_size = number(2);
        let max = [number(0) * tile_size, number(1) * tile_size];
        let grid: Plain = Grid::new([0.0, 0.0], max, tile_size).expect("a world");
        let (origin, direction) = ([number(3), number(4)], [number(5), number(6)]);
        let length = number(7) * direction[0].hypot(direction[1]);
        let told: Vec<_> = grid
            .tiles_along(origin, direction, length)
            .map(|tile| (tile.column, tile.row))
            .collect();
        let tile = |text: &str| {
            let (column, row) = text.split_once(':').expect("a colon");
            (column.parse().expect("a number"), row.parse().expect("a number"))
        };
        let expected: Vec<(u32, u32)> = fields[12].split_whitespace().map(tile).collect();
        assert_eq!(told, expected, "{line}");
        compared += 1;
    }
    assert_eq!(compared, 9);
}

#[test]
fn a_ray_along_an_axis_may_have_either_zero() {
    let grid: Plain = Grid::new([0.0, 0.0], [8.0, 4.0], 1.0).expect("a world");
    let tiles = |origin, direction| {
        let tiles = grid.tiles_along(origin, direction, f32::INFINITY);
        tiles.map(|Tile { column, row }| (column, row)).collect::<Vec<_>>()
    };
    let up = [(0, 0), (0, 1), (0, 2), (0, 3)];
    let left = [(2, 1), (1, 1), (0, 1)];
    for zero in [0.0, -0.0] {
        assert_eq!(tiles([0.5, 0.25], [zero, 1.0]), up);
        assert_eq!(tiles([0.0, 0.0], [zero, 1.0]), up);
        assert_eq!(tiles([2.5, 1.5], [-1.0, zero]), left);
        // Both borders are part of the world; points beyond them are not.
        assert_eq!(tiles([8.0, 3.5], [zero, 1.0]), [(7, 3)]);
        assert_eq!(tiles([-0.5, 0.0], [zero, 1.0]), []);
        assert_eq!(tiles([8.5, 0.0], [zero, -1.0]), []);
    }
}

#[test]
fn ties_go_to_the_lowest_handle_in_tiny_worlds_too() {
    let mut random = fastrand::Rng::with_seed(11);
    for size in [1e-30_f32, 1e-24, 1e-21, 1e-19, 1e-18, 1e-17, 1e-10] {
        let mut grid: Plain = Grid::new([-size; 2], [size; 2], size / 10.0).expect("a world");
        let mut place = || [0, 1].map(|_| (random.f32() * 2.0 - 1.0) * size);
        for _ in 0..400 {
            grid.insert(place(), 1, ()).expect("a position");
        }
        for _ in 0..50 {
            let [x, y] = place();
            let distance = |[u, v]: [f32; 2]| (u - x) * (u - x) + (v - y) * (v - y);
            let mut all: Vec<(f32, Handle)> =
                grid.iter().map(|found| (distance(found.position), found.handle)).collect();
            all.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let nearest = grid.nearest([x, y], f32::INFINITY, ALL);
            assert_eq!(nearest.map(|near| near.handle), Some(all[0].1), "{size}");
            for k in [1, 5, 8, 9, 16, 17, 40] {
                let mut near = Vec::new();
                grid.nearest_k([x, y], k, f32::INFINITY, ALL, &mut near);
                let handles = near.iter().map(|near| near.handle);
                assert!(handles.eq(all[..k].iter().map(|(_, handle)| *handle)), "{size}");
            }
        }
    }
}

#[test]
fn whoever_is_accepted_is_found_however_often_it_is_asked_about() {
    let mut grid: Plain = Grid::new([0.0, 0.0], [32.0, 32.0], 1.0).expect("a world");
    for number in 0..1024_u16 {
        let place = [f32::from(number % 32) + 0.5, f32::from(number / 32) + 0.5];
        grid.insert(place, 1, ()).expect("a position");
    }
    let asked = std::cell::Cell::new(0);
    let accept = |handle: Handle| {
        asked.set(asked.get() + 1);
        handle.index() == 1023
    };
    let nearest = grid.nearest_where([0.0, 0.0], f32::INFINITY, ALL, |it| accept(it.handle));
    assert_eq!(nearest.map(|near| near.handle.index()), Some(1023));
    assert!(asked.get() > 1024, "{} times is not more than once", asked.get());
    for k in [1, 40] {
        let mut near = Vec::new();
        grid.nearest_k_where([0.0, 0.0], k, f32::INFINITY, ALL, &mut near, |it| accept(it.handle));
        assert_eq!(near.iter().map(|near| near.handle.index()).collect::<Vec<_>>(), [1023]);
    }
}

struct Payload {
    panics: bool,
    alive: Rc<()>,
}

impl Drop for Payload {
    fn drop(&mut self) {
        assert!(!self.panics, "a payload that panics");
    }
}

#[test]
fn a_payload_that_panics_leaves_an_empty_grid() {
    let mut grid: Grid<Payload> = Grid::new([0.0, 0.0], [8.0, 4.0], 1.0).expect("a world");
    let alive = Rc::new(());
    let payload = |panics| Payload { panics, alive: Rc::clone(&alive) };
    let insert = |grid: &mut Grid<Payload>, number: u8| {
        grid.insert([f32::from(number), 1.0], 1, payload(number == 3)).expect("a position")
    };
    let old: Vec<_> = (0..8).map(|number| insert(&mut grid, number)).collect();
    assert!(catch_unwind(AssertUnwindSafe(|| grid.clear())).is_err());
    assert_eq!((grid.len(), grid.count(Everywhere, ALL), grid.iter().count()), (0, 0, 0));
    assert!(old.iter().all(|handle| !grid.contains(*handle) && grid.get(*handle).is_none()));
    // The other payloads have been dropped too, and all numbers can be used again.
    assert_eq!(Rc::strong_count(&alive), 1);
    let new: Vec<_> = (4..12).map(|number| insert(&mut grid, number)).collect();
    assert!(new.iter().zip(&old).all(|(new, old)| new.index() == old.index() && new != old));
    assert!(
        new.iter().all(|handle| grid.get(*handle).is_some_and(|it| Rc::ptr_eq(&it.alive, &alive)))
    );
    assert_eq!((grid.len(), grid.count(Everywhere, ALL)), (8, 8));
}
