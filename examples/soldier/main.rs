//! A soldier patrols, fights what he sees while it lives, and runs away when his health is low,
//! also in the middle of a fight.
//!
//! The world is a road: enemies walk, shoot and miss; magazines run empty. A line tells what the
//! tree does from this tick on and what it stopped for that; where the story turns, the tree shows
//! why: `▶` runs, `✓` succeeded, `✗` failed, `■` was aborted, `·` was left alone.
//!
//! ```sh
//! cargo run --example soldier
//! cargo run --example soldier -- --record soldier.html       # a page to open in a browser
//! cargo run --example soldier -- --live                       # the same, while it goes on
//! cargo run --example soldier -- --picture mermaid           # the tree: text, dot, mermaid or svg
//! cargo run --example soldier -- --picture svg 37 > 37.svg   # and what the tick 37 did to it
//! ```

use bt_core::live::Live;
use bt_core::observe::Marks;
use bt_core::picture::Picture;
use bt_core::record::{Recorder, Recording, RecordingError};
use bt_core::{Action, End, Status, behavior_tree};
use serde::Serialize;
use std::error::Error;
use std::time::Duration;
use std::{env, io, thread};
use terminal::text::say;
use terminal::{Tone, Trace, paint};
use wanted::{Format, USAGE, Wanted};

#[allow(dead_code, reason = "shared by all examples; this one needs a part of it")]
#[path = "../terminal/mod.rs"]
mod terminal;
mod wanted;

behavior_tree! {
    /// Patrols; fights what it sees while it lives; runs away when it is hurt.
    #[derive(Debug)]
    tree Soldier(npc: &mut Npc) {
        active_selector {
            /// Asked at every tick, so it interrupts the fight; once begun, it is seen through.
            'flee: sequence {
                condition npc.health < 20;
                action npc.run_to_shelter();
                action npc.rest();
            }
            'fight: sequence {
                condition npc.sees_enemy();
                action npc.aim_at_nearest();
                monitor {
                    condition npc.target().lives();
                    repeat 'attack: selector {
                        'shoot: action npc.shoot();
                        'reload: action Reload { ticks_left: 4 };
                    }
                }
            }
            /// Walks from waypoint to waypoint.
            'patrol: action npc.patrol();
        }
    }
}

const SHELTER: u32 = 0;
const WAYPOINTS: [u32; 2] = [8, 28];
const ROAD: u32 = 37;
const MAGAZINE: u32 = 6;
const SIGHT: u32 = 11;
const LAST_TICK: u32 = 98;
const SEED: u64 = 17;

/// The soldier's body and what it knows: the blackboard. What explains its decisions is recorded.
#[derive(Serialize)]
struct Npc {
    position: u32,
    health: u32,
    rounds: u32,
    #[serde(skip)]
    waypoint: usize,
    #[serde(skip)]
    target: usize,
    enemies: [Enemy; 2],
    #[serde(skip)]
    chance: fastrand::Rng,
    #[serde(skip)]
    news: Vec<String>,
}

impl Npc {
    fn new(seed: u64) -> Self {
        Self {
            position: 6,
            health: 100,
            rounds: MAGAZINE,
            waypoint: 0,
            target: 0,
            enemies: [Enemy::new("scout", 24, 21, 40), Enemy::new("raider", 35, 49, 60)],
            chance: fastrand::Rng::with_seed(seed),
            news: Vec::new(),
        }
    }

    fn patrol(&mut self) -> Status {
        let goal = WAYPOINTS[self.waypoint];
        self.position = step(self.position, goal, 1);
        if self.position == goal {
            self.waypoint = (self.waypoint + 1) % WAYPOINTS.len();
        }
        Status::Running
    }

    fn sees_enemy(&self) -> bool {
        self.nearest_enemy().is_some()
    }

