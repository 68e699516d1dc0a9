//! `Behavior` is a value as others are in Bevy: it has a default, and it is cloned.

use crate::warnings;
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::template::FromTemplate;
use bt_bevy::bt_core::Status;
use bt_bevy::{Behavior, BehaviorPlugin, Blackboard, behavior_tree};

#[derive(Component, Clone, Default)]
struct Steps(u32);

#[derive(Component, Clone, Default)]
#[require(Steps, Behavior<Walk>)]
struct Walker;

#[derive(Blackboard)]
struct Board<'w> {
    steps: Mut<'w, Steps>,
}

behavior_tree! {
    #[derive(Clone)]
    tree Walk(board: &mut Board<'_>) {
        sequence {
            action board.steps.0 += 1;
            'go: action { board.steps.0 += 10; Status::Running };
        }
    }

    tree Unique(board: &mut Board<'_>) { action board.steps.0 += 1; }
}

fn steps(app: &App, entity: Entity) -> u32 {
    app.world().get::<Steps>(entity).expect("it has one").0
}

#[test]
fn a_component_requires_a_tree() {
    let mut app = App::new();
    app.add_plugins(BehaviorPlugin::<Walk>::new(Update));
    let walker = app.world_mut().spawn(Walker).id();
    app.update();
    app.update();
    assert_eq!(steps(&app, walker), 21);
}

#[test]
fn a_clone_has_a_copy_of_the_tree() {
    let mut app = App::new();
    app.add_plugins(BehaviorPlugin::<Walk>::new(Update).clone_trees());
    let walker = app.world_mut().spawn(Walker).id();
    app.update();
    let copy = app.world_mut().entity_mut(walker).clone_and_spawn();
    assert!(app.world().get::<Behavior<Walk>>(copy).is_some_and(|of| of.is_active(Walk::GO)));
    app.update();
    // It goes on where the other one was.
    assert_eq!((steps(&app, walker), steps(&app, copy)), (21, 21));
    app.world_mut().despawn(walker);
    app.update();
    assert_eq!(steps(&app, copy), 31);
}

#[test]
fn a_clone_without_its_tree_warns() {
    warnings::collect();
    let mut app = App::new();
    app.add_plugins(BehaviorPlugin::<Unique>::new(Update));
    let entity = app.world_mut().spawn((Behavior::new(Unique::new()), Steps(0))).id();
    let copy = app.world_mut().entity_mut(entity).clone_and_spawn();
    assert!(app.world().get::<Behavior<Unique>>(copy).is_none());
    let told = warnings::with("plugin::values::Unique");
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0].contains("has no tree `plugin::values::Unique`: write `#[derive(Clone)]`")
            && told[0].ends_with("::new(Update).clone_trees()`"),
        "{told:?}"
    );
}

#[test]
fn it_is_a_template() {
    fn templates<T: FromTemplate<Template = T>>() {}
    templates::<Behavior<Walk>>();
}
