//! A recording is exact: numbers, times, errors in fields, ticks that panic.

use bt_core::observe::Mark;
use bt_core::{NodeId, Status, behavior_tree};
use bt_watch::record::{AgentId, Recorder, Recording};
use serde::{Serialize, Serializer, ser};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

behavior_tree! {
    tree Rest(it: &mut ()) {
        running;
    }

    tree Fall(height: &mut u32) {
        active_selector {
            condition *height == 0;
            parallel {
                'wait: running;
                'fall: action {
                    *height -= 1;
                    assert!(*height != 3, "ouch");
                    Status::Running
                };
                repeat succeed;
            }
        }
    }
}

/// The blackboard after recording, saving and loading, and the saved text.
#[track_caller]
fn recorded(blackboard: &impl Serialize) -> (Map<String, Value>, String) {
    let mut recorder = Recorder::with_capacity(1 << 20);
    let agent = recorder.agent::<Rest>("it");
    recorder.tick(agent, &mut Rest::new(), &mut ());
    recorder.snapshot(agent, blackboard);
    let recording = recorder.into_recording();
    let text = recording.to_json();
    let loaded = Recording::from_json(&text).unwrap();
    assert_eq!(loaded, recording);
    assert_eq!(loaded.to_json(), text);
    (loaded.agent(agent).unwrap().blackboard_at(0).unwrap(), text)
}

#[derive(Serialize)]
struct Numbers {
    large: u64,
    small: i64,
    safe: u64,
    huge: u128,
    least: i128,
    fits: i128,
    single: f32,
    tiny: f32,
    double: f64,
    nan: f32,
    up: f64,
    down: f32,
    zero: f64,
    list: Vec<f32>,
}

#[test]
fn numbers_are_what_they_are() {
    let numbers = Numbers {
        large: u64::MAX,
        small: i64::MIN,
        safe: 1 << 53,
        huge: u128::MAX,
        least: i128::MIN,
        fits: -7,
        single: 0.1,
        tiny: f32::from_bits(1),
        double: 0.1 + 0.2,
        nan: f32::NAN,
        up: f64::INFINITY,
        down: f32::NEG_INFINITY,
        zero: -0.0,
        list: vec![0.3, f32::NAN],
    };
    let (values, text) = recorded(&numbers);
    assert_eq!((&values["large"], &values["small"]), (&json!(u64::MAX), &json!(i64::MIN)));
    assert_eq!(values["huge"], json!({"$number": u128::MAX.to_string()}));
    assert_eq!(values["least"], json!({"$number": i128::MIN.to_string()}));
    assert_eq!((&values["fits"], &values["safe"]), (&json!(-7), &json!(1_u64 << 53)));
    assert_eq!(values["nan"], json!({"$number": "NaN"}));
    assert_eq!(values["up"], json!({"$number": "inf"}));
    assert_eq!(values["down"], json!({"$number": "-inf"}));
    assert_eq!(values["list"], json!([0.3, {"$number": "NaN"}]));
    assert!(values["zero"].as_f64().unwrap().is_sign_negative());
    // The text that a page reads; all its numbers are floating-point numbers.
    for part in [
        r#""large":{"$number":"18446744073709551615"}"#,
        r#""small":{"$number":"-9223372036854775808"}"#,
        r#""safe":9007199254740992"#,
        r#""single":0.1,"#,
        r#""double":0.30000000000000004"#,
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn a_number_of_single_precision_is_as_short_as_it_can_be() {
    let mut random = fastrand::Rng::with_seed(5);
    for _ in 0..200 {
        let numbers: Vec<f32> = (0..100).map(|_| f32::from_bits(random.u32(..))).collect();
        let (values, _) = recorded(&numbers);
        for (number, value) in numbers.iter().zip(values["value"].as_array().unwrap()) {
            match value.as_f64() {
                #[allow(clippy::cast_possible_truncation, reason = "that is what is asked")]
                Some(told) => {
                    assert_eq!((told as f32).to_bits(), number.to_bits());
                    assert_eq!(Ok(told.to_bits()), number.to_string().parse().map(f64::to_bits));
                }
                None => assert!(!number.is_finite() && value["$number"].is_string()),
            }
        }
    }
}

#[derive(Clone)]
struct Broken;

impl Serialize for Broken {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(ser::Error::custom("it is broken"))
    }
}

#[derive(Serialize)]
enum Goal {
    Walk { to: (i32, i32), by: Broken },
    Wait(Broken),
    Rest,
}

#[derive(Serialize)]
struct Mixed {
    health: u32,
    places: BTreeMap<(i32, i32), &'static str>,
    broken: Broken,
    list: Vec<Option<Broken>>,
    goals: [Goal; 3],
    letters: HashMap<char, Option<Broken>>,
    picture: Bytes,
}

struct Bytes;

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&[1, 255])
    }
}

