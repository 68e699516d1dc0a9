//! Ten thousand birds that search for food, flock, and flee from hawks, without a window.
//!
//! `cargo run --release --example flock -- [FRAMES]` prints how long a frame takes, and what the birds did.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_time::Time;
use bt_bevy::behavior_tree;
use bt_bevy::bt_core::Status;
use bt_bevy::bt_core::grid::{Circle, Error};
use bt_bevy::{
    Behavior, BehaviorPlugin, BehaviorSystems, Blackboard, Change, Neighbors, NeighborsPlugin,
    NodeChanged, Position,
};
use fastrand::Rng;
use std::time::{Duration, Instant};

const BIRDS: u64 = 10_000;
const HAWKS: u64 = 20;
const SIDE: f32 = 1_000.0;
const FRAME: Duration = Duration::from_millis(16);

const BIRD: u32 = 1;
const HAWK: u32 = 2;

#[derive(Component)]
struct Place {
    at: [f32; 2],
    group: u32,
}

impl Position for Place {
    fn position(&self) -> [f32; 2] {
        self.at
    }

    fn groups(&self) -> u32 {
        self.group
    }
}

#[derive(Component)]
struct Wings {
    velocity: [f32; 2],
    /// 0 is starving.
    strength: f32,
}

/// The blackboard of a bird: everything is shared, so the birds are ticked in parallel.
#[derive(Blackboard)]
struct Sky<'w> {
    me: Entity,
    place: &'w Place,
    wings: Mut<'w, Wings>,
    #[resource]
    neighbors: &'w Neighbors<Place>,
    #[resource]
    time: &'w Time,
}

impl Sky<'_> {
    fn sees_hawk(&self) -> bool {
        self.neighbors.any(Circle { center: self.place.at, radius: 25.0 }, HAWK)
    }

    /// Flies away from the nearest hawk.
    fn flee(&mut self) -> Status {
        let me = self.place.at;
        if let Some(hawk) = self.neighbors.nearest(me, 30.0, HAWK) {
            self.steer([me[0] - hawk.position[0], me[1] - hawk.position[1]], 3.0);
        }
        self.wings.strength -= 0.001;
        Status::Running
    }

    /// Flies with the birds around it, and not too near.
    fn flock(&mut self) -> Status {
        let me = self.place.at;
        let mut to = [0.0; 2];
        for (other, at) in self.neighbors.entities(Circle { center: me, radius: 8.0 }, BIRD) {
            if other != self.me {
                let away = [me[0] - at[0], me[1] - at[1]];
                let pull = if away[0] * away[0] + away[1] * away[1] < 9.0 { 1.0 } else { -0.2 };
                to = [to[0] + away[0] * pull, to[1] + away[1] * pull];
            }
        }
        let [x, y] = self.wings.velocity;
        self.steer([to[0] + 4.0 * x, to[1] + 4.0 * y], 1.0);
        self.wings.strength -= 0.0005;
        Status::Running
    }

    fn steer(&mut self, to: [f32; 2], speed: f32) {
        let length = to[0].hypot(to[1]).max(0.001);
        self.wings.velocity = [to[0] / length * speed, to[1] / length * speed];
    }
}

behavior_tree! {
    /// Flees from hawks, rests when it is weak, and flocks otherwise.
    tree Bird(bird: &mut Sky<'_>) {
        active_selector {
            'flee: active_sequence {
                condition bird.sees_hawk();
                action bird.flee();
            }
            'eat: sequence {
                condition bird.wings.strength < 0.2;
                action bird.wings.velocity = [0.0, 0.0];
                wait(2s);
                action bird.wings.strength = 1.0;
            }
            'flock: action bird.flock();
        }
    }
}

/// The blackboard of a hawk.
#[derive(Blackboard)]
struct Heights<'w> {
    place: &'w Place,
    wings: Mut<'w, Wings>,
    #[resource]
    neighbors: &'w Neighbors<Place>,
    #[resource]
    time: &'w Time,
}

