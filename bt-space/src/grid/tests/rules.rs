//! One test for each rule.

use crate::grid::{ALL, Circle, Error, Everywhere, Grid, Outside, REACH, Rectangle, Tile};
use alloc::vec::Vec;

fn world() -> Grid {
    Grid::new([0.0, 0.0], [8.0, 4.0], 1.0).expect("a world")
}

const NUMBERS_THAT_ARE_NONE: [f32; 4] = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, REACH * 2.0];

#[test]
fn a_world_has_an_extent_and_tiles_of_a_size() {
    let error = |min, max, size| Grid::<(), [f32; 2]>::new(min, max, size).err();
    for size in [0.0, -0.0, -1.0, f32::NAN, f32::INFINITY, 1e-39] {
        assert!(matches!(error([0.0; 2], [1.0; 2], size), Some(Error::TileSize(_))), "{size}");
    }
    for bad in NUMBERS_THAT_ARE_NONE {
        assert_eq!(error([bad, 0.0], [1.0; 2], 1.0), Some(Error::Bounds));
        assert_eq!(error([0.0; 2], [1.0, bad], 1.0), Some(Error::Bounds));
    }
    assert_eq!(error([0.0, 1.0], [1.0, 1.0], 1.0), Some(Error::Bounds));
    assert_eq!(error([0.0; 2], [1e9, 1.0], 1.0), Some(Error::TooManyTiles));
    assert_eq!(error([0.0; 2], [1e5, 1e5], 1.0), Some(Error::TooManyTiles));
    assert_eq!(error([-REACH; 2], [REACH; 2], 1e-30), Some(Error::TooManyTiles));
    assert_eq!(error([-REACH; 2], [REACH; 2], f32::MAX / 8.0), None);
}

#[test]
fn a_tile_holds_its_lower_border_and_not_its_upper() {
    let grid = world();
    for column in 0..8_u8 {
        let x = f32::from(column);
        let tile = Tile { column: u32::from(column), row: 0 };
        assert_eq!(grid.tile_at([x, 0.5]), Some(tile));
        assert_eq!(grid.tile_at([(x + 1.0).next_down(), 0.5]), Some(tile));
    }
    assert_eq!(grid.tile_at([8.0, 4.0]), Some(Tile { column: 7, row: 3 }));
    assert_eq!(grid.tile_at([f32::INFINITY, f32::NEG_INFINITY]), Some(Tile { column: 7, row: 0 }));
}

#[test]
fn whole_parts_are_exact_up_to_the_last_column() {
    let grid: Grid = Grid::new([0.0, 0.0], [8_388_608.0, 1.0], 1.0).expect("the widest world");
    for x in
        [0.0, 1e-30, 0.5, 0.999_999_94, 1.0, 1.5, 4_194_303.5, 8_388_606.5, 8_388_607.0, 1e30_f32]
    {
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "as it should be"
        )]
        let column = x.min(8_388_607.0) as u32;
        assert_eq!(grid.tile_at([x, 0.0]), Some(Tile { column, row: 0 }), "{x}");
    }
}

#[test]
fn what_is_no_position_is_refused_and_changes_nothing() {
    let mut grid = world();
    let handle = grid.insert([1.0, 1.0], 1, ()).expect("a position");
    for bad in NUMBERS_THAT_ARE_NONE {
        for position in [[bad, 1.0], [1.0, bad]] {
            assert!(matches!(
                grid.insert(position, 1, ()).map_err(Error::from),
                Err(Error::Position(_))
            ));
            assert!(matches!(grid.move_to(handle, position), Err(Error::Position(_))));
            assert!(matches!(grid.move_each(|_| position), Err(Error::Position(_))));
        }
    }
    assert_eq!((grid.len(), grid.position(handle)), (1, Some([1.0, 1.0])));
}

