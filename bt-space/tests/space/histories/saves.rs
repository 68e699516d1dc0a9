//! A saved grid is loaded unchanged, and a damaged one is an error or a valid grid.

use super::{Grid, Player, Size, history, play};
use bt_space::grid::{Handle, Outside};
use fastrand::Rng;
use serde_json::{Map, Value, from_str, from_value, json, to_string, to_value};
use std::panic::catch_unwind;

/// A grid after a long history.
fn grown(number: u64) -> Grid {
    let (world, operations) = history(number, Size::Small);
    play(world, &operations[..operations.len() / 2]).expect("it does what a list does").grid
}

#[test]
fn what_is_loaded_is_what_was_saved() {
    for number in 1..30 {
        let grid = grown(number);
        let saved = to_string(&grid).expect("it can be saved");
        let loaded: Grid = from_str(&saved).expect("it can be loaded");
        assert_eq!(to_string(&loaded).expect("it can be saved"), saved);
        assert_eq!(
            (loaded.min(), loaded.max(), loaded.outside()),
            (grid.min(), grid.max(), grid.outside())
        );
        assert_eq!(
            (loaded.columns(), loaded.rows(), loaded.len()),
            (grid.columns(), grid.rows(), grid.len())
        );
        assert!(grid.iter().eq(loaded.iter()), "the order of {number}");
        for found in grid.iter() {
            assert_eq!(loaded.position(found.handle), Some(found.position));
            assert_eq!(
                (loaded.groups(found.handle), loaded.get(found.handle)),
                (Some(found.groups), grid.get(found.handle))
            );
        }
        // A new entity gets the same handle in both.
        let (mut grid, mut loaded) = (grid, loaded);
        for _ in 0..20 {
            let at = grid.min();
            assert_eq!(grid.insert(at, 1, 0), loaded.insert(at, 1, 0));
        }
    }
}

#[test]
fn what_is_damaged_is_an_error_or_a_grid_like_any_other() {
    let (mut errors, mut grids) = (0, 0);
    for number in 1..40 {
        let saved = to_value(grown(number)).expect("it can be saved");
        let (_, operations) = history(number + 1000, Size::Small);
        for damage in 0..60 {
            let mut random = Rng::with_seed(number << 32 | damage);
            let mut damaged = saved.clone();
            for _ in 0..random.u32(1..4) {
                harm(&mut damaged, &mut random);
            }
            let shown = damaged.to_string();
            let loaded = catch_unwind(|| from_value::<Grid>(damaged));
            match loaded.unwrap_or_else(|_| panic!("it panicked when {shown} was loaded")) {
                Err(_) => errors += 1,
                Ok(grid) => {
                    grids += 1;
                    let played = Player::of(grid).play(&operations[..operations.len().min(60)]);
                    assert!(played.is_ok(), "{:?} after {shown} was loaded", played.err());
                }
            }
        }
    }
    assert!(errors > 500 && grids > 50, "{errors} errors, {grids} grids");
}

/// Each kind of damage, one by one.
#[test]
fn a_damaged_field_is_an_error() {
    let mut grid: Grid = Grid::new([0.0, 0.0], [8.0, 4.0], 0.5).expect("a world");
    // The last two share a tile.
    let places = [0.0, 1.0, 2.0, 3.0, 3.2];
    let handles = places.map(|x| grid.insert([x, 1.3], 1, 0).expect("a position"));
    grid.remove(handles[2]);
    grid.remove(handles[1]);
    let whole = to_value(grid.with_outside(Outside::Refuse)).expect("a value");
    let load = |path: &str, value: &Value| {
        let mut damaged = whole.clone();
        *damaged.pointer_mut(path).expect("there") = value.clone();
        from_value::<Grid>(damaged).map_err(|error| error.to_string())
    };
    for (path, values) in [
        ("/tile_size", json!([0.0])),
        ("/min/0", json!([9.0])),
        ("/numbers/0/generation", json!([2])),
        ("/numbers/1/generation", json!([3, u32::MAX])),
        ("/numbers/0/entity", json!([null])),
        ("/numbers/0/entity/position/0", json!([1e30])),
        ("/numbers/4/entity/position/0", json!([-0.5, 8.5, 1e30])),
        ("/free", json!([[], [1, 1], [1, 2, 0], [1, 2, 9]])),
        ("/order", json!([[], [0], [3, 4, 0], [0, 3, 3], [0, 3, 1], [0, 3, 4, 4], [0, 3, 9]])),
    ] {
        for value in values.as_array().expect("values") {
            let error = load(path, value).map(drop).expect_err(path);
            assert!(!path.starts_with("/numbers/4") || error.contains("number 4"), "{error}");
        }
    }
    for x in [3.0, 4.0, 8.0] {
        let grid = load("/numbers/4/entity/position/0", &json!(x)).expect("it is in the world");
        assert_eq!(grid.outside(), Outside::Refuse);
    }
    for generation in [0, 2] {
        let handle = json!({ "index": 0, "generation": generation });
        assert!(from_value::<Handle>(handle).is_err());
    }
}

