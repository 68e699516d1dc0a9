//! Expressions that decide: a returned value is the decision.

use super::{World, run, said};
use crate::leave_if;
use bt_core::{Status, behavior_tree};

/// Tests an expression in all places: "then" if it is true, "else" if it is false.
macro_rules! places {
    ($name:ident, $world:ident, { $($answer:tt)* }, { $($target:tt)* }) => {
        mod $name {
            use super::*;

            behavior_tree! {
                tree Condition($world: &mut World) {
                    selector {
                        sequence { condition $($answer)*; action $world.say("then"); }
                        action $world.say("else");
                    }
                }
                tree Negated($world: &mut World) {
                    selector {
                        sequence { not condition $($answer)*; action $world.say("else"); }
                        action $world.say("then");
                    }
                }
                tree Monitor($world: &mut World) {
                    selector {
                        monitor { condition $($answer)*; action $world.say("then"); }
                        action $world.say("else");
                    }
                }
                tree MonitorOfTwo($world: &mut World) {
                    selector {
                        monitor { condition $($answer)*; action $world.say("then"); succeed; }
                        action $world.say("else");
                    }
                }
                tree Guard($world: &mut World) {
                    selector { guard($($answer)*) action $world.say("then"); action $world.say("else"); }
                }
                tree If($world: &mut World) {
                    if $($answer)* { action $world.say("then"); } else { action $world.say("else"); }
                }
                tree ActiveIf($world: &mut World) {
                    active_if $($answer)* { action $world.say("then"); } else { action $world.say("else"); }
                }
                tree IfLet($world: &mut World) {
                    if let Some(1) = $($target)* { action $world.say("then"); } else { action $world.say("else"); }
                }
                tree ActiveIfLet($world: &mut World) {
                    active_if let Some(1) = $($target)* { action $world.say("then"); } else { action $world.say("else"); }
                }
                tree MatchGuard($world: &mut World) {
                    match $world.early {
                        _ if $($answer)* => action $world.say("then"),
                        _ => action $world.say("else"),
                    }
                }
                tree ActiveMatchGuard($world: &mut World) {
                    active_match &$world.log {
                        list if list.len() < 9 && $($answer)* => action $world.say("then"),
                        _ => action $world.say("else"),
                    }
                }
            }

            #[test]
            fn what_is_returned_is_the_answer() {
                let both = [vec!["else"; 2], vec!["then"; 2]];
                assert_eq!(said::<Condition>(), both);
                assert_eq!(said::<Negated>(), both);
                assert_eq!(said::<Monitor>(), both);
                assert_eq!(said::<MonitorOfTwo>(), both);
                assert_eq!(said::<Guard>(), both);
                assert_eq!(said::<If>(), both);
                assert_eq!(said::<ActiveIf>(), both);
                assert_eq!(said::<IfLet>(), both);
                assert_eq!(said::<ActiveIfLet>(), both);
                assert_eq!(said::<MatchGuard>(), both);
                assert_eq!(said::<ActiveMatchGuard>(), both);
            }
        }
    };
}

places! {
    written, world,
    { { if world.early { return false; } true } },
    { { if world.early { return false; } Some(1) } }
}

places! {
    in_a_macro, world,
    { { leave_if!(world.early, false); true } },
    { { leave_if!(world.early, false); Some(1) } }
}

places! {
    at_the_end, world,
    { { return world.find().is_some(); } },
    { { return world.find().is_some(); } }
}

places! {
    in_an_argument, world,
    { matches!({ leave_if!(world.early, false); world.find() }, Some(1)) },
    { { assert!({ leave_if!(world.early, false); true }); Some(1) } }
}

/// Inside of a closure, `return` and `?` leave the closure.
mod closures {
    use super::*;

    behavior_tree! {
        tree Closures(world: &mut World) {
            selector {
                sequence {
                    condition (|| { if world.early { return false; } true })();
                    condition (|| { leave_if!(world.early, false); true })();
                    condition (|| Some(world.find()? > 0))() == Some(true);
                    action world.say("then");
                }
                action world.say("else");
            }
        }
    }

    #[test]
    fn a_closure_is_left_alone() {
        assert_eq!(said::<Closures>(), [["else"; 2], ["then"; 2]]);
    }
}

/// The bindings of a pattern can still be used after its guard.
#[test]
fn a_guard_borrows_what_its_pattern_binds() {
    behavior_tree! {
        tree Words(world: &mut World) {
            match vec![String::from("a"), String::from("b")] {
                words if { leave_if!(words.is_empty(), true); world.early } => fail,
                words if words.len() == 2 => action world.say("two"),
                _ => fail,
            }
        }
    }

    assert_eq!(run::<Words>(false, 1), (vec![Status::Success], vec!["two"]));
    assert_eq!(run::<Words>(true, 1), (vec![Status::Failure], vec![]));
}
