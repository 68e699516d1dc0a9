//! Runs the proofs of the examples; each stands in its example. Mutants of their trees break their rules.
#![allow(clippy::duplicate_mod, reason = "several examples have the same module")]

#[allow(dead_code, reason = "only its trees are used")]
#[path = "../examples/chase_flee.rs"]
mod chase_flee;
#[allow(dead_code, reason = "only its trees are used")]
#[path = "../examples/crowd/main.rs"]
mod crowd;
#[allow(dead_code, reason = "only its trees are used")]
#[path = "../examples/day.rs"]
mod day;
#[allow(dead_code, reason = "only its trees are used")]
#[path = "../examples/door.rs"]
mod door;
#[allow(dead_code, reason = "only its trees are used")]
#[path = "../examples/picking/main.rs"]
mod picking;
#[allow(dead_code, reason = "only its trees are used")]
#[path = "../examples/seat.rs"]
mod seat;
#[allow(dead_code, reason = "only its trees are used")]
#[path = "../examples/soldier/main.rs"]
mod soldier;
#[allow(dead_code, reason = "only its trees are used")]
#[path = "../examples/squad/main.rs"]
mod squad;
#[allow(dead_code, reason = "only its trees are used")]
#[path = "../examples/studio/main.rs"]
mod studio;
#[allow(dead_code, reason = "only its trees are used")]
#[path = "../examples/vacuum/main.rs"]
mod vacuum;
#[allow(dead_code, reason = "only its trees are used")]
#[path = "../examples/villager.rs"]
mod villager;

use bt_core::verify::{Proof, Rules};
use studio::words::proofs::PROVEN;

/// The proofs and rules of the examples.
type Example = (&'static str, fn() -> Proof, fn() -> Rules);

const EXAMPLES: [Example; 17] = [
    ("chase_flee", chase_flee::proofs::proof, chase_flee::proofs::rules),
    ("crowd: starling", crowd::proofs::starling, crowd::proofs::rules_of_starlings),
    ("crowd: hawk", crowd::proofs::hawk, crowd::proofs::rules_of_hawks),
    ("day: by priority", day::proofs::by_priority, day::proofs::rules_of_priorities),
    ("day: by utility", day::proofs::by_utility, day::proofs::rules_of_utility),
    ("door", door::proofs::proof, door::proofs::rules),
    ("picking", picking::village::proofs::proof, picking::village::proofs::rules),
    ("seat", seat::proofs::proof, seat::proofs::rules),
    ("soldier", soldier::proofs::proof, soldier::proofs::rules),
    ("squad", squad::proofs::proof, squad::proofs::rules),
    ("studio: farmer", PROVEN[0].0, PROVEN[0].1),
    ("studio: watchman", PROVEN[1].0, PROVEN[1].1),
    ("studio: meal", PROVEN[2].0, PROVEN[2].1),
    ("studio: apples", PROVEN[3].0, PROVEN[3].1),
    ("studio: chat", PROVEN[4].0, PROVEN[4].1),
    ("vacuum", vacuum::tree::proofs::proof, vacuum::tree::proofs::rules),
    ("villager", villager::proofs::proof, villager::proofs::rules),
];

/// Prints the table, and the mutants that are missed: `cargo test --test proofs -- --nocapture mutants`.
#[test]
fn rules_notice_eight_of_ten_mutants() {
    let (mut failures, mut missed) = (Vec::new(), Vec::new());
    println!("| example | mutants | refused | equivalent | caught | missed |");
    println!("| --- | --: | --: | --: | --: | --: |");
    for (name, proof, rules) in EXAMPLES {
        let mutants = proof().mutants(&rules()).expect("the rules hold");
        let count = mutants.missed().count();
        println!(
            "| {name} | {} | {} | {} | {} | {count} |",
            mutants.iter().count(),
            mutants.refused(),
            mutants.equivalent(),
            mutants.caught(),
        );
        missed.extend(mutants.missed().map(|mutant| format!("{name}: {}", mutant.change)));
        if mutants.caught() * 10 < (mutants.caught() + count) * 8 {
            failures.push(mutants.to_string());
        }
    }
    let missed = missed.join("\n  ");
    println!("missed:\n  {missed}");
    assert!(failures.is_empty(), "{}\nall that are missed:\n  {missed}", failures.join("\n"));
}
