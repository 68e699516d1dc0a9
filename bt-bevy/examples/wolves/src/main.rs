//! 400 wolves and sheep that flee, hunt, eat, sleep and multiply.
//!
//! `cargo run --package wolves -- [FRAMES]` prints how often each node has begun, and fails if one never has.
//! `cargo run --package wolves --features window` shows them in a window: sheep are pale and
//! wolves dark; who sleeps is blue, and who flees or hunts is red.
//! `cargo run --release --package wolves -- measure` compares 4,000 of them with systems that are written by hand.

mod by_hand;
mod measure;
#[cfg(feature = "window")]
mod window;

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::system::ParallelCommands;
use bevy_time::Time;
use bt_bevy::bt_core::grid::{Circle, Error};
use bt_bevy::bt_core::{End, NodeId, Status};
use bt_bevy::{
    Behavior, BehaviorPlugin, BehaviorSystems, Blackboard, Change, Neighbors, NeighborsPlugin,
    NodeChanged, Position, behavior_tree,
};
use fastrand::Rng;
use std::collections::BTreeMap;
use std::time::Duration;

const FRAME: Duration = Duration::from_millis(16);
const SHEEP: u32 = 1;
const WOLVES: u32 = 2;

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
struct Body {
    velocity: [f32; 2],
    energy: f32,
}

#[derive(Component)]
struct Sheep;

#[derive(Component)]
struct Wolf;

/// A young animal at the place of its parent.
#[derive(Event)]
struct Born {
    at: [f32; 2],
    group: u32,
}

/// A wolf has eaten this sheep.
#[derive(EntityEvent)]
struct Bitten {
    entity: Entity,
}

/// What a sheep works on. All of it is shared, so that the trees are ticked in parallel.
#[derive(Blackboard)]
struct Meadow<'w> {
    place: &'w Place,
    body: Mut<'w, Body>,
    #[resource]
    neighbors: &'w Neighbors<Place>,
    #[resource]
    time: &'w Time,
    #[param]
    commands: &'w ParallelCommands<'w, 'w>,
}

impl Meadow<'_> {
    fn sees_wolf(&self) -> bool {
        self.neighbors.any(Circle { center: self.place.at, radius: 6.0 }, WOLVES)
    }

    fn flee(&mut self) -> Status {
        let me = self.place.at;
        if let Some(wolf) = self.neighbors.nearest(me, 8.0, WOLVES) {
            self.body.walk([me[0] - wolf.position[0], me[1] - wolf.position[1]], 0.12);
        }
        self.body.energy -= 0.004;
        Status::Running
    }

    /// Fails where there are many sheep already.
    fn multiply(&mut self) -> bool {
        let around = Circle { center: self.place.at, radius: 4.0 };
        if self.neighbors.entities(around, SHEEP).count() > 4 {
            return false;
        }
        self.body.energy -= 0.8;
        self.commands.command_scope(|mut commands| {
            commands.trigger(Born { at: self.place.at, group: SHEEP });
        });
        true
    }

    fn graze(&mut self) -> Status {
        let velocity = self.body.velocity;
        self.body.walk([velocity[0] + 0.001, velocity[1]], 0.03);
        self.body.energy = (self.body.energy + 0.003).min(1.5);
        Status::Running
    }
}

behavior_tree! {
    tree Graze(sheep: &mut Meadow<'_>) {
        active_selector {
            'flee: active_sequence {
                condition sheep.sees_wolf();
                action sheep.flee();
            }
            'multiply: sequence {
                condition sheep.body.energy > 1.2;
                action sheep.multiply();
            }
            'sleep: sequence {
                condition sheep.body.energy < 0.3;
                action sheep.body.rest();
                wait(1s);
                action sheep.body.energy = 0.8;
            }
            'graze: action sheep.graze();
        }
    }
}

