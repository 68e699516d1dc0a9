//! A component is marked as changed only in the ticks in which an action writes to it.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bt_bevy::{Behavior, BehaviorPlugin, Blackboard};
use bt_core::{Status, behavior_tree};

#[derive(Component)]
struct Steps(u32);

#[derive(Component)]
struct Brush {
    color: u32,
}

#[derive(Component)]
struct Sprite(u32);

#[derive(Resource)]
struct Score(u32);

#[derive(Blackboard)]
struct Board<'w> {
    steps: &'w Steps,
    brush: Mut<'w, Brush>,
    sprite: Option<Mut<'w, Sprite>>,
    #[resource]
    score: Mut<'w, Score>,
}

behavior_tree! {
    tree Painter(painter: &mut Board<'_>) {
        parallel {
            force_success subtree Paint(&mut painter.brush);
            force_success subtree Clean(&mut painter.brush);
            force_success sequence {
                condition painter.steps.0.is_multiple_of(100);
                condition painter.score.0 < 1_000_000;
                'show: action {
                    painter.score.0 += 1;
                    if let Some(sprite) = &mut painter.sprite {
                        sprite.0 += 1;
                    }
                };
            }
        }
    }

    // The blackboard is the `Mut`, so that looking at it does not change it.
    tree Paint(brush: &mut Mut<'_, Brush>) {
        sequence { condition brush.color % 10 == 9; action brush.color += 1; }
    }

    tree Clean(brush: &mut Mut<'_, Brush>) {
        sequence { condition brush.color == 5; action { brush.color = 9; }; }
    }
}

#[derive(Resource, Default)]
struct Counts {
    brush: u32,
    sprite: u32,
    score: u32,
    behavior: u32,
}

fn count(
    brushes: Query<(), Changed<Brush>>,
    sprites: Query<(), Changed<Sprite>>,
    behaviors: Query<(), Changed<Behavior<Painter>>>,
    score: Res<Score>,
    mut counts: ResMut<Counts>,
) {
    counts.brush += u32::try_from(brushes.iter().count()).expect("they are few");
    counts.sprite += u32::try_from(sprites.iter().count()).expect("they are few");
    counts.behavior += u32::try_from(behaviors.iter().count()).expect("they are few");
    counts.score += u32::from(score.is_changed());
}

#[test]
fn only_writes_are_changes() {
    let mut app = App::new();
    app.insert_resource(Score(0)).init_resource::<Counts>();
    app.add_plugins(BehaviorPlugin::<Painter>::new(Update)).add_systems(PostUpdate, count);
    let data = (Steps(1), Brush { color: 1 }, Sprite(0));
    let painter = app.world_mut().spawn((Behavior::new(Painter::new()), data)).id();
    app.update();
    *app.world_mut().resource_mut::<Counts>() = Counts::default();
    for step in 1..=1_000 {
        // As a system would do that moves the painter, or that dirties every hundredth brush.
        let mut world = app.world_mut().entity_mut(painter);
        world.get_mut::<Steps>().expect("it has some").0 = step;
        if step % 250 == 0 {
            let mut brush = world.get_mut::<Brush>().expect("it has one");
            brush.bypass_change_detection().color = 5;
        }
        app.update();
    }
    let counts = app.world().resource::<Counts>();
    // At each 250th step, it is cleaned, and painted in the next one.
    assert_eq!(counts.brush, 4 + 3);
    assert_eq!((counts.sprite, counts.score), (10, 10));
}

#[derive(Blackboard)]
struct Watch<'w> {
    steps: &'w Steps,
}

behavior_tree! {
    tree Guard(guard: &mut Watch<'_>) {
        active_selector {
            active_sequence { condition guard.steps.0.is_multiple_of(10); 'look: running; }
            'stand: action Status::Running;
        }
    }
}

#[derive(Resource, Default)]
struct Changes(Vec<(bool, bool)>);

fn note(guards: Query<&Behavior<Guard>, Changed<Behavior<Guard>>>, mut changes: ResMut<Changes>) {
    for guard in &guards {
        changes.0.push((guard.is_active(Guard::LOOK), guard.is_active(Guard::STAND)));
    }
}

#[test]
fn a_behavior_changes_with_the_active_nodes() {
    let mut app = App::new();
    app.init_resource::<Changes>().add_plugins(BehaviorPlugin::<Guard>::new(Update));
    app.add_systems(PostUpdate, note);
    let guard = app.world_mut().spawn((Behavior::new(Guard::new()), Steps(1))).id();
    for step in 1..=25 {
        app.world_mut().get_mut::<Steps>(guard).expect("it has some").0 = step;
        app.update();
    }
    let [stand, look] = [(false, true), (true, false)];
    assert_eq!(app.world().resource::<Changes>().0, [stand, look, stand, look, stand]);
}

behavior_tree! {
    tree Juggler(juggler: &mut Watch<'_>) {
        active_sequence {
            condition !juggler.steps.0.is_multiple_of(13);
            active_selector {
                condition juggler.steps.0.is_multiple_of(7);
                parallel {
                    active_selector {
                        active_sequence { condition juggler.steps.0 % 8 < 4; running; }
                        running;
                    }
                    active_selector {
                        active_sequence { condition juggler.steps.0.is_multiple_of(3); running; }
                        running;
                    }
                }
            }
        }
    }
}

fn count_jugglers(jugglers: Query<(), Changed<Behavior<Juggler>>>, mut counts: ResMut<Counts>) {
    counts.behavior += u32::try_from(jugglers.iter().count()).expect("they are few");
}

#[test]
fn a_behavior_changes_with_several_innermost_nodes() {
    let mut app = App::new();
    app.init_resource::<Counts>().add_plugins(BehaviorPlugin::<Juggler>::new(Update));
    app.add_systems(PostUpdate, count_jugglers);
    let juggler = app.world_mut().spawn((Behavior::new(Juggler::new()), Steps(1))).id();
    let mut last = (Vec::new(), None);
    for step in 1_u32..=200 {
        app.world_mut().get_mut::<Steps>(juggler).expect("it has some").0 = step;
        app.world_mut().resource_mut::<Counts>().behavior = 0;
        app.update();
        let status = match step {
            step if step.is_multiple_of(13) => Status::Failure,
            step if step.is_multiple_of(7) => Status::Success,
            _ => Status::Running,
        };
        let juggler = app.world().entity(juggler);
        let juggler = juggler.get::<Behavior<Juggler>>().expect("it has a tree");
        assert_eq!(juggler.status(), Some(status), "step {step}");
        let now = (juggler.active().collect(), Some(status));
        assert_eq!(app.world().resource::<Counts>().behavior, u32::from(last != now));
        last = now;
    }
}
