//! Values, numbers and parameters may have the names of generated locals.

use bt_core::{Action, Clock, Status};
use core::time::Duration;

#[derive(Default)]
struct World {
    said: Vec<u32>,
    time: Duration,
}

impl World {
    fn say(&mut self, number: u32) -> Status {
        self.said.push(number);
        Status::Success
    }
}

impl Clock for World {
    fn now(&self) -> Duration {
        self.time
    }
}

struct Say {
    number: u32,
}

impl Action<World> for Say {
    fn tick(&mut self, world: &mut World) -> Status {
        world.say(self.number)
    }
}

/// A tree whose `let`, `for` and parameter have that name, above nodes of many kinds.
macro_rules! named {
    ($($module:ident $name:ident)*) => {
        $(mod $module {
            use super::{Say, World};
            use bt_core::{Status, behavior_tree};
            use core::time::Duration;

            behavior_tree! {
                tree Named(world: &mut World, $name: u32) {
                    sequence {
                        action { *$name += 1; world.say(*$name) };
                        let($name: u32 = *$name + 1) finally(world.say(*$name + 900)) sequence {
                            action world.say(*$name);
                            parallel {
                                random_selector(*$name) { condition *$name == 3; condition *$name == 3; }
                                active_utility_selector(margin = f32::from(u8::from(*$name == 3))) {
                                    f32::from(u8::from(*$name == 3)) => condition *$name == 3;
                                }
                                priority_selector { *$name == 3 => action Say { number: *$name }; }
                                utility_selector { 0.5 => action Say = Say { number: *$name }; }
                                timeout(1s) service(1s, { *$name += 1; }) guard(*$name == 4) succeed;
                            }
                            for($name in 2..4) every(1s) sequence {
                                condition $name < 4;
                                subtree Part($name = $name);
                                let($name: usize = $name + 1) action Say { number: u32::try_from(*$name).unwrap_or(0) };
                            }
                            active_if *$name == 4 { subtree Part($name = 5); }
                        }
                    }
                }

                tree Part(world: &mut World, $name: usize) {
                    match *$name {
                        100 => fail,
                        _ => action world.say(u32::try_from(*$name + 10).unwrap_or(0)),
                    }
                }
            }

            #[test]
            fn is_the_users_own() {
                let (mut world, mut tree) = (World::default(), Named::new(1));
                assert_eq!(tree.tick(&mut world), Status::Running);
                world.time += Duration::from_secs(1);
                assert_eq!(tree.tick(&mut world), Status::Success);
                assert_eq!(world.said, [2, 3, 3, 3, 12, 3, 13, 4, 15, 904]);
                assert_eq!(tree.tick(&mut world), Status::Failure);
                assert_eq!(world.said[10..], [3, 4, 904]);
            }
        })*
    };
}

named! {
    blackboard blackboard
    bt bt
    child child
    chosen chosen
    core_of_rust core
    decorator decorator
    due due
    events events
    from from
    given given
    inner inner
    keep keep
    kept kept
    left left
    margin margin
    memory memory
    next next
    now now
    numbers numbers
    order order
    parameters parameters
    parts parts
    period period
    raw r#type
    raw_loop r#loop
    rounds rounds
    runs runs
    scores scores
    state state
    status status
    this this
    until until
    value value
    with_underscores __state
    with_underscores_of_values __value
    with_underscores_of_numbers __next
}
