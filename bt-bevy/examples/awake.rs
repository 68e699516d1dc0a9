//! The cost of 100,000 trees of which 1 % are awake, relative to 100,000 that are ticked in each frame. Both are measured
//! in turns, in one run: `cargo run --release --example awake`.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_time::Time;
use bt_bevy::{Behavior, BehaviorPlugin, Blackboard};
use bt_core::{Status, behavior_tree};
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
    /// Looks around once a second: in each frame of 10 ms, one of a hundred guards does.
    tree Patient(guard: &mut Board<'_>) {
        sequence {
            delay(Duration::from_millis(guard.guard.number % 100 * 10)) succeed;
            repeat sequence {
                condition guard.guard.health > 0.0;
                action guard.walk();
                wait(980ms);
            }
        }
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
    let mut app = App::new();
    app.init_resource::<Time>().add_plugins((TaskPoolPlugin::default(), plugin));
    for number in 0..AGENTS {
        app.world_mut().spawn((Behavior::new(tree()), Guard { number, steps: 0, health: 100.0 }));
    }
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
    guards.iter(app.world()).map(|guard| guard.steps).sum()
}

fn main() {
    let mut few = app(BehaviorPlugin::<Patient>::new(Update), Patient::new);
    let mut all = app(BehaviorPlugin::<Restless>::new(Update), Restless::new);
    // Until each guard has looked around.
    for _ in 0..200 {
        frame(&mut few);
        frame(&mut all);
    }
    let before = [steps(&mut few), steps(&mut all)];
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        times[0].push(frame(&mut few));
        times[1].push(frame(&mut all));
    }
    let rounds = ROUNDS as f64;
    let [few_steps, all_steps] = [(&mut few, before[0]), (&mut all, before[1])]
        .map(|(app, before)| (steps(app) - before) as f64 / rounds);
    let [few, all] = times.map(|mut times| {
        times.sort_unstable();
        times[times.len() / 2]
    });
    println!("{AGENTS} entities; medians of {ROUNDS} frames, measured in turns");
    println!("{all_steps:.0} steps per frame: {all:.1?}");
    println!("{few_steps:.0} steps per frame: {few:.1?}");
    println!("{:.2} % of the time", 100.0 * few.as_secs_f64() / all.as_secs_f64());
}
