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
        self.left -= 1;
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