#[test]
fn an_error_stays_in_its_field() {
    let error = json!({"$error": "it is broken"});
    let (values, _) = recorded(&Mixed {
        health: 7,
        places: BTreeMap::from([((1, 2), "home")]),
        broken: Broken,
        list: vec![None, Some(Broken)],
        goals: [Goal::Walk { to: (3, 4), by: Broken }, Goal::Wait(Broken), Goal::Rest],
        letters: HashMap::from([('a', None), ('b', Some(Broken))]),
        picture: Bytes,
    });
    let expected = json!({
        "health": 7,
        "places": {"[1,2]": "home"},
        "broken": error,
        "list": [null, error],
        "goals": [{"Walk": {"to": [3, 4], "by": error}}, {"Wait": error}, "Rest"],
        "letters": {"a": null, "b": error},
        "picture": [1, 255],
    });
    assert_eq!(Value::Object(values), expected);
    assert_eq!(Value::Object(recorded(&Broken).0), json!({"value": error}));
}

#[test]
fn what_looks_like_ours_is_told_from_it() {
    let own = json!({"$number": "12"});
    let (values, _) = recorded(&json!({"a": own, "b": {"$error": 1, "c": 2}, "d": {"$$": own}}));
    assert_eq!(values["a"], json!({"$$number": "12"}));
    assert_eq!(values["b"], json!({"$error": 1, "c": 2}));
    assert_eq!(values["d"], json!({"$$$": {"$$number": "12"}}));
    assert_eq!(Value::Object(recorded(&own).0), own, "its own fields have their names");
    assert_eq!(Value::Object(recorded(&json!({"$$x": 1})).0), json!({"$$x": 1}));
    assert_eq!(Value::Object(recorded(&f64::NAN).0), json!({"value": {"$number": "NaN"}}));
}

/// A map with these keys; the value of each key is its index.
struct Keyed<'a>(&'a [Key]);

impl Serialize for Keyed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().zip(0..))
    }
}

#[derive(Clone, Serialize)]
#[serde(untagged)]
enum Key {
    Nothing,
    Text(String),
    Truth(bool),
    Number(i64),
    Half(f64),
    List(Vec<Key>),
    Map(BTreeMap<String, i32>),
    Variant(Variant),
    Broken(Broken),
}

#[derive(Clone, Serialize)]
enum Variant {
    Left,
    Right(i32),
}

/// The keys of a recorded map, in the order of the given keys.
#[track_caller]
fn keys_of(keys: &[Key]) -> Vec<String> {
    let (values, _) = recorded(&BTreeMap::from([("map", Keyed(keys))]));
    let map = values["map"].as_object().unwrap();
    let (top, _) = recorded(&Keyed(keys));
    assert_eq!(*map, top, "they are the same on top");
    assert_eq!(map.len(), keys.len(), "{map:?}");
    let mut entries: Vec<_> = map.iter().map(|(key, value)| (value.as_u64(), key)).collect();
    entries.sort_unstable();
    entries.into_iter().map(|(_, key)| key.clone()).collect()
}

fn text(text: &str) -> Key {
    Key::Text(text.to_owned())
}

