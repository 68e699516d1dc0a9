//! Trees of files: the compiled tree and the loaded one have the same proof.

use bt_core::{Clock, End, Status, behavior_tree};
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
        proof
            .check(
                &Rules::new()
                    .never(|tick| tick.is_active(Animal::EAT) && tick.is_active(Animal::EXPLORE)),
            )
            .unwrap();
        let search = Animal::NODES.iter().find(|node| node.source == "Search");
        let look = inside(search.expect("the subtree").id, Search::LOOK);
        assert_eq!(Animal::node(look).label, Some("look"));
        let late = proof
            .check(&Rules::new().never(move |tick| tick.ended(look) == Some(End::Aborted)))
            .unwrap_err();
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