/// What a wolf works on: also the bodies of others. They are not wolves, because a wolf changes its own body.
#[derive(Blackboard)]
struct Forest<'w> {
    me: Entity,
    _wolf: &'w Wolf,
    place: &'w Place,
    body: Mut<'w, Body>,
    bodies: Query<'w, 'w, &'static Body, Without<Wolf>>,
    #[resource]
    neighbors: &'w Neighbors<Place>,
    #[resource]
    time: &'w Time,
    #[param]
    commands: &'w ParallelCommands<'w, 'w>,
}

impl Forest<'_> {
    fn prey(&self) -> Option<Entity> {
        let found = self.neighbors.nearest_but(self.me, self.place.at, 20.0, SHEEP);
        found.map(|(sheep, _)| sheep)
    }

    /// Fails if another wolf was faster, or the prey is far away.
    fn chase(&mut self, prey: Entity) -> Status {
        let Some(at) = self.neighbors.position(prey) else { return Status::Failure };
        let to = [at[0] - self.place.at[0], at[1] - self.place.at[1]];
        self.body.walk(to, 0.15);
        self.body.energy -= 0.001;
        match to[0].hypot(to[1]) {
            ..0.5 => Status::Success,
            0.5..30.0 => Status::Running,
            _ => Status::Failure,
        }
    }

    fn eat(&mut self, prey: Entity) -> bool {
        let Ok(sheep) = self.bodies.get(prey) else { return false };
        self.body.energy += sheep.energy.max(0.2);
        self.commands.command_scope(|mut commands| commands.trigger(Bitten { entity: prey }));
        true
    }

    fn multiply(&mut self) {
        self.body.energy -= 1.0;
        self.commands.command_scope(|mut commands| {
            commands.trigger(Born { at: self.place.at, group: WOLVES });
        });
    }

    fn roam(&mut self) {
        let velocity = self.body.velocity;
        self.body.walk([velocity[0], velocity[1] + 0.001], 0.06);
        self.body.energy -= 0.002;
    }

    fn die(&mut self) -> Status {
        self.commands.command_scope(|mut commands| commands.entity(self.me).try_despawn());
        Status::Running
    }
}

behavior_tree! {
    tree Hunt(wolf: &mut Forest<'_>) {
        selector {
            'starve: sequence {
                condition wolf.body.energy <= 0.0;
                action wolf.die();
            }
            'multiply: sequence {
                condition wolf.body.energy > 1.8;
                action wolf.multiply();
            }
            'sleep: sequence {
                condition wolf.body.energy > 1.2;
                action wolf.body.rest();
                wait(1s);
                action wolf.body.energy -= 0.4;
            }
            let(prey: Entity = wolf.prey()) sequence {
                'chase: action wolf.chase(*prey);
                'eat: action wolf.eat(*prey);
            }
            'roam: action wolf.roam();
        }
    }
}

impl Body {
    fn walk(&mut self, to: [f32; 2], speed: f32) {
        let length = to[0].hypot(to[1]).max(0.001);
        self.velocity = [to[0] / length * speed, to[1] / length * speed];
    }

    fn rest(&mut self) {
        self.velocity = [0.0, 0.0];
    }
}

#[derive(Resource)]
struct Side(f32);

fn walk(mut animals: Query<(&Body, &mut Place)>, side: Res<Side>) {
    for (body, mut place) in &mut animals {
        if body.velocity != [0.0, 0.0] {
            let [x, y] = place.at;
            let [dx, dy] = body.velocity;
            place.at = [(x + dx).rem_euclid(side.0), (y + dy).rem_euclid(side.0)];
        }
    }
}

/// An app for animals, without anything that moves them.
fn meadow(animals: u16) -> Result<App, Error> {
    let side = f32::from(animals).sqrt() * 3.0;
    let mut app = App::new();
    app.insert_resource(Side(side)).init_resource::<Time>();
    app.add_plugins((
        TaskPoolPlugin::default(),
        NeighborsPlugin::<Place>::new(Update, [0.0; 2], [side; 2], 6.0)?,
    ));
    app.add_systems(Update, walk.after(BehaviorSystems));
    app.add_observer(|bitten: On<Bitten>, mut commands: Commands| {
        commands.entity(bitten.entity).try_despawn();
    });
    Ok(app)
}