#[test]
fn keys_that_look_alike_are_told_apart() {
    let (values, _) = recorded(&BTreeMap::from([(None, 1), (Some("null"), 2)]));
    assert_eq!(Value::Object(values), json!({"null": 1, "\"null\"": 2}));
    let pairs = [
        (Key::Number(1), "1"),
        (Key::Number(-7), "-7"),
        (Key::Half(1.0), "1.0"),
        (Key::Half(-2.5e-300), "-2.5e-300"),
        (Key::Half(f64::NAN), r#"{"$number":"NaN"}"#),
        (Key::Truth(true), "true"),
        (Key::Truth(false), "false"),
        (Key::Nothing, "null"),
        (Key::List(vec![Key::Number(1), text("1")]), r#"[1,"1"]"#),
        (Key::Map(BTreeMap::from([("a".into(), 1)])), r#"{"a":1}"#),
        (Key::Variant(Variant::Right(3)), r#"{"Right":3}"#),
        (Key::Broken(Broken), r#"{"$error":"it is broken"}"#),
    ];
    for (key, printed) in pairs {
        assert_eq!(keys_of(&[text(printed), key]), [json!(printed).to_string(), printed.into()]);
    }
    let texts =
        ["a", "Null", "1 apple", "1:2", "2026-01-01", "-", "--1", "a\"b", "", " 1", "$x", "🦀"];
    assert_eq!(keys_of(&texts.map(text)), texts, "these look like themselves alone");
}

#[derive(Serialize)]
struct Flat {
    health: u32,
    #[serde(flatten)]
    notes: HashMap<&'static str, u32>,
}

#[test]
fn keys_that_are_the_same_for_serde_are_all_there() {
    let twice = BTreeMap::from([(None, 1), (Some(None), 2), (Some(Some(7)), 3)]);
    assert_eq!(Value::Object(recorded(&twice).0), json!({"null": 1, "null (2)": 2, "7": 3}));
    let left = [Key::Variant(Variant::Left), text("Left"), text("Left (2)"), text("\"Left\" (2)")];
    let printed = ["Left", r#""Left" (2)"#, "Left (2)", r#""\"Left\" (2)""#];
    assert_eq!(keys_of(&left), printed);
    let nothing = [Key::Nothing, text("null (2)"), Key::Nothing, Key::Nothing];
    assert_eq!(keys_of(&nothing), ["null", "\"null (2)\"", "null (2)", "null (3)"]);
    keys_of(&[Key::Broken(Broken), Key::Broken(Broken)]);
    let flat = Flat { health: 1, notes: HashMap::from([("health", 2)]) };
    assert_eq!(Value::Object(recorded(&flat).0), json!({"health": 1, "\"health\" (2)": 2}));
}

#[test]
fn no_text_looks_like_the_key_of_anything_else() {
    let number = [Key::Number(1), Key::Half(1e300), Key::Half(-0.0), Key::Half(f64::INFINITY)];
    let list = Key::List(vec![Key::Nothing, text("null"), Key::Map(BTreeMap::new())]);
    let mut keys = [&number[..], &[Key::Nothing, Key::Nothing, Key::Truth(true), list]].concat();
    for _ in 0..4 {
        let printed = keys_of(&keys);
        let new: Vec<_> = printed.iter().map(|key| text(key)).collect();
        keys = [keys, new].concat();
        // Texts that already exist are added again.
        keys_of(&keys);
    }
}

/// A map whose key is such a map, recursively.
#[derive(PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
struct Nested(BTreeMap<Nested, u8>);

fn nested(levels: usize) -> Nested {
    (0..levels).fold(Nested(BTreeMap::new()), |inner, _| Nested(BTreeMap::from([(inner, 1)])))
}

#[test]
fn maps_as_keys_of_maps_take_as_much_as_they_are_deep() {
    let length = |levels| recorded(&BTreeMap::from([("map", nested(levels))])).1.len();
    let level = length(2) - length(1);
    for levels in [10, 20, 26, 52, 90] {
        assert_eq!(length(levels) - length(1), (levels - 1) * level, "{levels} levels");
    }
    assert!(recorded(&nested(1_000)).1.contains("it is nested more than 100 deep"));
    let (values, _) = recorded(&BTreeMap::from([("map", nested(3))]));
    assert_eq!(values["map"], json!({"{{{}:1}:1}": 1}));
    let tuples = BTreeMap::from([(BTreeMap::from([((1, 2), "a"), ((3, 4), "b")]), 1)]);
    assert_eq!(Value::Object(recorded(&tuples).0), json!({r#"{[1,2]:"a",[3,4]:"b"}"#: 1}));
}

#[test]
fn what_is_deep_is_saved_and_loaded_as_far_as_it_is_told() {
    for depth in [1, 90, 99, 100, 124, 130, 1000] {
        let mut value = json!({"$x": 5});
        for level in 1..depth {
            value = if level % 2 == 0 { json!([value]) } else { json!({ "$y": value }) };
        }
        let (_, text) = recorded(&value);
        assert_eq!(text.contains("it is nested more than 100 deep"), depth > 100, "{depth}");
    }
}

#[test]
fn times_are_exact() {
    let wall_clock = Duration::new(1_790_000_000, 123_456_789);
    let nanosecond = Duration::from_nanos(1);
    let times = [nanosecond, wall_clock, wall_clock + nanosecond, Duration::MAX, Duration::ZERO];
    let mut recorder = Recorder::with_capacity(10_000);
    for time in times {
        recorder.next_moment_at(time);
    }
    recorder.next_moment();
    let loaded = Recording::from_json(&recorder.recording().to_json()).unwrap();
    assert_eq!(loaded, *recorder.recording());
    assert!((0..).zip(times).all(|(moment, time)| loaded.time(moment) == Some(time)));
    assert_eq!(loaded.time(5), None);
}

fn falls(recorder: &mut Recorder, agent: AgentId, tree: &mut Fall, height: &mut u32) -> bool {
    catch_unwind(AssertUnwindSafe(|| recorder.tick_with_snapshot(agent, tree, height))).is_ok()
}

#[test]
fn a_tick_that_panics_is_recorded_as_far_as_it_came() {
    let mut recorder = Recorder::with_capacity(10_000);
    let agent = recorder.agent::<Fall>("it");
    let (mut tree, mut height) = (Fall::new(), 6);
    let went: Vec<bool> =
        (0..6).map(|_| falls(&mut recorder, agent, &mut tree, &mut height)).collect();
    assert_eq!(went, [true, true, false, true, true, true]);
    recorder.abort(agent, &mut tree, &mut height);

    let recording = Recording::from_json(&recorder.recording().to_json()).unwrap();
    assert_eq!(recording, *recorder.recording());
    let it = recording.agent(agent).unwrap();
    let panicked = it.frame_at(2).unwrap();
    assert_eq!(panicked.moments(), 2..3);
    assert_eq!((panicked.is_unfinished(), panicked.status()), (true, None));
    let events: Vec<_> = panicked.events().collect();
    let failed = (NodeId::new(1), Mark::Ticked(Status::Failure));
    assert_eq!(events, [failed, (Fall::WAIT, Mark::Ticked(Status::Running))]);
    assert!(it.active_at(2).contains(&Fall::FALL));
    let others = it.frames().filter(|frame| frame.moments() != (2..3));
    assert!(others.map(|frame| frame.is_unfinished()).all(|unfinished| !unfinished));
    assert_eq!(it.frame_at(4).unwrap().status(), Some(Status::Running));
}

#[test]
fn what_is_in_hash_maps_is_recorded_in_one_order() {
    let map = || (0..40).map(|key| (format!("{key}"), HashMap::from([(key, [key; 2])])));
    let texts = [(); 3].map(|()| recorded(&map().collect::<HashMap<_, _>>()).1);
    assert!(texts.iter().all(|text| *text == texts[0]));
}
