//! Parameters of trees.

use super::world::{Prey, World};
use bt_core::{Status, behavior_tree};

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

/// Ticks any tree, which may have parameters.
fn tick<T: bt_core::BehaviorTree<World>>(tree: &mut T, world: &mut World) -> Status {
    tree.tick(world)
}

#[test]
fn a_tree_with_parameters_is_a_behavior_tree() {
    let mut world = World::default();
    assert_eq!(tick(&mut Go::new(Prey { id: 1, hits: 0 }, 1), &mut world), Status::Running);
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
