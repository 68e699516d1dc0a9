//! A tree that is stopped cleans up over several frames.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bt_bevy::{AbortTree, Behavior, BehaviorPlugin, Blackboard, StopTree, WakeTree};
use bt_core::behavior_tree;

#[derive(Component, Default)]
struct Base {
    speed: i32,
    drives: u32,
}

#[derive(Blackboard)]
struct Board<'w> {
    base: Mut<'w, Base>,
}

behavior_tree! {
    tree Drive(board: &mut Board<'_>) {
        finally { retry sequence { action board.base.speed -= 1; condition board.base.speed == 0; } }
        'drive: action {
            board.base.speed = 3;
            board.base.drives += 1;
            bt_core::Status::Running
        };
    }
}

type Changes<'w, 's> =
    Query<'w, 's, (Entity, &'static Base, &'static Behavior<Drive>), Changed<Behavior<Drive>>>;

fn leave(drives: Changes, mut commands: Commands) {
    for (entity, base, behavior) in &drives {
        if behavior.is_stopped() {
            assert_eq!(base.speed, 0);
            commands.entity(entity).despawn();
        }
    }
}

fn driving() -> (App, Entity) {
    let mut app = App::new();
    app.add_plugins(BehaviorPlugin::<Drive>::new(Update));
    let entity = app.world_mut().spawn((Behavior::new(Drive::new()), Base::default())).id();
    app.update();
    assert_eq!(state(&app, entity), (3, 1, true, false));
    (app, entity)
}

/// The speed, how often it has driven, and whether it drives and is stopped.
fn state(app: &App, entity: Entity) -> (i32, u32, bool, bool) {
    let base = app.world().get::<Base>(entity).expect("it has one");
    let behavior = app.world().get::<Behavior<Drive>>(entity).expect("it has a tree");
    (base.speed, base.drives, behavior.is_active(Drive::DRIVE), behavior.is_stopped())
}

#[test]
fn it_leaves_when_it_stands() {
    let (mut app, entity) = driving();
    app.add_systems(PostUpdate, leave);
    app.world_mut().trigger(StopTree { entity });
    for speed in [2, 1] {
        app.update();
        assert_eq!(state(&app, entity), (speed, 1, false, false));
    }
    app.update();
    assert!(app.world().get_entity(entity).is_err());
}

#[test]
fn it_rests_until_it_is_woken() {
    let (mut app, entity) = driving();
    app.world_mut().trigger(StopTree { entity });
    (0..5).for_each(|_| app.update());
    assert_eq!(state(&app, entity), (0, 1, false, true));
    app.world_mut().trigger(WakeTree { entity });
    app.update();
    assert_eq!(state(&app, entity), (3, 2, true, false));
}

#[test]
fn an_abort_ends_the_cleanup() {
    let (mut app, entity) = driving();
    app.world_mut().trigger(StopTree { entity });
    app.update();
    app.world_mut().trigger(AbortTree { entity });
    (0..5).for_each(|_| app.update());
    assert_eq!(state(&app, entity), (2, 1, false, true));
}

#[test]
fn a_tree_that_has_not_begun_is_stopped_at_once() {
    let mut app = App::new();
    app.add_plugins(BehaviorPlugin::<Drive>::new(Update)).add_systems(PostUpdate, leave);
    let entity = app.world_mut().spawn((Behavior::new(Drive::new()), Base::default())).id();
    app.world_mut().trigger(StopTree { entity });
    app.update();
    assert!(app.world().get_entity(entity).is_err());
}
