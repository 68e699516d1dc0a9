//! Trees of files: the compiled tree and the loaded one have the same proof.

use super::{breaks, keeps};
use bt_core::{Clock, End, NodeId, Status, behavior_tree};
use bt_verify::{Rules, explore, explore_loaded, inside};
use std::time::Duration;

#[derive(Default)]
struct Forest {
    hungry: bool,
    steps: u32,
}

impl Forest {
    fn step(&mut self) -> Status {
        self.steps += 1;
        Status::from(self.steps % 3 == 0)
    }
}

impl Clock for Forest {
    fn now(&self) -> Duration {
        Duration::from_secs(self.steps.into())
    }
}

behavior_tree! {
    vocabulary Words(forest: &mut Forest) {
        condition Hungry => forest.hungry;
        action Step => forest.step();
    }

    trees from "tests/proofs/proof.tree" with Words;
}

#[test]
fn compiled_and_loaded_trees_have_the_same_proof() {
    let trees = Words::load("tests/proofs/proof.tree").expect("it has no mistakes");
    let compiled = explore::<Animal>();
    let loaded = explore_loaded(&trees.tree("Animal").expect("it is in the file"));
    assert!(compiled.is_complete() && compiled.unreached().is_empty(), "{compiled}");
    assert_eq!(compiled.to_string(), loaded.to_string());
    assert_eq!(compiled.states(), loaded.states());
    for proof in [compiled, loaded] {
        keeps(
            &proof,
            &Rules::new()
                .never(|tick| tick.is_active(Animal::EAT) && tick.is_active(Animal::EXPLORE)),
        );
        let search = Animal::NODES.iter().find(|node| node.source == "Search");
        let look = inside(search.expect("the subtree").id, Search::LOOK);
        assert_eq!(Animal::node(look).label, Some("look"));
        let late =
            breaks(&proof, &Rules::new().never(move |tick| tick.ended(look) == Some(End::Aborted)));
        assert_eq!(late.len(), 2, "the deadline has not passed in the first tick: {late}");
    }
    let mut coverage = explore::<Animal>().coverage();
    let mut forest = Forest { hungry: true, steps: 0 };
    let mut animal = Animal::new();
    for tick in 0..40 {
        forest.hungry = tick % 7 < 5;
        animal.tick_with(&mut forest, &mut coverage);
    }
    assert_eq!(coverage.impossible(), []);
    let mut other = explore::<Animal>().coverage();
    assert!(other.never_seen().len() > coverage.never_seen().len());
    other.merge(&coverage);
    assert_eq!(other.never_seen(), coverage.never_seen());
}

/// A clock that goes back with every note.
struct Backwards {
    time: Duration,
    notes: [u32; 10],
}

impl Backwards {
    fn note(&mut self, number: usize) {
        self.time -= Duration::from_secs(1);
        self.notes[number] += 1;
    }
}

impl Clock for Backwards {
    fn now(&self) -> Duration {
        self.time
    }
}

behavior_tree! {
    vocabulary Notes(world: &mut Backwards) {
        condition Turn => world.notes[0] % 2 == 0;
        action Note(number: usize) => world.note(number);
    }

    trees from "tests/proofs/zero.tree" with Notes;
}

#[test]
fn a_literal_of_zero_has_passed_even_if_the_clock_jumps_back() {
    const TICKS: u32 = 5;
    let trees = Notes::load("tests/proofs/zero.tree").expect("it has no mistakes");
    let mut loaded = trees.tree("Zero").expect("it is in the file");
    for proof in [explore::<Zero>(), explore_loaded(&loaded)] {
        assert!(proof.is_complete());
        let root = proof.node(NodeId::new(0)).expect("the root");
        assert!(root.runs && !root.fails && !root.succeeds, "{proof}");
    }
    let mut compiled = Zero::new();
    let mut worlds =
        [(), ()].map(|()| Backwards { time: Duration::from_secs(1000), notes: [0; 10] });
    let [first, second] = &mut worlds;
    for _ in 0..TICKS {
        assert_eq!(compiled.tick(first), Status::Running);
        assert_eq!(loaded.tick(second), Status::Running);
    }
    assert_eq!(worlds.map(|world| world.notes), [[TICKS; 10]; 2]);
}
