//! Whatever ends a tree, the ends of its actions run while the data of the entity is still there.

mod cleanup;
mod missing;
mod robot;

use bevy_app::prelude::*;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_state::app::{AppExtStates as _, StatesPlugin};
use bevy_state::prelude::*;
use bt_bevy::{AbortTree, AbortTrees, Behavior, BehaviorPlugin, abort_trees};
use robot::{Arm, Hat, Log, Robot, Serial, app, robot};

/// An app with one running robot of the number 7.
fn running() -> (App, Entity) {
    let mut app = app();
    let entity = app.world_mut().spawn(robot(7)).id();
    app.update();
    assert_eq!(log(&app), ["7 starts"]);
    (app, entity)
}

fn log(app: &App) -> Vec<String> {
    app.world().resource::<Log>().lines()
}

#[test]
fn despawn() {
    let (mut app, entity) = running();
    app.world_mut().despawn(entity);
    assert_eq!(log(&app), ["7 starts", "7 ends: Aborted"]);
}

#[test]
fn despawn_by_command() {
    let (mut app, entity) = running();
    app.world_mut().commands().entity(entity).despawn();
    app.update();
    assert_eq!(log(&app), ["7 starts", "7 ends: Aborted"]);
}

#[test]
fn despawn_of_the_parent() {
    let (mut app, entity) = running();
    let parent = app.world_mut().spawn_empty().add_child(entity).id();
    app.world_mut().despawn(parent);
    assert_eq!(log(&app), ["7 starts", "7 ends: Aborted"]);
}

#[test]
fn despawn_of_a_disabled_entity() {
    let (mut app, entity) = running();
    app.world_mut().entity_mut(entity).insert(Disabled);
    app.update();
    assert_eq!(log(&app), ["7 starts"]);
    app.world_mut().despawn(entity);
    assert_eq!(log(&app), ["7 starts", "7 ends: Aborted"]);
}

#[test]
fn a_disabled_entity_goes_on_when_it_is_enabled() {
    let (mut app, entity) = running();
    app.world_mut().entity_mut(entity).insert(Disabled);
    app.world_mut().entity_mut(entity).insert(Arm(0));
    app.update();
    app.update();
    assert_eq!(log(&app), ["7 starts"]);
    app.world_mut().entity_mut(entity).remove::<Disabled>();
    app.update();
    assert_eq!(log(&app), ["7 starts", "7 ends: Success"]);
}

#[test]
fn the_tree_is_removed() {
    let (mut app, entity) = running();
    app.world_mut().entity_mut(entity).remove::<Behavior<Robot>>();
    assert_eq!(log(&app), ["7 starts", "7 ends: Aborted"]);
    app.update();
    assert_eq!(log(&app).len(), 2);
}

#[test]
fn the_tree_is_replaced() {
    let (mut app, entity) = running();
    app.world_mut().entity_mut(entity).insert(Behavior::new(Robot::new()));
    assert_eq!(log(&app), ["7 starts", "7 ends: Aborted"]);
    app.update();
    assert_eq!(log(&app), ["7 starts", "7 ends: Aborted", "7 starts"]);
}

#[test]
fn a_needed_component_is_removed_and_comes_back() {
    let (mut app, entity) = running();
    app.world_mut().entity_mut(entity).remove::<Arm>();
    assert_eq!(log(&app), ["7 starts", "7 ends: Aborted"]);
    let behavior = app.world().get::<Behavior<Robot>>(entity).expect("it has a tree");
    assert!(behavior.active().next().is_none() && behavior.status().is_none());
    app.update();
    assert_eq!(log(&app).len(), 2);
    app.world_mut().entity_mut(entity).insert(Arm(3));
    app.update();
    assert_eq!(log(&app), ["7 starts", "7 ends: Aborted", "7 starts"]);
}

#[test]
fn a_needed_component_is_replaced() {
    let (mut app, entity) = running();
    app.world_mut().entity_mut(entity).insert(Arm(9));
    app.update();
    assert_eq!(log(&app), ["7 starts"]);
}

#[test]
fn an_optional_component_is_removed() {
    let (mut app, entity) = running();
    app.world_mut().entity_mut(entity).remove::<Hat>();
    app.update();
    assert_eq!(log(&app), ["7 starts"]);
}

