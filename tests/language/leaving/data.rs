//! Expressions of nodes that keep data, clean up or choose by priority.

use super::{World, run, said};
use crate::{ask, leave_if};
use bt_core::{Action, Status, behavior_tree};

#[derive(Clone)]
struct Say(&'static str);

impl Action<World> for Say {
    fn tick(&mut self, world: &mut World) -> Status {
        world.say(self.0);
        Status::Success
    }
}

/// In each place, the expression is left early with the first value, or gives the second.
macro_rules! places {
    ($name:ident, $world:ident, $number:tt, $word:tt, $maybe:tt, $range:tt, $done:tt, $truth:tt, $score:tt, $made:tt) => {
        mod $name {
            use super::*;

            behavior_tree! {
                tree Let($world: &mut World) {
                    let(word: &'static str = $word) action $world.say(word);
                }
                tree Maybe($world: &mut World) {
                    selector {
                        let(word: &'static str = $maybe) action $world.say(word);
                        action $world.say("none");
                    }
                }
                tree For($world: &mut World) {
                    for(round in $range) action $world.say(if round > 0 { "more" } else { "one" });
                }
                tree Finally($world: &mut World) { finally($done) succeed; }
                tree Priority($world: &mut World) {
                    priority_selector { $truth => action $world.say("high"), true => action $world.say("low") }
                }
                tree Utility($world: &mut World) {
                    active_utility_selector { $score => action $world.say("high"), 0.5 => action $world.say("half") }
                }
                tree Margin($world: &mut World) {
                    active_utility_selector(margin = $score) {
                        0.0 => action { $world.say("runs"); Status::Running },
                        if $world.log.is_empty() { -1.0 } else { 0.5 } => action { $world.say("next"); Status::Running },
                    }
                }
                tree Given($world: &mut World) { subtree Counts(word = $word, number = $number); }
                tree Counts(world: &mut World, number: u32, word: &'static str) {
                    repeat(*number) action world.say(word);
                }
                tree Made($world: &mut World) { action Say = $made; }
            }

            #[test]
            fn what_is_returned_is_the_value() {
                assert_eq!(said::<Let>(), [["early"; 2], ["late"; 2]]);
                assert_eq!(said::<Maybe>(), [["none"; 2], ["late"; 2]]);
                assert_eq!(said::<For>(), [["one", "one"], ["one", "more"]]);
                assert_eq!(said::<Finally>(), [vec![], vec!["done"; 2]]);
                assert_eq!(said::<Priority>(), [["low"; 2], ["high"; 2]]);
                assert_eq!(said::<Utility>(), [["half"; 2], ["high"; 2]]);
                assert_eq!(said::<Margin>(), [["runs", "next"], ["runs", "runs"]]);
                assert_eq!(said::<Given>(), [["early"; 2], ["late"; 2]]);
                assert_eq!(run::<Given>(true, 2).0, [Status::Success; 2]);
                assert_eq!(run::<Given>(false, 2).0, [Status::Running, Status::Success]);
                assert_eq!(said::<Made>(), [["early"; 2], ["late"; 2]]);
            }
        }
    };
}

places! {
    written, world,
    { if world.early { return 1; } 2 },
    { if world.early { return "early"; } "late" },
    { world.find()?; Some("late") },
    { if world.early { return 0..1; } 0..2 },
    { if world.early { return; } world.say("done") },
    { if world.early { return false; } true },
    { if world.early { return 0.0; } 1.0 },
    { if world.early { return Say("early"); } Say("late") }
}

places! {
    in_a_macro, world,
    { leave_if!(world.early, 1); 2 },
    { leave_if!(world.early, "early"); "late" },
    { ask!(world.walk()); Ok::<_, &str>("late") },
    { leave_if!(world.early, 0..1); 0..2 },
    { leave_if!(world.early); world.say("done"); },
    { leave_if!(world.early, false); true },
    { leave_if!(world.early, 0.0); 1.0 },
    { leave_if!(world.early, Say("early")); Say("late") }
}

places! {
    at_the_end, world,
    { return if world.early { 1 } else { 2 } },
    { return if world.early { "early" } else { "late" } },
    { return if world.early { None } else { Some("late") } },
    { return if world.early { 0..1 } else { 0..2 } },
    { return if world.early {} else { world.say("done") } },
    { return !world.early },
    { return if world.early { 0.0 } else { 1.0 } },
    { return if world.early { Say("early") } else { Say("late") } }
}

/// An expression that is left early may use and change kept values.
#[test]
fn what_is_kept_is_used_where_an_expression_is_left() {
    behavior_tree! {
        tree Kept(world: &mut World) {
            let(words: Vec<&'static str> = vec!["first"]) for(round in 0..2) finally({ leave_if!(world.early); words.push("end"); }) sequence {
                action { leave_if!(round > 7, false); words.push("more"); true };
                let(word: &'static str = words.get(ask!(round.checked_add(1))).copied()) action world.say(word);
                condition { leave_if!(world.early, words.len() == round + 2); words.len() == 2 * round + 2 };
            }
        }
    }

    assert_eq!(
        run::<Kept>(true, 2),
        (vec![Status::Running, Status::Success], vec!["more", "more"])
    );
    assert_eq!(
        run::<Kept>(false, 2),
        (vec![Status::Running, Status::Success], vec!["more", "end"])
    );
}

/// An expression that never returns.
#[test]
fn an_expression_need_not_return() {
    behavior_tree! {
        tree Endless(world: &mut World) {
            selector {
                condition !world.early;
                let(never: u32 = todo!()) action world.say(if *never > 3 { "" } else { "3" });
                for(never in todo!()) action world.say(if never > 3 { "" } else { "3" });
                finally(todo!()) action world.say("");
                priority_selector { todo!() => action world.say(""), panic!() => fail }
                active_utility_selector(margin = todo!()) { todo!() => action world.say(""), 0.5 => fail }
                action Say = todo!();
                subtree Given(word = unimplemented!());
            }
        }
        tree Given(world: &mut World, word: &'static str) { action world.say(word); }
    }

    assert_eq!(run::<Endless>(false, 1).0, [Status::Success]);
}
