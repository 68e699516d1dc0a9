//! A proof knows what was asked and not what it looks like, and it sees the ticks of a stop and those between them.

use super::{breaks, keeps};
use bt_core::observe::Monitor;
use bt_core::{NodeId, Status, behavior_tree};
use bt_verify::{Rules, explore, explore_loaded};

#[derive(Default)]
struct Npc {
    clear: bool,
    stop: bool,
    /// Whether it was clear at each shot.
    shots: Vec<bool>,
}

macro_rules! vocabularies {
    ($($name:ident $limit:literal)*) => {$(
        behavior_tree! {
            #[derive(Clone)]
            #[limit(transitions = $limit)]
            vocabulary $name(npc: &mut Npc) {
                condition IsClear => npc.clear;
                condition EStop => npc.stop;
                value Left: u32 => u32::from(npc.stop);
                action Fire => npc.shots.push(npc.clear);
                action MoveArm => Status::Running;

                rule always Fire.ticked -> IsClear.succeeded;
                rule always MoveArm.ticked -> EStop.failed;
            }
        }
    )*};
}

vocabularies! { Drill 100_000 Free 0 }

fn mistakes(text: &str) -> String {
    Drill::parse(text).map_or_else(|mistakes| mistakes.to_string(), |_| String::new())
}

/// Whoever asks says no, and its cleanup is the child that is ticked.
#[test]
fn a_cleanup_is_no_answer() {
    for node in [
        "parallel { guard(IsClear) finally { action Fire; } running; }",
        "parallel { not guard(IsClear) finally { action Fire; } running; running; }",
        "active_if IsClear { finally { action Fire; } running; } else { running; }",
        "monitor { condition !EStop; guard(IsClear) finally { action Fire; } running; }",
    ] {
        let mistakes = mistakes(&format!("tree T {{ {node} }}"));
        let broken = "`T` breaks the rule `always Fire.ticked -> IsClear.succeeded`";
        assert!(mistakes.contains(broken), "{node}: {mistakes}");
    }
    // A guard around a cleanup that asks again.
    for node in [
        "guard(IsClear) action Fire;",
        "parallel { guard(IsClear) finally { guard(IsClear) action Fire; } running; }",
        "if IsClear && !EStop { action Fire; } else { fail; }",
        "active_if EStop { running; } else { guard(IsClear) action Fire; }",
        "priority_selector { IsClear => action Fire; else => running; }",
        "priority_selector { !IsClear => running; else => action Fire; }",
    ] {
        assert_eq!(mistakes(&format!("tree T {{ {node} }}")), "", "{node}");
    }
}

/// Children that were asked and refused have an answer.
#[test]
fn a_child_that_was_refused_was_asked() {
    for (node, is_kept) in [
        ("priority_selector { EStop => running; else => action MoveArm; }", true),
        (
            "priority_selector { IsClear => running; EStop => running; else => action MoveArm; }",
            true,
        ),
        ("priority_selector { EStop || IsClear => running; else => action MoveArm; }", true),
        ("priority_selector { EStop && IsClear => running; else => action MoveArm; }", false),
        (
            "priority_selector { IsClear => action MoveArm; EStop => running; else => running; }",
            false,
        ),
        ("active_if EStop { running; } else { action MoveArm; }", true),
        ("if EStop { running; } else { action MoveArm; }", false),
    ] {
        let mistakes = mistakes(&format!("tree T {{ {node} }}"));
        assert_eq!(mistakes.is_empty(), is_kept, "{node}: {mistakes}");
    }
}

/// A monitor hears the answers, in a tree of a file and in a compiled one.
#[test]
fn a_monitor_hears_the_answers() {
    let text = "tree T { priority_selector { EStop => running; else => action MoveArm; } }";
    let trees = Drill::parse(text).expect("the rule holds");
    let mut tree = trees.tree("T").expect("it is there");
    let (rules, nodes) = (tree.rules(), tree.nodes().to_vec());
    let mut monitor = Monitor::<_, 1>::of(&rules, &nodes).expect("it is small");
    let mut npc = Npc::default();
    for stop in [false, true, false] {
        npc.stop = stop;
        tree.tick_with(&mut npc, &mut monitor);
        assert!(monitor.broken().is_none());
    }
    let text =
        "tree T { active_if IsClear { finally { action Fire; } running; } else { running; } }";
    let trees = bt_core::files::Trees::<Free>::parse_unproved(text).expect("sound");
    let mut tree = trees.tree("T").expect("it is there");
    let (rules, nodes) = (tree.rules(), tree.nodes().to_vec());
    let mut monitor = Monitor::<_, 1>::of(&rules, &nodes).expect("it is small");
    npc.clear = true;
    tree.tick_with(&mut npc, &mut monitor);
    assert!(monitor.broken().is_none());
    npc.clear = false;
    tree.tick_with(&mut npc, &mut monitor);
    assert_eq!((monitor.broken().map(|of| of.tick), npc.shots), (Some(2), vec![false]));
}

