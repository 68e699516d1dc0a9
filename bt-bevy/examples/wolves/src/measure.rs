//! Compares trees with systems that are written by hand: frames in turns, in one run, with both executors.

use super::{Sheep, Wolf, by_hand, frame, with_trees};
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{MultiThreadedExecutor, Schedule, SingleThreadedExecutor};
use bt_bevy::bt_core::grid::Error;
use std::time::{Duration, Instant};

const ANIMALS: u16 = 4_000;
const FRAMES: usize = 300;

fn single(schedule: &mut Schedule) {
    schedule.set_executor(SingleThreadedExecutor::new());
}

fn multi(schedule: &mut Schedule) {
    schedule.set_executor(MultiThreadedExecutor::new());
}

fn counts(app: &mut App) -> [usize; 2] {
    let world = app.world_mut();
    let sheep = world.query_filtered::<(), With<Sheep>>().iter(world).count();
    [sheep, world.query_filtered::<(), With<Wolf>>().iter(world).count()]
}

pub(super) fn compare() -> Result<(), Error> {
    for (executor, set) in
        [("single-threaded", single as fn(&mut Schedule)), ("multi-threaded", multi)]
    {
        let mut apps = [by_hand::app(ANIMALS)?, with_trees(ANIMALS, [&[], &[]])?];
        for app in &mut apps {
            app.edit_schedule(Update, set);
        }
        let mut times = [const { Vec::<Duration>::new() }; 2];
        for _ in 0..FRAMES {
            for (app, times) in apps.iter_mut().zip(&mut times) {
                let begin = Instant::now();
                frame(app);
                times.push(begin.elapsed());
            }
        }
        let [by_hand, trees] = times.map(|mut times| {
            times.sort_unstable();
            times[times.len() / 2].as_secs_f64()
        });
        println!("{executor}: {ANIMALS} trees take {:.2} of the time by hand", trees / by_hand);
        let [by_hand, trees] = apps.each_mut().map(counts);
        println!("in the end, sheep and wolves: {by_hand:?} by hand, {trees:?} with trees");
    }
    Ok(())
}
