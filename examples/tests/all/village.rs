//! The villagers of an example follow the edits of their file, and are interrupted only if nodes change.

use crate::studio::script::Script;
use crate::studio::stage::{ROOT, Stage};
use crate::studio::words::{Village, Villager};
use bt_core::files::Loaded;
use bt_core::{Clock, Status, behavior_tree};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

const VILLAGE: &str = include_str!("../../studio/village.tree");
const ROBOT: &str = include_str!("../../robot/navigate.tree");
const SEED: u64 = 5;

/// The studio without its screen.
struct Studio {
    path: PathBuf,
    script: Script,
    stage: Stage<Loaded<Village>>,
}

impl Studio {
    /// `name` makes the file unique.
    fn open(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("studio_{name}.tree"));
        fs::write(&path, VILLAGE).expect("the file can be written");
        let script = Script::open(&path).expect("the file of the example is sound");
        let tree = script.trees().tree(ROOT).expect("it has the tree");
        Self { path, script, stage: Stage::new(SEED, || tree.clone()) }
    }

    /// Saves the file with `old` replaced; if the new version is correct, returns the villagers that start again.
    fn save(&mut self, old: &str, new: &str) -> Option<Vec<&'static str>> {
        assert!(VILLAGE.contains(old), "{old}");
        fs::write(&self.path, VILLAGE.replace(old, new)).expect("the file can be written");
        self.script.poll().then(|| self.stage.renew(self.script.trees()))
    }

    fn tick(&mut self, times: u32) {
        for _ in 0..times {
            self.stage.tick();
        }
    }

    /// The active nodes of the first farmer.
    fn ada(&self) -> String {
        format!("{:?}", self.stage.actors[0].tree.active())
    }
}

#[test]
fn a_new_parameter_interrupts_nobody() {
    let mut studio = Studio::open("parameter");
    studio.tick(8);
    assert!(studio.ada().contains("field"), "{}", studio.ada());
    let before: Vec<_> = studio.stage.actors[0].tree.active().collect();
    let begun_anew = studio.save("'ripe: wait(1s);", "'ripe: wait(3s);");
    assert_eq!(begun_anew, Some(vec![]));
    let after: Vec<_> = studio.stage.actors[0].tree.active().collect();
    assert_eq!(before, after, "she goes on where she was");
    assert!(studio.script.status().starts_with("version 2 of "), "{}", studio.script.status());

    // She waits longer for each apple than somebody with the old file.
    let mut old = Studio::open("parameter_old");
    studio.tick(36);
    old.tick(44);
    let apples = |studio: &Studio| studio.stage.actors[0].person.basket;
    assert_eq!(studio.stage.actors[0].person.cell, old.stage.actors[0].person.cell);
    assert!(apples(&studio) < apples(&old), "{} {}", apples(&studio), apples(&old));
}

#[test]
fn a_new_habit_begins_with_the_next_step() {
    let mut studio = Studio::open("habit");
    studio.tick(8);
    let begun_anew = studio.save(
        "        'meal: subtree Meal;\n        'work",
        "        'meal: subtree Meal;\n        'swim: sequence { action GoTo(place = Well, speed = 8); running; }\n        'work",
    );
    // All have the same tree.
    assert_eq!(begun_anew, Some(vec!["Ada", "Ben", "Cleo"]));
    studio.tick(1);
    assert!(studio.ada().contains("swim"), "{}", studio.ada());
    let steps = |studio: &Studio| studio.stage.actors[0].person.cell;
    let before = steps(&studio);
    studio.tick(1);
    assert_eq!(before.distance(steps(&studio)), 2, "8 steps per second");
}

