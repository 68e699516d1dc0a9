//! Hostile files and saved states go through the loader: they are refused, or do no harm.

use allocation_counter::measure;
use bt_core::files::{Mistakes, Saved, Trees};
use bt_core::{Clock, Status, behavior_tree};
use fastrand::Rng;
use std::sync::RwLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A number of steps, which is also the time.
struct Steps(u32);

impl Clock for Steps {
    fn now(&self) -> Duration {
        Duration::from_secs(self.0.into())
    }
}

behavior_tree! {
    #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
    tree Compiled(steps: &mut Steps) {
        sequence { action steps.0 += 1; running; }
    }

    #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
    vocabulary Walk(steps: &mut Steps) {
        condition Fewer(than: u32 = 3) => steps.0 < than;
        action Step(count: u32 = 1) => steps.0 = steps.0.saturating_add(count);
        action Stay => Status::Running;
        value Three: u32 => 3;
        random => 1;
    }
}

const SOUND: &[&str] = &[
    "tree Main { repeat(3) sequence { action Step; action Stay; } }",
    "tree Main { active_selector { sequence { condition Fewer; action Stay; } subtree Other; } } tree Other { once action Step(count = Three); }",
    "tree Main { parallel(success = 1) { retry(2) action Stay; repeat subtree Other; } } tree Other { random_selector { Three => fail; 1 => action Stay; } }",
    "tree Main { utility_selector { 0.5 => if Fewer { action Step; } else { fail; } 0.2 => not action Stay; } }",
];

const PIECES: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    ";",
    "=",
    "=>",
    "subtree Main;",
    "repeat ",
    "Three",
    "9999999999",
    "'a: ",
    "not ",
    "tree ",
    "/*",
];

/// The most bytes of memory for each byte of a text that is loaded …
const FOR_A_BYTE: u64 = 800;
/// … or refused …
const FOR_A_REFUSED_BYTE: u64 = 300;
/// … of an ordinary file …
const FOR_AN_ORDINARY_BYTE: u64 = 50;
/// … for each node that is there because its tree is a subtree …
const FOR_A_NODE: u64 = 1_000;
/// … and for any text: its first mistakes.
const FOR_ALL: u64 = 1 << 20;

/// Reads a text and checks that it takes no more memory than it may; `nodes` is the number of nodes in subtrees.
fn parse(text: &str, nodes: u64) -> Result<Trees<Walk>, Mistakes> {
    let mut result = None;
    let bytes = measure(|| result = Some(Walk::parse(text))).bytes_max;
    let result = result.expect("it was read");
    let for_a_byte = if result.is_ok() { FOR_A_BYTE } else { FOR_A_REFUSED_BYTE };
    let most = for_a_byte * text.len() as u64 + FOR_A_NODE * nodes + FOR_ALL;
    let shown: String = text.chars().take(60).collect();
    assert!(bytes <= most, "{bytes} bytes for the {} bytes of {shown}", text.len());
    result
}

#[test]
fn the_memory_for_a_text_has_a_limit() {
    let many = |unit: &str| unit.repeat(20_000 / unit.len());
    for unit in [
        "a;",
        "1;",
        "#",
        ";",
        "{}",
        "a=1,",
        "'a: ",
        "wait(1s);",
        "action Stay;",
        "action Step(count=x);",
        "subtree B;",
        "repeat(3)repeat(3)wait(1s);",
        "every(1s)wait(1s);",
        "round_robin{wait(1s);}",
        "if Fewer{succeed;}",
    ] {
        for text in [many(unit), format!("tree A {{ sequence {{ {} }} }}", many(unit))] {
            drop(parse(&text, 0));
        }
    }
    // The widest nodes, and many trees.
    let wide = "repeat(3)repeat(3)wait(1s);".repeat(1_000);
    assert!(parse(&format!("tree A {{ parallel {{ {wide} }} }}"), 0).is_ok());
    let tree = |place| format!("tree T{place}{{wait(1s);}}");
    assert!(parse(&(0..1_500).map(tree).collect::<String>(), 0).is_ok());
    // Each tree contains the next one twice.
    let twice =
        |place| format!("tree T{place}{{sequence{{subtree T{0};subtree T{0};}}}}", place + 1);
    let doubled: String = (0..14).map(twice).collect();
    let trees = parse(&format!("{doubled}tree T14{{wait(1s);}}"), 1 << 17).expect("a sound file");
    assert_eq!(trees.tree("T0").expect("it is there").nodes().len(), (1 << 16) - 3);
}

