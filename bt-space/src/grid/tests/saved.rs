//! A saved grid is loaded unchanged, and a damaged one is an error.

use crate::grid::{ALL, Everywhere, Grid, Handle, Outside};
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use serde_json::{Value, from_str, json, to_string, to_value};

fn saved() -> (Grid<String>, Vec<Handle>) {
    let mut grid = Grid::new([0.0, 0.0], [8.0, 4.0], 0.5).expect("a world");
    let names = ["Anna", "Bert", "Carl", "Dora"];
    let insert = |(number, name): (u8, &&str)| {
        grid.insert([f32::from(number), 1.3], 1 << number, String::from(*name)).expect("a position")
    };
    let handles: Vec<_> = (0..).zip(&names).map(insert).collect();
    grid.remove(handles[2]);
    grid.remove(handles[1]);
    (grid, handles)
}

#[test]
fn handles_stay_what_they_are() {
    let (mut grid, handles) = saved();
    let text = to_string(&(&grid, &handles)).expect("a text");
    let (mut restored, again): (Grid<String>, Vec<Handle>) = from_str(&text).expect("a grid");
    assert_eq!(handles, again);
    for handle in handles {
        assert_eq!(grid.get(handle), restored.get(handle));
        assert_eq!(grid.position(handle), restored.position(handle));
        assert_eq!(grid.groups(handle), restored.groups(handle));
    }
    // New entities get the same numbers too.
    for _ in 0..5 {
        let insert = |grid: &mut Grid<String>| grid.insert([3.0, 3.0], 1, String::new());
        assert_eq!(insert(&mut grid), insert(&mut restored));
    }
    assert_eq!(grid.count(Everywhere, ALL), restored.count(Everywhere, ALL));
}

#[test]
fn damage_is_an_error() {
    let whole = to_value(saved().0).expect("a value");
    let error = |path: &str, value: Value| {
        let mut damaged = whole.clone();
        *damaged.pointer_mut(path).expect("there") = value;
        serde_json::from_value::<Grid<String>>(damaged).map(|_| ()).expect_err(path)
    };
    error("/tile_size", json!(0.0));
    error("/min/0", json!(9.0));
    error("/numbers/0/generation", json!(2));
    error("/numbers/1/generation", json!(3));
    error("/numbers/1/generation", json!(u32::MAX));
    error("/numbers/0/entity", json!(null));
    error("/numbers/0/entity/position/0", json!(1e30));
    error("/free", json!([]));
    error("/free", json!([1, 1]));
    error("/free", json!([1, 2, 0]));
    error("/free", json!([1, 2, 9]));
    error("/order", json!([]));
    error("/order", json!([0]));
    error("/order", json!([3, 0]));
    error("/order", json!([0, 0]));
    error("/order", json!([0, 1]));
    error("/order", json!([0, 3, 3]));
    error("/order", json!([0, 9]));
    assert!(from_str::<Handle>(r#"{"index":0,"generation":2}"#).is_err());
    assert!(from_str::<Handle>(r#"{"index":0,"generation":0}"#).is_err());
}

#[test]
fn who_is_refused_is_not_loaded() {
    let whole = to_value(saved().0.with_outside(Outside::Refuse)).expect("a value");
    let load = |x: f32| {
        let mut saved = whole.clone();
        saved["numbers"][3]["entity"]["position"][0] = json!(x);
        serde_json::from_value::<Grid<String>>(saved)
    };
    for x in [3.0, 4.0, 8.0] {
        assert_eq!(load(x).expect("in the world").outside(), Outside::Refuse);
    }
    for x in [-0.5, 8.5, 1e30] {
        let error = load(x).map(|_| ()).expect_err("outside");
        assert!(error.to_string().contains("number 3"), "{error}");
    }
}

#[test]
fn all_are_visited_in_the_same_order() {
    let mut random = fastrand::Rng::with_seed(9);
    let mut grid: Grid<u32> = Grid::new([0.0, 0.0], [8.0, 4.0], 1.0).expect("a world");
    let mut place = || [random.f32() * 8.0, random.f32() * 4.0];
    let handles: Vec<_> =
        (0..500).map(|number| grid.insert(place(), 1, number).expect("a position")).collect();
    for handle in handles.iter().chain(&handles) {
        grid.move_to(*handle, place()).expect("a position");
    }
    for handle in &handles[..100] {
        grid.remove(*handle);
    }
    let text = to_string(&grid).expect("a text");
    let restored: Grid<u32> = from_str(&text).expect("a grid");
    assert!(grid.iter().eq(restored.iter()));
    assert!(grid.query(Everywhere, ALL).eq(restored.query(Everywhere, ALL)));
    let is_found = |handle: &Handle| restored.position(*handle) == grid.position(*handle);
    assert!(handles.iter().all(is_found));
    assert_eq!(to_string(&restored).expect("a text"), text);
    // An entity that occurs twice in a tile makes the order invalid.
    let mut damaged = to_value(&grid).expect("a value");
    damaged["order"][1] = damaged["order"][0].clone();
    assert!(serde_json::from_value::<Grid<u32>>(damaged).is_err());
}
