//! `let`, `for` and `finally`: data that one node finds and others use, and what is done when a node ends.

use bt_core::{Action, End, Status, behavior_tree};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

/// A blackboard that writes down what happens.
#[derive(Default)]
struct World {
    log: Vec<String>,
    prey: Option<u32>,
    found: u32,
    status: Option<Status>,
    danger: bool,
}

impl World {
    fn say(&mut self, text: impl Into<String>) {
        self.log.push(text.into());
    }

    fn nearest(&mut self) -> Option<u32> {
        self.found += 1;
        self.prey
    }

    fn status(&self) -> Status {
        self.status.unwrap_or(Status::Running)
    }

    fn take(&mut self) -> Vec<String> {
        std::mem::take(&mut self.log)
    }
}

/// Says when it begins and ends.
#[derive(Debug, Clone, PartialEq)]
struct Loud(&'static str);

impl Action<World> for Loud {
    fn start(&mut self, world: &mut World) {
        world.say(format!("{} starts", self.0));
    }

    fn tick(&mut self, world: &mut World) -> Status {
        world.status()
    }

    fn end(&mut self, world: &mut World, end: End) {
        world.say(format!("{} {end:?}", self.0));
    }
}

#[derive(Debug, Clone, PartialEq)]
struct Prey {
    id: u32,
    hits: u32,
}

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
                // The value of an `Option` is kept whole where that is the type.
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
    tree Clean(world: &mut World) {
        active_selector {
            sequence {
                condition world.danger;
                action world.say("away");
            }
            finally(world.say("outer")) let(room: u32 = world.prey) finally(world.say(format!("left {room}"))) sequence {
                action Loud = Loud("brush");
                action Loud = Loud("sponge");
            }
        }
    }
}

#[test]
fn cleanup_runs_once_however_the_node_ends() {
    let mut world = World { prey: Some(4), ..World::default() };
    let mut clean = Clean::new();
    clean.tick(&mut world);
    clean.tick(&mut world);
    assert_eq!(world.take(), ["brush starts"]);
    clean.abort(&mut world);
    assert_eq!(world.take(), ["brush Aborted", "left 4", "outer"]);
    clean.tick(&mut world);
    world.danger = true;
    clean.tick(&mut world);
    assert_eq!(world.take(), ["brush starts", "away", "brush Aborted", "left 4", "outer"]);
    world.danger = false;
    world.status = Some(Status::Failure);
    clean.tick(&mut world);
    assert_eq!(world.take(), ["brush starts", "brush Failure", "left 4", "outer"]);
    // It never begins what has no value.
    world.prey = None;
    clean.tick(&mut world);
    assert_eq!(world.take(), ["outer"]);
    assert!(!clean.is_running());
}

behavior_tree! {
    tree Takes(world: &mut World) {
        active_selector {
            sequence {
                condition world.danger;
                finally(world.say("done")) let(id: u32 = world.nearest()) sequence {
                    action Loud = Loud("first");
                    action if *id == 13 { panic!("13") } else { world.status() };
                }
            }
            finally(world.say("rest")) running;
        }
    }
}

#[test]
fn cleanup_runs_once_after_a_panic() {
    let mut world = World { prey: Some(13), ..World::default() };
    let mut takes = Takes::new();
    takes.tick(&mut world);
    // What begins beside another node is ended while the panic unwinds.
    world.danger = true;
    world.status = Some(Status::Success);
    let unwound = catch_unwind(AssertUnwindSafe(|| takes.tick(&mut world)));
    assert!(unwound.is_err());
    assert_eq!(world.take(), ["first starts", "first Success", "done"]);
    assert!(takes.is_running());
    takes.abort(&mut world);
    assert_eq!(world.take(), ["rest"]);
    // So it is where nothing runs yet, and nothing is left to be ended.
    let unwound = catch_unwind(AssertUnwindSafe(|| takes.tick(&mut world)));
    assert!(unwound.is_err());
    assert_eq!(world.take(), ["first starts", "first Success", "done"]);
    takes.abort(&mut world);
    assert!(world.take().is_empty());
}

behavior_tree! {
    tree Panics(world: &mut World) {
        finally(world.say("done")) sequence {
            action world.status();
            action panic!("in its place");
        }
    }
}

#[test]
fn what_panics_while_it_is_active_stays_active() {
    let (mut world, mut panics) = (World::default(), Panics::new());
    panics.tick(&mut world);
    world.status = Some(Status::Success);
    let unwound = catch_unwind(AssertUnwindSafe(|| panics.tick(&mut world)));
    assert!(unwound.is_err() && panics.is_running() && world.log.is_empty());
    panics.abort(&mut world);
    panics.abort(&mut world);
    assert_eq!(world.take(), ["done"]);
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
    // When a child fails, those behind it are asked in the same tick.
    world.status = Some(Status::Failure);
    assert_eq!(prefers.tick(&mut world), Status::Failure);
    let log = ["flee Failure", "calm", "graze starts", "graze Failure"];
    assert_eq!(world.take(), log);
    world.status = Some(Status::Success);
    assert_eq!(prefers.tick(&mut world), Status::Success);
    assert_eq!(world.take(), ["graze starts", "graze Success"]);
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
    #[derive(Debug, Clone, PartialEq)]
    tree Go(world: &mut World, target: Prey, speed: u32) {
        sequence {
            condition *speed > 0;
            'walk: action {
                target.hits += *speed;
                world.say(format!("{} at {}", target.id, target.hits));
                world.status()
            };
        }
    }

    tree Trip(world: &mut World) {
        sequence {
            let(home: u32 = world.prey) subtree Go(target = Prey { id: *home, hits: 0 }, speed = *home + 1);
            subtree Go(&mut *world, speed = 10, target = Prey { id: 9, hits: 100 });
        }
    }

    tree Around<T: Clone>(world: &mut World) {
        subtree Wrap<T>(inner = None::<T>);
    }

    tree Wrap<T>(world: &mut World, inner: Option<T>) {
        condition inner.is_none();
    }
}