#[derive(Default)]
struct Rounds {
    scores: [f32; 2],
    yes: bool,
    running: bool,
}

behavior_tree! {
    tree Twice(world: &mut Rounds) {
        active_utility_selector {
            world.scores[0] => for(i in 0..3) finally { 'cleanup: condition i > 0; } selector {
                sequence { condition i > 0; running; }
                'work: action if world.running { Status::Running } else { Status::Success };
            }
            world.scores[1] => condition world.yes;
        }
    }
}

/// The cleanup asks for the number of one round, and the loop begins again in the same tick.
#[test]
fn the_number_of_another_round_is_another_question() {
    let rules = Rules::new().never(|tick| {
        tick.result(Twice::CLEANUP) == Some(Status::Success)
            && tick.result(Twice::WORK) == Some(Status::Running)
    });
    breaks(&explore::<Twice>(), &rules);
    let mut world = Rounds { scores: [1.0, 0.0], ..Rounds::default() };
    let (mut tree, mut log) = (Twice::new(), Log::default());
    for tick in 0..3 {
        if tick == 2 {
            (world.scores[1], world.running) = (2.0, true);
        }
        log.0.clear();
        tree.tick_with(&mut world, &mut log);
    }
    assert!(log.0.contains(&(Twice::CLEANUP, Status::Success)), "{:?}", log.0);
    assert!(log.0.contains(&(Twice::WORK, Status::Running)), "{:?}", log.0);
}

/// The results of leaves in a tick.
#[derive(Default)]
struct Log(Vec<(NodeId, Status)>);

impl bt_core::Observer for Log {
    fn leaf(&mut self, node: NodeId, status: Status, _: Option<core::fmt::Arguments<'_>>) {
        self.0.push((node, status));
    }
}

struct Slow(bool);