#[test]
fn a_mistake_changes_nothing() {
    let mut studio = Studio::open("mistake");
    let mut undisturbed = Studio::open("mistake_none");
    studio.tick(8);
    undisturbed.tick(8);
    assert_eq!(studio.save("action Sell;", "action Sel;\n        wait(2parsecs);"), None);
    let status = studio.script.status();
    let file = studio.path.display();
    let line =
        1 + VILLAGE.lines().position(|line| line.contains("action Sell;")).expect("it is there");
    let expected = format!(
        "version 1 of {file} goes on, since the file has mistakes\n\n\
         error: there is no action `Sel` in the vocabulary; did you mean `Sell`?\n  --> {file}:{line}:23\n   \
         |\n{line} |         'sell: action Sel;\n   |                       ^^^"
    );
    assert!(status.starts_with(&expected), "{status}");
    assert!(status.contains("there is no unit `parsecs`"), "{status}");
    for _ in 0..100 {
        studio.tick(1);
        undisturbed.tick(1);
        assert_eq!(studio.stage.news(), undisturbed.stage.news());
    }

    // Back to what it was: a new version, the same trees.
    assert_eq!(studio.save("action Sell;", "action Sell;"), Some(vec![]));
    assert!(!studio.script.status().contains("goes on"), "{}", studio.script.status());
    studio.tick(1);
    undisturbed.tick(1);
    assert_eq!(studio.ada(), undisturbed.ada());
}

#[test]
fn a_file_that_is_away_or_empty_changes_nothing() {
    let mut studio = Studio::open("away");
    studio.tick(8);
    let before = studio.ada();
    fs::remove_file(&studio.path).expect("it can be removed");
    assert!(!studio.script.poll());
    assert!(studio.script.status().contains("version 1 of "), "{}", studio.script.status());
    fs::write(&studio.path, VILLAGE).expect("it can be written");
    assert!(studio.script.poll(), "it is back");
    assert!(!studio.script.status().contains("goes on"), "{}", studio.script.status());
    assert!(!studio.script.poll(), "nothing has changed since");
    fs::write(&studio.path, "").expect("it can be written");
    assert!(!studio.script.poll());
    assert!(studio.script.status().contains("error: "), "{}", studio.script.status());
    assert_eq!(studio.save("tree Villager {", "tree Villagers {"), None);
    assert!(studio.script.status().contains("no tree `Villager`"), "{}", studio.script.status());
    assert_eq!(studio.ada(), before);
    // The same text as that of the running version.
    fs::write(&studio.path, VILLAGE).expect("it can be written");
    assert!(studio.script.poll());
    assert!(!studio.script.status().contains("error"), "{}", studio.script.status());
}

#[test]
fn loaded_and_compiled_trees_tell_the_same_story() {
    for seed in 0..10 {
        let trees = Village::parse(VILLAGE).expect("the file of the example is sound");
        let tree = trees.tree(ROOT).expect("it has the tree");
        let mut loaded = Stage::new(seed, || tree.clone());
        let mut compiled = Stage::new(seed, Villager::new);
        for _ in 0..2_000 {
            loaded.tick();
            compiled.tick();
            assert_eq!(loaded.news(), compiled.news(), "seed {seed}");
        }
    }
}

/// An example of the checks that a program makes of its own vocabulary.
#[test]
fn all_words_are_described_and_the_file_uses_most() {
    let undocumented = Village::WORDS.iter().filter(|word| word.description.is_none());
    assert_eq!(undocumented.map(|word| word.name).collect::<Vec<_>>(), [""; 0]);
    let trees = Village::parse(VILLAGE).expect("the file of the example is sound");
    let used: Vec<&str> = trees.words_used().collect();
    let unused = Village::WORDS.iter().map(|word| word.name).filter(|name| !used.contains(name));
    let for_designers = ["IsDay", "NeighborNear", "HasApples", "IsAt", "Hunger", "Wealth"];
    assert_eq!(unused.collect::<Vec<_>>(), for_designers);
}

/// The blocks of the guide's chapter that are no Rust.
fn blocks() -> Vec<String> {
    let chapter = include_str!("../../../bt-core/src/guide/files.md");
    let blocks = chapter.split("```text\n").skip(1);
    blocks.map(|block| block.split("```").next().unwrap_or_default().to_owned()).collect()
}

/// The place of a stall.
#[derive(Clone)]
struct Pose(usize);

