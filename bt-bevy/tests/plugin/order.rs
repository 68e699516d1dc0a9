//! The systems of one tree are ordered, and stopped by a condition.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bt_bevy::{Behavior, BehaviorPlugin, BehaviorSystems, Blackboard, behavior_tree};

#[derive(Component, Default)]
struct Trace(String);

#[derive(Blackboard)]
struct Board<'w> {
    trace: Mut<'w, Trace>,
}

behavior_tree! {
    tree Legs(board: &mut Board<'_>) { action board.trace.0.push('l'); }
    tree Head(board: &mut Board<'_>) { action board.trace.0.push('h'); }
}

#[derive(Resource)]
struct Walks(bool);

fn app() -> (App, Entity) {
    let mut app = App::new();
    let walks = |walks: Res<Walks>| walks.0;
    app.insert_resource(Walks(true)).add_plugins((
        BehaviorPlugin::<Head>::new(Update),
        BehaviorPlugin::<Legs>::new(Update).run_if(walks),
    ));
    let trees = (Behavior::new(Head::new()), Behavior::new(Legs::new()));
    let entity = app.world_mut().spawn((trees, Trace::default())).id();
    (app, entity)
}

fn trace(app: &App, entity: Entity) -> &str {
    &app.world().get::<Trace>(entity).expect("it has one").0
}

#[test]
fn two_trees_on_one_entity_are_ordered() {
    let (legs, head) = (BehaviorSystems::of::<Legs>(), BehaviorSystems::of::<Head>());
    for (is_first, expected) in [(true, "lhlhlh"), (false, "hlhlhl")] {
        let (mut app, entity) = app();
        if is_first {
            app.configure_sets(Update, legs.before(head));
        } else {
            app.configure_sets(Update, legs.after(head));
        }
        (0..3).for_each(|_| app.update());
        assert_eq!(trace(&app, entity), expected);
    }
}

#[test]
fn one_of_two_trees_is_stopped() {
    let (mut app, entity) = app();
    app.configure_sets(Update, BehaviorSystems::of::<Legs>().before(BehaviorSystems::of::<Head>()));
    app.update();
    app.world_mut().resource_mut::<Walks>().0 = false;
    app.update();
    app.world_mut().resource_mut::<Walks>().0 = true;
    app.update();
    assert_eq!(trace(&app, entity), "lhhlh");
    // The set of all trees has both.
    app.configure_sets(Update, BehaviorSystems.run_if(|| false));
    app.update();
    assert_eq!(trace(&app, entity), "lhhlh");
}
