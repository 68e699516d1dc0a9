//! All states of a tree, explored by `bt_verify` and by the model checker `stateright`, whose models are written
//! by hand: `cargo run --release --features states --bin states`.

mod drone;
mod model;
mod ship;
mod soldier;

use bt_verify::{Proof, explore};
use cpu_time::ProcessTime;
use model::Ticks;
use stateright::{Checker as _, Model};
use std::fmt::Debug;
use std::hash::Hash;
use std::time::Duration;

const ROUNDS: usize = 20;

/// The result of one exploration.
struct Explored {
    states: usize,
    time: Duration,
}

fn ours(explore: fn() -> Proof) -> Explored {
    let begin = ProcessTime::now();
    let proof = explore();
    assert!(proof.is_complete(), "{:?}", proof.problem());
    Explored { states: proof.states(), time: begin.elapsed() }
}

fn checker<M>(model: M) -> Explored
where
    M: Model + Send + Sync + 'static,
    M::State: Clone + Debug + Hash + PartialEq + Send + Sync,
    M::Action: Clone + Debug + PartialEq + Send + Sync,
{
    let begin = ProcessTime::now();
    let checker = model.checker().spawn_bfs().join();
    checker.assert_properties();
    Explored { states: checker.unique_state_count(), time: begin.elapsed() }
}

/// Prints a row; the contenders alternate, and the best time of each counts.
fn row(name: &str, explore: fn() -> Proof, other: fn() -> Explored, rounds: usize) {
    let mut best: Option<[Explored; 2]> = None;
    for _ in 0..rounds {
        let found = [ours(explore), other()];
        best = Some(match best {
            None => found,
            Some(mut best) => {
                for (best, found) in best.iter_mut().zip(found) {
                    assert_eq!(best.states, found.states, "the same states in each round");
                    best.time = best.time.min(found.time);
                }
                best
            }
        });
    }
    let Some([ours, other]) = best else { return };
    let milliseconds = |of: &Explored| of.time.as_secs_f64() * 1e3;
    println!(
        "| {name} | {} | {:.2} | {} | {:.2} | {:.2} |",
        ours.states,
        milliseconds(&ours),
        other.states,
        milliseconds(&other),
        milliseconds(&other) / milliseconds(&ours)
    );
}

fn main() {
    println!("| tree | states | ms | states of `stateright` | ms | times |");
    println!("| --- | --: | --: | --: | --: | --: |");
    row(
        "soldier",
        explore::<benches::soldier::tree::Memory<benches::soldier::Soldier>>,
        || checker(Ticks::<soldier::State>::default()),
        ROUNDS,
    );
    row("drone", explore::<drone::Drone>, || checker(Ticks::<drone::State>::default()), ROUNDS);
    row(
        "ship",
        explore::<benches::ship::tree::Stations<benches::ship::Ship>>,
        || checker(ship::Steps),
        3,
    );
}
