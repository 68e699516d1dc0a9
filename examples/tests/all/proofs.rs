//! Mutants of the trees of the examples break their rules. The rules stand in the examples.

use crate::studio::words::proofs as village;
use crate::{chase_flee, crowd, day, door, picking, seat, soldier, squad, vacuum, villager};
use bt_verify::{Proof, Rules};

/// Rules have to notice eight of ten mutants. Prints what is missed: `cargo test -p examples proofs -- --nocapture`.
fn check(proof: &Proof, rules: &Rules) {
    let mutants = proof.mutants(rules).expect("the rules hold");
    println!("{mutants}");
    let (caught, missed) = (mutants.caught(), mutants.missed().count());
    assert!(caught * 10 >= (caught + missed) * 8, "{mutants}");
}

macro_rules! checked {
    ($($(#[$ignored:meta])? $name:ident: $proof:expr, $rules:expr;)*) => {$(
        #[test]
        $(#[$ignored])?
        fn $name() {
            check(&$proof(), &$rules());
        }
    )*};
}

checked! {
    chase_flee: chase_flee::proofs::proof, chase_flee::proofs::rules;
    starlings: crowd::proofs::starling, crowd::proofs::rules_of_starlings;
    hawks: crowd::proofs::hawk, crowd::proofs::rules_of_hawks;
    day_by_priority: day::proofs::by_priority, day::proofs::rules_of_priorities;
    day_by_utility: day::proofs::by_utility, day::proofs::rules_of_utility;
    door: door::proofs::proof, door::proofs::rules;
    picking: picking::village::proofs::proof, picking::village::proofs::rules;
    seat: seat::proofs::proof, seat::proofs::rules;
    soldier: soldier::proofs::proof, soldier::proofs::rules;
    squad: squad::proofs::proof, squad::proofs::rules;
    #[ignore = "takes longer than all others: .ci/run mutants"]
    farmer: village::farmer, village::rules_of_farmers;
    watchman: village::watchman, village::rules_of_watchmen;
    vacuum: vacuum::tree::proofs::proof, vacuum::tree::proofs::rules;
    villager: villager::proofs::proof, villager::proofs::rules;
}
