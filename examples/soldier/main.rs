//! A soldier patrols, fights an enemy that it sees, and runs away when its health is low, also in the
//! middle of a fight.
//!
//! The world is a road: enemies walk, shoot and miss; magazines run empty. The program prints a line for
//! each tick in which another node runs than before, with the reason. At the most important ticks it
//! prints the tree: `▶` running, `✓` success, `✗` failure, `■` aborted, `·` no event.
//!
//! ```sh
//! cargo run --example soldier
//! cargo run --example soldier --features record -- --record soldier.html   # a page to open in a browser
//! cargo run --example soldier --features record -- --live                  # the same, while it goes on
//! cargo run --example soldier -- --picture mermaid                         # the tree: text, dot, mermaid or svg
//! cargo run --example soldier -- --picture svg 37 > 37.svg                 # and what the tick 37 did to it
//! ```

use bt_core::observe::{Marks, Reasons};
use bt_core::{Status, behavior_tree};
use bt_watch::picture::Picture;
#[cfg(feature = "record")]
use serde::Serialize;
use std::env;
use std::error::Error;
use terminal::text::say;
use terminal::{Tone, Trace, paint};
use wanted::{Format, USAGE, Wanted};

#[cfg(feature = "record")]
pub(crate) mod record;
#[allow(dead_code, reason = "shared by all examples; this one needs a part of it")]
#[path = "../terminal/mod.rs"]
mod terminal;
mod wanted;

behavior_tree! {
    /// Patrols; fights what it sees; runs away when it is hurt.
    #[derive(Debug, Clone)]
    pub tree Soldier(npc: &mut Npc) {
        active_selector {
            sequence {
                'sees_enemy: condition npc.sees_enemy();
                active_selector {
                    'flee: sequence {
                        'hurt: condition npc.health < 20;
                        'run_away: action npc.run_away();
                    }
                    monitor {
                        'enemy_lives: condition !npc.enemy_dead();
                        'attack: action npc.attack();
                    }
                }
            }
            /// Walks from waypoint to waypoint.
            'patrol: action npc.patrol();
        }
    }

    // Proved by the compiler: a change of the tree that breaks one of them is an error, with the shortest run.
    rules Soldier {
        /// Who is hurt runs away in the same tick, and nobody else begins to.
        always 'hurt.succeeded -> 'run_away.ticked;
        always 'run_away.started -> 'hurt.succeeded;
        /// Nobody shoots while running away, or while walking.
        never 'flee && 'attack.ticked;
        never 'patrol && 'attack;
        /// It shoots only at those who live, and only if it need not run away or cannot.
        always 'attack.ticked -> 'enemy_lives.succeeded && 'flee.failed;
        /// It walks only if there is nothing else to do, looks out meanwhile, and faces only what it sees.
        always 'patrol.ticked -> 'sees_enemy.failed || 'flee.failed;
        after 'patrol next 'sees_enemy.ticked;
        never 'sees_enemy.failed && 'hurt.ticked;
    }
}

const SHELTER: u32 = 0;
const WAYPOINTS: [u32; 2] = [8, 28];
const ROAD: u32 = 37;
const MAGAZINE: u32 = 6;
const TICKS_TO_RELOAD: u32 = 4;
const SIGHT: u32 = 11;
const LAST_TICK: u32 = 98;
const SEED: u64 = 3521;

/// The soldier's body and knowledge: the blackboard. The values that explain its decisions are recorded.
#[cfg_attr(feature = "record", derive(Serialize))]
pub(crate) struct Npc {
    pub(crate) position: u32,
    pub(crate) health: u32,
    pub(crate) rounds: u32,
    /// The number of ticks spent on reloading.
    reloading: u32,
    #[cfg_attr(feature = "record", serde(skip))]
    waypoint: usize,
    #[cfg_attr(feature = "record", serde(skip))]
    target: Option<usize>,
    pub(crate) enemies: [Enemy; 2],
    #[cfg_attr(feature = "record", serde(skip))]
    chance: fastrand::Rng,
    #[cfg_attr(feature = "record", serde(skip))]
    news: Vec<String>,
}

impl Npc {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            position: 6,
            health: 100,
            rounds: MAGAZINE,
            reloading: 0,
            waypoint: 0,
            target: None,
            enemies: [Enemy::new("scout", 24, 21, 40), Enemy::new("raider", 35, 49, 60)],
            chance: fastrand::Rng::with_seed(seed),
            news: Vec::new(),
        }
    }

    pub(crate) fn patrol(&mut self) -> Status {
        self.target = None;
        let goal = WAYPOINTS[self.waypoint];
        self.position = step(self.position, goal, 1);
        if self.position == goal {
            self.waypoint = (self.waypoint + 1) % WAYPOINTS.len();
        }
        Status::Running
    }

    pub(crate) fn sees_enemy(&self) -> bool {
        self.nearest_enemy().is_some()
    }

    fn distance(&self, enemy: usize) -> u32 {
        self.enemies[enemy].position.abs_diff(self.position)
    }

    fn sees(&self, enemy: usize) -> bool {
        self.enemies[enemy].lives() && self.distance(enemy) <= SIGHT
    }

    fn nearest_enemy(&self) -> Option<usize> {
        let seen = (0..self.enemies.len()).filter(|enemy| self.sees(*enemy));
        seen.min_by_key(|enemy| self.distance(*enemy))
    }

    pub(crate) fn enemy_dead(&self) -> bool {
        self.target.is_some_and(|target| !self.enemies[target].lives())
    }

    /// Fires one shot per tick, until the magazine is empty; then reloads.
    pub(crate) fn attack(&mut self) -> Result<Status, &'static str> {
        self.target = self.target.or_else(|| self.nearest_enemy());
        let target = self.target.filter(|target| self.sees(*target)).ok_or("out of sight")?;
        if self.rounds == 0 {
            self.reload();
            return Ok(Status::Running);
        }
        self.rounds -= 1;
        let enemy = &mut self.enemies[target];
        if self.chance.u32(0..100) < 45 {
            enemy.health = enemy.health.saturating_sub(7);
            if !enemy.lives() {
                self.news.push(format!("{} falls", enemy.name));
            }
        }
        Ok(Status::Running)
    }

    fn reload(&mut self) {
        self.reloading += 1;
        if self.reloading == TICKS_TO_RELOAD {
            self.reloading = 0;
            self.rounds = MAGAZINE;
        }
    }

    /// Runs to the shelter, and returns after recovering there.
    pub(crate) fn run_away(&mut self) -> Status {
        if self.position != SHELTER {
            self.position = step(self.position, SHELTER, 2);
            return Status::Running;
        }
        self.target = None;
        self.reloading = 0;
        self.rounds = MAGAZINE;
        self.health = (self.health + 5).min(100);
        if self.health == 100 { Status::Success } else { Status::Running }
    }
}

