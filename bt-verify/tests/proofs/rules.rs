//! Rules about one tick and about several, and what is assumed.

use super::{Soldier, breaks, keeps};
use bt_core::{End, NodeId, Status, behavior_tree};
use bt_verify::{Limits, Reason, Rules, explore, explore_with};

behavior_tree! {
    tree Robot(b: &mut (bool, bool)) {
        active_selector {
            'arrived: condition b.0;
            'go: action { if b.1 { Status::Success } else { Status::Running } };
        }
    }
}

#[test]
fn a_rule_about_the_next_tick() {
    let proof = explore::<Robot>();
    // What runs goes on, or has arrived.
    keeps(
        &proof,
        &Rules::new().after(|tick| tick.is_active(Robot::GO)).next(|tick| {
            tick.result(Robot::ARRIVED) == Some(Status::Success) || tick.is_ticked(Robot::GO)
        }),
    );
    let broken = proof.check(
        &Rules::new()
            .after(|tick| tick.is_active(Robot::GO))
            .next(|tick| tick.is_ticked(Robot::GO)),
    );
    let broken = broken.unwrap_err();
    assert_eq!(broken.len(), 2, "{broken}");
    assert_eq!(broken.ticks().last().unwrap().ended(Robot::GO), Some(End::Aborted));
}

#[test]
fn a_rule_until_something_else() {
    let proof = explore::<Robot>();
    keeps(
        &proof,
        &Rules::new()
            .whenever(|tick| tick.is_active(Robot::GO))
            .until(|tick| tick.ended(Robot::GO).is_some()),
    );
    let broken = proof.check(
        &Rules::new()
            .whenever(|tick| tick.is_active(Robot::GO))
            .until(|tick| tick.ended(Robot::GO) == Some(End::Aborted)),
    );
    assert_eq!(broken.unwrap_err().len(), 2);
}

#[test]
fn what_is_assumed_is_left_out() {
    let has_arrived = Some(Status::Success);
    let leaves = |proof: &bt_verify::Proof| {
        proof.check(
            &Rules::new()
                .after(move |tick| tick.result(Robot::ARRIVED) == has_arrived)
                .next(|tick| tick.result(Robot::ARRIVED) != Some(Status::Failure)),
        )
    };
    assert!(leaves(&explore::<Robot>()).is_err());
    let stays = explore::<Robot>().assume_between(
        move |tick| tick.result(Robot::ARRIVED) == has_arrived,
        |tick| tick.started(Robot::GO),
        |tick| tick.result(Robot::ARRIVED) != Some(Status::Failure),
    );
    assert!(stays.is_complete());
    leaves(&stays).unwrap_err();
    let stays = explore::<Robot>().assume_between(
        move |tick| tick.result(Robot::ARRIVED) == has_arrived,
        |_| false,
        |tick| tick.result(Robot::ARRIVED) != Some(Status::Failure),
    );
    leaves(&stays).unwrap();
    let never =
        explore::<Robot>().assume(|tick| tick.result(Robot::ARRIVED) != Some(Status::Success));
    keeps(&never, &Rules::new().never(|tick| tick.ended(Robot::GO) == Some(End::Aborted)));
    assert!(!never.node(Robot::ARRIVED).unwrap().succeeds);
}

#[test]
fn bad_rules_are_errors() {
    let proof = explore::<Robot>();
    let unknown = breaks(&proof, &Rules::new().never(|tick| tick.is_active(Soldier::PATROL)));
    assert_eq!(*unknown.reason(), Reason::UnknownNode(Soldier::PATROL));
    let panics = proof.check(&Rules::new().never(|tick| {
        assert!(!tick.was_active(Robot::GO), "it was active");
        false
    }));
    let panics = panics.unwrap_err();
    assert_eq!(*panics.reason(), Reason::Panicked("it was active".into()));
    assert_eq!(panics.len(), 2, "the tick about which it panicked is the last: {panics}");
    assert!(panics.to_string().contains("for `Robot` in tick 2: it panicked: it was active"));
    let assumed = explore::<Robot>().assume(|tick| tick.is_active(NodeId::new(77)));
    assert!(!assumed.is_complete());
    let problem = assumed.problem().unwrap();
    assert!(problem.contains("tick 1: the tree has no node 77"), "{problem}");
    let panics = explore::<Robot>().assume(|tick| {
        assert!(!tick.was_active(Robot::GO), "it was active");
        true
    });
    let problem = panics.problem().unwrap();
    assert!(problem.contains("about tick 2: it panicked: it was active"), "{problem}");
}

#[test]
fn a_counterexample_is_a_recording_and_a_test() {
    let folder = std::env::temp_dir().join(format!("bt-verify-{}", std::process::id()));
    let limits = Limits { pages: Some(folder.clone()), ..Limits::default() };
    let proof = explore_with::<Robot>(limits);
    let broken =
        breaks(&proof, &Rules::new().never(|tick| tick.ended(Robot::GO) == Some(End::Aborted)));
    let recording = broken.recording();
    assert_eq!(recording.moments(), 0..2);
    let agent = recording.agents().next().unwrap();
    assert_eq!(agent.name(), "Robot");
    let page = broken.page().expect("it is saved");
    assert!(std::fs::read_to_string(page).unwrap().contains("Robot"));
    std::fs::remove_dir_all(folder).unwrap();
    let text = broken.to_string();
    let mut reasons = text.lines().filter_map(|line| line.strip_prefix("    reason: "));
    assert_eq!(reasons.next(), Some("arrived turned true, so the tree succeeded after arrived."));
    assert_eq!(reasons.next(), None, "{text}");
    let text = broken.as_rust();
    for part in [
        "Robot::new()",
        "Status::Failure) // arrived: condition b.0: failure",
        "assert_eq!(tree.tick_with(&mut blackboard, &mut answers), Status::Running);",
        "assert_eq!(format!(\"{:?}\", tree.active()), \"[active_selector, go]\");",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let limits = Limits { pages: None, ..Limits::default() };
    let unsaved =
        explore_with::<Robot>(limits).check(&Rules::new().never(|tick| tick.is_active(Robot::GO)));
    assert_eq!(unsaved.unwrap_err().page(), None);
}
