//! The same animals, moved by systems that are written by hand. They have the leaves of the trees, and keep what the trees know
//! in a component.

use super::{Body, Forest, Meadow, Place, Sheep, Wolf, meadow, populate};
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::system::ParallelCommands;
use bevy_time::Time;
use bt_bevy::bt_core::Status;
use bt_bevy::bt_core::grid::Error;
use bt_bevy::{BehaviorSystems, Neighbors};
use std::time::Duration;

const NIGHT: Duration = Duration::from_secs(1);

#[derive(Component, Default)]
enum Doing {
    #[default]
    Nothing,
    Sleeps {
        until: Duration,
    },
    Chases {
        prey: Entity,
    },
    Dies,
}

fn sheep(
    mut sheep: Query<(&Place, &mut Body, &mut Doing), With<Sheep>>,
    neighbors: Res<Neighbors<Place>>,
    time: Res<Time>,
    commands: ParallelCommands,
) {
    let (neighbors, time, commands) = (&*neighbors, &*time, &commands);
    sheep.par_iter_mut().for_each(|(place, body, mut doing)| {
        let mut sheep = Meadow { place, body, neighbors, time, commands };
        if sheep.sees_wolf() {
            *doing = Doing::Nothing;
            sheep.flee();
        } else if sheep.body.energy > 1.2 && sheep.multiply() {
            *doing = Doing::Nothing;
        } else if let Doing::Sleeps { until } = *doing {
            if until <= time.elapsed() {
                *doing = Doing::Nothing;
                sheep.body.energy = 0.8;
            }
        } else if sheep.body.energy < 0.3 {
            sheep.body.rest();
            *doing = Doing::Sleeps { until: time.elapsed() + NIGHT };
        } else {
            sheep.graze();
        }
    });
}

type Wolves<'w, 's> =
    Query<'w, 's, (Entity, &'static Wolf, &'static Place, &'static mut Body, &'static mut Doing)>;

fn wolves(
    mut wolves: Wolves,
    bodies: Query<&'static Body, Without<Wolf>>,
    neighbors: Res<Neighbors<Place>>,
    time: Res<Time>,
    commands: ParallelCommands,
) {
    let (neighbors, time, commands) = (&*neighbors, &*time, &commands);
    wolves.par_iter_mut().for_each(|(me, wolf, place, body, mut doing)| {
        let mut wolf = Forest { me, _wolf: wolf, place, body, bodies, neighbors, time, commands };
        match *doing {
            Doing::Sleeps { until } => {
                if until <= time.elapsed() {
                    *doing = Doing::Nothing;
                    wolf.body.energy -= 0.4;
                }
            }
            Doing::Chases { prey } => chase(&mut wolf, prey, &mut doing),
            Doing::Dies => {}
            Doing::Nothing if wolf.body.energy <= 0.0 => {
                wolf.die();
                *doing = Doing::Dies;
            }
            Doing::Nothing if wolf.body.energy > 1.8 => wolf.multiply(),
            Doing::Nothing if wolf.body.energy > 1.2 => {
                wolf.body.rest();
                *doing = Doing::Sleeps { until: time.elapsed() + NIGHT };
            }
            Doing::Nothing => match wolf.prey() {
                Some(prey) => chase(&mut wolf, prey, &mut doing),
                None => wolf.roam(),
            },
        }
    });
}

fn chase(wolf: &mut Forest<'_>, prey: Entity, doing: &mut Doing) {
    let (next, has_failed) = match wolf.chase(prey) {
        Status::Running => (Doing::Chases { prey }, false),
        Status::Success => (Doing::Nothing, !wolf.eat(prey)),
        Status::Failure => (Doing::Nothing, true),
    };
    *doing = next;
    if has_failed {
        wolf.roam();
    }
}

/// An app in which the systems move the animals.
pub(super) fn app(animals: u16) -> Result<App, Error> {
    let mut app = meadow(animals)?;
    app.world_mut().register_required_components::<Sheep, Doing>();
    app.world_mut().register_required_components::<Wolf, Doing>();
    app.add_systems(Update, (sheep, wolves).in_set(BehaviorSystems));
    populate(&mut app, animals);
    Ok(app)
}
