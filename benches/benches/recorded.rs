//! The time of a recorded tick: `cargo bench -p benches --features record --bench recorded`.
//!
//! One soldier whose health goes up and down, so that it fights, flees and patrols in turn. The rows
//! alternate in one process; each figure is the best of all rounds.

use bt_core::observe::Statistics;
use bt_core::{Status, behavior_tree};
use bt_watch::record::{AgentId, Recorder};
use serde::Serialize;
use std::hint::black_box;
use std::time::{Duration, Instant};

const TICKS: u32 = 10_000;
const ROUNDS: usize = 60;

/// Six values, of which one or two change in a tick.
#[derive(Serialize)]
struct Npc {
    health: u32,
    position: u32,
    rounds: u32,
    enemy: bool,
    enemy_health: u32,
    name: &'static str,
}

impl Npc {
    const NEW: Self =
        Self { health: 100, position: 0, rounds: 6, enemy: false, enemy_health: 50, name: "Anna" };

    fn sees_enemy(&self) -> bool {
        self.enemy
    }

    fn enemy_dead(&self) -> bool {
        self.enemy_health == 0
    }

    fn run_away(&mut self) -> Status {
        self.health += 2;
        if self.health < 100 { Status::Running } else { Status::Success }
    }

    fn attack(&mut self) -> Status {
        self.health -= 1;
        Status::Running
    }

    fn patrol(&mut self) -> Status {
        self.position = (self.position + 1) % 50;
        self.enemy = self.position == 0;
        Status::Running
    }
}

behavior_tree! {
    /// Patrols; fights what it sees; runs away when it is hurt.
    #[derive(Debug, Clone)]
    pub tree Soldier(npc: &mut Npc) {
        active_selector {
            sequence {
                condition npc.sees_enemy();
                active_selector {
                    'flee: sequence {
                        condition npc.health < 20;
                        action npc.run_away();
                    }
                    monitor {
                        condition !npc.enemy_dead();
                        action npc.attack();
                    }
                }
            }
            /// Walks from waypoint to waypoint.
            action npc.patrol();
        }
    }
}

fn time(mut tick: impl FnMut(&mut Soldier, &mut Npc)) -> Duration {
    let (mut soldier, mut npc) = (Soldier::new(), Npc::NEW);
    let start = Instant::now();
    for _ in 0..TICKS {
        tick(&mut soldier, black_box(&mut npc));
    }
    let elapsed = start.elapsed();
    assert_eq!(npc.name, Npc::NEW.name);
    elapsed
}

/// Three values, of which one changes in a tick.
#[derive(Serialize)]
struct Seen {
    health: u32,
    position: u32,
    rounds: u32,
}

fn tick_and_show(recorder: &mut Recorder, agent: AgentId, soldier: &mut Soldier, npc: &mut Npc) {
    recorder.tick(agent, soldier, npc);
    let Npc { health, position, rounds, .. } = *npc;
    recorder.snapshot(agent, &Seen { health, position, rounds });
}

const ROWS: [&str; 6] = [
    "not recorded",
    "counted by `Statistics`",
    "recorded",
    "recorded with a snapshot of three values, one of which changes",
    "the same in a recording that is full",
    "recorded with a snapshot of six values, one or two of which change",
];

fn main() {
    let mut best = [Duration::MAX; ROWS.len()];
    for _ in 0..ROUNDS {
        let mut statistics = Statistics::new(Soldier::NODES);
        let new = |capacity| {
            let mut recorder = Recorder::with_capacity(capacity);
            let agent = recorder.agent::<Soldier>("soldier");
            (recorder, agent)
        };
        let [(mut plain, one), (mut three, other), (mut full, last), (mut six, third)] =
            [1 << 22, 1 << 22, 1 << 16, 1 << 22].map(new);
        let times = [
            time(|soldier, npc| _ = black_box(soldier.tick(npc))),
            time(|soldier, npc| _ = black_box(statistics.tick(soldier, npc))),
            time(|soldier, npc| _ = black_box(plain.tick(one, soldier, npc))),
            time(|soldier, npc| tick_and_show(&mut three, other, soldier, npc)),
            time(|soldier, npc| tick_and_show(&mut full, last, soldier, npc)),
            time(|soldier, npc| _ = black_box(six.tick_with_snapshot(third, soldier, npc))),
        ];
        for (best, time) in best.iter_mut().zip(times) {
            *best = time.min(*best);
        }
    }
    println!("| one tick of a soldier | ns |");
    println!("| --- | --: |");
    for (name, best) in ROWS.iter().zip(best) {
        println!("| {name} | {:.1} |", best.as_secs_f64() * 1e9 / f64::from(TICKS));
    }
}