    fn nearest_enemy(&self) -> Option<usize> {
        let distance = |index: &usize| self.enemies[*index].position.abs_diff(self.position);
        let seen = |index: &usize| self.enemies[*index].lives() && distance(index) <= SIGHT;
        (0..self.enemies.len()).filter(seen).min_by_key(distance)
    }

    fn aim_at_nearest(&mut self) -> Result<(), &'static str> {
        self.target = self.nearest_enemy().ok_or("nobody in sight")?;
        Ok(())
    }

    fn target(&self) -> &Enemy {
        &self.enemies[self.target]
    }

    /// One shot in a tick, until the magazine is empty.
    fn shoot(&mut self) -> Result<Status, &'static str> {
        self.rounds = self.rounds.checked_sub(1).ok_or("empty")?;
        let enemy = &mut self.enemies[self.target];
        if self.chance.u32(0..100) < 45 {
            enemy.health = enemy.health.saturating_sub(7);
            if !enemy.lives() {
                self.news.push(format!("{} falls", enemy.name));
            }
        }
        Ok(Status::Running)
    }

    fn run_to_shelter(&mut self) -> Status {
        self.position = step(self.position, SHELTER, 2);
        if self.position == SHELTER { Status::Success } else { Status::Running }
    }

    fn rest(&mut self) -> Status {
        self.rounds = MAGAZINE;
        self.health = (self.health + 5).min(100);
        if self.health == 100 { Status::Success } else { Status::Running }
    }
}

/// Takes some ticks; when it is aborted the magazine stays as it was.
#[derive(Debug)]
struct Reload {
    ticks_left: u32,
}

impl Action<Npc> for Reload {
    fn tick(&mut self, _: &mut Npc) -> Status {
        self.ticks_left = self.ticks_left.saturating_sub(1);
        if self.ticks_left == 0 { Status::Success } else { Status::Running }
    }

    fn end(&mut self, npc: &mut Npc, end: End) {
        if end == End::Success {
            npc.rounds = MAGAZINE;
        }
    }
}

/// Waits on its post, comes near when it sees the soldier, and shoots back.
#[derive(Serialize)]
struct Enemy {
    name: &'static str,
    #[serde(skip)]
    post: u32,
    position: u32,
    health: u32,
    /// Of a hundred shots, as many hit.
    #[serde(skip)]
    skill: u32,
}

impl Enemy {
    fn new(name: &'static str, post: u32, health: u32, skill: u32) -> Self {
        Self { name, post, position: post, health, skill }
    }

    fn lives(&self) -> bool {
        self.health > 0
    }
}

/// One tick of the world around the soldier.
fn enemies_act(npc: &mut Npc) {
    for enemy in npc.enemies.iter_mut().filter(|enemy| enemy.lives()) {
        let distance = enemy.position.abs_diff(npc.position);
        if distance > SIGHT || npc.position == SHELTER {
            enemy.position = step(enemy.position, enemy.post, 1);
            continue;
        }
        if distance > 5 {
            enemy.position = step(enemy.position, npc.position, 1);
        }
        if npc.chance.u32(0..100) < enemy.skill {
            let wound = npc.chance.u32(4..12);
            npc.health = npc.health.saturating_sub(wound);
            npc.news.push(format!("{} hits", enemy.name));
        }
    }
}

fn step(from: u32, to: u32, length: u32) -> u32 {
    let length = length.min(from.abs_diff(to));
    if from < to { from + length } else { from - length }
}

/// The road, the soldier's state, and what has happened since the picture before.
fn picture(npc: &Npc) -> String {
    let at = |position| {
        let enemy = npc.enemies.iter().find(|enemy| enemy.position == position);
        match enemy {
            _ if npc.position == position => paint(Tone::Good, 'S'),
            Some(enemy) if enemy.lives() => paint(Tone::Bad, 'E'),
            Some(_) => paint(Tone::Faint, '†'),
            None if position == SHELTER => '⌂'.to_string(),
            None => paint(Tone::Faint, '·'),
        }
    };
    let road: String = (0..ROAD).map(at).collect();
    let mut facts = vec![format!("health {}, rounds {}", npc.health, npc.rounds)];
    for news in &npc.news {
        if !facts.contains(news) {
            facts.push(news.clone());
        }
    }
    format!("{road} {}", facts.join("; "))
}

