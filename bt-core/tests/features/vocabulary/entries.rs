//! Files in which some trees are `pub`.

use bt_core::files::{ArgumentError, RestoreError, Saved};
use bt_core::{Agent, Inspect, Status, behavior_tree};
use std::path::Path;

#[derive(Clone, Default)]
pub(super) struct Soldier {
    is_safe: bool,
    did: Vec<&'static str>,
}

/// Entries are as visible as the item says, and the others are not.
mod compiled {
    use super::{Soldier, behavior_tree};

    behavior_tree! {
        #[derive(serde::Serialize, serde::Deserialize)]
        pub(super) vocabulary Drill(soldier: &mut Soldier) {
            condition IsSafe => soldier.is_safe;
            action Fire => soldier.did.push("fire");
            action Rest => soldier.did.push("rest");
            /// Nobody fires blindly.
            rule always Fire.ticked -> IsSafe.succeeded;
        }

        pub(super) trees from "tests/trees/entries.tree" with Drill;
    }

    // A tree of this module can call a helper.
    behavior_tree! {
        pub(super) tree Blind(soldier: &mut Soldier) {
            subtree Shot;
        }
    }
}

use compiled::{Blind, Drill, Guard, Idle};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/trees/entries.tree");

fn ticked(tree: &mut impl Agent<Soldier>, soldier: &Soldier) -> (Status, Soldier) {
    let mut soldier = soldier.clone();
    (tree.tick(&mut soldier), soldier)
}

#[test]
fn only_entries_are_made() {
    let trees = Drill::load(PATH).expect("sound files");
    assert_eq!(trees.names().collect::<Vec<_>>(), ["Guard", "Idle"]);
    assert_eq!(trees.rules().map(|(name, _)| name).collect::<Vec<_>>(), ["Guard", "Idle"]);
    assert_eq!(trees.files().count(), 2);
    for helper in ["Shot", "Aim", "Unused"] {
        assert!(trees.tree(helper).is_none());
        let error = trees.tree_with(helper, &[]).expect_err("a helper");
        assert_eq!(error, ArgumentError::NoEntry(helper.to_owned()));
    }
    assert_eq!(
        trees.tree_with("Shot", &[]).err().map(|error| error.to_string()).as_deref(),
        Some("`Shot` is not `pub`, so only other trees use it; write `pub tree Shot` in its file")
    );
    let unknown = trees.tree_with("Shut", &[]).err();
    assert_eq!(unknown, Some(ArgumentError::NoTree("Shut".to_owned())));
    // Clones know it, too.
    assert!(matches!(trees.clone().tree_with("Aim", &[]), Err(ArgumentError::NoEntry(_))));
}

#[test]
fn entries_do_what_helpers_do_loaded_and_compiled() {
    let trees = Drill::load(PATH).expect("sound files");
    let loaded = |name: &str| trees.tree(name).expect("an entry");
    for is_safe in [false, true] {
        let soldier = Soldier { is_safe, did: Vec::new() };
        let (status, after) = ticked(&mut loaded("Guard"), &soldier);
        let (compiled, after_compiled) = ticked(&mut Guard::new(), &soldier);
        assert_eq!((status, &after.did), (compiled, &after_compiled.did));
        assert_eq!(after.did, if is_safe { &["rest", "fire"][..] } else { &[] });
    }
    let soldier = Soldier::default();
    assert_eq!(ticked(&mut loaded("Idle"), &soldier).1.did, ["rest"]);
    assert_eq!(ticked(&mut Idle::new(2), &soldier).0, Status::Running);
    // The program may know more than the file: its own trees have their own rules.
    assert_eq!(ticked(&mut Blind::new(), &soldier).1.did, ["rest", "fire"]);
    // Nodes of helpers are in their own file.
    let guard = loaded("Guard");
    let aim = guard.nodes().iter().find(|node| node.source == "Rest").expect("a node");
    let file = guard.file_of(aim.id).expect("a file");
    assert!(Path::new(file).ends_with("entries/parts.tree"), "{file}");
}

const SHOT: &str = "tree Shot { repeat(3) action Rest; }";

#[test]
fn an_agent_stays_as_it_is_when_its_tree_is_no_entry_any_more() {
    let mut trees = Drill::parse(SHOT).expect("a sound text");
    let mut soldier = Soldier::default();
    let mut shot = trees.tree("Shot").expect("an entry");
    shot.tick(&mut soldier);
    let saved = serde_json::to_string(&shot).expect("JSON");
    trees.reload(&format!("pub tree Guard {{ subtree Shot; }} {SHOT}")).expect("a sound text");
    assert!(!shot.renew(&trees, &mut soldier), "only other trees use it");
    // It goes on with the tree that it has.
    assert_eq!(shot.tick(&mut soldier), Status::Running);
    assert_eq!(shot.tick(&mut soldier), Status::Success);
    let read = || serde_json::from_str::<Saved<Drill>>(&saved).expect("a state");
    let error = trees.restore(read()).expect_err("a helper");
    assert!(matches!(&error, RestoreError::NoEntry { tree, .. } if tree == "Shot"));
    assert!(error.to_string().contains("write `pub tree Shot`"), "{error}");
    // And back.
    trees.reload(&format!("pub {SHOT}")).expect("a sound text");
    assert!(shot.renew(&trees, &mut soldier));
    assert_eq!(trees.restore(read()).expect("its state").tick(&mut soldier), Status::Running);
}

#[test]
fn helpers_keep_the_rules_as_parts_of_entries() {
    let guard = "tree Guard { sequence { condition IsSafe; subtree Shot; } }";
    let shot = "tree Shot { action Fire; }";
    let mut trees = Drill::parse(&format!("pub {guard} {shot}")).expect("the rule holds");
    let rules: Vec<_> = trees.rules().map(|(name, rules)| (name, rules.len())).collect();
    assert_eq!(rules, [("Guard", 1)]);
    let alone = trees.reload(&format!("{guard}\n{shot}")).expect_err("all are entries");
    assert!(alone.to_string().starts_with("error: `Shot` breaks the rule"), "{alone}");
    let text = format!("pub {guard}\n{shot}\npub tree Wild {{ subtree Shot; }}");
    let wild = trees.reload(&text).expect_err("it does not ask");
    assert!(wild.to_string().starts_with("error: `Wild` breaks the rule"), "{wild}");
    assert!(wild.to_string().contains(" --> text:2:13\n"), "{wild}");
    assert_eq!(trees.names().collect::<Vec<_>>(), ["Guard"], "the old trees remain");
}