/// An enemy: waits at its post, approaches when it sees the soldier, and shoots back; retreats when it
/// is hurt.
#[cfg_attr(feature = "record", derive(Serialize))]
pub(crate) struct Enemy {
    name: &'static str,
    #[cfg_attr(feature = "record", serde(skip))]
    post: u32,
    position: u32,
    health: u32,
    /// The percentage of its shots that hit.
    #[cfg_attr(feature = "record", serde(skip))]
    skill: u32,
}

impl Enemy {
    fn new(name: &'static str, post: u32, health: u32, skill: u32) -> Self {
        Self { name, post, position: post, health, skill }
    }

    pub(crate) fn lives(&self) -> bool {
        self.health > 0
    }
}

/// Runs one tick of the world around the soldier.
pub(crate) fn enemies_act(npc: &mut Npc) {
    for enemy in npc.enemies.iter_mut().filter(|enemy| enemy.lives()) {
        let distance = enemy.position.abs_diff(npc.position);
        if distance > SIGHT || npc.position == SHELTER {
            enemy.position = step(enemy.position, enemy.post, 1);
            continue;
        }
        if enemy.health <= 7 {
            enemy.position = step(enemy.position, ROAD - 1, 2);
        } else if distance > 5 {
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

/// The road, the soldier's state, and the events since the last picture.
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

/// Prints the tree, with the results of a tick if one is given.
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

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match Wanted::from_arguments(&arguments).ok_or(USAGE)? {
        Wanted::Story => story(|soldier, npc, observers| soldier.tick_with(npc, observers)),
        #[cfg(feature = "record")]
        Wanted::Page(path) => record::save(&path)?,
        #[cfg(feature = "record")]
        Wanted::Live => record::serve()?,
        #[cfg(not(feature = "record"))]
        Wanted::Page(path) => {
            return Err(format!("`--record {path}` needs `--features record`").into());
        }
        #[cfg(not(feature = "record"))]
        Wanted::Live => return Err("`--live` needs `--features record`".into()),
        Wanted::Picture { format, tick } => draw(format, tick),
    }
    Ok(())
}

/// Runs the story in the terminal; `tick_with` ticks the soldier, and can record it.
fn story(
    mut tick_with: impl FnMut(&mut Soldier, &mut Npc, &mut (&mut Marks, &mut Reasons)) -> Status,
) {
    say(&"S soldier, E enemy, † fallen, ⌂ shelter; ▶ runs, ✓ success, ✗ failure, ■ aborted\n\n");
    let mut npc = Npc::new(SEED);
    let mut soldier = Soldier::new();
    let mut trace = Trace::new(Soldier::NODES);
    let mut flight = None;

    for tick in 1..=LAST_TICK {
        enemies_act(&mut npc);
        trace.tick_by(&mut soldier, &mut npc, &mut tick_with);
        if trace.changed() {
            let summary = trace.summary(format_args!("tick {tick:3}"));
            say(&format_args!("{summary}\n          {}\n", picture(&npc)));
            npc.news.clear();
        }
        let flees = soldier.active().any(|node| node == Soldier::FLEE);
        if trace.was_aborted(Soldier::ATTACK) && flight.is_none() {
            say(&format_args!("\n{}\n", trace.folded_tree()));
        }
        if trace.was_aborted(Soldier::ATTACK) && flees {
            assert!(!npc.enemy_dead(), "the flight interrupts a fight, it does not follow one");
            flight.get_or_insert((tick, npc.reloading > 0));
        }
    }

    assert_eq!(flight, Some((37, true)), "it runs away in the middle of reloading");
    assert!(npc.health >= 20, "it has got away");
    assert!(!npc.enemies.iter().any(Enemy::lives), "and has won in the end");
}

/// What the mutants of the tree are checked by.
#[cfg(test)]
pub(crate) mod proofs {
    use super::Soldier;
    use bt_verify::{Proof, Rules, explore};

    pub(crate) fn proof() -> Proof {
        let proof = explore::<Soldier>();
        assert!(proof.is_complete() && proof.unreached().is_empty(), "{proof}");
        proof
    }

    pub(crate) fn rules() -> Rules {
        Rules::of(Soldier::RULES)
    }
}