/// Prints the tree, with what a tick did to it if one is named.
fn draw(format: Format, tick: Option<u32>) {
    let mut marks = Marks::new(Soldier::NODES);
    let (mut npc, mut soldier) = (Npc::new(SEED), Soldier::new());
    for _ in 1..=tick.unwrap_or(0) {
        enemies_act(&mut npc);
        marks.tick(&mut soldier, &mut npc);
    }
    let picture = Picture::new(Soldier::NODES);
    let picture = if tick.is_some() { picture.marks(&marks) } else { picture };
    match format {
        Format::Text => say(&picture.text()),
        Format::Dot => say(&picture.dot()),
        Format::Mermaid => say(&picture.mermaid()),
        Format::Svg => say(&picture.svg()),
    }
}

fn save(recording: &Recording, path: &str) -> Result<(), RecordingError> {
    recording.save_page(path)?;
    println!("{path} shows it tick by tick; {path}#tick=37 is where it runs away");
    Ok(())
}

/// Has the story go on for ever, for browsers to watch, pause and stop at breakpoints.
fn serve() -> io::Result<()> {
    let mut live = Live::start()?;
    live.let_pause(true);
    println!("watch it at {}", live.url());
    let agent = live.agent::<Soldier>("soldier");
    loop {
        let (mut npc, mut soldier) = (Npc::new(SEED), Soldier::new());
        for _ in 1..=LAST_TICK {
            enemies_act(&mut npc);
            live.tick_with_snapshot(agent, &mut soldier, &mut npc);
            thread::sleep(Duration::from_millis(100));
        }
        live.abort(agent, &mut soldier, &mut npc);
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match Wanted::from_arguments(&arguments).ok_or(USAGE)? {
        Wanted::Story => _ = story(),
        Wanted::Page(path) => save(&story(), &path)?,
        Wanted::Live => serve()?,
        Wanted::Picture { format, tick } => draw(format, tick),
    }
    Ok(())
}

/// Tells the story in the terminal, and records it.
fn story() -> Recording {
    say(&"S soldier, E enemy, † fallen, ⌂ shelter; ▶ runs, ✓ success, ✗ failure, ■ aborted\n\n");
    let mut npc = Npc::new(SEED);
    let mut soldier = Soldier::new();
    let mut trace = Trace::new(Soldier::NODES);
    let mut recorder = Recorder::with_capacity(1 << 20);
    let agent = recorder.agent::<Soldier>("soldier");
    let mut flight = None;

    for tick in 1..=LAST_TICK {
        enemies_act(&mut npc);
        trace.tick_by(&mut soldier, &mut npc, |soldier, npc, marks| {
            recorder.tick_with(agent, soldier, npc, marks)
        });
        recorder.snapshot(agent, &npc);
        if trace.changed() {
            let summary = trace.summary(format_args!("tick {tick:3}"));
            say(&format_args!("{summary}\n          {}\n", picture(&npc)));
            npc.news.clear();
        }
        if trace.was_aborted(Soldier::ATTACK) && flight.is_none() {
            say(&format_args!("\n{}\n", trace.folded_tree()));
        }
        if trace.was_aborted(Soldier::FIGHT) {
            assert!(npc.target().lives(), "the flight interrupts a fight, it does not follow one");
            flight.get_or_insert((tick, trace.was_aborted(Soldier::RELOAD)));
        }
    }

    assert_eq!(flight, Some((37, true)), "it runs away in the middle of reloading");
    assert!(npc.health >= 20, "it has got away");
    assert!(!npc.enemies.iter().any(Enemy::lives), "and has won in the end");
    recorder.into_recording()
}
