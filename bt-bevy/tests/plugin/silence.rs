//! Nothing that is forgotten is silent: the message names the tree, the type and what to write.

use crate::warnings;
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_time::Time;
use bt_bevy::{AbortTree, Behavior, BehaviorPlugin, Blackboard, behavior_tree};
use std::panic::{AssertUnwindSafe, catch_unwind};

#[derive(Component)]
struct Legs;

#[derive(Resource, Default)]
struct Map;

#[derive(Blackboard)]
struct Board<'w> {
    _legs: &'w Legs,
    #[resource]
    _map: &'w Map,
    #[resource]
    time: &'w Time,
}

behavior_tree! {
    tree Forgotten(board: &mut Board<'_>) { running; }
    tree Late(board: &mut Board<'_>) { running; }
    tree Lost(board: &mut Board<'_>) { wait(1s); }
}

#[test]
fn a_tree_without_a_plugin_warns_once() {
    warnings::collect();
    let mut world = World::new();
    for _ in 0..3 {
        world.spawn((Behavior::new(Forgotten::new()), Legs));
    }
    let name = "plugin::silence::Forgotten";
    let told = warnings::with(name);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0]
            .ends_with(&format!("write `app.add_plugins(BehaviorPlugin::<{name}>::new(Update))`")),
        "{told:?}"
    );
    let mut app = App::new();
    app.init_resource::<Map>().init_resource::<Time>();
    app.add_plugins(BehaviorPlugin::<Late>::new(Update));
    app.world_mut().spawn((Behavior::new(Late::new()), Legs));
    app.update();
    assert_eq!(warnings::with("plugin::silence::Late"), [""; 0]);
}

/// What the app says when it panics.
fn panic_of(act: impl FnOnce()) -> String {
    let payload = catch_unwind(AssertUnwindSafe(act)).expect_err("a resource is missing");
    match payload.downcast::<String>() {
        Ok(message) => *message,
        Err(other) => (*other.downcast::<&str>().expect("it is a text")).to_owned(),
    }
}

#[test]
fn a_missing_resource_and_a_missing_clock_are_named() {
    let mut app = App::new();
    app.add_plugins(BehaviorPlugin::<Lost>::new(Update));
    // Without trees, nothing is missing.
    app.update();
    app.world_mut().spawn((Behavior::new(Lost::new()), Legs));
    let message = panic_of(|| app.update());
    assert!(message.contains("the trees `plugin::silence::Lost` are neither ticked"), "{message}");
    assert!(
        message.contains("there is no resource `plugin::silence::Map`, `bevy_time::time::Time`"),
        "{message}"
    );
    assert!(message.contains("write `app.init_resource::<plugin::silence::Map>()`"), "{message}");
}

#[test]
fn a_resource_that_is_missing_at_an_abort_is_named() {
    let mut app = App::new();
    app.init_resource::<Map>().init_resource::<Time>();
    app.add_plugins(BehaviorPlugin::<Lost>::new(Update));
    let entity = app.world_mut().spawn((Behavior::new(Lost::new()), Legs)).id();
    app.update();
    app.world_mut().remove_resource::<Map>();
    let message = panic_of(|| {
        app.world_mut().trigger(AbortTree { entity });
        app.world_mut().flush();
    });
    assert!(message.contains("there is no resource `plugin::silence::Map`: write"), "{message}");
}
