//! The data of words is saved and loaded, texts and variants included.

use bt_core::__private::{Arguments, NoEvents, Play, Vocabulary};
use bt_core::vocabulary::Value;
use bt_core::{Action, Status, behavior_tree};
use serde::{Deserialize, Serialize};

#[derive(Default)]
struct Npc {
    log: Vec<String>,
    rounds: u32,
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
