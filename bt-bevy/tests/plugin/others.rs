//! A blackboard reads other entities, and its leaves change them.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::system::{ParallelCommands, SystemParam};
use bt_bevy::{Behavior, BehaviorPlugin, Blackboard, behavior_tree};
use std::panic::{AssertUnwindSafe, catch_unwind};

#[derive(Component, Clone, Copy, Debug, PartialEq)]
struct Weight(u32);

#[derive(Component)]
struct Wool;

#[derive(Component)]
struct Bell;

#[derive(Component, Default)]
struct Seen {
    sheep: u32,
    with_bells: u32,
    changed: u32,
    weight: u32,
}

type Sheep = (Ref<'static, Weight>, Option<&'static Bell>, Has<Bell>);

/// A parameter with parameters of its own.
#[derive(SystemParam)]
struct Scales<'w, 's> {
    all: Query<'w, 's, &'static Weight>,
}

#[derive(Blackboard)]
struct Dog<'w> {
    seen: Mut<'w, Seen>,
    sheep: Query<'w, 'w, Sheep, With<Wool>>,
    #[param]
    scales: &'w Scales<'w, 'w>,
}

impl Dog<'_> {
    fn look(&mut self) {
        let mut seen = Seen::default();
        for (weight, bell, has_bell) in &self.sheep {
            assert_eq!(bell.is_some(), has_bell);
            seen.sheep += 1;
            seen.with_bells += u32::from(has_bell);
            seen.changed += u32::from(weight.is_changed());
        }
        seen.weight = self.scales.all.iter().map(|weight| weight.0).sum();
        *self.seen = seen;
    }
}

behavior_tree! {
    tree Watch(dog: &mut Dog<'_>) {
        repeat action dog.look();
    }
}

#[test]
fn a_query_and_a_parameter_read_other_entities() {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), BehaviorPlugin::<Watch>::new(Update)));
    let world = app.world_mut();
    world.spawn((Weight(1), Wool, Bell));
    let other = world.spawn((Weight(2), Wool)).id();
    world.spawn(Weight(4));
    // Enough for them to be ticked in parallel.
    for _ in 0..1_000 {
        world.spawn((Behavior::new(Watch::new()), Seen::default()));
    }
    app.update();
    let compare = |app: &mut App, expected: (u32, u32, u32, u32)| {
        let mut all = app.world_mut().query::<&Seen>();
        for seen in all.iter(app.world()) {
            assert_eq!((seen.sheep, seen.with_bells, seen.changed, seen.weight), expected);
        }
    };
    compare(&mut app, (2, 1, 2, 7));
    app.world_mut().get_mut::<Weight>(other).expect("it has one").0 = 10;
    app.update();
    compare(&mut app, (2, 1, 1, 15));
    const { assert!(<Dog<'_> as Blackboard>::IS_SHARED) };
}

#[derive(EntityEvent)]
struct Shear {
    entity: Entity,
}

#[derive(Blackboard)]
struct Shepherd<'w> {
    weight: Mut<'w, Weight>,
    sheep: Query<'w, 'w, (Entity, &'static Weight), Without<Behavior<Work>>>,
    #[param]
    parallel: &'w ParallelCommands<'w, 'w>,
}

behavior_tree! {
    /// Feeds one with a command, and shears it with an event.
    tree Work(shepherd: &mut Shepherd<'_>) {
        sequence {
            action shepherd.weight.0 += 100;
            let(sheep: Entity = shepherd.sheep.iter().next().map(|(sheep, _)| sheep)) sequence {
                action shepherd.parallel.command_scope(|mut commands| {
                    commands.entity(*sheep).queue(|mut sheep: EntityWorldMut<'_>| {
                        sheep.get_mut::<Weight>().expect("it has one").0 += 1;
                    });
                });
                action shepherd.parallel.command_scope(|mut commands| {
                    commands.trigger(Shear { entity: *sheep });
                });
            }
        }
    }
}

#[test]
fn commands_and_observers_change_other_entities() {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), BehaviorPlugin::<Work>::new(Update)));
    app.add_observer(|shear: On<Shear>, mut commands: Commands| {
        commands.entity(shear.entity).try_remove::<Wool>();
    });
    let sheep = app.world_mut().spawn((Weight(1), Wool)).id();
    for _ in 0..1_000 {
        app.world_mut().spawn((Behavior::new(Work::new()), Weight(0)));
    }
    const { assert!(<Shepherd<'_> as Blackboard>::IS_SHARED) };
    app.update();
    assert_eq!(app.world().get::<Weight>(sheep), Some(&Weight(1_001)));
    assert!(app.world().get::<Wool>(sheep).is_none());
}

#[derive(Blackboard)]
struct Glutton<'w> {
    weight: Option<Mut<'w, Weight>>,
    others: Query<'w, 'w, (Entity, &'static Weight), With<Wool>>,
}

behavior_tree! {
    tree Eat(glutton: &mut Glutton<'_>) {
        action if let Some(weight) = &mut glutton.weight {
            for _ in &glutton.others {
                weight.0 += 1;
            }
        };
    }
}

#[test]
fn a_query_that_reads_what_the_blackboard_changes_is_named() {
    let mut app = App::new();
    let added = catch_unwind(AssertUnwindSafe(|| {
        app.add_plugins(BehaviorPlugin::<Eat>::new(Update));
    }));
    let payload = added.expect_err("they conflict");
    let message = payload.downcast_ref::<String>().expect("it is formatted");
    let (weight, tree) = ("plugin::others::Weight", "plugin::others::Eat");
    assert!(
        message.starts_with(&format!(
            "the blackboard of the tree `{tree}` changes `{weight}` of its entity, and reads it in `Query<("
        )),
        "{message}"
    );
    assert!(message.contains(&format!("&{weight}), ")), "{message}");
    assert!(
        message.contains(&format!("add the filter `Without<Behavior<{tree}>>` to the query")),
        "{message}"
    );
}