/// Bears animals, which get `Sheep` or `Wolf`; in the beginning, one in ten is a wolf.
fn populate(app: &mut App, animals: u16) {
    app.add_observer(|born: On<Born>, mut commands: Commands| {
        let place = Place { at: born.at, group: born.group };
        let body = Body { velocity: [0.01, 0.0], energy: 0.5 };
        match born.group {
            SHEEP => commands.spawn((Sheep, place, body)),
            _ => commands.spawn((Wolf, place, body)),
        };
    });
    let (side, mut random) = (app.world().resource::<Side>().0, Rng::with_seed(3));
    for number in 0..animals {
        let at = [random.f32() * side, random.f32() * side];
        let group = if number % 10 == 0 { WOLVES } else { SHEEP };
        app.world_mut().trigger(Born { at, group });
    }
    app.world_mut().flush();
}

/// An app in which trees move the animals: whatever is a sheep or a wolf has one.
fn with_trees(animals: u16, nodes: [&[NodeId]; 2]) -> Result<App, Error> {
    let mut app = meadow(animals)?;
    app.world_mut().register_required_components_with::<Sheep, _>(|| Behavior::new(Graze::new()));
    app.world_mut().register_required_components_with::<Wolf, _>(|| Behavior::new(Hunt::new()));
    let [graze, hunt] = nodes.map(<[NodeId]>::to_vec);
    app.add_plugins((
        BehaviorPlugin::<Graze>::new(Update).report(graze),
        BehaviorPlugin::<Hunt>::new(Update).report(hunt),
    ));
    populate(&mut app, animals);
    Ok(app)
}

fn frame(app: &mut App) {
    app.world_mut().resource_mut::<Time>().advance_by(FRAME);
    app.update();
}

/// How often nodes have begun, and sleep was aborted.
#[derive(Resource, Default)]
struct Counts(BTreeMap<(&'static str, NodeId), u32>, u32);

fn count<T: Send + Sync>(
    tree: &'static str,
) -> impl FnMut(MessageReader<NodeChanged<T>>, ResMut<Counts>) {
    move |mut changes, mut counts| {
        for change in changes.read() {
            match change.change {
                Change::Began => *counts.0.entry((tree, change.node)).or_default() += 1,
                Change::Ended(End::Aborted) if change.node == Graze::SLEEP => counts.1 += 1,
                Change::Ended(_) => {}
            }
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let argument = std::env::args().nth(1);
    if argument.as_deref() == Some("measure") {
        return Ok(measure::compare()?);
    }
    #[cfg(feature = "window")]
    if argument.is_none() {
        return window::open();
    }
    let frames: u32 = argument.and_then(|frames| frames.parse().ok()).unwrap_or(3_000);
    let sheep = [Graze::FLEE, Graze::MULTIPLY, Graze::SLEEP, Graze::GRAZE];
    let wolf = [Hunt::STARVE, Hunt::MULTIPLY, Hunt::SLEEP, Hunt::CHASE, Hunt::EAT, Hunt::ROAM];
    let mut app = with_trees(400, [&sheep, &wolf])?;
    app.init_resource::<Counts>();
    let counts = (count::<Graze>("sheep"), count::<Hunt>("wolf"));
    app.add_systems(Update, counts.after(BehaviorSystems));
    (0..frames).for_each(|_| frame(&mut app));

    let Counts(began, aborted) = app.world_mut().remove_resource().unwrap_or_default();
    for ((tree, node), times) in &began {
        let nodes = if *tree == "sheep" { Graze::NODES } else { Hunt::NODES };
        let label = nodes[node.index()].label.unwrap_or("");
        println!("{tree} {label}: {times}");
    }
    println!("sheep woke up because of a wolf: {aborted}");
    assert_eq!(began.len(), sheep.len() + wolf.len(), "a path was never taken");
    assert!(aborted > 0, "no sheep woke up because of a wolf");
    Ok(())
}
