//! Actions: a returned value is the value of the action.

use super::{World, run, said};
use crate::{ask, leave_if};
use bt_core::{Action, End, Status, behavior_tree};

/// A failing check, like a macro that a large program would have.
macro_rules! ensure {
    ($condition:expr) => {
        if !$condition {
            return Status::Failure;
        }
    };
}

/// An error that ends a function.
macro_rules! bail {
    ($text:literal) => {
        return Err($text)
    };
}

behavior_tree! {
    tree Ensure(world: &mut World) {
        selector { action { ensure!(!world.early); world.say("1st"); Status::Success }; action world.say("2nd"); }
    }
    tree Written(world: &mut World) {
        selector {
            action { if world.early { return Status::Failure; } world.say("1st"); Status::Success };
            action world.say("2nd");
        }
    }
    tree Bool(world: &mut World) {
        selector { action { leave_if!(world.early, false); world.say("1st"); true }; action world.say("2nd"); }
    }
    tree Bail(world: &mut World) {
        selector {
            action { if world.early { bail!("no path"); } world.say("1st"); Ok(()) };
            action world.say("2nd");
        }
    }
    tree Question(world: &mut World) {
        selector {
            action { world.walk()?; world.say("1st"); Ok::<_, &str>(Status::Success) };
            action world.say("2nd");
        }
    }
    tree Ask(world: &mut World) {
        selector {
            action { ask!(world.walk()); world.say("1st"); Ok::<_, &str>(true) };
            action world.say("2nd");
        }
    }
    tree Nothing(world: &mut World) {
        sequence { action { leave_if!(world.early); world.say("1st"); }; action world.say("2nd"); }
    }
    /// The last node of a region, whose status is that of the region.
    tree Last(world: &mut World) {
        sequence { action world.say("0th"); action { leave_if!(world.early, Status::Running); Status::Success }; }
    }
    /// A leaf below nodes that keep data, and in the loop of a random composite.
    tree Below(world: &mut World) {
        selector {
            random_selector(0) {
                timeout(1s) repeat(1) action { ensure!(!world.early); world.say("1st"); Status::Success };
            }
            action world.say("2nd");
        }
    }
}

#[test]
fn an_action_that_is_left_has_failed_and_no_more() {
    let both = [["2nd"; 2], ["1st"; 2]];
    assert_eq!(said::<Ensure>(), both);
    assert_eq!(said::<Written>(), both);
    assert_eq!(said::<Bool>(), both);
    assert_eq!(said::<Bail>(), both);
    assert_eq!(said::<Question>(), both);
    assert_eq!(said::<Ask>(), both);
    assert_eq!(said::<Below>(), both);
    assert_eq!(run::<Nothing>(true, 1).1, ["2nd"]);
    assert_eq!(run::<Nothing>(false, 1).1, ["1st", "2nd"]);
}

#[test]
fn an_action_that_is_left_running_runs() {
    assert_eq!(run::<Last>(true, 2), (vec![Status::Running; 2], vec!["0th"]));
    assert_eq!(run::<Last>(false, 2), (vec![Status::Success; 2], vec!["0th"; 2]));
}

struct Job;

impl Action<World> for Job {
    fn start(&mut self, world: &mut World) {
        world.say("start");
    }

    fn tick(&mut self, _: &mut World) -> Status {
        Status::Running
    }

    fn end(&mut self, world: &mut World, _: End) {
        world.say("end");
    }
}

/// When an action is left early, siblings that started in the same tick are ended.
#[test]
fn siblings_end() {
    behavior_tree! {
        tree Parallel(world: &mut World) {
            parallel { action Job {}; action { ensure!(world.early); Status::Running }; }
        }
        tree Random(world: &mut World) {
            parallel {
                action Job {};
                random_selector({ leave_if!(world.early, 1); 0 }) { fail; fail; }
            }
        }
        tree Chosen(world: &mut World) {
            parallel {
                action Job {};
                match { leave_if!(!world.early, 2); 1 } { 1 => running, _ => fail }
            }
        }
    }

    let ended = (vec![Status::Failure], vec!["start", "end"]);
    assert_eq!(run::<Parallel>(false, 1), ended);
    assert_eq!(run::<Parallel>(true, 2), (vec![Status::Running; 2], vec!["start"]));
    assert_eq!(run::<Random>(false, 1), ended);
    assert_eq!(run::<Random>(true, 1), ended);
    assert_eq!(run::<Chosen>(false, 1), ended);
    assert_eq!(run::<Chosen>(true, 2), (vec![Status::Running; 2], vec!["start"]));
}

/// A macro may be a statement, a value or empty; not every macro leaves its expression.
#[test]
fn macros_are_expressions() {
    macro_rules! add {
        ($world:ident, $word:expr) => {
            $world.say($word)
        };
    }
    static WORD: Option<&str> = Some("static");

    macro_rules! ignore {
        ($($tokens:tt)*) => {};
    }
    macro_rules! both {
        ($world:ident, $name:ident) => {
            $name!($world, stringify!($name))
        };
    }

    behavior_tree! {
        tree Macros(world: &mut World) {
            sequence {
                action add!(world, "first");
                action { add!(world, "second") };
                action { ignore!(world); };
                condition { ignore!(world); true };
                if let Some(_) = WORD { succeed; }
                action both!(world, add);
                action { let world: &mut World = world; add!(world, "fourth"); Some(()).ok_or("none") };
                action [(); 1].map(|()| add!(world, "fifth")).len() == 1;
            }
        }
    }

    assert_eq!(run::<Macros>(false, 1).1, ["first", "second", "add", "fourth", "fifth"]);
}
