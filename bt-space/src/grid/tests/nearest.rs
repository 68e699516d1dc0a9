//! The nearest entities if single precision can hardly distinguish their distances.

use crate::grid::{ALL, Grid, Handle};
use alloc::vec::Vec;
use core::cell::Cell;

#[test]
fn ties_go_to_the_lowest_handle_in_tiny_worlds_too() {
    let mut random = fastrand::Rng::with_seed(11);
    for size in [1e-30_f32, 1e-24, 1e-21, 1e-19, 1e-18, 1e-17, 1e-10] {
        let mut grid: Grid = Grid::new([-size; 2], [size; 2], size / 10.0).expect("a world");
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

/// On a regular board several entities are at the same distance: above and below, left and right.
#[test]
fn ties_go_to_the_lowest_handle_on_a_board() {
    let mut grid: Grid = Grid::new([0.0, 0.0], [20.0, 20.0], 2.0).expect("a world");
    let mut places: Vec<u16> = (0..400).collect();
    fastrand::Rng::with_seed(12).shuffle(&mut places);
    let at = |place: u16| [f32::from(place % 20), f32::from(place / 20)];
    for place in places {
        grid.insert(at(place), 1, ()).expect("a position");
    }
    for center in (0..400).step_by(7).map(at) {
        let distance = |[x, y]: [f32; 2]| (x - center[0]).powi(2) + (y - center[1]).powi(2);
        let mut all: Vec<(f32, Handle)> =
            grid.iter().map(|found| (distance(found.position), found.handle)).collect();
        all.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        for me in [None, Some(all[0].1)] {
            let others: Vec<_> = all.iter().map(|one| one.1).filter(|it| Some(*it) != me).collect();
            let is_other = |handle: Handle| Some(handle) != me;
            let nearest = grid.nearest_where(center, 50.0, ALL, |it| is_other(it.handle));
            assert_eq!(nearest.map(|near| near.handle), Some(others[0]));
            for k in 0..30 {
                let mut near = Vec::new();
                grid.nearest_k_where(center, k, 50.0, ALL, &mut near, |it| is_other(it.handle));
                let handles = near.iter().map(|near| near.handle);
                assert!(handles.eq(others[..k].iter().copied()), "{k} around {center:?}");
            }
        }
    }
}

#[test]
fn whoever_is_accepted_is_found_however_often_it_is_asked_about() {
    let mut grid: Grid = Grid::new([0.0, 0.0], [32.0, 32.0], 1.0).expect("a world");
    for number in 0..1024_u16 {
        let place = [f32::from(number % 32) + 0.5, f32::from(number / 32) + 0.5];
        grid.insert(place, 1, ()).expect("a position");
    }
    let asked = Cell::new(0);
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
