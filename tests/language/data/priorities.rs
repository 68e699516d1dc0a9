//! `priority_selector` and `active_utility_selector`: another child may take over from the running one.

use super::world::{Loud, World};
use bt_core::{Action, End, Status, behavior_tree};
use std::time::Duration;

behavior_tree! {
    tree Prefers(world: &mut World) {
        priority_selector {
            world.danger => finally(world.say("calm")) action Loud = Loud("flee"),
            world.prey.is_some() => 'hunt: finally(world.say("no hunt")) action Loud = Loud("hunt"),
            true => action Loud = Loud("graze"),
        }
    }
}

#[test]
fn a_true_condition_in_front_takes_over_and_the_own_one_is_not_asked() {
    let mut world = World { prey: Some(1), ..World::default() };
    let mut prefers = Prefers::new();
    prefers.tick(&mut world);
    world.prey = None;
    prefers.tick(&mut world);
    assert!(prefers.active().any(|id| id == Prefers::HUNT));
    world.danger = true;
    prefers.tick(&mut world);
    assert_eq!(world.take(), ["hunt starts", "hunt Aborted", "no hunt", "flee starts"]);
    world.danger = false;
    prefers.tick(&mut world);
    assert!(world.log.is_empty());
    // When a child fails, the conditions after it are evaluated in the same tick.
    world.status = Some(Status::Failure);
    assert_eq!(prefers.tick(&mut world), Status::Failure);
    let log = ["flee Failure", "calm", "graze starts", "graze Failure"];
    assert_eq!(world.take(), log);
    world.status = Some(Status::Success);
    assert_eq!(prefers.tick(&mut world), Status::Success);
    assert_eq!(world.take(), ["graze starts", "graze Success"]);
}

behavior_tree! {
    tree Gated(world: &mut World) {
        priority_selector {
            world.danger => 'bark: cooldown(1min) guard(world.ask()) action Loud = Loud("bark"),
            else => action Loud = Loud("graze"),
        }
    }
}

#[test]
fn gates_belong_to_the_condition_of_their_child() {
    let mut world = World { danger: true, ..World::default() };
    let mut gated = Gated::new();
    gated.tick(&mut world);
    gated.tick(&mut world);
    assert_eq!(world.take(), ["graze starts"], "a guard that refuses interrupts nothing");
    assert_eq!(world.asked.take(), 2);
    world.is_open = true;
    gated.tick(&mut world);
    assert_eq!(world.take(), ["graze Aborted", "bark starts"]);
    assert_eq!(world.asked.take(), 1, "it is not asked again before the first tick of its child");
    gated.tick(&mut world);
    assert_eq!(world.asked.take(), 1, "and before each of the others");
    assert!(gated.is_active(Gated::BARK));
    world.is_open = false;
    gated.tick(&mut world);
    assert_eq!(world.take(), ["bark Aborted", "graze starts"]);
    world.is_open = true;
    gated.tick(&mut world);
    assert_eq!(world.asked.take(), 1, "the cooldown stands in front of the guard");
    world.now = Duration::from_secs(60);
    gated.tick(&mut world);
    assert_eq!(world.take(), ["graze Aborted", "bark starts"]);
}

#[derive(Default)]
struct Needs {
    world: World,
    scores: [f32; 3],
    margin: f32,
}

impl Action<Needs> for Loud {
    fn start(&mut self, needs: &mut Needs) {
        Action::<World>::start(self, &mut needs.world);
    }

    fn tick(&mut self, needs: &mut Needs) -> Status {
        needs.world.status()
    }

    fn end(&mut self, needs: &mut Needs, end: End) {
        Action::<World>::end(self, &mut needs.world, end);
    }
}

behavior_tree! {
    tree Weighs(needs: &mut Needs) {
        active_utility_selector(margin = needs.margin) {
            needs.scores[0] => action Loud = Loud("eat"),
            needs.scores[1] => action Loud = Loud("drink"),
            needs.scores[2] => action Loud = Loud("sleep"),
        }
    }
}

#[test]
fn the_highest_score_takes_over_by_more_than_the_margin() {
    let mut needs = Needs { scores: [0.2, 0.5, 0.5], ..Needs::default() };
    let mut weighs = Weighs::new();
    weighs.tick(&mut needs);
    assert_eq!(needs.world.take(), ["drink starts"]);
    needs.scores = [0.5, 0.5, 0.5];
    weighs.tick(&mut needs);
    needs.margin = 0.25;
    needs.scores = [0.75, 0.5, 0.6];
    weighs.tick(&mut needs);
    assert!(needs.world.log.is_empty(), "equal is not higher");
    needs.scores[0] = 0.8;
    weighs.tick(&mut needs);
    assert_eq!(needs.world.take(), ["drink Aborted", "eat starts"]);
    needs.scores[0] = f32::NAN;
    weighs.tick(&mut needs);
    assert_eq!(needs.world.take(), ["eat Aborted", "sleep starts"]);
    needs.world.status = Some(Status::Failure);
    assert_eq!(weighs.tick(&mut needs), Status::Failure);
    assert_eq!(needs.world.take(), ["sleep Failure", "drink starts", "drink Failure"]);
    needs.world.status = None;
    weighs.tick(&mut needs);
    needs.scores = [f32::NAN; 3];
    needs.world.take();
    assert_eq!(weighs.tick(&mut needs), Status::Failure);
    assert_eq!(needs.world.take(), ["sleep Aborted"]);
    needs.scores = [f32::NAN, 1.0, f32::NAN];
    needs.world.status = Some(Status::Success);
    assert_eq!(weighs.tick(&mut needs), Status::Success);
}

behavior_tree! {
    tree Barred(needs: &mut Needs) {
        active_utility_selector {
            needs.scores[0] => guard(needs.world.ask()) action Loud = Loud("eat"),
            needs.scores[1] => action Loud = Loud("drink"),
        }
    }
}

#[test]
fn a_child_behind_a_gate_that_refuses_is_not_tried() {
    let mut needs = Needs { scores: [0.9, 0.5, 0.0], ..Needs::default() };
    let mut barred = Barred::new();
    barred.tick(&mut needs);
    barred.tick(&mut needs);
    assert_eq!(needs.world.take(), ["drink starts"]);
    needs.world.is_open = true;
    barred.tick(&mut needs);
    assert_eq!(needs.world.take(), ["drink Aborted", "eat starts"]);
    needs.world.asked.set(0);
    barred.tick(&mut needs);
    assert_eq!(needs.world.asked.take(), 1, "only as a guard, before its child is ticked");
    needs.world.is_open = false;
    barred.tick(&mut needs);
    assert_eq!(needs.world.take(), ["eat Aborted", "drink starts"]);
}
