//! The first program of a newcomer: a plugin line, a blackboard struct and a tree.

// A newcomer depends on `bt-bevy` alone, so the name stands for something else here.
extern crate core as bt_core;

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bt_bevy::behavior_tree;
use bt_bevy::bt_core::Status;
use bt_bevy::{Behavior, BehaviorPlugin, Blackboard};

#[derive(Component)]
struct Battery(f32);

#[derive(Component)]
struct Position(f32);

#[derive(Blackboard)]
struct Board<'w> {
    battery: Mut<'w, Battery>,
    position: Mut<'w, Position>,
}

behavior_tree! {
    tree Robot(robot: &mut Board<'_>) {
        active_selector {
            sequence {
                condition robot.battery.0 < 0.25;
                'charge: sequence {
                    action robot.battery.0 = 1.0;
                }
            }
            'walk: action {
                robot.position.0 += 1.0;
                robot.battery.0 -= 0.25;
                Status::Running
            };
        }
    }
}

#[test]
fn a_thousand_robots() {
    let mut app = App::new();
    app.add_plugins(BehaviorPlugin::<Robot>::new(Update));
    app.world_mut().spawn_batch(
        (0..1_000).map(|_| (Behavior::new(Robot::new()), Battery(1.0), Position(0.0))),
    );
    for _ in 0..10 {
        app.update();
    }
    let mut robots = app.world_mut().query::<(&Battery, &Position, &Behavior<Robot>)>();
    assert_eq!(robots.iter(app.world()).count(), 1_000);
    for (battery, position, behavior) in robots.iter(app.world()) {
        // Four steps, one tick to charge, four steps, ...
        assert_eq!((battery.0, position.0), (1.0, 8.0));
        assert!(!behavior.is_active(Robot::WALK));
    }
}
