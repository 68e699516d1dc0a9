//! Values that actions give: `let(NAME: TYPE)` and `-> NAME`.

use super::world::World;
use bt_core::observe::{Answers, Marks};
use bt_core::{Action, End, Output, Status, behavior_tree};
use std::task::Poll;

impl World {
    /// `None` while there is no prey.
    fn seek(&mut self) -> Option<u32> {
        self.say("seeks");
        self.nearest()
    }

    fn plan(&mut self) -> Poll<Result<String, String>> {
        match self.status {
            None => Poll::Pending,
            Some(Status::Failure) => Poll::Ready(Err("no way".to_owned())),
            Some(_) => Poll::Ready(Ok("by ship".to_owned())),
        }
    }
}

behavior_tree! {
    #[derive(Debug, Clone, PartialEq)]
    tree Hunt(world: &mut World) {
        let(prey: u32) sequence {
            action world.seek() -> prey;
            condition *prey < 100;
            'strike: repeat(2) action {
                *prey += 1;
                world.say(format!("strikes {prey}"));
            };
            action world.status();
        }
    }
}

#[test]
fn a_value_is_there_once_it_is_given() {
    let (mut hunt, mut world) = (Hunt::new(), World::default());
    assert_eq!(hunt.tick(&mut world), Status::Failure);
    world.prey = Some(7);
    assert_eq!(hunt.tick(&mut world), Status::Running);
    assert!(format!("{hunt:?}").contains("Some(8)"), "{hunt:?}");
    assert_eq!(hunt.clone(), hunt);
    assert_eq!(hunt.tick(&mut world), Status::Running);
    world.status = Some(Status::Success);
    assert_eq!(hunt.tick(&mut world), Status::Success);
    assert_eq!(world.take(), ["seeks", "seeks", "strikes 8", "strikes 9"]);
}

behavior_tree! {
    tree Halve(world: &mut World, of: u32) -> (half: Option<u32>) {
        sequence {
            selector {
                sequence { condition *of > 10; set half = None; }
                set half = Some(*of / 2);
            }
            action world.say(format!("half {half:?}"));
        }
    }

    tree Count(world: &mut World) {
        let(n: u32) let(half: Option<u32>) sequence {
            set n = world.prey.map_or(20, |prey| prey);
            set n = *n + 1;
            action world.say(format!("n {n}"));
            subtree Halve(of = *n) -> half;
            condition half.is_some();
        }
    }
}

#[test]
fn set_gives_the_first_value() {
    let (mut count, mut world) = (Count::new(), World::default());
    assert_eq!(count.tick(&mut world), Status::Failure);
    world.prey = Some(7);
    assert_eq!(count.tick(&mut world), Status::Success);
    assert_eq!(world.take(), ["n 21", "half None", "n 8", "half Some(4)"]);
}

behavior_tree! {
    tree Travel(world: &mut World) {
        let(way: String) sequence {
            'plan: action world.plan() -> way;
            let(shout: String = way.to_uppercase()) action world.say(shout.as_str());
            action world.say(way.as_str());
        }
    }
}

#[test]
fn a_poll_runs_and_the_text_of_an_err_is_observed() {
    let (mut travel, mut world) = (Travel::new(), World::default());
    assert_eq!(travel.tick(&mut world), Status::Running);
    assert!(travel.is_active(Travel::PLAN));
    world.status = Some(Status::Failure);
    let mut marks = Marks::new(Travel::NODES);
    assert_eq!(travel.tick_with(&mut world, &mut marks), Status::Failure);
    assert_eq!(marks.error(Travel::PLAN), Some("no way"));
    world.status = Some(Status::Success);
    assert_eq!(travel.tick(&mut world), Status::Success);
    assert_eq!(world.take(), ["BY SHIP", "by ship"]);
}

#[test]
fn no_observer_can_answer_success_in_place_of_a_value() {
    let (mut travel, mut world) = (Travel::new(), World::default());
    let answer = |status| Answers::new().leaf(Travel::PLAN, status);
    assert_eq!(travel.tick_with(&mut world, &mut answer(Status::Success)), Status::Running);
    assert_eq!(travel.tick_with(&mut world, &mut answer(Status::Failure)), Status::Failure);
    world.status = Some(Status::Success);
    assert_eq!(travel.tick_with(&mut world, &mut answer(Status::Running)), Status::Running);
    assert_eq!(travel.tick_with(&mut world, &mut answer(Status::Success)), Status::Success);
}

/// Counts to a number, and gives two values.
#[derive(Debug, Clone, PartialEq)]
struct Detect {
    frames: u32,
}

impl Action<World> for Detect {
    fn tick(&mut self, world: &mut World) -> Status {
        if world.danger {
            return Status::Failure;
        }
        self.frames -= 1;
        if self.frames == 0 { Status::Success } else { Status::Running }
    }

    fn end(&mut self, world: &mut World, end: End) {
        world.say(format!("{end:?} {}", self.frames));
    }
}

impl Output<(u32, String)> for Detect {
    fn output(&mut self) -> (u32, String) {
        self.frames += 10;
        (self.frames, "here".to_owned())
    }
}

behavior_tree! {
    tree Look(world: &mut World) {
        let(_place: String) let(score: u32 = 3) sequence {
            action world.say(format!("{score}"));
            active_selector {
                condition world.found > 5;
                action Detect { frames: 2 } -> (score, _place);
            }
            // A selector may also end without the action.
            action world.say(format!("{score}"));
        }
    }

    tree Again(world: &mut World) {
        let(place: String) let(score: u32) sequence {
            active_sequence {
                condition world.found < 5;
                action Detect = Detect { frames: 1 } -> (score, place);
            }
            action world.say(format!("{score} {place}"));
        }
    }
}

