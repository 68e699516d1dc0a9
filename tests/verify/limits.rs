//! Explorations that do not come to an end.

use bt_core::verify::{Limits, Reason, explore, explore_with};
use bt_core::{Status, behavior_tree};

behavior_tree! {
    tree Wide(b: &mut u32) {
        parallel(success = all) {
            'first: retry(9) action act(b);
            retry(9) action act(b);
            retry(9) action act(b);
        }
    }
}

fn act(b: &mut u32) -> Status {
    *b += 1;
    Status::Failure
}

#[test]
fn a_tree_that_is_too_large_says_how_far_it_came() {
    let mut limits = Limits::default();
    limits.states = 50;
    let proof = explore_with::<Wide>(limits);
    assert!(!proof.is_complete());
    assert!((50..=51).contains(&proof.states()), "{proof}");
    assert!(proof.problem().unwrap().contains("50") || proof.problem().unwrap().contains("51"));
    let unknown = proof.always(|_| true).unwrap_err();
    assert!(matches!(unknown.reason(), Reason::Incomplete(_)), "{unknown}");
    // What is found is found.
    assert_eq!(proof.never(|tick| tick.is_active(Wide::FIRST)).unwrap_err().len(), 1);
    let whole = explore::<Wide>();
    assert!(whole.is_complete());
    whole.always(|_| true).unwrap();
}
