//! Expressions with a value: numbers, durations, scores, scrutinees, the blackboard of a subtree.

use super::{Part, World, run, said};
use crate::{ask, leave_if};
use bt_core::{Status, behavior_tree};
use std::time::Duration;

/// Each `$early => $late` is an expression that is left early with the first value, or gives the second.
macro_rules! places {
    ($name:ident, $world:ident, $number:tt, $chance:tt, $long:tt, $score:tt, $matched:tt, $part:tt) => {
        mod $name {
            use super::*;

            behavior_tree! {
                tree Repeat($world: &mut World) { repeat($number) action $world.say("round"); }
                tree Retry($world: &mut World) {
                    retry($number) action { $world.say("round"); Status::Failure };
                }
                tree Random($world: &mut World) {
                    random_selector($chance) { action $world.say("0"); action $world.say("1"); }
                }
                tree RandomSequence($world: &mut World) {
                    random_sequence($chance) {
                        action { $world.say("0"); false };
                        action { $world.say("1"); false };
                    }
                }
                tree Weight($world: &mut World) {
                    random_selector(1) { 1 => action $world.say("1"), ($chance) => action $world.say("0") }
                }
                tree Score($world: &mut World) {
                    utility_selector { $score => action $world.say("high"), 0.5 => action $world.say("half") }
                }
                tree Match($world: &mut World) {
                    match $matched { 7 => action $world.say("7"), _ => action $world.say("other") }
                }
                tree ActiveMatch($world: &mut World) {
                    active_match $matched { 7 => action $world.say("7"), _ => action $world.say("other") }
                }
                tree Service($world: &mut World) {
                    service(1s, $number) action $world.say("child");
                }
                tree Parts($world: &mut World) {
                    sequence {
                        subtree Ticked($part);
                        if $world.left.ticks > $world.right.ticks {
                            action $world.say("left");
                        } else {
                            action $world.say("right");
                        }
                    }
                }
                tree Ticked(part: &mut Part) { action part.ticks += 1; }

                tree Wait($world: &mut World) { wait($long); }
                tree Delay($world: &mut World) { delay($long) succeed; }
                tree Timeout($world: &mut World) { timeout($long) running; }
                tree Cooldown($world: &mut World) { cooldown($long) action $world.say("child"); }
                tree Every($world: &mut World) {
                    every($long) action { $world.say("child"); Status::Running };
                }
                tree ServiceEvery($world: &mut World) {
                    service($long, $world.say("run")) running;
                }
            }

            #[test]
            fn what_is_returned_is_the_value() {
                assert_eq!(run::<Repeat>(true, 2).0, [Status::Success; 2]);
                assert_eq!(run::<Repeat>(false, 2).0, [Status::Running, Status::Success]);
                assert_eq!(run::<Retry>(true, 2).0, [Status::Failure; 2]);
                assert_eq!(run::<Retry>(false, 2).0, [Status::Running, Status::Failure]);
                assert_eq!(said::<Random>(), [["0"; 2], ["1"; 2]]);
                assert_eq!(said::<RandomSequence>(), [["0"; 2], ["1"; 2]]);
                assert_eq!(said::<Weight>(), [["1"; 2], ["0"; 2]]);
                assert_eq!(said::<Score>(), [["half"; 2], ["high"; 2]]);
                assert_eq!(said::<Match>(), [["7"; 2], ["other"; 2]]);
                assert_eq!(said::<ActiveMatch>(), [["7"; 2], ["other"; 2]]);
                assert_eq!(said::<Service>(), [["child"; 2]; 2]);
                assert_eq!(said::<Parts>(), [["left"; 2], ["right"; 2]]);
            }

            #[test]
            fn what_is_returned_is_the_duration() {
                use Status::{Failure, Running, Success};

                assert_eq!(run::<Wait>(true, 1).0, [Success]);
                assert_eq!(run::<Wait>(false, 2).0, [Running; 2]);
                assert_eq!(run::<Delay>(true, 1).0, [Success]);
                assert_eq!(run::<Delay>(false, 2).0, [Running; 2]);
                assert_eq!(run::<Timeout>(true, 1).0, [Failure]);
                assert_eq!(run::<Timeout>(false, 2).0, [Running; 2]);
                assert_eq!(run::<Cooldown>(true, 2), (vec![Success; 2], vec!["child"; 2]));
                assert_eq!(run::<Cooldown>(false, 2), (vec![Success, Failure], vec!["child"]));
                assert_eq!(run::<Every>(true, 2), (vec![Running; 2], vec!["child"; 2]));
                assert_eq!(run::<Every>(false, 2), (vec![Running; 2], vec!["child"]));
                assert_eq!(run::<ServiceEvery>(true, 2), (vec![Running; 2], vec!["run"; 2]));
                assert_eq!(run::<ServiceEvery>(false, 2), (vec![Running; 2], vec!["run"]));
            }
        }
    };
}