#[derive(Clone, Copy, PartialEq)]
enum Mood {
    Calm,
    Wild,
}

struct Purse {
    coins: u32,
}

impl Clock for Purse {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

behavior_tree! {
    /// The words of the example with parameters and results.
    vocabulary Shopping(purse: &mut Purse) {
        type Pose;
        value Mood: Mood { Calm, Wild } => if purse.coins > 3 { Mood::Wild } else { Mood::Calm };
        value Coins: u32 => purse.coins;
        value Spot(number: usize): Pose => Pose(number);
        action GoTo(place: Pose) => place.0 < 3;
        action AskForPrice -> u32 => Some(2);
        action Pay(price: u32) => purse.coins -= price;
    }
}

#[test]
fn the_trees_of_the_guide_are_sound() {
    let blocks = blocks();
    let begins = ["tree ", "pub tree ", "//"];
    let is_tree = |block: &&String| begins.iter().any(|begin| block.starts_with(begin));
    let mut sound = 0;
    for (place, tree) in blocks.iter().enumerate().filter(|(_, block)| is_tree(block)) {
        if tree.contains("tree Navigate") {
            assert!(ROBOT.ends_with(tree.as_str()), "{tree}");
            continue;
        }
        // The tests of `bt-cli` run what is shown about language models.
        if tree.starts_with("tree Guard") {
            continue;
        }
        let next = blocks.get(place + 1).filter(|next| next.starts_with("error: "));
        let read = if tree.starts_with("tree Market") {
            Shopping::parse(tree).map(|trees| {
                let mut market = trees.tree("Market").expect("it is there");
                let mut purse = Purse { coins: 5 };
                while market.tick(&mut purse) == Status::Running {}
                assert_eq!(purse.coins, 1, "two of three were paid");
            })
        } else {
            Village::parse(tree).map(drop)
        };
        match (read, next) {
            (Ok(()), None) => sound += 1,
            (Err(mistakes), Some(expected)) => {
                assert_eq!(
                    mistakes.in_file("village.tree").to_string().trim_end(),
                    expected.trim_end()
                );
            }
            (Ok(()), Some(expected)) => panic!("{expected}"),
            (Err(mistakes), None) => panic!("{mistakes}"),
        }
    }
    assert!(sound >= 3, "{sound}");
    assert!(blocks.iter().any(|block| block.starts_with("error: ")));
}

/// Each node of the tables for designers is one that a file can have.
#[test]
fn the_nodes_of_the_guide_are_sound() {
    let chapter = include_str!("../../../bt-core/src/guide/files.md");
    let designers = chapter.split("# For programmers").next().unwrap_or_default();
    let nodes =
        designers.split("## What a node does").nth(1).and_then(|rest| rest.split("## ").next());
    let mut count = 0;
    for row in nodes.expect("the section").lines().filter(|line| line.starts_with("| `")) {
        let first = row.split('|').nth(1).unwrap_or_default();
        for node in first.split('`').skip(1).step_by(2) {
            count += 1;
            if node.contains("match ") || node.starts_with("let(") {
                let child = if node.starts_with("let(") { " …" } else { "" };
                let node = format!("{node}{child}")
                    .replace("{ … }", "{ _ => … }")
                    .replace('…', "succeed;");
                Shopping::parse(&format!("tree Example {{ {node} }}"))
                    .unwrap_or_else(|mistakes| panic!("{mistakes}"));
                continue;
            }
            let child = "guard(IsDay) action Eat;";
            let node = match node {
                _ if node.starts_with("set ") => format!("let(count: u32 = 1) {node}"),
                _ if node.ends_with(';') => node.to_owned(),
                // The cleanup and the node.
                "finally { … }" => format!("finally {{ {child} }} {child}"),
                _ if node.contains('…') => node.replace('…', child),
                _ => format!("{node} {child}"),
            };
            let text = format!("tree Example {{ {node} }} tree Harvesting {{ {child} }}");
            Village::parse(&text).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        }
    }
    assert!(count > 35, "{count}");
}
