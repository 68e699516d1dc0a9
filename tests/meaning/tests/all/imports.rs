//! The Rust that an import writes compiles, with the trees of the import. The cases are those of `bt-cli/tests`.

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

use behavior_tree_cpp::{
    robots_patrol as patrol, scripts_skipped as skipped, scripts_stored as stored,
};
use bt_core::{Decorator, End, Status};

include!(concat!(env!("OUT_DIR"), "/imports.rs"));

#[test]
fn values_that_are_read_first_outlast_their_tree() {
    let mut world = stored::Blackboard { rounds: 3.0, ..Default::default() };
    let mut tree = stored::Alone::new();
    for rounds in [4.0, 5.0, 6.0] {
        assert_eq!(tree.tick(&mut world), Status::Success);
        assert_eq!(world.rounds, rounds);
    }
    // A tree that is a part of another one has a value of its own.
    let mut tree = stored::Count::new();
    for rounds in [2.0, 4.0] {
        assert_eq!(tree.tick(&mut world), Status::Success);
        assert_eq!((world.rounds, world.rounds_in_count), (6.0, rounds));
    }
}

#[test]
fn scripts_at_the_end_run_only_then() {
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
