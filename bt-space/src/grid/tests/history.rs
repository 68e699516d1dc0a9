//! Long random histories: afterwards the rows are valid and queries find all entities.

use crate::grid::{ALL, Around, Circle, Everywhere, Grid, Handle, Rectangle, Tile};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use fastrand::Rng;

/// The position, the groups and the payload of each entity.
type Model = BTreeMap<Handle, ([f32; 2], u32, u32)>;

fn between(random: &mut Rng, low: f32, high: f32) -> f32 {
    low + (high - low) * random.f32()
}

/// A position in a crowd, on a corner of tiles, or anywhere, also outside.
fn place(random: &mut Rng, is_crowded: bool) -> [f32; 2] {
    if is_crowded && random.u32(..10) > 0 {
        [between(random, 3.9, 4.1), between(random, -0.1, 0.1)]
    } else if random.u32(..8) == 0 {
        [f32::from(random.u8(..11)), f32::from(random.u8(..5)) - 2.0]
    } else {
        [between(random, -1.0, 11.0), between(random, -3.0, 3.0)]
    }
}

fn check_rows(grid: &Grid<u32>, model: &Model) {
    assert_eq!((grid.len(), grid.rows.live), (model.len(), model.len()));
    for tile in 0..grid.rows.tiles() {
        let (bin, next) = (grid.rows.bins[tile], grid.rows.bins[tile + 1]);
        assert!(bin.end() <= next.start);
        for place in bin.places() {
            let entry = grid.rows.entry(place);
            let slot = grid.slots.get(entry.handle).expect("somebody");
            assert_eq!((slot.place as usize, slot.tile as usize), (place, tile));
            assert_eq!(grid.tiling.number_at(entry.position) as usize, tile);
            assert!(model[&entry.handle].0.iter().eq(&entry.position));
        }
        let empty = bin.end() as usize..next.start as usize;
        assert!(grid.rows.groups[empty].iter().all(|groups| *groups == 0));
    }
    for (handle, (position, groups, payload)) in model {
        assert_eq!(grid.position(*handle), Some(*position));
        assert_eq!(grid.groups(*handle), Some(*groups));
        assert_eq!(grid.get(*handle), Some(payload));
    }
}

fn check_areas(grid: &Grid<u32>, model: &Model, random: &mut Rng) {
    let want = if random.bool() { ALL } else { random.u32(..4) };
    let find = |holds: &dyn Fn([f32; 2]) -> bool| {
        let found = model
            .iter()
            .filter(|(_, (position, groups, _))| groups & want != 0 && holds(*position));
        found.map(|(handle, _)| *handle).collect::<Vec<_>>()
    };
    let (center, radius) = (place(random, false), between(random, 0.0, 3.0));
    let [x, y] = center;
    let expected = find(&|[u, v]| (u - x) * (u - x) + (v - y) * (v - y) <= radius * radius);
    let circle = Circle { center, radius };
    let mut handles = Vec::new();
    grid.collect_into(circle, want, &mut handles);
    assert!(grid.query(circle, want).map(|found| found.handle).eq(handles.iter().copied()));
    handles.sort_unstable();
    assert_eq!(handles, expected);
    assert_eq!(grid.count(circle, want), expected.len());
    assert_eq!(grid.any(circle, want), !expected.is_empty());
    let (min, max) = ([x - radius, y - radius], [x + 1.0, y + 0.5]);
    let expected = find(&|[u, v]| min[0] <= u && u <= max[0] && min[1] <= v && v <= max[1]);
    assert_eq!(grid.count(Rectangle { min, max }, want), expected.len());
    let tile = Tile { column: random.u32(..10), row: random.u32(..4) };
    let near = |position, reach| {
        let at = grid.tile_at(position).expect("a position");
        at.column.abs_diff(tile.column) <= reach && at.row.abs_diff(tile.row) <= reach
    };
    assert_eq!(grid.count(tile, want), find(&|position| near(position, 0)).len());
    assert_eq!(grid.count(Around(tile), want), find(&|position| near(position, 1)).len());
    assert_eq!(grid.count(Everywhere, want), find(&|_| true).len());
}

fn check_nearest(grid: &Grid<u32>, model: &Model, random: &mut Rng) {
    let (center, k) = (place(random, false), random.usize(..40));
    let max_radius = if random.bool() { f32::INFINITY } else { between(random, 0.0, 3.0) };
    let distance =
        |[x, y]: [f32; 2]| (x - center[0]) * (x - center[0]) + (y - center[1]) * (y - center[1]);
    let all = model.iter().filter(|(_, (_, groups, _))| groups & 1 != 0);
    let all = all.map(|(handle, (position, ..))| (distance(*position), *handle));
    let mut expected: Vec<_> =
        all.filter(|(distance, _)| *distance <= max_radius * max_radius).collect();
    expected.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let nearest =
        grid.nearest(center, max_radius, 1).map(|near| (near.distance_squared, near.handle));
    assert_eq!(nearest, expected.first().copied());
    expected.truncate(k);
    let mut near = Vec::new();
    grid.nearest_k(center, k, max_radius, 1, &mut near);
    assert!(near.iter().map(|near| (near.distance_squared, near.handle)).eq(expected));
}

fn step(grid: &mut Grid<u32>, model: &mut Model, random: &mut Rng, number: u32) {
    let is_crowded = number % 1000 > 600;
    let somebody = random.choice(model.keys()).copied();
    match (random.u32(..10), somebody) {
        (0..=3, _) if number % 2000 < 1000 => {
            let (position, groups) = (place(random, is_crowded), random.u32(..4));
            let handle = grid.insert(position, groups, number).expect("a position");
            assert!(model.insert(handle, (position, groups, number)).is_none());
        }
        (4..=6, _) => {
            for (handle, (position, ..)) in model {
                *position = place(random, is_crowded);
                grid.move_to(*handle, *position).expect("a position");
            }
        }
        (7, Some(handle)) => {
            grid.set_groups(handle, 2).expect("somebody");
            model.entry(handle).and_modify(|entity| entity.1 = 2);
        }
        (_, Some(handle)) => {
            assert_eq!(grid.remove(handle), model.remove(&handle).map(|entity| entity.2));
            assert!(!grid.contains(handle) && grid.remove(handle).is_none());
        }
        _ => {}
    }
}

#[test]
fn whatever_happens_all_is_found_that_is_there() {
    for seed in 0..8 {
        let mut random = Rng::with_seed(seed);
        let mut grid: Grid<u32> = Grid::new([0.0, -2.0], [10.0, 2.0], 1.0).expect("a world");
        let mut model = Model::new();
        for number in 0..3000 {
            step(&mut grid, &mut model, &mut random, number);
            if number % 7 == 0 {
                check_rows(&grid, &model);
                check_areas(&grid, &model, &mut random);
                check_nearest(&grid, &model, &mut random);
            }
            if number % 1500 == 700 {
                let mut renumbered = Model::new();
                grid.renumber(|old, new| {
                    renumbered.extend(model.remove(&old).map(|entity| (new, entity)));
                });
                assert!(model.is_empty());
                model = renumbered;
                assert!(grid.iter().map(|found| found.handle.index()).eq(0..model.len()));
            }
        }
    }
}
