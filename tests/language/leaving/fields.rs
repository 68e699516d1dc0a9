//! Fields of stateful actions and of decorators: a returned value is the value of the field.

use super::{World, run, said};
use crate::{ask, leave_if};
use bt_core::{Action, Decorator, Status, behavior_tree};

#[derive(Clone, Copy)]
struct Say {
    word: &'static str,
    found: Option<u32>,
}

impl Say {
    fn all(self, world: &mut World) {
        world.say(self.word);
        world.say(if self.found.is_some() { "some" } else { "none" });
    }
}

impl Action<World> for Say {
    fn tick(&mut self, world: &mut World) -> Status {
        self.all(world);
        Status::Success
    }
}

impl Decorator<World> for Say {
    fn tick(&mut self, world: &mut World, child: impl FnOnce(&mut World) -> Status) -> Status {
        self.all(world);
        child(world)
    }
}

fn silent() -> Say {
    Say { word: "silent", found: None }
}

macro_rules! places {
    ($name:ident, $world:ident, $word:tt, $found:tt, $rest:tt) => {
        mod $name {
            use super::*;

            behavior_tree! {
                tree Stateful($world: &mut World) {
                    action Say { found: $found, word: $word };
                }
                /// Starts while another node is running.
                tree Beside($world: &mut World) {
                    active_selector { action Say { word: $word, found: $found }; running; }
                }
                tree With($world: &mut World) {
                    with Say { word: $word, found: $found } succeed;
                }
                tree Rest($world: &mut World) {
                    action Say { word: $word, ..$rest };
                }
            }

            #[test]
            fn what_is_returned_is_the_field() {
                let both = [["early", "none"], ["late", "some"]].map(|said| said.repeat(2));
                assert_eq!(said::<Stateful>(), both);
                assert_eq!(said::<Beside>(), both);
                assert_eq!(said::<With>(), both);
                let [early, late] = said::<Rest>();
                assert_eq!(
                    (early, late),
                    (["early", "none"].repeat(2), ["late", "some"].repeat(2))
                );
            }
        }
    };
}

places! {
    written, world,
    { if world.early { return "early"; } "late" },
    { Some(world.find()? + 1) },
    { if world.early { return silent(); } Say { found: Some(1), ..silent() } }
}

places! {
    in_a_macro, world,
    { leave_if!(world.early, "early"); "late" },
    { Some(ask!(world.find()) + 1) },
    { leave_if!(world.early, silent()); Say { found: Some(1), ..silent() } }
}

/// The other fields come from the literal.
#[test]
fn a_field_leaves_the_others_alone() {
    behavior_tree! {
        tree Mixed(world: &mut World) {
            sequence {
                action Say { word: "left", found: { if world.log.is_empty() { return None; } Some(3) } };
                action Say { found: u32::try_from(world.log.len()).ok(), word: world.log.first().copied().unwrap_or("") };
            }
        }
    }

    assert_eq!(run::<Mixed>(false, 1).1, ["left", "none", "left", "some"]);
}