#[test]
fn everything_is_removed_at_once() {
    let (mut app, entity) = running();
    app.world_mut().entity_mut(entity).remove::<(Serial, Arm, Behavior<Robot>)>();
    assert_eq!(log(&app), ["7 starts", "7 ends: Aborted"]);
}

#[test]
fn the_program_aborts_a_tree() {
    let (mut app, entity) = running();
    app.world_mut().trigger(AbortTree { entity });
    assert_eq!(log(&app), ["7 starts", "7 ends: Aborted"]);
    app.update();
    assert_eq!(log(&app), ["7 starts", "7 ends: Aborted", "7 starts"]);
}

#[test]
fn the_program_aborts_all_trees() {
    let (mut app, _) = running();
    app.world_mut().spawn(robot(8));
    app.update();
    app.world_mut().trigger(AbortTrees::<Robot>::new());
    assert_eq!(log(&app), ["7 starts", "8 starts", "7 ends: Aborted", "8 ends: Aborted"]);
}

#[test]
fn the_app_exits() {
    let (mut app, _) = running();
    app.world_mut().write_message(AppExit::Success);
    app.update();
    assert_eq!(log(&app), ["7 starts", "7 ends: Aborted"]);
}

#[test]
fn the_app_is_dropped() {
    let (app, _) = running();
    let log = app.world().resource::<Log>().clone();
    drop(app);
    assert_eq!(log.lines(), ["7 starts"]);
}

#[test]
fn the_world_is_cleared() {
    for clear in [World::clear_entities, World::clear_all] {
        let (mut app, _) = running();
        let log = app.world().resource::<Log>().clone();
        clear(app.world_mut());
        assert_eq!(log.lines(), ["7 starts"]);
    }
}

#[test]
fn trees_are_aborted_before_the_world_is_cleared() {
    let (mut app, _) = running();
    let log = app.world().resource::<Log>().clone();
    app.world_mut().trigger(AbortTrees::<Robot>::new());
    app.world_mut().clear_all();
    assert_eq!(log.lines(), ["7 starts", "7 ends: Aborted"]);
}

#[derive(States, Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
enum Mode {
    #[default]
    Playing,
    Menu,
}

#[test]
fn an_entity_ends_with_a_state() {
    let mut app = app();
    app.add_plugins(StatesPlugin).init_state::<Mode>();
    app.world_mut().spawn((robot(7), DespawnOnExit(Mode::Playing)));
    app.update();
    app.world_mut().resource_mut::<NextState<Mode>>().set(Mode::Menu);
    app.update();
    assert_eq!(log(&app), ["7 starts", "7 ends: Aborted"]);
}

#[test]
fn trees_are_aborted_at_the_end_of_a_state() {
    let mut app = app();
    app.add_plugins(StatesPlugin).init_state::<Mode>();
    app.configure_sets(Update, bt_bevy::BehaviorSystems.run_if(in_state(Mode::Playing)));
    app.add_systems(OnExit(Mode::Playing), abort_trees::<Robot>);
    app.world_mut().spawn(robot(7));
    app.update();
    app.world_mut().resource_mut::<NextState<Mode>>().set(Mode::Menu);
    app.update();
    assert_eq!(log(&app), ["7 starts", "7 ends: Aborted"]);
    app.update();
    app.world_mut().resource_mut::<NextState<Mode>>().set(Mode::Playing);
    app.update();
    assert_eq!(log(&app), ["7 starts", "7 ends: Aborted", "7 starts"]);
}

#[test]
fn the_plugin_comes_after_the_entities() {
    let mut app = App::new();
    app.init_resource::<Log>();
    let entity = app.world_mut().spawn(robot(7)).id();
    app.add_plugins(BehaviorPlugin::<Robot>::new(Update));
    app.update();
    app.world_mut().despawn(entity);
    assert_eq!(log(&app), ["7 starts", "7 ends: Aborted"]);
}

#[test]
fn a_tree_that_finishes_has_its_own_end() {
    let (mut app, entity) = running();
    app.world_mut().get_mut::<Arm>(entity).expect("it has one").0 = 0;
    app.update();
    app.world_mut().despawn(entity);
    assert_eq!(log(&app), ["7 starts", "7 ends: Success"]);
}