#[test]
fn a_stateful_action_gives_its_output_before_its_end() {
    let (mut look, mut world) = (Look::new(), World::default());
    assert_eq!(look.tick(&mut world), Status::Running);
    assert_eq!(look.tick(&mut world), Status::Success);
    assert_eq!(world.take(), ["3", "Success 10", "10"]);
    assert_eq!(look.tick(&mut world), Status::Running);
    world.found = 6;
    assert_eq!(look.tick(&mut world), Status::Success);
    assert_eq!(world.take(), ["3", "Aborted 1", "3"]);
    world.danger = true;
    world.found = 0;
    assert_eq!(look.tick(&mut world), Status::Failure);
    assert_eq!(world.take(), ["3", "Failure 2"]);
    world.danger = false;
    assert_eq!(Again::new().tick(&mut world), Status::Success);
    assert_eq!(world.take(), ["Success 10", "10 here"]);
}

behavior_tree! {
    tree Follow(world: &mut World) {
        let(path: u32) pipeline {
            action world.seek() -> path;
            action {
                world.say(format!("at {path}"));
                *path += 10;
                world.status()
            };
        }
    }
}

#[test]
fn a_value_stays_while_it_is_given_again() {
    let (mut follow, mut world) = (Follow::new(), World { prey: Some(1), ..World::default() });
    assert_eq!(follow.tick(&mut world), Status::Running);
    world.prey = Some(2);
    assert_eq!(follow.tick(&mut world), Status::Running);
    assert_eq!(world.take(), ["seeks", "at 1", "seeks", "at 2"]);
    world.prey = None;
    assert_eq!(follow.tick(&mut world), Status::Failure);
    assert_eq!(world.take(), ["seeks"]);
}

behavior_tree! {
    #[allow(unused_variables)]
    tree Names(world: &mut World) {
        let(state: u32) let(r#type: u32) let(inner: u32) sequence {
            action world.seek() -> state;
            parallel {
                action Some(*state + 1) -> r#type;
                repeat(2) action Some(*state) -> inner;
            }
            finally(world.say(format!("{state} {type} {inner}"))) let(state: u32) sequence {
                action Ok::<_, String>(*inner * 2) -> state;
                action Poll::Ready(Some(*state + 1)) -> inner;
                action world.say(format!("{state} {inner}"));
                action if world.danger { None } else { Some(1) } -> state;
            }
        }
    }
}

#[test]
fn places_have_names_that_hide_each_other() {
    let mut world = World { prey: Some(3), ..World::default() };
    let mut names = Names::new();
    assert_eq!(names.tick(&mut world), Status::Running);
    assert_eq!(names.tick(&mut world), Status::Success);
    assert_eq!(world.take(), ["seeks", "6 7", "3 4 7"]);
}

behavior_tree! {
    #[derive(Debug, Clone, PartialEq)]
    tree Plan(world: &mut World, least: u32) -> (path: u32) {
        sequence {
            action world.seek() -> path;
            condition path >= least;
            action world.status();
            action *path += 1;
        }
    }

    #[derive(Debug, Clone, PartialEq)]
    tree Both(world: &mut World) -> (name: String, number: u32) {
        parallel {
            action Some("both".to_owned()) -> name;
            subtree Plan(least = 1) -> number;
        }
    }

    #[derive(Debug, Clone, PartialEq)]
    tree Go(world: &mut World) {
        let(name: String) let(path: u32) sequence {
            subtree Both -> (name, path);
            action world.say(format!("{name} {path}"));
            let(kept: u32 = 0) sequence {
                subtree Plan(least = *path) -> kept;
                // Nobody takes it.
                subtree Plan(least = 0);
                action world.say(format!("{kept}"));
            }
        }
    }
}

#[test]
fn a_tree_gives_results() {
    let mut world = World { prey: Some(7), status: Some(Status::Success), ..World::default() };
    let mut go = Go::new();
    assert_eq!(go.tick(&mut world), Status::Failure);
    assert_eq!(world.take(), ["seeks", "both 8", "seeks"]);
    world.status = None;
    assert_eq!(go.tick(&mut world), Status::Running);
    assert_eq!(go.clone(), go);
    assert!(format!("{go:?}").contains("Some(7)"), "{go:?}");
    world.prey = Some(9);
    world.status = Some(Status::Success);
    assert_eq!(go.tick(&mut world), Status::Success);
    assert_eq!(world.take(), ["seeks", "both 8", "seeks", "seeks", "10"]);
}

#[test]
fn the_results_of_an_agent_can_be_taken_after_its_success() {
    let mut world = World { prey: Some(7), ..World::default() };
    let mut plan = Plan::new(3);
    assert_eq!(plan.tick(&mut world), Status::Running);
    assert_eq!(plan.take_results(), None);
    plan.abort(&mut world);
    assert_eq!(plan.take_results(), None);
    assert_eq!(plan.tick(&mut world), Status::Running);
    world.status = Some(Status::Success);
    assert_eq!(plan.tick(&mut world), Status::Success);
    assert_eq!(plan.take_results(), Some(8));
    let mut both = Both::default();
    assert_eq!(both.take_results(), None);
    assert_eq!(both.tick(&mut world), Status::Success);
    assert_eq!(both.take_results(), Some(("both".to_owned(), 8)));
    assert_eq!(both.take_results(), None);
    assert_eq!(both.tick(&mut world), Status::Success);
    world.prey = None;
    assert_eq!(both.tick(&mut world), Status::Failure);
    assert_eq!(both.take_results(), None);
}
