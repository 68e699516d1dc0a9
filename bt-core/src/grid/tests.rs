use super::{ALL, Around, Circle, Everywhere, Grid, Handle, Rectangle, Tile};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let word = (self.0 >> 18 ^ self.0) >> 27;
        word as u32 as u64
    }
    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }
    fn float(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * (self.next() >> 8) as f32 / (1 << 24) as f32
    }
}

fn check(grid: &Grid<u32>, model: &BTreeMap<Handle, ([f32; 2], u32, u32)>, random: &mut Random) {
    assert_eq!(grid.len(), model.len());
    for (tile, bin) in grid.rows.bins.iter().enumerate().take(grid.rows.tiles()) {
        assert!(bin.end() <= grid.rows.bins[tile + 1].start);
        for place in bin.places() {
            let handle = grid.rows.handles[place];
            let slot = grid.slots.get(handle).expect("live");
            assert_eq!((slot.place as usize, slot.tile as usize), (place, tile));
            assert_eq!(grid.tiling.number_at(grid.rows.positions[place]) as usize, tile);
        }
        for place in bin.end()..grid.rows.bins[tile + 1].start {
            assert_eq!(grid.rows.groups[place as usize], 0);
        }
    }
    let center = [random.float(-1.0, 11.0), random.float(-3.0, 3.0)];
    let radius = random.float(0.0, 3.0);
    let want = if random.below(2) == 0 { ALL } else { random.next() as u32 & 3 };
    let d = |p: [f32; 2]| {
        (p[0] - center[0]) * (p[0] - center[0]) + (p[1] - center[1]) * (p[1] - center[1])
    };
    let expected: Vec<_> = model
        .iter()
        .filter(|(_, (p, g, _))| d(*p) <= radius * radius && g & want != 0)
        .map(|(h, _)| *h)
        .collect();
    let circle = Circle { center, radius };
    assert_eq!(grid.count(circle, want), expected.len());
    assert_eq!(grid.any(circle, want), !expected.is_empty());
    let mut buffer = Vec::new();
    grid.collect_into(circle, want, &mut buffer);
    buffer.sort();
    assert_eq!(buffer, expected);
    let mut queried: Vec<_> = grid.query(circle, want).map(|f| f.handle).collect();
    queried.sort();
    assert_eq!(queried, expected);
    let k = random.below(20) as usize;
    let max = if random.below(2) == 0 { f32::INFINITY } else { radius };
    let mut near: Vec<_> = model
        .iter()
        .filter(|(_, (p, g, _))| (max > 100.0 || d(*p) <= max * max) && g & want != 0)
        .map(|(h, (p, ..))| (d(*p), *h))
        .collect();
    near.sort_by(|a, b| a.partial_cmp(b).unwrap());
    near.truncate(k);
    let mut neighbors = Vec::new();
    grid.nearest_k(center, k, max, want, &mut neighbors);
    assert_eq!(neighbors.iter().map(|n| (n.distance_squared, n.handle)).collect::<Vec<_>>(), near);
    if k > 0 {
        assert_eq!(grid.nearest(center, max, want).map(|n| n.handle), near.first().map(|n| n.1));
    }
    let min = [center[0] - radius, center[1] - radius];
    let max = [center[0] + 1.0, center[1] + 0.5];
    let inside = model.values().filter(|(p, g, _)| {
        min[0] <= p[0] && p[0] <= max[0] && min[1] <= p[1] && p[1] <= max[1] && g & want != 0
    });
    assert_eq!(grid.count(Rectangle { min, max }, want), inside.count());
    let tile = Tile { column: random.below(10) as u32, row: random.below(4) as u32 };
    let around = |p: [f32; 2], reach: u32| {
        let at = grid.tile_at(p).unwrap();
        at.column.abs_diff(tile.column) <= reach && at.row.abs_diff(tile.row) <= reach
    };
    assert_eq!(
        grid.count(tile, want),
        model.values().filter(|(p, g, _)| g & want != 0 && around(*p, 0)).count()
    );
    assert_eq!(
        grid.count(Around(tile), want),
        model.values().filter(|(p, g, _)| g & want != 0 && around(*p, 1)).count()
    );
    assert_eq!(
        grid.count(Everywhere, want),
        model.values().filter(|(_, g, _)| g & want != 0).count()
    );
    for (handle, (position, groups, payload)) in model {
        assert_eq!(grid.position(*handle), Some(*position));
        assert_eq!(grid.groups(*handle), Some(*groups));
        assert_eq!(grid.get(*handle), Some(payload));
    }
}

#[test]
fn whatever_happens_the_grid_finds_what_is_there() {
    for seed in 0..20 {
        let mut random = Random(seed);
        let mut grid: Grid<u32> = Grid::new([0.0, -2.0], [10.0, 2.0], 1.0).unwrap();
        let mut model = BTreeMap::new();
        let mut gone = Vec::new();
        for step in 0..4000_u32 {
            let cluster = step % 1000 > 600;
            let mut place = |random: &mut Random| {
                if cluster && random.below(10) > 0 {
                    [random.float(3.9, 4.1), random.float(-0.1, 0.1)]
                } else if random.below(8) == 0 {
                    [random.below(11) as f32, random.below(5) as f32 - 2.0]
                } else {
                    [random.float(-1.0, 11.0), random.float(-3.0, 3.0)]
                }
            };
            let handles: Vec<_> =
                if random.below(4) == 0 { model.keys().copied().collect() } else { Vec::new() };
            let grows = step % 2000 < 1000;
            match random.below(10) {
                0..=3 if grows || model.len() < 10 => {
                    let (p, g) = (place(&mut random), random.below(4) as u32);
                    let handle = grid.insert(p, g, step).unwrap();
                    assert!(model.insert(handle, (p, g, step)).is_none());
                }
                4..=8 => {
                    for handle in handles {
                        let p = place(&mut random);
                        grid.move_to(handle, p).unwrap();
                        model.get_mut(&handle).unwrap().0 = p;
                    }
                }
                9 => {
                    if let Some(handle) =
                        handles.get(random.below(handles.len().max(1) as u64) as usize)
                    {
                        grid.set_groups(*handle, 2).unwrap();
                        model.get_mut(handle).unwrap().1 = 2;
                    }
                }
                _ => {
                    let handle =
                        model.keys().nth(random.below(model.len().max(1) as u64) as usize).copied();
                    if let Some(handle) = handle {
                        assert_eq!(grid.remove(handle), model.remove(&handle).map(|m| m.2));
                        assert_eq!(grid.remove(handle), None);
                        gone.push(handle);
                    }
                }
            }
            if step % 7 == 0 {
                check(&grid, &model, &mut random);
                for handle in &gone {
                    assert!(!grid.contains(*handle));
                }
            }
            if step % 1500 == 700 {
                let mut renumbered = BTreeMap::new();
                grid.renumber(|old, new| {
                    renumbered.insert(new, model.remove(&old).unwrap());
                    gone.push(old);
                });
                assert!(model.is_empty());
                model = renumbered;
                check(&grid, &model, &mut random);
            }
        }
    }
}