#[test]
fn outside_is_kept_with_exact_distances_or_refused() {
    let mut grid = world();
    let far = grid.insert([-100.0, 50.0], 1, ()).expect("kept");
    let farthest = grid.insert([REACH, -REACH], 1, ()).expect("kept");
    assert_eq!(grid.tile_of(far), Some(Tile { column: 0, row: 3 }));
    assert!(grid.any(Circle { center: [-100.0, 51.0], radius: 1.0 }, ALL));
    assert!(!grid.any(Circle { center: [-99.0, 51.0], radius: 1.0 }, ALL));
    assert_eq!(grid.count(Circle { center: [0.0; 2], radius: f32::INFINITY }, ALL), 2);
    let nearest = grid.nearest([REACH, -REACH / 2.0], f32::INFINITY, ALL).map(|near| near.handle);
    assert_eq!(nearest, Some(farthest));

    let mut grid = world().with_outside(Outside::Refuse);
    assert_eq!(
        grid.insert([8.5, 1.0], 1, ()).map_err(Error::from),
        Err(Error::Outside([8.5, 1.0]))
    );
    assert!(matches!(
        grid.insert([f32::NAN, 1.0], 1, ()).map_err(Error::from),
        Err(Error::Position(_))
    ));
    assert!(grid.insert([8.0, 4.0], 1, ()).is_ok());
}

#[test]
fn an_area_that_is_none_holds_nobody() {
    let mut grid = world();
    grid.insert([1.0, 1.0], 1, ()).expect("a position");
    let center = [1.0, 1.0];
    for radius in [-1.0, -0.1, f32::NAN, f32::NEG_INFINITY] {
        assert!(!grid.any(Circle { center, radius }, ALL));
        assert!(grid.nearest(center, radius, ALL).is_none());
        grid.pairs(radius, ALL, |_, _| panic!("a pair"));
    }
    for bad in NUMBERS_THAT_ARE_NONE {
        assert!(!grid.any(Circle { center: [bad, 1.0], radius: f32::INFINITY }, ALL));
    }
    assert!(!grid.any(Rectangle { min: [2.0, 0.0], max: [0.0, 2.0] }, ALL));
    assert!(!grid.any(Rectangle { min: [f32::NAN, 0.0], max: [2.0, 2.0] }, ALL));
    assert!(grid.any(Rectangle { min: [f32::NEG_INFINITY; 2], max: [f32::INFINITY; 2] }, ALL));
    assert!(!grid.any(Tile { column: 8, row: 0 }, ALL));
    assert!(grid.any(Circle { center, radius: 0.0 }, ALL));
}

#[test]
fn who_is_in_no_group_is_found_by_nothing_but_iter() {
    let mut grid = world();
    grid.insert([1.0, 1.0], 0, ()).expect("a position");
    assert!(!grid.any(Everywhere, ALL));
    assert!(grid.nearest([1.0, 1.0], 1.0, ALL).is_none());
    assert_eq!(grid.iter().count(), 1);
}

#[test]
fn a_number_is_not_given_again_when_its_generations_are_used_up() {
    let mut grid = world();
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
    assert_eq!(grid.insert([1.0, 1.0], 1, ()).map(crate::grid::Handle::index), Ok(1));
}

#[test]
fn a_handle_of_another_grid_finds_nobody() {
    let mut grid = world();
    let handle = grid.insert([1.0, 1.0], 1, ()).expect("a position");
    let mut other = world();
    assert!(!other.contains(handle));
    let same = other.insert([1.0, 1.0], 1, ()).expect("a position");
    other.remove(same);
    assert_eq!(other.move_to(handle, [2.0, 2.0]), Err(Error::Stale(handle)));
}

#[test]
fn everybody_in_one_tile_is_as_good_as_everybody_apart() {
    let mut grid = world();
    grid.reserve(2000);
    let place = |number: u16| [f32::from(number % 80) / 10.0, f32::from(number / 80) / 10.0];
    let handles: Vec<_> =
        (0..2000).map(|number| grid.insert(place(number), 1, ()).expect("a position")).collect();
    for center in [[4.5, 2.5], [7.9, 3.9], [0.0, 0.0]] {
        for handle in &handles {
            grid.move_to(*handle, center).expect("a position");
        }
        assert_eq!(grid.count(Circle { center, radius: 0.0 }, ALL), 2000);
        let mut buffer = Vec::new();
        grid.nearest_k(center, 5, 1.0, ALL, &mut buffer);
        assert!(buffer.iter().map(|near| near.handle).eq(handles[..5].iter().copied()));
    }
    for handle in &handles[10..] {
        grid.remove(*handle);
    }
    grid.compact();
    assert!(grid.rows.positions.len() < 100, "room for {}", grid.rows.positions.len());
}

