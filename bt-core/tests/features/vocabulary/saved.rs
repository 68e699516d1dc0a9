//! The data of words is saved and loaded, texts and variants included.

use bt_core::__private::{Arguments, Float, NoEvents, Play, Vocabulary};
use bt_core::vocabulary::Value;
use bt_core::{Action, Status, behavior_tree};
use serde::de::value::MapDeserializer;
use serde::{Deserialize, Serialize};

#[derive(Default)]
struct Npc {
    log: Vec<String>,
    rounds: u32,
    number: f64,
}

#[derive(Clone, Copy, Debug)]
enum Side {
    Left,
    Right,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Walk {
    left: u32,
}

impl Action<Npc> for Walk {
    fn tick(&mut self, _: &mut Npc) -> Status {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 { Status::Success } else { Status::Running }
    }
}

behavior_tree! {
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    tree Load(npc: &mut Npc) {
        sequence { action npc.rounds += 1; running; }
    }

    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    vocabulary Drill(npc: &mut Npc) {
        action Say(text: &'static str, side: Side { Left, Right }) => npc.log.push(format!("{text} {side:?}"));
        action Walk(far: u32) => Walk { left: far };
        value Rounds: u32 => npc.rounds;
        subtree Load;
        value Number: f64 => npc.number;
        value Small: f32 => small(npc.number);
        action Measure -> (x: f64, y: f32) => Some((npc.number, small(npc.number)));
        action Hold(a: f64, b: f32, c: f64, d: &f32, e: &f64, f: f32) => {
            let (double, single) = ([a, c, *e].map(f64::to_bits), [b, *d, f].map(f32::to_bits));
            npc.log.push(format!("{double:x?} {single:x?}"));
            Status::Running
        };
    }

    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    trees from "tests/trees/saved.tree" with Drill;
}

type Held = <Drill as Vocabulary>::Held;

fn saved_and_loaded(held: &Held) -> Held {
    let text = serde_json::to_string(held).expect("it can be saved");
    // The text of the file is gone when it is loaded.
    serde_json::from_str(&text.clone()).expect("it can be loaded")
}

#[test]
fn the_arguments_of_an_action_are_saved() {
    let mut npc = Npc::default();
    let values = [Value::Text("ho"), Value::Variant(1)];
    let held = Drill::make(0, Arguments::new(&values), &mut npc).expect("they are kept");
    let mut loaded = saved_and_loaded(&held);
    assert_eq!(loaded, held);
    assert_eq!(
        Drill::tick(&mut loaded, Arguments::new(&[]), &mut npc, NoEvents::<false>, 0, &mut []),
        Status::Success
    );
    assert_eq!(npc.log, ["ho Right"]);
}

#[test]
fn actions_and_trees_are_saved() {
    let mut npc = Npc::default();
    let values = [Value::Integer(3)];
    let mut walk = Drill::make(1, Arguments::new(&values), &mut npc).expect("an action");
    assert_eq!(
        Drill::tick(&mut walk, Arguments::new(&[]), &mut npc, NoEvents::<false>, 0, &mut []),
        Status::Running
    );
    assert_eq!(saved_and_loaded(&walk), walk);
    let mut load = Drill::tree(3).expect("a tree");
    let events = bt_core::__private::NoEvents::<false>;
    assert_eq!(Drill::tick_tree(&mut load, &mut npc, events), Status::Running);
    assert_eq!(saved_and_loaded(&load), load);
}

#[test]
fn a_compiled_file_is_saved_in_the_middle_of_a_run() {
    let mut npc = Npc::default();
    let mut errand = Errand::new();
    assert_eq!(errand.tick(&mut npc), Status::Running);
    let text = serde_json::to_string(&errand).expect("it can be saved");
    let mut loaded: Errand = serde_json::from_str(&text).expect("it can be loaded");
    assert_eq!(loaded, errand);
    assert_eq!(loaded.tick(&mut npc), Status::Success);
    assert_eq!(npc.log, ["ho Left"]);
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Spot(f32);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum Turn {
    Left,
    Right,
}

behavior_tree! {
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    vocabulary Keeper(npc: &mut Npc) {
        type Spot;
        value Home: Spot => Spot(7.5);
        value Far(times: u32): Spot => Spot(times as f32);
        value Rounds: u32 => npc.rounds;
        value Aim: Turn { Left, Right } => if npc.rounds > 1 { Turn::Right } else { Turn::Left };
        action Find(near: Spot) -> Spot => Some(near);
        action Go(to: &Spot, text: &'static str, pause: Duration = 250ms) => npc.log.push(format!("{} {text} {pause:?}", to.0));
        action Count -> (rounds: u32, text: &'static str) => { npc.rounds += 1; Some((npc.rounds, "more")) };
        action Walk(far: u32) => Walk { left: far };
        condition IsLeft(side: Turn { Left, Right }) => matches!(side, Turn::Left);
    }

    #[derive(Debug, Clone, PartialEq, Serialize)]
    #[cfg_attr(all(), derive(Deserialize))]
    trees from "tests/trees/kept.tree" with Keeper;
}

const KEPT: &str = include_str!("../../trees/kept.tree");

#[test]
fn the_values_of_a_compiled_file_are_saved_in_every_tick() {
    let loaded = Keeper::parse(KEPT).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let mut plain = loaded.tree("Kept").expect("a tree");
    let (mut saved, mut one, mut other) = (Kept::new(Spot(7.5), 3), Npc::default(), Npc::default());
    loop {
        let status = plain.tick(&mut one);
        assert_eq!(saved.tick(&mut other), status);
        assert_eq!(one.log, other.log);
        let text = serde_json::to_string(&saved).expect("it can be saved");
        // The text of the file is gone when it is loaded.
        let read: Kept = serde_json::from_str(&text.clone()).expect("it can be read");
        assert_eq!(read, saved);
        saved = read;
        if status != Status::Running {
            assert_eq!(status, Status::Success);
            break;
        }
    }
    assert_eq!(one.log.len(), 8);
}

#[test]
fn a_saved_state_without_a_value_that_is_needed_is_refused() {
    let trees = Keeper::parse(KEPT).expect("a sound file");
    let mut agent = trees.tree("Kept").expect("a tree");
    let _ = agent.tick(&mut Npc::default());
    let mut saved = serde_json::to_value(&agent).expect("it can be saved");
    let count = saved["values"].as_array().expect("values").len();
    let mut refused = 0;
    for place in 0..count {
        let kept = std::mem::take(&mut saved["values"][place]);
        let text = saved.to_string();
        let read = serde_json::from_str(&text).expect("it can be read");
        match trees.restore(read) {
            // It can be ticked all the same.
            Ok(mut agent) => {
                for _ in 0..40 {
                    let _ = agent.tick(&mut Npc::default());
                }
            }
            Err(error) => {
                assert!(error.to_string().contains("the value of a name is missing"), "{error}");
                refused += 1;
            }
        }
        saved["values"][place] = kept;
    }
    assert!(refused >= 3, "{refused} of {count}");
}

#[test]
fn a_number_that_is_not_finite_is_saved() {
    let trees = Drill::parse(
        "tree A { let(x: f32 = 1 / 0) let(y: f64 = -1 / 0) let(z: f32 = 0.5) repeat condition x > 9 && y < -9 && z == 0.5; }",
    );
    let trees = trees.unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let (mut tree, mut npc) = (trees.tree("A").expect("it is there"), Npc::default());
    assert_eq!(tree.tick(&mut npc), Status::Running);
    let text = serde_json::to_string(&tree).expect("it can be saved");
    let mut other =
        trees.restore(serde_json::from_str(&text).expect("it is read")).expect("it fits");
    assert!(other == tree);
    assert_eq!(other.tick(&mut npc), Status::Running);
}

#[allow(clippy::cast_possible_truncation, reason = "one that is not finite stays so")]
fn small(number: f64) -> f32 {
    number as f32
}

behavior_tree! {
    #[derive(Debug, Clone, Serialize, Deserialize)]
    tree Inline(npc: &mut Npc, own: f64) {
        let(x: f64 = npc.number) let(y: f32) sequence {
            action Some(small(npc.number)) -> y;
            action { npc.log.push(format!("{own:?} {x:?} {y:?}")); Status::Running };
        }
    }
}

/// Saves and loads an agent, and ticks both.
fn tick_copy<A: bt_core::Agent<Npc> + Serialize>(
    agent: &mut A,
    read: impl FnOnce(&str) -> A,
    npc: &mut Npc,
) {
    let text = serde_json::to_string(agent).expect("it can be saved");
    let mut loaded = read(&text);
    assert_eq!(serde_json::to_string(&loaded).expect("it can be saved"), text);
    npc.log.clear();
    assert_eq!([agent.tick(npc), loaded.tick(npc)], [Status::Running; 2]);
    assert_eq!(npc.log[0], npc.log[1], "{text}");
}

#[test]
fn every_float_is_loaded_as_it_was_saved() {
    let trees = Drill::parse(include_str!("../../trees/saved.tree")).expect("a sound file");
    let other_nans = [0x7ff0_0000_0000_0001, 0xfff8_1234_0000_0000].map(f64::from_bits);
    let finite = [0.0, -0.0, 0.1, 1.0, -3.0, 1e300, f64::MAX, f64::MIN_POSITIVE / 4.0];
    let infinite = [f64::NAN, -f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
    for number in finite.into_iter().chain(infinite).chain(other_nans) {
        let mut npc = Npc { number, ..Npc::default() };
        let of_json = |text: &str| serde_json::from_str(text).expect("it can be read");

        let mut compiled = Floats::new(number, small(number));
        assert_eq!(compiled.tick(&mut npc), Status::Running);
        tick_copy(&mut compiled, of_json, &mut npc);

        let arguments: [(&str, &dyn std::any::Any); 2] =
            [("own", &number), ("small", &(small(number)))];
        let mut loaded = trees.tree_with("Floats", &arguments).expect("a tree");
        assert_eq!(loaded.tick(&mut npc), Status::Running);
        let restored = |text: &str| trees.restore(of_saved(text)).expect("it fits");
        tick_copy(&mut loaded, restored, &mut npc);

        let mut inline = Inline::new(number);
        assert_eq!(inline.tick(&mut npc), Status::Running);
        tick_copy(
            &mut inline,
            |text| serde_json::from_str(text).expect("it can be read"),
            &mut npc,
        );
    }
}

#[test]
fn a_float_is_read_from_every_number_and_from_texts_of_it() {
    let read = serde_json::from_str::<Float<f32>>;
    for (text, expected) in [
        ("1", 1.0),
        ("-7", -7.0),
        ("0.1", 0.1),
        ("1e-45", 1e-45),
        ("\"-inf\"", f32::NEG_INFINITY),
        ("\"0x7f800000\"", f32::INFINITY),
    ] {
        assert_eq!(read(text).expect(text).0.to_bits(), expected.to_bits(), "{text}");
    }
    assert!(read("\"NaN\"").expect("a float").0.is_nan());
    for text in ["\"much\"", "\"0x\"", "\"0x7f8000000\"", "null", "{}", "true"] {
        let error = read(text).expect_err(text).to_string();
        assert!(error.contains("a number of type f32"), "{error}");
    }
    // As `serde_json` gives a number with its feature `arbitrary_precision`.
    let number = [("$serde_json::private::Number", "2.5")].into_iter();
    let read = Float::<f64>::deserialize(MapDeserializer::<_, serde_json::Error>::new(number));
    assert_eq!(read.expect("a float"), Float(2.5));
}

fn of_saved(text: &str) -> bt_core::files::Saved<Drill> {
    serde_json::from_str(text).expect("it can be read")
}
