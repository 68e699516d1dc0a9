//! The time and the memory for all states of a tree: `cargo bench -p benches --features verify --bench explored`.
//!
//! The rows alternate in one process; each is the best processor time of all rounds, and includes reading the tree.

#![allow(clippy::wildcard_imports, reason = "each generated tree uses some names of its world")]

use benches::random::{Leaves, Walk, While, World};
use benches::{ship, soldier};
use bt_verify::{Proof, explore};
use cpu_time::ProcessTime;
use std::time::Duration;

include!(concat!(env!("OUT_DIR"), "/explored.rs"));

const ROUNDS: usize = 10;

struct Row {
    name: String,
    explore: fn() -> Proof,
    proof: Option<Proof>,
    best: Duration,
}

impl Row {
    fn new(name: impl Into<String>, explore: fn() -> Proof) -> Self {
        Self { name: name.into(), explore, proof: None, best: Duration::MAX }
    }

    fn round(&mut self) {
        let begin = ProcessTime::now();
        let proof = (self.explore)();
        self.best = self.best.min(begin.elapsed());
        assert!(proof.is_complete(), "{}: {:?}", self.name, proof.problem());
        self.proof = Some(proof);
    }

    fn print(&self) {
        let Some(proof) = &self.proof else { return };
        let (states, seconds) = (proof.states(), self.best.as_secs_f64());
        println!(
            "| {} | {states} | {} | {:.2} | {:.0} | {:.1} | {} | {} |",
            self.name,
            proof.transitions(),
            seconds * 1e3,
            states as f64 / seconds,
            proof.transitions() as f64 / seconds / 1e6,
            proof.bytes_per_state(),
            proof.bytes() / states,
        );
    }
}

fn main() {
    let mut rows = vec![
        Row::new("soldier memory", explore::<soldier::tree::Memory<soldier::Soldier>>),
        Row::new("soldier reactive", explore::<soldier::tree::Reactive<soldier::Soldier>>),
        Row::new("ship", explore::<ship::tree::Stations<ship::Ship>>),
    ];
    for (kind, list, children) in
        [("sequence", SEQUENCES, [100, 1000]), ("active_selector", ACTIVE_SELECTORS, [100, 200])]
    {
        let named = children.into_iter().zip(list);
        rows.extend(named.map(|(children, of)| Row::new(format!("{kind} of {children}"), of)));
    }
    let single = rows.len();
    rows.extend(RANDOM.iter().map(|explore| Row::new("random 50", *explore)));
    for _ in 0..ROUNDS {
        rows.iter_mut().for_each(Row::round);
    }
    println!(
        "| tree | states | transitions | ms | states/s | million transitions/s | bytes per state | with transitions |"
    );
    println!("| --- | --: | --: | --: | --: | --: | --: | --: |");
    let random = &mut rows[single..];
    random.sort_by_key(|row| row.best);
    let last = random.len() - 1;
    random[0].name += ", fastest";
    random[last / 2].name += ", median";
    random[last].name += ", slowest";
    let shown = (0..single).chain([0, last / 2, last].map(|place| single + place));
    shown.for_each(|row| rows[row].print());
}
