//! What a tree does, read by reflection, as inspectors and Bevy's remote protocol read it.
#![cfg(feature = "reflect")]

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::reflect::AppTypeRegistry;
use bevy_reflect::serde::TypedReflectSerializer;
use bt_bevy::{AbortTree, Behavior, BehaviorPlugin, Blackboard, behavior_tree};
use serde_json::{Value, json};

#[derive(Component)]
struct Battery(f32);

#[derive(Blackboard)]
struct Board<'w> {
    battery: &'w Battery,
}

behavior_tree! {
    tree Robot(robot: &mut Board<'_>) {
        active_selector {
            condition robot.battery.0 > 0.5;
            'charge: sequence { condition robot.battery.0 > 0.1; 'plug: running; }
        }
    }
}

/// The component as text, by the path of its type.
fn read(app: &App, entity: Entity) -> Value {
    let registry = app.world().resource::<AppTypeRegistry>().read();
    let path = "bt_bevy::Behavior<reflect::Robot>";
    let registration = registry.get_with_type_path(path).expect("the plugin has registered it");
    let component = registration.data::<ReflectComponent>().expect("it is a component");
    let value = component.reflect(app.world().entity(entity)).expect("the entity has it");
    let serializer = TypedReflectSerializer::new(value.as_partial_reflect(), &registry);
    serde_json::to_value(serializer).expect("all of it can be serialized")
}

#[test]
fn the_state_of_a_tree_is_read_by_reflection() {
    let mut app = App::new();
    app.add_plugins(BehaviorPlugin::<Robot>::new(Update));
    let robot = app.world_mut().spawn((Behavior::new(Robot::new()), Battery(0.3))).id();
    assert_eq!(read(&app, robot), json!({ "status": null, "active": [] }));
    app.update();
    let active = ["active_selector", "charge", "plug"];
    assert_eq!(read(&app, robot), json!({ "status": "running", "active": active }));
    app.world_mut().trigger(AbortTree { entity: robot });
    assert_eq!(read(&app, robot), json!({ "status": null, "active": [] }));
    app.world_mut().get_mut::<Battery>(robot).expect("it has one").0 = 0.9;
    app.update();
    assert_eq!(read(&app, robot), json!({ "status": "success", "active": [] }));
}

#[test]
fn the_type_is_known_by_its_short_name() {
    let mut app = App::new();
    app.add_plugins(BehaviorPlugin::<Robot>::new(Update));
    let registry = app.world().resource::<AppTypeRegistry>().read();
    assert!(registry.get_with_short_type_path("Behavior<Robot>").is_some());
}
