//! `next_wake` of trees that keep data, clean up or choose by priority.

use bt_core::{BehaviorTree, Clock, Status, Wake, behavior_tree};
use std::time::Duration;

#[derive(Default)]
struct World {
    time: Duration,
    danger: bool,
    score: f32,
    log: Vec<&'static str>,
}

impl Clock for World {
    fn now(&self) -> Duration {
        self.time
    }
}

const SECOND: Wake = Wake::At(Duration::from_secs(1));

/// Returns the wake of a tree after its first tick, in which it does not finish.
fn wake<T: BehaviorTree<World> + Default>() -> Wake {
    let mut tree = T::default();
    assert_eq!(tree.tick(&mut World::default()), Status::Running);
    tree.next_wake()
}

behavior_tree! {
    tree Let(world: &mut World) { let(long: Duration = Duration::from_secs(1)) wait(*long); }
    tree LetAction(world: &mut World) { let(number: u8 = 3) action if *number > 3 { Status::Success } else { Status::Running }; }
    tree LetNothing(world: &mut World) { let(_number: u8 = 3) running; }
    tree Finally(world: &mut World) { finally(world.log.push("end")) wait(1s); }
    tree FinallyNothing(world: &mut World) { finally(world.log.push("end")) running; }
    tree FinallyAction(world: &mut World) { finally(world.log.push("end")) action Status::Running; }
    tree For(world: &mut World) { for(round in 0..3) if round < 7 { wait(1s); } }
    tree ForAction(world: &mut World) { for(round in 0..3) action if round > 7 { Status::Success } else { Status::Running }; }
    tree Nested(world: &mut World) {
        finally(world.log.push("end")) let(long: Duration = Duration::from_secs(1)) for(round in 0..2) sequence {
            condition round < 7;
            parallel { wait(2s); wait(*long); }
        }
    }
    tree Beside(world: &mut World) {
        parallel { wait(2s); let(long: Duration = Duration::from_secs(1)) wait(*long); finally(world.log.push("end")) running; }
    }
    tree Given(world: &mut World, long: Duration) { wait(*long); }
    tree Gives(world: &mut World) { let(long: Duration = Duration::from_secs(1)) subtree Given(long = *long); }
    tree First(world: &mut World) { priority_selector { !world.danger => wait(1s); true => running; } }
    tree Second(world: &mut World) { priority_selector { world.danger => running; true => wait(1s); } }
    tree Only(world: &mut World) { active_utility_selector { world.score => wait(1s); } }
}

#[test]
fn what_keeps_data_or_cleans_up_says_what_its_child_says() {
    assert_eq!(wake::<Let>(), SECOND);
    assert_eq!(wake::<LetAction>(), Wake::NextTick);
    assert_eq!(wake::<LetNothing>(), Wake::OnEvent);
    assert_eq!(wake::<Finally>(), SECOND);
    assert_eq!(wake::<FinallyNothing>(), Wake::OnEvent);
    assert_eq!(wake::<FinallyAction>(), Wake::NextTick);
    assert_eq!(wake::<For>(), SECOND);
    assert_eq!(wake::<ForAction>(), Wake::NextTick);
    assert_eq!(wake::<Nested>(), SECOND);
    assert_eq!(wake::<Beside>(), SECOND);
    assert_eq!(wake::<Gives>(), SECOND);
}

#[test]
fn between_two_rounds_it_is_the_next_tick() {
    let (mut tree, mut world) = (For::new(), World::default());
    tree.tick(&mut world);
    world.time = Duration::from_secs(1);
    assert_eq!(tree.tick(&mut world), Status::Running);
    assert_eq!(tree.next_wake(), Wake::NextTick);
    tree.tick(&mut world);
    assert_eq!(tree.next_wake(), Wake::At(Duration::from_secs(2)));
}

#[test]
fn the_first_child_of_a_priority_selector_rests_and_no_other() {
    assert_eq!(wake::<First>(), SECOND);
    assert_eq!(wake::<Second>(), Wake::NextTick);
    let (mut first, mut world) = (First::new(), World { danger: true, ..World::default() });
    assert_eq!(first.tick(&mut world), Status::Running);
    assert_eq!(first.next_wake(), Wake::NextTick);
    assert_eq!(wake::<Only>(), Wake::NextTick);
}

#[test]
fn an_agent_with_parameters_rests_as_others_do() {
    let (mut tree, mut world) = (Given::new(Duration::from_secs(1)), World::default());
    assert_eq!(tree.next_wake(), Wake::NextTick);
    assert_eq!(tree.tick(&mut world), Status::Running);
    assert_eq!(tree.next_wake(), SECOND);
    tree.abort(&mut world);
    assert_eq!(tree.next_wake(), Wake::NextTick);
}

behavior_tree! {
    tree Watch(world: &mut World) { active_selector { sequence { condition world.danger; running; } wait(1s); } }
    tree Guarded(world: &mut World) { guard(!world.danger) wait(1s); }
    tree Watched(world: &mut World) { monitor { condition !world.danger; wait(1s); wait(2s); } }
    tree Branch(world: &mut World) { active_if world.danger { running; } else { wait(1s); } }
    tree Arm(world: &mut World) { active_match world.danger { true => running, false => wait(1s) } }
    tree Alarm(world: &mut World) { retry sequence { condition world.danger; action world.log.push("alarm"); } }
    tree Planned(world: &mut World) { pipeline { condition !world.danger; wait(1s); } }
    tree Cooled(world: &mut World) { priority_selector { world.danger => cooldown(1s) running; else => wait(1s); } }
    tree Polled(world: &mut World) { guard(!world.danger) action Status::Running; }
    tree Below(world: &mut World) { guard(!world.danger) timeout(1s) active_selector { condition world.danger; subtree Watch; } }
}

/// Both wakes of a tree after its first tick.
fn wakes<T: BehaviorTree<World> + Default>() -> [Wake; 2] {
    let mut tree = T::default();
    assert_eq!(tree.tick(&mut World::default()), Status::Running);
    [tree.next_wake(), tree.next_wake_if_unchanged()]
}

#[test]
fn a_tree_that_waits_below_conditions_rests_if_they_do_not_change() {
    let expected = [Wake::NextTick, SECOND];
    assert_eq!(wakes::<Watch>(), expected);
    assert_eq!(wakes::<Guarded>(), expected);
    assert_eq!(wakes::<Watched>(), expected);
    assert_eq!(wakes::<Branch>(), expected);
    assert_eq!(wakes::<Arm>(), expected);
    assert_eq!(wakes::<Second>(), expected);
    assert_eq!(wakes::<Only>(), expected);
    assert_eq!(wakes::<Planned>(), expected);
    assert_eq!(wakes::<Below>(), expected);
    assert_eq!(wakes::<Alarm>(), [Wake::NextTick, Wake::OnEvent]);
    // What rests anyway rests as before; what is polled, and what a cooldown can begin, does not rest.
    assert_eq!(wakes::<First>(), [SECOND; 2]);
    assert_eq!(wakes::<Nested>(), [SECOND; 2]);
    assert_eq!(wakes::<Polled>(), [Wake::NextTick; 2]);
    assert_eq!(wakes::<Cooled>(), [Wake::NextTick; 2]);
}
