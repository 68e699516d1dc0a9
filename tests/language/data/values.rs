//! Values of `let` and numbers of `for`.

use super::world::{Loud, Prey, World};
use bt_core::{Status, behavior_tree};

behavior_tree! {
    #[derive(Debug, Clone, PartialEq)]
    tree Hunt(world: &mut World) {
        let(prey: Prey = world.nearest().map(|id| Prey { id, hits: 0 })) sequence {
            condition prey.id < 100;
            'strike: repeat(3) action {
                prey.hits += 1;
                world.say(format!("{} hit {}", prey.id, prey.hits));
            };
            action world.status();
        }
    }
}

#[test]
fn a_value_is_kept_while_the_node_is_active_and_changed_by_actions() {
    let (mut hunt, mut world) = (Hunt::new(), World { prey: Some(7), ..World::default() });
    assert_eq!(hunt.tick(&mut world), Status::Running);
    world.prey = Some(8);
    assert_eq!(hunt.tick(&mut world), Status::Running);
    let copy = hunt.clone();
    assert_eq!(copy, hunt);
    assert!(format!("{hunt:?}").contains("hits: 2"), "{hunt:?}");
    assert_eq!(hunt.tick(&mut world), Status::Running);
    world.status = Some(Status::Success);
    assert_eq!(hunt.tick(&mut world), Status::Success);
    assert_eq!(world.take(), ["7 hit 1", "7 hit 2", "7 hit 3"]);
    assert_eq!(world.found, 1);
    hunt.tick(&mut world);
    assert_eq!(world.take(), ["8 hit 1"]);
    assert_eq!(world.found, 2);
}

#[test]
fn no_value_is_failure_and_the_node_is_not_ticked() {
    let (mut hunt, mut world) = (Hunt::new(), World::default());
    assert_eq!(hunt.tick(&mut world), Status::Failure);
    assert!(world.log.is_empty() && !hunt.is_running());
}

behavior_tree! {
    tree Given(world: &mut World) {
        selector {
            let(number: u8 = "x".parse::<u8>()) action world.say(format!("{number}"));
            let(number: u8 = "12".parse::<u8>()) let(number: u16 = u16::from(*number) + 1) sequence {
                action world.say(format!("{number}"));
                // If the type is an `Option`, the value of an `Option` is kept as it is.
                let(maybe: Option<u8> = None::<u8>) condition maybe.is_none();
                let(all: Vec<u16> = [*number].into_iter().collect()) condition all == &[13];
                let(text: String = "text".into()) sequence {
                    action text.push('!');
                    action world.say(text.as_str());
                    action Loud = Loud(if text.ends_with('!') { "made" } else { "" });
                }
            }
        }
    }
}

#[test]
fn values_results_and_options_are_taken_and_names_shadowed() {
    let mut world = World { status: Some(Status::Success), ..World::default() };
    assert_eq!(Given::new().tick(&mut world), Status::Success);
    assert_eq!(world.take(), ["13", "text!", "made starts", "made Success"]);
}

behavior_tree! {
    tree Rooms(world: &mut World) {
        for(room in 0..world.found as usize) sequence {
            condition room < 10;
            action world.say(format!("room {room}"));
            let(twice: usize = room * 2) action {
                world.say(format!("{twice}"));
                world.status()
            };
        }
    }
}

#[test]
fn a_round_for_each_number() {
    let mut world = World { found: 3, status: Some(Status::Success), ..World::default() };
    let mut rooms = Rooms::new();
    assert_eq!(rooms.tick(&mut world), Status::Running);
    assert_eq!(world.take(), ["room 0", "0"]);
    world.status = None;
    assert_eq!(rooms.tick(&mut world), Status::Running);
    assert_eq!(rooms.tick(&mut world), Status::Running);
    world.status = Some(Status::Success);
    assert_eq!(rooms.tick(&mut world), Status::Running);
    assert_eq!(world.take(), ["room 1", "2", "2", "2"]);
    assert_eq!(rooms.tick(&mut world), Status::Success);
    world.found = 0;
    assert_eq!(rooms.tick(&mut world), Status::Success);
    world.found = 2;
    world.status = Some(Status::Failure);
    assert_eq!(rooms.tick(&mut world), Status::Failure);
}

behavior_tree! {
    tree Both<'w, T: Clone + std::fmt::Display>(cx: &mut (World, T, &'w str)) {
        let(text: &'w str = cx.2) let(count: T = cx.1.clone()) parallel {
            for(i in 0..2) action cx.0.say(format!("{text} {count} {i}"));
            let(own: Vec<T> = vec![count.clone()]) sequence {
                action own.push(count.clone());
                repeat(2) succeed;
                action cx.0.say(format!("{}", own.len()));
            }
        }
    }
}

#[test]
fn generic_values_are_seen_by_both_branches() {
    let mut cx = (World::default(), 5_u8, "text");
    let mut both = Both::new();
    assert_eq!(both.tick(&mut cx), Status::Running);
    assert_eq!(both.tick(&mut cx), Status::Success);
    assert_eq!(cx.0.take(), ["text 5 0", "text 5 1", "2"]);
}

/// An error that implements only `Debug`.
#[derive(Debug)]
struct Jammed;

impl World {
    fn open(&self) -> Result<u8, Jammed> {
        if self.danger { Err(Jammed) } else { Ok(3) }
    }

    fn enter(&mut self, door: u8) -> Result<(), String> {
        self.say(format!("door {door}"));
        if door > 2 { Ok(()) } else { Err("too low".to_owned()) }
    }
}

behavior_tree! {
    tree Door(world: &mut World) {
        selector {
            action {
                let door = world.open()?;
                world.enter(door)?;
                Ok(())
            };
            action Ok(world.enter(world.open()? - 3)?);
            action world.say("closed");
        }
    }
}

#[test]
fn errors_of_different_types_are_passed_on() {
    let mut world = World::default();
    assert_eq!(Door::new().tick(&mut world), Status::Success);
    world.danger = true;
    assert_eq!(Door::new().tick(&mut world), Status::Success);
    assert_eq!(world.take(), ["door 3", "closed"]);
}