#[test]
fn what_is_cut_off_is_an_error() {
    let saved = to_string(&grown(3)).expect("it can be saved");
    for end in (0..saved.len()).filter(|end| saved.is_char_boundary(*end)) {
        assert!(from_str::<Grid>(&saved[..end]).is_err(), "{end}");
    }
}

/// Changes a random value.
fn harm(value: &mut Value, random: &mut Rng) {
    match value {
        Value::Array(all) if !all.is_empty() && random.u32(..4) > 0 => {
            let place = random.usize(..all.len());
            match random.u32(..8) {
                0 => drop(all.remove(place)),
                1 => all.insert(place, all[random.usize(..all.len())].clone()),
                2 => all.swap(place, 0),
                3 => all.truncate(place),
                _ => harm(&mut all[place], random),
            }
        }
        Value::Object(all) if !all.is_empty() && random.u32(..8) > 0 => harm_one(all, random),
        other => *other = anything(other, random),
    }
}

fn harm_one(all: &mut Map<String, Value>, random: &mut Rng) {
    let name = all.keys().nth(random.usize(..all.len())).cloned().expect("there are some");
    if random.u32(..10) == 0 {
        all.remove(&name);
    } else {
        harm(&mut all[&name], random);
    }
}

fn anything(value: &Value, random: &mut Rng) -> Value {
    let number = value.as_f64().unwrap_or_default();
    match random.u32(..14) {
        0 => Value::Null,
        1 => json!("Keep"),
        2 => json!([]),
        3 => json!({}),
        4 => json!(-1),
        5 => json!(0),
        6 => json!(u32::MAX),
        7 => json!(u64::MAX),
        8 => json!(1.0e-40),
        9 => json!(1.0e39),
        10 => json!(random.u32(..100)),
        11 => json!(value.as_u64().unwrap_or_default().wrapping_add(1)),
        12 => json!(value.as_u64().unwrap_or_default().wrapping_sub(1)),
        _ => json!(number * f64::from(random.f32())),
    }
}

/// A short input must not allocate a gigabyte.
#[test]
fn a_huge_world_is_loaded_when_it_is_wanted() {
    let saved = |columns: f32, entities: u16| {
        let mut grid = Grid::new([0.0, 0.0], [columns, 2048.0], 1.0).expect("a world");
        for number in 0..entities {
            grid.insert([f32::from(number), 1.0], 1, 0).expect("a position");
        }
        to_string(&grid).expect("it can be saved")
    };
    let up_to = |saved: &str, tiles: usize| -> Result<Grid, _> {
        Grid::deserialize_up_to(tiles, &mut serde_json::Deserializer::from_str(saved))
    };
    let is_loaded = |saved: &str| from_str::<Grid>(saved).is_ok();
    assert!(is_loaded(&saved(2048.0, 0)));
    let larger = saved(2049.0, 0);
    let error = from_str::<Grid>(&larger).map(|_| ()).expect_err("it is too large").to_string();
    assert!(error.contains("deserialize_up_to"), "{error}");
    assert!(up_to(&larger, 2049 * 2048 - 1).is_err());
    let loaded = up_to(&larger, 2049 * 2048).expect("as many as are wanted");
    assert_eq!((loaded.columns(), loaded.rows()), (2049, 2048));
    assert!(!is_loaded(&saved(2049.0, 31)) && is_loaded(&saved(2049.0, 32)), "64 for each entity");
    let huge = r#"{"min":[0,0],"max":[8192,8192],"tile_size":1,"outside":"Keep","numbers":[],"free":[],"order":[]}"#;
    assert!(!is_loaded(huge));
}