behavior_tree! {
    tree Stopped(slow: &mut Slow) {
        selector {
            finally { 'cleanup: action if slow.0 { Status::Running } else { Status::Success }; }
            repeat action slow.0 = true; // It never fails.
            'after: action slow.0 = false;
        }
    }
}

#[test]
fn a_stop_is_a_run_and_so_are_the_ticks_after_it() {
    let proof = explore::<Stopped>();
    assert!(proof.is_complete());
    // Only a stop begins the cleanup, and only a tick between two ticks of a stop goes on with the selector.
    let cleanup = breaks(&proof, &Rules::new().never(|tick| tick.is_ticked(Stopped::CLEANUP)));
    let text = cleanup.to_string();
    assert!(text.contains("\n  tick 2 (stop): "), "{text}");
    assert!(cleanup.as_rust().contains("tree.stop_with(&mut blackboard, &mut answers)"));
    let after = breaks(&proof, &Rules::new().never(|tick| tick.is_ticked(Stopped::AFTER)));
    assert_eq!(after.len(), 3, "{after}");
    let (mut tree, mut slow) = (Stopped::new(), Slow(true));
    tree.tick(&mut slow);
    assert_eq!(tree.stop(&mut slow), Status::Running);
    slow.0 = false;
    assert_eq!(tree.tick(&mut slow), Status::Success);
    // A stop that cleans nothing up is an abort.
    keeps(&proof, &Rules::new().always(|tick| tick.is_ticked(NodeId::new(0))));
}

#[test]
fn what_only_a_stop_does_breaks_a_rule_of_words() {
    let text = "tree T { finally { action Fire; } running; }";
    let mistakes = mistakes(text);
    assert!(
        mistakes.contains("tick 2 (stop): `running` is aborted, `action Fire` succeeds,"),
        "{mistakes}"
    );
    let trees = bt_core::files::Trees::<Free>::parse_unproved(text).expect("sound");
    let mut tree = trees.tree("T").expect("it is there");
    let (rules, nodes) = (tree.rules(), tree.nodes().to_vec());
    let mut monitor = Monitor::<_, 1>::of(&rules, &nodes).expect("it is small");
    let mut npc = Npc::default();
    assert_eq!(tree.stop_with(&mut npc, &mut monitor), Status::Success);
    tree.tick_with(&mut npc, &mut monitor);
    assert!(monitor.broken().is_none());
    assert_eq!(tree.stop_with(&mut npc, &mut monitor), Status::Success);
    assert_eq!(monitor.broken().map(|of| of.tick), Some(2), "the first stop was no tick");
    let rule = explore_loaded(&tree).check(&Rules::of(&rules));
    assert!(rule.is_err());
}

behavior_tree! {
    tree Opposite(world: &mut Rounds) {
        sequence {
            condition world.yes;
            selector {
                condition !world.yes;
                guard(!(world.yes)) running;
                if world.yes { succeed; } else { 'never: running; }
            }
            condition !world.yes && world.running;
        }
    }
}

/// `X` and `!X` never have the same answer.
#[test]
fn the_opposite_is_the_same_question() {
    let proof = explore::<Opposite>();
    keeps(&proof, &Rules::new().never(|tick| tick.is_ticked(Opposite::NEVER)));
    keeps(&proof, &Rules::new().never(|tick| tick.status() == Status::Running));
    // Of two parts that are joined, each is another question.
    breaks(&proof, &Rules::new().never(|tick| tick.status() == Status::Success));
    for (node, is_kept) in [
        ("sequence { condition EStop; condition !EStop; action MoveArm; }", true),
        ("active_if EStop { guard(!EStop) action MoveArm; } else { running; }", true),
        ("if !EStop { succeed; } else { guard(!!(!EStop)) action MoveArm; }", true),
        ("sequence { condition EStop; guard(!IsClear) action MoveArm; }", false),
    ] {
        let mistakes = mistakes(&format!("tree T {{ {node} }}"));
        assert_eq!(mistakes.is_empty(), is_kept, "{node}: {mistakes}");
    }
}

/// The condition in front of a child has its own name.
#[test]
fn a_condition_in_front_of_a_child_is_named() {
    let text = "tree T { priority_selector { IsClear && !EStop => sequence { action MoveArm; } EStop => sequence { action Fire; } else => running; } }";
    let mistakes = mistakes(text);
    let run = "\n  tick 1: `IsClear && !EStop` is false, `EStop` is true, `action Fire` succeeds; the tree succeeds";
    assert!(mistakes.contains(run), "{mistakes}");
}

/// Whether the parts of a condition have results is a question of its own.
#[test]
fn a_result_is_no_answer() {
    for (node, is_kept) in [
        ("if IsClear && 6 / Left > 2 { succeed; } else { action Fire; }", false),
        ("active_if IsClear && 6 / Left > 2 { succeed; } else { action Fire; }", false),
        ("active_if !EStop && 6 / Left > 1 { succeed; } else { action MoveArm; }", false),
        ("guard(IsClear && 6 / Left > 2) action Fire;", true),
        ("if IsClear && 6 / Left > 2 { action Fire; } else { succeed; }", true),
    ] {
        let mistakes = mistakes(&format!("tree T {{ {node} }}"));
        assert_eq!(mistakes.is_empty(), is_kept, "{node}: {mistakes}");
    }
}

/// A guard is asked in front of a child, and again when the child before it has failed.
#[test]
fn what_is_asked_twice_in_a_tick_has_one_answer() {
    let node = "active_utility_selector { 0.5 => sequence { condition !IsClear; fail; } 0.2 => guard(IsClear) action Fire; }";
    let trees = bt_core::files::Trees::<Free>::parse_unproved(&format!("tree T {{ {node} }}"));
    let tree = trees.expect("sound").tree("T").expect("it is there");
    let guard = tree.nodes().iter().find(|node| node.kind == bt_core::NodeKind::Guard);
    let guard = guard.expect("there is one").id;
    let rule = Rules::new()
        .never(move |tick| tick.answered(guard, false, true) && tick.answered(guard, false, false));
    keeps(&explore_loaded(&tree), &rule);
}