places! {
    written, world,
    { if world.early { return 1; } 2 },
    { if world.early { return 0; } 1 },
    { if world.early { return Duration::ZERO; } Duration::from_secs(1) },
    { if world.early { return 0.0; } 1.0 },
    { if world.early { return 7; } 0 },
    { if world.early { return &mut world.left; } &mut world.right }
}

places! {
    in_a_macro, world,
    { leave_if!(world.early, 1); 2 },
    { leave_if!(world.early, 0); 1 },
    { leave_if!(world.early, Duration::ZERO); 1s },
    { leave_if!(world.early, 0.0); 1.0 },
    { leave_if!(world.early, 7); 0 },
    { leave_if!(world.early, &mut world.left); &mut world.right }
}

places! {
    at_the_end, world,
    { return if world.early { 1 } else { 2 } },
    { return if world.early { 0 } else { 3 } },
    { return if world.early { Duration::ZERO } else { 1s } },
    { return if world.early { 0.0 } else { 1.0 } },
    { return if world.early { 7 } else { 0 } },
    { return if world.early { &mut world.left } else { &mut world.right } }
}

/// `?` gives the scrutinee, directly and from a macro.
#[test]
fn a_question_mark_leaves_what_is_matched() {
    behavior_tree! {
        tree Match(world: &mut World) {
            match Some(world.find()? + 1) { Some(2) => action world.say("some"), _ => action world.say("none") }
        }
        tree ActiveMatch(world: &mut World) {
            active_match Some(ask!(world.find()) + 1) {
                Some(2) => action world.say("some"),
                _ => action world.say("none"),
            }
        }
        tree Errors(world: &mut World) {
            match Ok(ask!(world.walk()) + 1) {
                Ok(2) => action world.say("ok"),
                Err("left") => action world.say("error"),
                _ => fail,
            }
        }
    }

    assert_eq!(said::<Match>(), [["none"; 2], ["some"; 2]]);
    assert_eq!(said::<ActiveMatch>(), [["none"; 2], ["some"; 2]]);
    assert_eq!(said::<Errors>(), [["error"; 2], ["ok"; 2]]);
}

/// `?` ends only this run of a service.
#[test]
fn a_question_mark_leaves_a_service() {
    behavior_tree! {
        tree Written(world: &mut World) {
            service(1s, { world.find()?; world.say("run"); Some(()) }) action world.say("child");
        }
        tree InAMacro(world: &mut World) {
            service(1s, { ask!(world.walk()); world.say("run"); Ok::<_, &str>(()) }) action world.say("child");
        }
    }

    let both = [vec!["child", "child"], vec!["run", "child", "run", "child"]];
    assert_eq!(said::<Written>(), both);
    assert_eq!(said::<InAMacro>(), both);
}

/// The scrutinee may be borrowed from the blackboard.
#[test]
fn what_is_matched_may_be_borrowed() {
    macro_rules! log_of {
        ($world:expr) => {
            $world.log
        };
    }

    macro_rules! name_of {
        ($world:expr) => {
            $world.name
        };
    }

    behavior_tree! {
        tree Borrowed(world: &mut World) {
            match &log_of!(world) {
                list if list.is_empty() => action world.say("empty"),
                list if log_of!(world).len() == list.len() => action world.say("full"),
                _ => fail,
            }
        }
        tree Sliced(world: &mut World) {
            match log_of!(world).as_slice() {
                [] => action world.say("empty"),
                [.., last] if { leave_if!(world.early, false); *last == "empty" } => action world.say("full"),
                _ => fail,
            }
        }
        tree Found(world: &mut World) {
            if let Some(&"empty") = log_of!(world).first() { action world.say("full"); } else { action world.say("empty"); }
        }
        /// A value that cannot be moved: in `if let` the whole decision is one function.
        tree InPlace(world: &mut World) {
            if let None = name_of!(world) { action world.say("matched"); }
        }
    }

    assert_eq!(said::<Borrowed>(), [["empty", "full"]; 2]);
    assert_eq!(run::<Sliced>(false, 2).1, ["empty", "full"]);
    assert_eq!(run::<Sliced>(true, 2).0, [Status::Success, Status::Failure]);
    assert_eq!(said::<Found>(), [["empty", "full"]; 2]);
    assert_eq!(said::<InPlace>(), [["matched"; 2]; 2]);
}
