//! The random trees cover the language: every kind of node has all its possible results in them.

use bt_core::{NodeKind, Status};
use meaning::course::{Course, tree_seeds, world_seeds};
use meaning::generator::forest;
use meaning::{Event, Interpreter, Scripts, World};
use std::collections::BTreeMap;

/// The numbers of successes, failures and aborts of a kind of nodes.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    succeeded: u32,
    failed: u32,
    aborted: u32,
}

fn can_succeed(kind: NodeKind) -> bool {
    !matches!(kind, NodeKind::Fail | NodeKind::Running | NodeKind::ForceFailure)
}

fn can_fail(kind: NodeKind) -> bool {
    !matches!(kind, NodeKind::Succeed | NodeKind::Running | NodeKind::Wait | NodeKind::ForceSuccess)
}

fn can_be_aborted(kind: NodeKind) -> bool {
    !matches!(kind, NodeKind::Condition | NodeKind::Succeed | NodeKind::Fail)
}

fn watch(tree: u64, world: u64, seen: &mut BTreeMap<&'static str, Seen>) {
    let forest = forest(tree, "Watched");
    let mut interpreter = Interpreter::new(&forest);
    let rows = interpreter.rows();
    let mut world = World::new(Scripts::Seeded(world));
    let mut course = Course::new(tree);
    let mut events = Vec::new();
    for _ in 0..200 {
        world.book.now = course.time();
        world.book.begin_tick();
        interpreter.tick(&mut world.book, &mut events);
        if course.aborts() {
            interpreter.abort(&mut world.book, &mut events);
        }
    }
    for event in events {
        let (Event::Leaf(id, ..) | Event::Finished(id, _) | Event::Aborted(id)) = event;
        let seen = seen.entry(rows[id.index()].kind.word()).or_default();
        match event {
            Event::Leaf(_, Status::Success, _) | Event::Finished(_, Status::Success) => {
                seen.succeeded += 1;
            }
            Event::Leaf(_, Status::Failure, _) | Event::Finished(_, Status::Failure) => {
                seen.failed += 1;
            }
            Event::Aborted(_) => seen.aborted += 1,
            _ => {}
        }
    }
}

#[test]
fn every_kind_of_node_does_all_that_it_can() {
    const OFTEN: u32 = 20;
    let mut seen = BTreeMap::new();
    for tree in tree_seeds() {
        for world in world_seeds(tree, 4) {
            watch(tree, world, &mut seen);
        }
    }
    // The expressions of the macro change names themselves.
    for &kind in NodeKind::ALL.iter().filter(|kind| kind.word() != "set") {
        let seen = seen.get(kind.word()).copied().unwrap_or_default();
        println!("{kind:20}{seen:?}");
        let word = kind.word();
        assert!(!can_succeed(kind) || seen.succeeded >= OFTEN, "{word} succeeds seldom");
        assert!(!can_fail(kind) || seen.failed >= OFTEN, "{word} fails seldom");
        assert!(!can_be_aborted(kind) || seen.aborted >= OFTEN, "{word} is seldom aborted");
    }
}
