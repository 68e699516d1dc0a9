//! The facts about time, counts, texts and memory, and explorations that do not come to an end.

use super::{breaks, keeps};
use bt_core::{Clock, End, NodeId, NodeKind, Status, behavior_tree};
use bt_verify::{Limits, Reason, Rules, explore, explore_loaded, explore_with};
use std::fmt::Write;
use std::time::Duration;

#[derive(Default)]
struct World {
    asked: bool,
    count: u32,
    done: bool,
}

impl World {
    fn act(&mut self) -> Status {
        Status::from(self.asked)
    }
}

impl Clock for World {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

behavior_tree! {
    tree Counted(w: &mut World) {
        'three: repeat(3) 'act: action w.done = true;
    }

    tree Endless(w: &mut World) {
        repeat succeed;
    }

    tree Waits(w: &mut World) {
        selector {
            timeout(2s) 'inner: action w.act();
            'late: wait(1s);
        }
    }

    tree Twice(w: &mut World) {
        selector {
            sequence { condition w.asked; fail; }
            'second: sequence { 'again: condition w.asked; 'never: succeed; }
        }
    }

    tree Between(w: &mut World) {
        selector {
            sequence { condition w.asked; 'change: action w.count += 1; fail; }
            'second: sequence { 'again: condition w.asked; 'ever: succeed; }
        }
    }

    tree Cools(w: &mut World) {
        selector {
            cooldown(1s) 'shoot: action w.act();
            'else: running;
        }
    }

    tree Given(w: &mut World, step: u32) {
        sequence { 'again: condition w.asked; action w.count += *step; }
    }

    tree Gives(w: &mut World) {
        sequence {
            condition w.asked;
            'plain: sequence { 'same: condition w.asked; }
            'given: subtree Given(step = { w.count += 1; w.count });
        }
    }

    tree Else(w: &mut World) {
        'choice: priority_selector { w.asked => succeed; else => succeed; }
    }

    tree Outer(w: &mut World) {
        sequence {
            condition w.asked;
            'inner: subtree Twice;
        }
    }
}

#[test]
fn counts_are_exact() {
    let proof = explore::<Counted>();
    assert_eq!(proof.longest_run(), Some(3));
    assert_eq!(proof.states(), 3);
    let act = proof.node(Counted::ACT).unwrap();
    assert!(act.succeeds && !act.fails && !act.runs, "an assignment succeeds");
    assert!(!proof.node(Counted::THREE).unwrap().fails);
}

#[test]
fn a_trap_is_a_state_that_is_never_left() {
    let proof = explore::<Endless>();
    assert_eq!(proof.traps().len(), 1);
    assert_eq!(proof.longest_run(), None);
    assert!(explore::<Counted>().traps().is_empty());
}

#[test]
fn a_deadline_passes_not_in_the_tick_in_which_it_is_set() {
    let proof = explore::<Waits>();
    let times_out =
        proof.check(&Rules::new().never(|tick| tick.ended(Waits::INNER) == Some(End::Aborted)));
    assert_eq!(times_out.unwrap_err().len(), 2);
    keeps(
        &proof,
        &Rules::new().never(|tick| {
            tick.started(Waits::LATE) && tick.result(Waits::LATE) == Some(Status::Success)
        }),
    );
    assert!(proof.unreached().is_empty(), "{proof}");
}

#[test]
fn the_same_text_has_the_same_answer() {
    let proof = explore::<Twice>();
    assert_eq!(proof.unreached().never_ticked(), []);
    let odd =
        |proof: &bt_verify::Proof| {
            // The first condition fails, or the second part is not asked: so the second holds only if the first does.
            proof.check(&Rules::new().never(|tick| {
                tick.status() == Status::Success && tick.result(Twice::AGAIN).is_none()
            }))
        };
    odd(&proof).unwrap();
    let limits = Limits { same_answers: false, ..Limits::default() };
    let free = explore_with::<Twice>(limits);
    assert!(free.transitions() > proof.transitions());
    // After an action it may be another.
    let between = explore::<Between>();
    assert!(between.transitions() > proof.transitions());
    assert!(between.node(Between::EVER).unwrap().ticked);
}

#[test]
fn the_branch_else_is_always_possible() {
    assert!(!explore::<Else>().node(Else::CHOICE).unwrap().fails);
}

#[test]
fn memory_is_kept_when_the_program_aborts() {
    let proof = explore::<Cools>();
    // It runs, is aborted by the program, and cools down: the next tick does not begin it.
    let skips = proof.check(
        &Rules::new().never(|tick| !tick.was_active(Cools::ELSE) && !tick.is_ticked(Cools::SHOOT)),
    );
    let skips = skips.unwrap_err();
    assert!(skips.len() <= 2, "{skips}");
}

#[test]
fn subtrees_are_entered() {
    let first = bt_verify::inside(Outer::INNER, NodeId::new(2));
    let proof = explore::<Outer>();
    assert!(proof.is_complete());
    let again = bt_verify::inside(Outer::INNER, Twice::AGAIN);
    assert_eq!(Outer::node(again).label, Some("again"));
    // Another tree has names of its own, so the same text in it is another question.
    let can = proof.node(again).unwrap();
    assert!(can.succeeds && can.fails, "{proof}");
    // In one tree it is the same.
    keeps(&proof, &Rules::new().never(move |tick| tick.result(first) != tick.result(again)));
}

#[test]
fn a_parameter_may_change_the_blackboard() {
    let proof = explore::<Gives>();
    assert!(!proof.node(Gives::SAME).unwrap().fails);
    let again = proof.node(bt_verify::inside(Gives::GIVEN, Given::AGAIN)).unwrap();
    assert!(again.succeeds && again.fails, "{proof}");
}

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
    let unknown = breaks(&proof, &Rules::new().always(|_| true));
    assert!(matches!(unknown.reason(), Reason::Incomplete(_)), "{unknown}");
    assert!(unknown.to_string().contains("among them all runs of 1 ticks"), "{unknown}");
    // What is found is found.
    assert_eq!(breaks(&proof, &Rules::new().never(|tick| tick.is_active(Wide::FIRST))).len(), 1);
    let whole = explore::<Wide>();
    assert!(whole.is_complete());
    keeps(&whole, &Rules::new().always(|_| true));
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