/// Trees are lowered and joined one after the other.
#[test]
fn the_memory_for_an_ordinary_file_is_small() {
    const TREE: &str = "
/// Walks to the end, and rests from time to time.
tree Walk# {
    active_selector {
        'rests: sequence {
            condition Fewer(than = 20);
            action Stay;
        }
        timeout(10s) parallel(success = 1) {
            action Stay;
            cooldown(2s) action Step(count = 2);
        }
        guard(Fewer(than = 4)) repeat sequence {
            /// To the first place.
            action Step(count = 12);
            wait(2s);
            if Fewer {
                action Stay;
            } else {
                subtree Rest;
            }
        }
    }
}
";
    let many: String = (0..150).map(|number: u32| TREE.replace('#', &number.to_string())).collect();
    let text = format!("{many}\ntree Rest {{\n    wait(3s);\n}}\n");
    let mut trees = None;
    let bytes = measure(|| trees = Some(Walk::parse(&text))).bytes_max;
    assert!(trees.is_some_and(|trees| trees.is_ok()));
    let most = FOR_AN_ORDINARY_BYTE * text.len() as u64;
    assert!(bytes <= most, "{bytes} bytes for the {} bytes of the text", text.len());
}

#[test]
fn changed_files_are_refused_or_run() {
    let mut loaded = 0;
    for seed in 0..2_000 {
        let mut random = Rng::with_seed(seed);
        let mut text = (*random.choice(SOUND).expect("there are files")).to_owned();
        for _ in 0..random.usize(1..3) {
            let (from, length) = (random.usize(..text.len()), random.usize(..12));
            let to = (from + length).min(text.len());
            if random.bool() {
                text.replace_range(from..to, "");
            } else {
                text.insert_str(from, random.choice(PIECES).expect("there are pieces"));
            }
        }
        match parse(&text, 0) {
            Err(mistakes) => assert!(mistakes.iter().all(|mistake| mistake.start.is_some())),
            Ok(trees) => {
                loaded += 1;
                let (mut steps, mut names) = (Steps(0), trees.names());
                let name = names.next().expect("a file has a tree");
                let mut agent = trees.tree(name).expect("it is there");
                for _ in 0..10 {
                    agent.tick(&mut steps);
                }
                agent.abort(&mut steps);
            }
        }
    }
    assert!(loaded > 20, "{loaded}");
}

#[test]
fn compiled_and_loaded_states_are_not_exchanged() {
    let trees = Walk::parse("tree Compiled { sequence { action Step; running; } }");
    let trees = trees.expect("a sound file");
    let (mut compiled, mut steps) = (Compiled::new(), Steps(0));
    let mut loaded = trees.tree("Compiled").expect("it is there");
    for _ in 0..5 {
        compiled.tick(&mut steps);
        loaded.tick(&mut steps);
        let texts = [serde_json::to_string(&compiled), serde_json::to_string(&loaded)];
        let [compiled, loaded] = texts.map(|text| text.expect("it can be saved"));
        assert!(serde_json::from_str::<Saved<Walk>>(&compiled).is_err(), "{compiled}");
        assert!(serde_json::from_str::<Compiled>(&loaded).is_err(), "{loaded}");
        assert!(serde_json::from_str::<Compiled>(&compiled).is_ok());
        let saved = serde_json::from_str(&loaded).expect("it was saved");
        assert!(trees.restore(saved).is_ok());
    }
}

#[test]
fn files_are_loaded_while_other_threads_tick() {
    let trees = RwLock::new(Walk::parse(SOUND[0]).expect("a sound file"));
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let ticks = || {
            let (mut agent, mut steps) =
                (trees.read().expect("no panic").tree("Main").expect("it is there"), Steps(0));
            let mut is_last = false;
            while !is_last {
                is_last = is_over.load(Ordering::Relaxed);
                assert!(agent.renew(&trees.read().expect("no panic"), &mut steps));
                agent.tick(&mut steps);
            }
            agent.nodes().len()
        };
        let others: [_; 3] = std::array::from_fn(|_| scope.spawn(ticks));
        for round in 0..200 {
            let text = SOUND[round % SOUND.len()];
            assert!(Walk::parse(&text[1..]).is_err());
            let new = Walk::parse(text).expect("a sound file");
            *trees.write().expect("no panic") = new;
        }
        is_over.store(true, Ordering::Relaxed);
        let last = trees.read().expect("no panic").tree("Main").expect("it is there");
        for other in others {
            assert_eq!(other.join().expect("no panic"), last.nodes().len());
        }
    });
}
