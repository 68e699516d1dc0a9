//! Properties of trees that need no clock: the size of the state of each case, ticks that do not allocate, and trees of
//! the maximum depth.

mod deep;

use benches::cases::{Case, cases};
use benches::descent::Descent;
use benches::errands::Errands;
use benches::levels::Mine;
use benches::ship::Ship;
use benches::soldier::Soldier;
use benches::{depth, descent, errands, levels, loaded, ship, soldier};

#[test]
fn a_tree_is_no_larger_than_a_match_by_hand() {
    let mut compared = 0;
    for group in cases().chunk_by(Case::is_beside) {
        let bytes = |variant| {
            let case = group.iter().find(|case| case.variant == variant);
            case.map(|case| case.prepare(1).state_bytes())
        };
        if let (Some(tree), Some(hand)) = (bytes("tree"), bytes("match")) {
            // The hand-written code counts in one byte, and keeps no deadline for a timeout whose node
            // never runs.
            let more = if group[0].tree == "random 100" { 16 } else { 0 };
            assert!(tree <= hand + more, "{}: {tree} bytes, {hand} by hand", group[0].tree);
            compared += 1;
        }
    }
    assert_eq!(compared, 20);
}

#[test]
fn a_tick_allocates_nothing() {
    for case in cases() {
        let mut agents = None;
        let made = allocation_counter::measure(|| agents = Some(case.prepare(20)));
        assert!(made.count_total > 0, "nothing is counted");
        let mut agents = agents.expect("just made");
        let allocated = allocation_counter::measure(|| {
            agents.run(500);
        });
        assert_eq!(allocated.count_total, 0, "{case}");
    }
}

#[test]
fn an_agent_with_a_loaded_tree_is_small() {
    // With what it has on the heap.
    assert_eq!(loaded::InFile::<Soldier, 0>::default().bytes(), 36);
    assert_eq!(loaded::InFile::<Errands, 0>::default().bytes(), 36);
}

#[test]
fn states_have_these_sizes() {
    assert_eq!(size_of::<soldier::tree::Memory<Soldier>>(), 1);
    assert_eq!(size_of::<soldier::tree::Reactive<Soldier>>(), 1);
    assert_eq!(size_of::<errands::tree::Sequence<Errands>>(), 1);
    assert_eq!(size_of::<descent::tree::Levels<Descent>>(), 1);
    assert_eq!(size_of::<levels::tree::Levels<Mine>>(), 1);
    assert_eq!(size_of::<ship::tree::Stations<Ship>>(), 8);
    assert_eq!(size_of::<depth::Three>(), 1);
    assert_eq!(size_of::<depth::ThreeHundred>(), 1);
}