const REST: Go = Go::new(Prey { id: 1, hits: 0 }, 0);

#[test]
fn an_agent_keeps_its_parameters_over_restarts() {
    let mut world = World::default();
    let mut go = Go::new(Prey { id: 1, hits: 0 }, 2);
    assert_eq!(go.tick(&mut world), Status::Running);
    assert!(go.is_running() && go.active().any(|id| id == Go::WALK));
    world.status = Some(Status::Success);
    assert_eq!(go.tick(&mut world), Status::Success);
    assert!(!go.is_running());
    assert_eq!(go.clone().tick(&mut world), Status::Success);
    assert_eq!(go.tick(&mut world), Status::Success);
    assert_eq!(world.take(), ["1 at 2", "1 at 4", "1 at 6", "1 at 6"]);
    assert_eq!(REST.clone().tick(&mut world), Status::Failure);
    assert!(format!("{go:?}").contains("speed: 2"), "{go:?}");
}

#[test]
fn arguments_are_evaluated_at_activation() {
    let mut world = World { prey: Some(3), ..World::default() };
    let mut trip = Trip::new();
    assert_eq!(trip.tick(&mut world), Status::Running);
    world.prey = Some(5);
    world.status = Some(Status::Success);
    assert_eq!(trip.tick(&mut world), Status::Success);
    assert_eq!(trip.tick(&mut world), Status::Success);
    let log = ["3 at 4", "3 at 8", "9 at 110", "5 at 6", "9 at 110"];
    assert_eq!(world.take(), log);
    assert_eq!(Around::<String>::new().tick(&mut world), Status::Success);
}

/// Whatever is ticked here may have parameters.
fn tick<T: bt_core::BehaviorTree<World>>(tree: &mut T, world: &mut World) -> Status {
    tree.tick(world)
}

#[test]
fn a_tree_with_parameters_is_a_behavior_tree() {
    let mut world = World::default();
    assert_eq!(tick(&mut Go::new(Prey { id: 1, hits: 0 }, 1), &mut world), Status::Running);
}

/// An error that can be shown to a developer only.
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

behavior_tree! {
    tree Negative(world: &mut World) {
        subtree Offset<{ -2 }>;
    }

    tree Offset<const BY: i32>(world: &mut World) {
        action world.say(format!("{BY}"));
    }
}

#[test]
fn generic_arguments_can_be_negative() {
    let mut world = World::default();
    assert_eq!(Negative::new().tick(&mut world), Status::Success);
    assert_eq!(world.take(), ["-2"]);
}

/// A value that is counted.
struct Lent(#[allow(dead_code, reason = "it is counted")] Rc<()>);

/// A blackboard that lends something.
#[derive(Default)]
struct Shop {
    world: World,
    item: Rc<()>,
    away: bool,
}

impl Shop {
    fn lend(&self) -> Lent {
        Lent(Rc::clone(&self.item))
    }

    /// Notes how many values are lent.
    fn count(&mut self, text: &str) {
        let lent = Rc::strong_count(&self.item) - 1;
        self.world.say(format!("{text} {lent}"));
    }
}

behavior_tree! {
    tree Lends(shop: &mut Shop) {
        active_selector {
            sequence {
                condition shop.away;
                finally(shop.count("away")) let(_lent: Lent = shop.lend()) action shop.world.status();
            }
            let(_outer: Lent = shop.lend()) finally(shop.count("outer")) parallel {
                finally(shop.count("first")) let(_lent: Lent = shop.lend()) action shop.world.status();
                let(_lent: Lent = shop.lend()) finally(shop.count("second")) sequence {
                    let(_lent: Lent = shop.lend()) action shop.world.status();
                    action shop.count("between");
                }
            }
        }
    }
}

#[test]
fn what_is_kept_inside_is_dropped_before_the_cleanup() {
    let (mut lends, mut shop) = (Lends::new(), Shop::default());
    assert_eq!(lends.tick(&mut shop), Status::Running);
    assert_eq!(Rc::strong_count(&shop.item), 1 + 4);
    shop.world.status = Some(Status::Success);
    assert_eq!(lends.tick(&mut shop), Status::Success);
    assert_eq!(shop.world.take(), ["first 3", "between 2", "second 2", "outer 1"]);
    assert_eq!(Rc::strong_count(&shop.item), 1);
    // In a single tick it is the same.
    assert_eq!(lends.tick(&mut shop), Status::Success);
    assert_eq!(shop.world.take(), ["first 1", "between 2", "second 2", "outer 1"]);
    shop.world.status = None;
    lends.tick(&mut shop);
    lends.abort(&mut shop);
    assert_eq!(shop.world.take(), ["first 3", "second 2", "outer 1"]);
    lends.tick(&mut shop);
    shop.away = true;
    assert_eq!(lends.tick(&mut shop), Status::Running);
    assert_eq!(shop.world.take(), ["first 4", "second 3", "outer 2"]);
    shop.world.status = Some(Status::Failure);
    assert_eq!(lends.tick(&mut shop), Status::Failure);
    assert_eq!(shop.world.take(), ["away 0", "first 1", "outer 1"]);
    assert_eq!(Rc::strong_count(&shop.item), 1);
}
