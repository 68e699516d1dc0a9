//! Hostile files and saved states go through the loader: they are refused, or do no harm.

use bt_core::files::Saved;
use bt_core::{Status, behavior_tree};
use fastrand::Rng;
use std::sync::RwLock;
use std::sync::atomic::{AtomicBool, Ordering};

behavior_tree! {
    #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
    tree Compiled(steps: &mut u32) {
        sequence { action *steps += 1; running; }
    }

    #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
    vocabulary Walk(steps: &mut u32) {
        condition Fewer(than: u32 = 3) => *steps < than;
        action Step(count: u32 = 1) => *steps = steps.saturating_add(count);
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
        match Walk::parse(&text) {
            Err(mistakes) => assert!(mistakes.iter().all(|mistake| mistake.start.is_some())),
            Ok(trees) => {
                loaded += 1;
                let (mut steps, mut names) = (0, trees.names());
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
    let (mut compiled, mut steps) = (Compiled::new(), 0);
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
                (trees.read().expect("no panic").tree("Main").expect("it is there"), 0);
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
