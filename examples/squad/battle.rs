//! The battle around the trees: the soldiers, their shared data, and the enemies.

use super::terminal::{Tone, paint};
use bt_core::grid::{ALL, Error, Grid, Handle, Neighbor, Rectangle};
use glam::Vec2;
use std::{fmt, time::Duration};

pub(crate) const WIDTH: u32 = 72;
pub(crate) const HEIGHT: u32 = 18;
const RANGE: f32 = 9.0;

/// An order of the commander to all soldiers; lines are columns of the battlefield.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Order {
    Halt,
    Advance(u32),
    FallBack(u32),
}

impl fmt::Display for Order {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Halt => formatter.write_str("Halt!"),
            Self::Advance(line) => write!(formatter, "Advance to {line}!"),
            Self::FallBack(line) => write!(formatter, "Fall back to {line}!"),
        }
    }
}

/// A soldier's own blackboard.
pub(crate) struct Soldier {
    /// Its entity in the grid of all soldiers; dead soldiers are removed from the grid.
    pub(crate) handle: Handle,
    pub(crate) x: u32,
    pub(crate) y: u32,
    /// The soldier's distance before the ordered line.
    pub(crate) rank: u32,
    pub(crate) health: u32,
    pub(crate) rounds: u32,
}

impl Soldier {
    pub(crate) const HEALTH: u32 = 12;
    pub(crate) const MAGAZINE: u32 = 5;

    pub(crate) fn lives(&self) -> bool {
        self.health > 0
    }
}

pub(crate) struct Enemy {
    health: u32,
}

/// The data that all soldiers share.
pub(crate) struct Shared {
    pub(crate) now: Duration,
    pub(crate) order: Order,
    /// The payload is the index of the soldier's slot.
    pub(crate) soldiers: Grid<usize, Vec2>,
    pub(crate) enemies: Grid<Enemy, Vec2>,
    pub(crate) enemies_fallen: u32,
    pub(crate) reloading: usize,
    pub(crate) chance: fastrand::Rng,
}

impl Shared {
    pub(crate) fn new(seed: u64) -> Result<Self, Error> {
        Ok(Self {
            now: Duration::ZERO,
            order: Order::Halt,
            soldiers: Grid::new(Vec2::ZERO, place(WIDTH, HEIGHT), RANGE)?,
            enemies: Grid::new(Vec2::ZERO, place(WIDTH, HEIGHT), RANGE)?,
            enemies_fallen: 0,
            reloading: 0,
            chance: fastrand::Rng::with_seed(seed),
        })
    }

    pub(crate) fn recruit(&mut self, slot: usize) -> Result<Soldier, Error> {
        let (x, y) = (self.chance.u32(0..8), self.chance.u32(0..HEIGHT));
        Ok(Soldier {
            handle: self.soldiers.insert(place(x, y), ALL, slot)?,
            x,
            y,
            rank: self.chance.u32(0..8),
            health: Soldier::HEALTH,
            rounds: Soldier::MAGAZINE,
        })
    }

    pub(crate) fn soldier_walks(&mut self, soldier: &Soldier) -> Result<(), Error> {
        self.soldiers.move_to(soldier.handle, place(soldier.x, soldier.y))
    }

    pub(crate) fn nearest_enemy(&self, soldier: &Soldier) -> Option<Neighbor<Vec2>> {
        self.enemies.nearest(place(soldier.x, soldier.y), RANGE, ALL)
    }

    pub(crate) fn shot_at_enemy(&mut self, target: Handle) {
        let hit = self.chance.u32(0..100) < 30;
        let Some(enemy) = self.enemies.get_mut(target) else { return };
        enemy.health = enemy.health.saturating_sub(u32::from(hit));
        if enemy.health == 0 {
            self.enemies.remove(target);
            self.enemies_fallen += 1;
        }
    }

    /// Runs one tick of the enemies: they come in waves from the right and shoot at soldiers that are
    /// near.
    pub(crate) fn enemies_act(&mut self, soldiers: &mut [&mut Soldier]) -> Result<(), Error> {
        let wave = self.now.as_secs() % 12 < 6;
        if wave && self.chance.u32(0..100) < 80 {
            let y = self.chance.u32(0..HEIGHT);
            self.enemies.insert(place(WIDTH - 1, y), ALL, Enemy { health: 5 })?;
        }
        self.enemies.move_each(|enemy| {
            if let Some(target) = self.soldiers.nearest(enemy.position, RANGE, ALL) {
                let hit = self.chance.u32(0..100) < 6;
                let soldier = self.soldiers.get(target.handle).map(|slot| &mut *soldiers[*slot]);
                if let Some(soldier) = soldier.filter(|_| hit) {
                    soldier.health = soldier.health.saturating_sub(3);
                    if !soldier.lives() {
                        self.soldiers.remove(target.handle);
                    }
                }
                return enemy.position;
            }
            let step = if self.chance.u32(0..3) == 0 { 1.0 } else { 0.0 };
            Vec2::new((enemy.position.x - step).max(0.0), enemy.position.y)
        })
    }
}

/// Rows count double: the battlefield is wider than it is deep.
fn place(x: u32, y: u32) -> Vec2 {
    Vec2::new(x as f32, 2.0 * y as f32)
}

/// Prints two rows of the battlefield on each line: `.` one soldier, `o` some, `O` many, `x` and `X`
/// enemies.
pub(crate) fn print(shared: &Shared) {
    for line in 0..HEIGHT / 2 {
        let cell = |x| {
            let min = Vec2::new(x as f32, 4.0 * line as f32);
            Rectangle { min, max: min + Vec2::new(0.5, 3.0) }
        };
        let count = |x| (shared.soldiers.count(cell(x), ALL), shared.enemies.count(cell(x), ALL));
        let line: String = (0..WIDTH).map(|x| glyph(count(x))).collect();
        println!("{}", line.trim_end());
    }
}

fn glyph((soldiers, enemies): (usize, usize)) -> String {
    match (soldiers, enemies) {
        (0, 0) => " ".into(),
        (1, 0) => paint(Tone::Good, '.'),
        (2..=3, 0) => paint(Tone::Good, 'o'),
        (_, 0) => paint(Tone::Good, 'O'),
        (0, 1) => paint(Tone::Bad, 'x'),
        (0, _) => paint(Tone::Bad, 'X'),
        _ => paint(Tone::Stopped, '#'),
    }
}
