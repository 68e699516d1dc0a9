//! Trees do nothing that no proof has seen: each tick, and each abort, is one of the explored machine.

use crate::machine::{MACHINES, loaded_trees};
use bt_core::Agent;
use bt_verify::{Failure, Limits, Proof, Rules, Runs, explore_loaded_with, simulate};
use meaning::course::{Course, world_seeds};
use meaning::{Scripts, World};
use std::time::Duration;

const TICKS: usize = 200;

/// The machine is enough: its states are not needed.
pub(crate) fn limits() -> Limits {
    // The worlds answer a question that is asked twice in a tick as their scripts say, and each slot is asked in one place.
    Limits { states: 1, transitions: 1, pages: None, same_answers: false }
}

/// Runs a tree; an error is the run up to the first tick that no proof has seen.
pub(crate) fn run<T: Agent<World>>(
    proof: &Proof,
    seed: u64,
    make: impl Fn() -> T,
) -> Result<(), Failure> {
    assert!(!proof.problem().is_some_and(|problem| problem.contains("cannot")), "{proof}");
    let begin = || (make(), (World::new(Scripts::Seeded(seed)), Course::new(seed)));
    let rules = Rules::new();
    let run = simulate(proof, &rules, Runs::of(0..1, TICKS), begin, |tree, (world, course), _| {
        // A clock does not come to its end.
        world.book.now = course.time().min(Duration::from_secs(1 << 40));
        world.begin_tick();
        tree.tick(world);
        if course.aborts() {
            tree.abort(world);
        }
    });
    run.map(|_| ())
}

#[test]
fn compiled_trees_do_what_is_proved() {
    for entry in MACHINES {
        for world in world_seeds(entry.seed, 2) {
            if let Err(failure) = (entry.prove)(world) {
                panic!("tree {}, world {world}: {failure}", entry.seed);
            }
        }
    }
}

#[test]
fn loaded_trees_do_what_is_proved() {
    for (seed, text, trees) in loaded_trees() {
        let tree = trees.tree("Main").expect("the main tree");
        let proof = explore_loaded_with(&tree, limits());
        for world in world_seeds(seed, 2) {
            if let Err(failure) = run(&proof, world, || tree.clone()) {
                panic!("tree {seed}, world {world}: {failure}\n{text}");
            }
        }
    }
}
