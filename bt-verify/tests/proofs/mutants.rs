//! Mutants: which changes are made, which are equivalent, and which are noticed.

use super::{breaks, keeps};
use bt_core::{Clock, Status, behavior_tree};
use bt_verify::{Limits, Mutants, Reason, Rules, Verdict, explore, explore_with};

fn world(b: &mut u32) -> Status {
    *b += 1;
    Status::Running
}

fn verdict(mutants: &Mutants, change: &str) -> Verdict {
    let mut found =
        mutants.iter().filter(|mutant| mutant.change.replace("` (line ", "(").contains(change));
    let mutant = found.next().unwrap_or_else(|| panic!("{change}: {mutants:?}"));
    mutant.verdict
}

behavior_tree! {
    /// Nothing runs in it, so that `active_` makes no difference.
    tree Calm(b: &mut u32) {
        active_selector {
            'first: condition *b > 1;
            'second: condition *b > 2;
            'last: condition *b > 3;
        }
    }
}

#[test]
fn what_makes_no_difference_is_equivalent() {
    let mutants = explore::<Calm>().mutants(&Rules::new()).unwrap();
    assert_eq!(mutants.equivalent(), 1, "{mutants:?}");
    let equivalent = mutants.iter().find(|mutant| mutant.verdict == Verdict::Equivalent).unwrap();
    assert!(equivalent.change.ends_with("becomes selector"), "{equivalent:?}");
    // An `active_sequence` is another tree, and so is one with another order.
    assert_eq!((mutants.iter().count(), mutants.missed().count()), (7, 6), "{mutants}");
}

behavior_tree! {
    tree Once(b: &mut u32) {
        active_selector {
            'go: guard(*b > 1) action world(b);
            'rest: action world(b);
        }
    }
    tree Twice(b: &mut u32) {
        sequence { subtree Once; subtree Once; }
    }
}

#[test]
fn a_change_of_something_that_runs_is_not_equivalent() {
    let mutants = explore::<Once>().mutants(&Rules::new()).unwrap();
    assert_eq!(mutants.equivalent(), 0, "{mutants:?}");
    assert_eq!(mutants.missed().count(), 4, "{mutants}");
    let text = mutants.to_string();
    assert!(text.starts_with("`Once`: 4 mutants, 0 refused by the compiler, 0 equivalent, 0 caught, 4 missed\nmissed:\n"), "{text}");
}

behavior_tree! {
    tree Wishes(b: &mut u32) {
        priority_selector {
            *b > 1 => 'more: action *b += 1;
            *b > 2 => 'most: action *b += 2;
        }
    }
}

#[test]
fn the_order_of_conditions_makes_a_difference() {
    let mutants = explore::<Wishes>().mutants(&Rules::new()).unwrap();
    assert_eq!(verdict(&mutants, "are swapped"), Verdict::Missed, "{mutants}");
}

struct Timed;

impl Clock for Timed {
    fn now(&self) -> core::time::Duration {
        core::time::Duration::ZERO
    }
}

behavior_tree! {
    tree Timers(timed: &mut Timed) {
        timeout(1s) timeout(5s) every(1s) every(5s) delay(1s) delay(5s) action {
            let _ = timed;
            Status::Running
        };
    }
}

#[test]
fn no_length_of_time_is_another() {
    let mutants = explore::<Timers>().mutants(&Rules::new()).unwrap();
    assert_eq!((mutants.iter().count(), mutants.missed().count()), (6, 6), "{mutants:?}");
}

#[test]
fn the_place_of_the_rule_that_notices_is_named() {
    let line = line!();
    let rules =
        Rules::new().after(|tick| tick.is_active(Once::REST)).next(|tick| tick.is_ticked(Once::GO));
    let mutants = explore::<Once>().mutants(&rules).unwrap();
    let Verdict::Caught(place) = verdict(&mutants, "becomes selector") else { panic!("{mutants}") };
    assert_eq!(place.file(), "bt-verify/tests/proofs/mutants.rs");
    assert!((line..line + 5).contains(&place.line()), "{place}");
    // The guard may be left out: then it never rests.
    assert!(mutants.missed().any(|mutant| mutant.change.ends_with("is left out")), "{mutants}");
    let rules = rules.possible(|tick| {
        tick.is_active(Once::REST)
            && !tick.was_active(Once::GO)
            && tick.result(Once::GO) == Some(Status::Failure)
    });
    explore::<Once>().check(&rules).unwrap();
}

#[test]
fn a_subtree_is_changed_in_all_its_places() {
    let once = explore::<Once>().mutants(&Rules::new()).unwrap();
    let twice = explore::<Twice>().mutants(&Rules::new()).unwrap();
    // The sequence around the subtrees becomes a selector, or has its children in another order.
    assert_eq!(twice.iter().count(), once.iter().count() + 2, "{twice:?}");
    let swapped = twice.iter().find(|mutant| mutant.change.starts_with("`subtree Once`")).unwrap();
    assert_eq!(swapped.verdict, Verdict::Missed, "the leaves have other ids: {twice:?}");
}

behavior_tree! {
    tree Late(b: &mut u32) {
        selector { 'odd: condition *b % 2 == 1; 'wait: running; }
    }
}

#[test]
fn what_the_compiler_refuses_is_not_counted() {
    let mutants = explore::<Late>().mutants(&Rules::new()).unwrap();
    assert_eq!(mutants.refused(), 1, "{mutants:?}");
    assert_eq!(verdict(&mutants, "are swapped"), Verdict::Refused);
}

#[test]
fn rules_that_the_tree_breaks_are_an_error() {
    let rules = Rules::new().never(|tick| tick.is_active(Late::WAIT));
    assert_eq!(*explore::<Late>().mutants(&rules).unwrap_err().reason(), Reason::Broken);
}

#[test]
fn what_is_assumed_holds_for_mutants() {
    let rules = || Rules::new().never(|tick| tick.status() == Status::Success);
    let proof = explore::<Late>().assume(|tick| tick.result(Late::ODD) != Some(Status::Success));
    let mutants = proof.mutants(&rules()).unwrap();
    assert!(matches!(verdict(&mutants, "is inverted"), Verdict::Caught(_)), "{mutants:?}");
}

#[test]
fn what_is_not_possible_is_an_error() {
    let proof = explore_with::<Late>(Limits { pages: None, ..Limits::default() });
    keeps(&proof, &Rules::new().possible(|tick| tick.is_active(Late::WAIT)));
    let never = breaks(
        &proof,
        &Rules::new().possible(|tick| tick.result(Late::WAIT) == Some(Status::Failure)),
    );
    assert_eq!(*never.reason(), Reason::Impossible);
    assert!(never.is_empty());
    assert!(never.to_string().contains("it is not possible in any run"), "{never}");
    let rules = Rules::new().possible(|tick| tick.result(Late::WAIT) == Some(Status::Failure));
    assert_eq!(*proof.check(&rules).unwrap_err().reason(), Reason::Impossible);
    // A page is saved only for what is not wished for.
    assert_eq!(never.page(), None);
}
