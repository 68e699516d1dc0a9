//! Explorations that do not come to an end.

use bt_core::{NodeId, NodeKind, Status, behavior_tree};
use bt_verify::{Limits, Reason, Rules, explore, explore_loaded, explore_with};
use std::fmt::Write;

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
    let proof = explore_with::<Wide>(Limits { states: 50, ..Limits::default() });
    assert!(!proof.is_complete());
    assert!((50..=51).contains(&proof.states()), "{proof}");
    let reached = format!(
        "`Wide` is too large: the exploration ended after {} states and {} transitions; all runs of 1 ticks are explored",
        proof.states(),
        proof.transitions()
    );
    assert_eq!(proof.problem().unwrap(), reached);
    let unknown = proof.check(&Rules::new().always(|_| true)).unwrap_err();
    assert!(matches!(unknown.reason(), Reason::Incomplete(_)), "{unknown}");
    assert!(unknown.to_string().contains("among them all runs of 1 ticks"), "{unknown}");
    // What is found is found.
    assert_eq!(
        proof.check(&Rules::new().never(|tick| tick.is_active(Wide::FIRST))).unwrap_err().len(),
        1
    );
    let whole = explore::<Wide>();
    assert!(whole.is_complete());
    whole.check(&Rules::new().always(|_| true)).unwrap();
}

behavior_tree! {
    vocabulary Few(b: &mut u32) {
        condition Odd => *b % 2 == 1;
    }
}

/// Trees of this depth, one in another.
fn nested(trees: usize, node: &str, depth: usize) -> String {
    let mut text = String::new();
    for tree in 0..trees {
        let leaf = if tree + 1 < trees {
            format!("subtree T{};", tree + 1)
        } else {
            "condition Odd;".into()
        };
        write!(text, "tree T{tree} {{ {} {leaf} }} ", node.repeat(depth)).expect("text");
    }
    text
}

#[test]
fn a_tree_that_is_nested_deeply_is_explored_or_a_problem() {
    for (trees, node) in [(1, "not "), (4, "not "), (4, "once "), (2, "retry(1) "), (9, "not ")] {
        let trees_of = Few::parse(&nested(trees, node, 90)).expect("it has no mistakes");
        let proof = explore_loaded(&trees_of.tree("T0").expect("it is in the file"));
        if trees > 4 {
            let problem = proof.problem().expect("it is nested too deeply");
            assert_eq!(problem, "`T0` cannot be explored: its nodes are nested more than 400 deep");
        } else {
            assert!(proof.is_complete(), "{node} {:?}", proof.problem());
        }
    }
}

behavior_tree! {
    vocabulary Broad(b: &mut u32) {
        condition Is(n: u32) => *b == n;
        action Act => act(b);
    }
}

#[test]
fn a_wide_tree_is_explored() {
    // So wide that its region is cut.
    const CHILDREN: usize = 100;
    let mut text = String::from("tree Wide { selector { ");
    for child in 0..CHILDREN {
        write!(text, "sequence {{ condition Is(n = {child}); action Act; }} ").expect("text");
    }
    text += "} }";
    let trees = Broad::parse(&text).expect("it has no mistakes");
    let tree = trees.tree("Wide").expect("it is in the file");
    let proof = explore_loaded(&tree);
    assert!(proof.is_complete() && proof.unreached().is_empty());
    assert_eq!(proof.states(), CHILDREN + 1, "nothing runs, or one of the actions");
    let actions = tree.nodes().iter().filter(|node| node.kind == NodeKind::Action);
    let actions: Vec<NodeId> = actions.map(|node| node.id).collect();
    let rules = Rules::new()
        .never(move |tick| actions.iter().filter(|action| tick.is_active(**action)).count() > 1);
    proof.check(&rules).unwrap();
}
