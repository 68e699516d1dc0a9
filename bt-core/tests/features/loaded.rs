//! The states of compiled and loaded trees are not exchanged, and files are loaded while other threads tick.

use bt_core::files::Saved;
use bt_core::{Clock, Status, behavior_tree};
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
    }
}

const SOUND: &[&str] = &[
    "tree Main { repeat(3) sequence { action Step; action Stay; } }",
    "tree Main { active_selector { sequence { condition Fewer; action Stay; } subtree Other; } } tree Other { once action Step(count = Three); }",
];

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
