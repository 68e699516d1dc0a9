//! Expressions that never return, in every place.

use super::{Part, World};
use bt_core::{Action, BehaviorTree, Decorator, Status, behavior_tree};
use std::panic::{AssertUnwindSafe, catch_unwind};

struct Job {
    size: u32,
}

impl Action<World> for Job {
    fn tick(&mut self, _: &mut World) -> Status {
        Status::from(self.size > 0)
    }
}

impl Decorator<World> for Job {
    fn tick(&mut self, world: &mut World, child: impl FnOnce(&mut World) -> Status) -> Status {
        child(world)
    }
}

fn stop() -> ! {
    panic!("stopped")
}

macro_rules! stop {
    () => {
        panic!("stopped")
    };
}

/// A tick ends with a panic, which loses only the tick.
#[track_caller]
fn panics<T: BehaviorTree<World> + Default>() {
    let (mut tree, mut world) = (T::default(), World::default());
    for _ in 0..2 {
        assert!(catch_unwind(AssertUnwindSafe(|| tree.tick(&mut world))).is_err());
        tree.abort(&mut world);
        assert!(!tree.is_running());
    }
}

/// The expression for a subtree's blackboard is also evaluated to abort the subtree.
#[track_caller]
fn panics_to_the_end<T: BehaviorTree<World> + Default>() {
    let (mut tree, mut world) = (T::default(), World::default());
    for _ in 0..2 {
        assert!(catch_unwind(AssertUnwindSafe(|| tree.tick(&mut world))).is_err());
        assert!(catch_unwind(AssertUnwindSafe(|| tree.abort(&mut world))).is_err());
    }
}

macro_rules! places {
    ($name:ident, $($never:tt)*) => {
        mod $name {
            use super::*;

            behavior_tree! {
                tree Condition(world: &mut World) { condition $($never)*; }
                tree Monitor(world: &mut World) { monitor { condition $($never)*; running; } }
                tree Guard(world: &mut World) { guard($($never)*) running; }
                tree If(world: &mut World) { if $($never)* { running; } }
                tree ActiveIf(world: &mut World) { active_if $($never)* { running; } }
                tree IfLet(world: &mut World) { if let 1 = $($never)* { running; } }
                tree Match(world: &mut World) { match $($never)* { 1 => running, _ => fail } }
                tree ActiveMatch(world: &mut World) { active_match $($never)* { 1 => running, _ => fail } }
                tree PatternGuard(world: &mut World) { match 1 { 1 if $($never)* => running, _ => fail } }
                tree Only(world: &mut World) { action $($never)*; }
                tree Last(world: &mut World) { sequence { condition !world.early; action $($never)*; } }
                tree First(world: &mut World) { selector { action $($never)*; action world.say("2nd"); } }
                tree Field(world: &mut World) { action Job { size: $($never)* }; }
                tree With(world: &mut World) { with Job { size: $($never)* } running; }
                tree Repeat(world: &mut World) { repeat($($never)*) succeed; }
                tree Retry(world: &mut World) { retry($($never)*) fail; }
                tree Random(world: &mut World) { random_selector($($never)*) { fail; fail; } }
                tree Weight(world: &mut World) { random_selector(0) { ($($never)*) => fail, 1 => fail } }
                tree Score(world: &mut World) { utility_selector { $($never)* => fail, 0.5 => fail } }
                tree Wait(world: &mut World) { wait($($never)*); }
                tree Delay(world: &mut World) { delay($($never)*) succeed; }
                tree Timeout(world: &mut World) { timeout($($never)*) running; }
                tree Cooldown(world: &mut World) { cooldown($($never)*) succeed; }
                tree Every(world: &mut World) { every($($never)*) succeed; }
                tree ServiceEvery(world: &mut World) { service($($never)*, {}) running; }
                tree Service(world: &mut World) { service(1s, $($never)*) running; }
                tree Parts(world: &mut World) { subtree Ticked($($never)*); }
                tree Ticked(part: &mut Part) { action part.ticks += 1; }
            }

            #[test]
            fn the_tick_never_returns() {
                panics::<Condition>();
                panics::<Monitor>();
                panics::<Guard>();
                panics::<If>();
                panics::<ActiveIf>();
                panics::<IfLet>();
                panics::<Match>();
                panics::<ActiveMatch>();
                panics::<PatternGuard>();
                panics::<Only>();
                panics::<Last>();
                panics::<First>();
                panics::<Field>();
                panics::<With>();
                panics::<Repeat>();
                panics::<Retry>();
                panics::<Random>();
                panics::<Weight>();
                panics::<Score>();
                panics::<Wait>();
                panics::<Delay>();
                panics::<Timeout>();
                panics::<Cooldown>();
                panics::<Every>();
                panics::<ServiceEvery>();
                panics::<Service>();
                panics_to_the_end::<Parts>();
            }
        }
    };
}

places!(a_panic, panic!("stopped"));
places!(unfinished, todo!());
places!(unfinished_block, { todo!() });
places!(unreachable, std::unreachable!("{}", 1));
places!(a_call, stop());
places!(a_call_in_a_block, {
    let _ = 1;
    stop()
});
places!(a_macro, stop!());

/// This program is compiled but not run: it would end.
#[test]
fn a_leaf_may_end_the_program() {
    behavior_tree! {
        tree Exit(world: &mut World) {
            selector { condition !world.early; action std::process::exit(0); }
        }
    }

    assert_eq!(Exit::new().tick(&mut World::new(false)), Status::Success);
}