impl Heights<'_> {
    fn hunt(&mut self) -> Status {
        let me = self.place.at;
        let Some(prey) = self.neighbors.nearest(me, 200.0, BIRD) else { return Status::Failure };
        let to = [prey.position[0] - me[0], prey.position[1] - me[1]];
        let length = to[0].hypot(to[1]);
        self.wings.velocity = [to[0] / length.max(0.001) * 4.0, to[1] / length.max(0.001) * 4.0];
        if length < 4.0 { Status::Success } else { Status::Running }
    }
}

behavior_tree! {
    /// Hunts, and digests what it has caught.
    tree Hawk(hawk: &mut Heights<'_>) {
        repeat sequence {
            'hunt: action hawk.hunt();
            action hawk.wings.velocity = [0.5, 0.0];
            'digest: wait(3s);
        }
    }
}

fn fly(mut birds: Query<(&Wings, &mut Place)>) {
    for (wings, mut place) in &mut birds {
        if wings.velocity != [0.0, 0.0] {
            let [x, y] = place.at;
            let [dx, dy] = wings.velocity;
            place.at = [(x + dx).rem_euclid(SIDE), (y + dy).rem_euclid(SIDE)];
        }
    }
}

#[derive(Resource, Default)]
struct Counts {
    fled: u32,
    ate: u32,
    hunted: u32,
}

fn count_birds(mut changes: MessageReader<NodeChanged<Bird>>, mut counts: ResMut<Counts>) {
    for change in changes.read() {
        if change.change == Change::Began {
            counts.fled += u32::from(change.node == Bird::FLEE);
            counts.ate += u32::from(change.node == Bird::EAT);
        }
    }
}

fn count_hawks(mut changes: MessageReader<NodeChanged<Hawk>>, mut counts: ResMut<Counts>) {
    let ended = changes.read().filter(|change| change.change != Change::Began);
    counts.hunted += u32::try_from(ended.count()).unwrap_or(u32::MAX);
}

fn app() -> Result<App, Error> {
    let mut app = App::new();
    app.init_resource::<Time>().init_resource::<Counts>();
    app.add_plugins((
        TaskPoolPlugin::default(),
        NeighborsPlugin::<Place>::new(Update, [0.0, 0.0], [SIDE, SIDE], 12.0)?,
        BehaviorPlugin::<Bird>::new(Update).report([Bird::FLEE, Bird::EAT]),
        BehaviorPlugin::<Hawk>::new(Update).report([Hawk::HUNT]),
    ));
    app.add_systems(Update, (fly, count_birds, count_hawks).after(BehaviorSystems));
    let mut random = Rng::with_seed(10);
    for number in 0..BIRDS + HAWKS {
        let at = [random.f32() * SIDE, random.f32() * SIDE];
        let velocity = [random.f32() - 0.5, random.f32() - 0.5];
        let wings = Wings { velocity, strength: 0.2 + random.f32() };
        if number < BIRDS {
            let place = Place { at, group: BIRD };
            app.world_mut().spawn((Behavior::new(Bird::new()), place, wings));
        } else {
            let place = Place { at, group: HAWK };
            app.world_mut().spawn((Behavior::new(Hawk::new()), place, wings));
        }
    }
    Ok(app)
}

fn main() -> Result<(), Error> {
    let frames: u32 = std::env::args().nth(1).and_then(|frames| frames.parse().ok()).unwrap_or(300);
    let mut app = app()?;
    let mut times = Vec::new();
    for _ in 0..frames {
        app.world_mut().resource_mut::<Time>().advance_by(FRAME);
        let begin = Instant::now();
        app.update();
        times.push(begin.elapsed());
    }
    times.sort_unstable();
    let mut resting = app.world_mut().query::<&Behavior<Bird>>();
    let resting = resting.iter(app.world()).filter(|bird| bird.is_active(Bird::EAT)).count();
    let counts = app.world().resource::<Counts>();
    println!("{BIRDS} birds and {HAWKS} hawks, {frames} frames of {FRAME:?}");
    println!("birds fled {} times and ate {} times; {resting} eat now", counts.fled, counts.ate);
    println!("hawks hunted {} times", counts.hunted);
    if let (Some(median), Some(worst)) = (times.get(times.len() / 2), times.last()) {
        println!("a frame took {median:.1?}, and the longest {worst:.1?}");
    }
    Ok(())
}
