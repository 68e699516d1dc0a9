//! The cost of 100,000 trees of which 1 % are awake, relative to 100,000 that are ticked in each frame. Both are measured
//! in turns, in one run: `cargo run --release --example awake`.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::system::ScheduleSystem;
use bevy_time::Time;
use bt_bevy::behavior_tree;
use bt_bevy::bt_core::Status;
use bt_bevy::{Behavior, BehaviorPlugin, Blackboard};
use std::hint::black_box;
use std::time::{Duration, Instant};

const AGENTS: u64 = 100_000;
const FRAME: Duration = Duration::from_millis(10);
const ROUNDS: usize = 300;

#[derive(Component)]
struct Guard {
    number: u64,
    steps: u64,
    health: f32,
}

#[derive(Blackboard)]
struct Board<'w> {
    guard: Mut<'w, Guard>,
    #[resource]
    time: &'w Time,
}

impl Board<'_> {
    fn walk(&mut self) {
        self.guard.steps += 1;
        self.guard.health = black_box(self.guard.health);
    }
}

behavior_tree! {
    /// Looks around once a second: in each frame of 10 ms, one of a hundred guards is ticked.
    tree Patient(guard: &mut Board<'_>) {
        delay(Duration::from_millis(guard.guard.number % 100 * 10)) every(1s) repeat sequence {
            condition guard.guard.health > 0.0;
            action { guard.walk(); Status::Success };
        }
    }

    /// Rests until the program wakes it.
    tree Asleep(guard: &mut Board<'_>) {
        running;
    }

    /// Looks around in each frame.
    tree Restless(guard: &mut Board<'_>) {
        repeat sequence {
            condition guard.guard.health > 0.0;
            action { guard.walk(); Status::Success };
        }
    }
}

fn app<T: Send + Sync + 'static>(plugin: impl Plugin, tree: impl Fn() -> T) -> App {
    let mut app = empty();
    app.add_plugins(plugin);
    for number in 0..AGENTS {
        app.world_mut().spawn((Behavior::new(tree()), Guard { number, steps: 0, health: 100.0 }));
    }
    app
}

/// The guards that a system without trees changes.
#[derive(Resource)]
struct Hundredths(Vec<Vec<Entity>>);

/// Changes one of a hundred guards in each frame, as the tree `Patient` does: the cost of their memory.
fn patient(mut next: Local<usize>, hundredths: Res<Hundredths>, mut guards: Query<&mut Guard>) {
    let mut due = guards.iter_many_mut(&hundredths.0[*next]);
    while let Some(Ok(mut guard)) = due.fetch_next() {
        guard.steps += 1;
        guard.health = black_box(guard.health);
    }
    *next = (*next + 1) % hundredths.0.len();
}

fn plugin_without_trees(app: &mut App) {
    app.add_systems(Update, patient);
}

/// An app without trees that does the steps of the tree `Patient`.
fn without_trees() -> App {
    let mut app = app(plugin_without_trees, Restless::new);
    let world = app.world_mut();
    let mut hundredths = vec![Vec::new(); 100];
    for (guard, entity) in world.query::<(&Guard, Entity)>().iter(world) {
        hundredths[(guard.number % 100) as usize].push(entity);
    }
    world.insert_resource(Hundredths(hundredths));
    app
}

/// Trees and guards in arrays: a tick has to find nothing and to set no alarm.
#[derive(Resource)]
struct Trees<T>(Vec<T>);

#[derive(Resource)]
struct Guards(Vec<Guard>);

/// Ticks the trees that are due: the least that the ticks can cost.
fn tick_listed(
    mut frame: Local<usize>,
    time: Res<Time>,
    mut trees: ResMut<Trees<Patient>>,
    mut guards: ResMut<Guards>,
) {
    // In the first frame, each tree begins to wait.
    let (first, step) = if *frame == 0 { (0, 1) } else { (*frame % 100, 100) };
    for place in (first..guards.0.len()).step_by(step) {
        let guard = guards.reborrow().map_unchanged(|guards| &mut guards.0[place]);
        let tree = &mut trees.0[place];
        black_box(tree.tick(&mut Board { guard, time: &time }));
        black_box(tree.next_wake());
    }
    *frame += 1;
}

/// Ticks all trees.
fn tick_all(time: Res<Time>, mut trees: ResMut<Trees<Restless>>, mut guards: ResMut<Guards>) {
    for (place, tree) in trees.0.iter_mut().enumerate() {
        let guard = guards.reborrow().map_unchanged(|guards| &mut guards.0[place]);
        black_box(tree.tick(&mut Board { guard, time: &time }));
    }
}

/// An app that ticks trees without a plugin and without entities.
fn listed<T: Send + Sync + 'static, M>(
    tree: impl Fn() -> T,
    tick: impl IntoScheduleConfigs<ScheduleSystem, M>,
) -> App {
    let mut app = empty();
    let guards = (0..AGENTS).map(|number| Guard { number, steps: 0, health: 100.0 });
    app.insert_resource(Trees((0..AGENTS).map(|_| tree()).collect()));
    app.insert_resource(Guards(guards.collect()));
    app.add_systems(Update, tick);
    app
}

fn empty() -> App {
    let mut app = App::new();
    app.init_resource::<Time>().add_plugins(TaskPoolPlugin::default());
    app
}

/// The time of one frame.
fn frame(app: &mut App) -> Duration {
    app.world_mut().resource_mut::<Time>().advance_by(FRAME);
    let begin = Instant::now();
    app.update();
    begin.elapsed()
}

fn steps(app: &mut App) -> u64 {
    let mut guards = app.world_mut().query::<&Guard>();
    let listed = app.world().get_resource::<Guards>().into_iter().flat_map(|guards| &guards.0);
    guards.iter(app.world()).chain(listed).map(|guard| guard.steps).sum()
}

fn main() {
    let mut apps = [
        ("all are awake", app(BehaviorPlugin::<Restless>::new(Update), Restless::new)),
        ("1 % are awake", app(BehaviorPlugin::<Patient>::new(Update), Patient::new)),
        ("nobody is awake", app(BehaviorPlugin::<Asleep>::new(Update), Asleep::new)),
        ("1 %, without trees", without_trees()),
        ("1 %, without Bevy's entities", listed(Patient::new, tick_listed)),
        ("all, without Bevy's entities", listed(Restless::new, tick_all)),
        ("an empty app", empty()),
    ];
    // Until each guard has looked around.
    for _ in 0..200 {
        for (_, app) in &mut apps {
            frame(app);
        }
    }
    let before = apps.each_mut().map(|(_, app)| steps(app));
    let mut times = [const { Vec::new() }; 7];
    for _ in 0..ROUNDS {
        for ((_, app), times) in apps.iter_mut().zip(&mut times) {
            times.push(frame(app));
        }
    }
    println!("{AGENTS} entities; medians of {ROUNDS} frames, measured in turns");
    let mut all = None;
    for (((name, app), before), mut times) in apps.iter_mut().zip(before).zip(times) {
        times.sort_unstable();
        let time = times[times.len() / 2];
        let part = 100.0 * time.as_secs_f64() / all.get_or_insert(time).as_secs_f64();
        let steps = (steps(app) - before) as f64 / ROUNDS as f64;
        println!("{name:>28}: {time:8.1?} per frame, {part:6.2} %, {steps:6.0} steps");
    }
}