#[test]
fn pairs_are_told_once() {
    let mut grid = world();
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..200 {
        grid.insert([random.f32() * 8.0, random.f32() * 4.0], random.u32(0..4), ())
            .expect("a position");
    }
    for distance in [0.0, 0.3, 1.0, 3.0, f32::INFINITY] {
        let mut told = Vec::new();
        grid.pairs(distance, 2, |a, b| told.push((a.handle.min(b.handle), a.handle.max(b.handle))));
        told.sort_unstable();
        let mut pairs = Vec::new();
        for a in grid.query(Everywhere, 2) {
            let near = grid.query(Circle { center: a.position, radius: distance }, 2);
            pairs.extend(near.filter(|b| a.handle < b.handle).map(|b| (a.handle, b.handle)));
        }
        pairs.sort_unstable();
        assert_eq!(told, pairs);
    }
}

#[cfg(feature = "std")]
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
        let grid: Grid = Grid::new([0.0, 0.0], max, tile_size).expect("a world");
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

#[cfg(feature = "std")]
#[test]
fn a_ray_that_is_none_ends() {
    let mut grid = world();
    grid.insert([4.0, 2.0], 1, ()).expect("a position");
    for bad in NUMBERS_THAT_ARE_NONE {
        for (origin, direction) in [([bad, 1.0], [1.0, 0.0]), ([1.0, bad], [1.0, 0.0])] {
            assert_eq!(grid.tiles_along(origin, direction, f32::INFINITY).count(), 0);
            assert!(grid.cast_ray(origin, direction, f32::INFINITY, 9.0, ALL).is_none());
        }
    }
    for (direction, length) in
        [([0.0, 0.0], 9.0), ([f32::NAN, 1.0], 9.0), ([1.0, 0.0], -1.0), ([1.0, 0.0], f32::NAN)]
    {
        assert_eq!(grid.tiles_along([1.0, 2.0], direction, length).count(), 0);
        assert!(grid.cast_ray([1.0, 2.0], direction, length, 1.0, ALL).is_none());
    }
    assert!(grid.cast_ray([1.0, 2.0], [1.0, 0.0], 9.0, -1.0, ALL).is_none());
    assert!(grid.cast_ray([1.0, 2.0], [1e30, 1e-30], f32::INFINITY, f32::INFINITY, ALL).is_some());
}

#[cfg(feature = "std")]
#[test]
fn a_ray_meets_whom_a_loop_over_all_says() {
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..300 {
        let mut grid = world();
        for _ in 0..40 {
            let position = [random.f32() * 12.0 - 2.0, random.f32() * 8.0 - 2.0];
            grid.insert(position, random.u32(1..4), ()).expect("a position");
        }
        let origin = [random.f32() * 16.0 - 4.0, random.f32() * 12.0 - 4.0];
        let direction = [random.f32() - 0.5, if random.bool() { 0.0 } else { random.f32() - 0.5 }];
        let (length, radius) = (random.f32() * 12.0, random.f32() * random.f32() * 2.0);
        let norm = direction[0].hypot(direction[1]);
        let unit = direction.map(|value| value / norm);
        let distance = |[x, y]: [f32; 2]| {
            let (dx, dy) = (x - origin[0], y - origin[1]);
            let across = dx * unit[1] - dy * unit[0];
            let half = (radius * radius - across * across).sqrt();
            let distance = dx * unit[0] + dy * unit[1] - half;
            let is_inside = dx * dx + dy * dy <= radius * radius;
            Some(if is_inside { 0.0 } else { distance })
                .filter(|distance| (0.0..=length).contains(distance))
        };
        let all = grid.query(Everywhere, 2).filter_map(|found| distance(found.position));
        let nearest = all.min_by(f32::total_cmp);
        let hit = grid.cast_ray(origin, direction, length, radius, 2).map(|hit| hit.distance);
        match (hit, nearest) {
            (Some(hit), Some(nearest)) => assert!((hit - nearest).abs() < 1e-3, "{hit} {nearest}"),
            (hit, nearest) => assert_eq!(hit, nearest),
        }
    }
}
