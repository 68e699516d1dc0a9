//! The Rust that an import writes compiles, with the trees of the import.

#![allow(
    dead_code,
    missing_docs,
    unreachable_pub,
    clippy::pedantic,
    reason = "an import knows only the names"
)]
#![allow(
    clippy::assign_op_pattern,
    clippy::blocks_in_conditions,
    clippy::too_many_arguments,
    reason = "scripts and ports are translated one by one"
)]

mod guard {
    include!("../behavior3/guard.rs");
}

mod builtins {
    include!("../behavior3/builtins.rs");
}

mod old_parameters {
    include!("../behavior3/old_parameters.rs");
}

mod project {
    include!("../behavior3/project.rs");
}

mod saved {
    include!("../behavior3/saved.rs");
}

mod strange_names {
    include!("../behavior3/strange_names.rs");
}

mod empty {
    include!("../behavior3/empty.rs");
}

mod patrol {
    include!("../behavior_tree_cpp/patrol.rs");
}

mod control {
    include!("../behavior_tree_cpp/control.rs");
}

mod decorators {
    include!("../behavior_tree_cpp/decorators.rs");
}

mod scripts {
    include!("../behavior_tree_cpp/scripts.rs");
}

mod version3 {
    include!("../behavior_tree_cpp/version3.rs");
}

mod lenient {
    include!("../behavior_tree_cpp/lenient.rs");
}

mod rates {
    include!("../behavior_tree_cpp/rates.rs");
}

mod built_in {
    include!("../behavior_tree_cpp/built_in.rs");
}

mod many_ports {
    include!("../behavior_tree_cpp/many_ports.rs");
}

mod several_files {
    include!("../behavior_tree_cpp/project/words.rs");
}

mod navigation {
    include!("../behavior_tree_cpp/navigation.rs");
}

mod version01 {
    include!("../behavior3/version01.rs");
}

mod saved_project {
    include!("../behavior3/saved_project.rs");
}

mod number_ids {
    include!("../behavior3/number_ids.rs");
}

mod list {
    include!("../behavior3/list.rs");
}

mod navigate {
    include!("../behavior_tree_cpp/navigate.rs");
}

mod recovery {
    include!("../behavior_tree_cpp/recovery.rs");
}

mod unreachable {
    include!("../behavior_tree_cpp/unreachable.rs");
}

mod explicit {
    include!("../behavior_tree_cpp/explicit.rs");
}

mod odd_scripts {
    include!("../behavior_tree_cpp/odd_scripts.rs");
}

mod groot {
    include!("../behavior_tree_cpp/groot.rs");
}

mod skipped {
    include!("../behavior_tree_cpp/skipped.rs");
}

mod names {
    include!("../behavior_tree_cpp/names.rs");
}

mod stored {
    include!("../behavior_tree_cpp/stored.rs");
}

mod nested {
    include!("../behavior3/nested.rs");
}

#[test]
fn values_that_are_read_first_outlast_their_tree() {
    let mut world = stored::Blackboard { rounds: 3.0, ..Default::default() };
    let mut tree = stored::Alone::new();
    for rounds in [4.0, 5.0, 6.0] {
        assert_eq!(tree.tick(&mut world), bt_core::Status::Success);
        assert_eq!(world.rounds, rounds);
    }
    // A tree that is a part of another one has a value of its own.
    let mut tree = stored::Count::new();
    for rounds in [2.0, 4.0] {
        assert_eq!(tree.tick(&mut world), bt_core::Status::Success);
        assert_eq!((world.rounds, world.rounds_in_count), (6.0, rounds));
    }
}

#[test]
fn scripts_at_the_end_run_only_then() {
    use bt_core::{Decorator, End};

    let mut world = skipped::Blackboard { spin: true, faults: 3.0, ..Default::default() };
    let mut at_abort = skipped::AtAbortSpinBecomesFalseFaultsPlus1;
    at_abort.end(&mut world, End::Success);
    at_abort.end(&mut world, End::Failure);
    assert!(world.spin, "`_onHalted` is for aborts only");
    at_abort.end(&mut world, End::Aborted);
    assert_eq!((world.spin, world.faults), (false, 4.0));
    let mut at_end = skipped::AtEndFaultsBecomes0;
    at_end.end(&mut world, End::Aborted);
    assert_eq!(world.faults, 4.0, "`_post` is not for aborts");
    at_end.end(&mut world, End::Failure);
    assert_eq!(world.faults, 0.0);
}

#[test]
fn imported_words_can_be_filled_in() {
    let mut world = patrol::Blackboard { battery: 10.0, ..patrol::Blackboard::default() };
    // The script of the condition is true, so the subtree is next, whose action is `todo!`.
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        patrol::Main::new().tick(&mut world)
    }));
    let message = result.expect_err("a todo");
    let message = message.downcast_ref::<&str>().expect("a message");
    assert!(message.contains("MoveTo"), "{message}");
}
