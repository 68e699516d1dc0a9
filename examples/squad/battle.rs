//! The battle around the trees: what a soldier is, what all soldiers share, what enemies do.

use std::{fmt, time::Duration};

pub(crate) const WIDTH: u32 = 72;
pub(crate) const HEIGHT: u32 = 18;
const RANGE: u32 = 9;

/// What the commander wants of all; the lines are columns of the battlefield.
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
    pub(crate) x: u32,
    pub(crate) y: u32,
    /// How far before the line that is ordered the soldier stands.
    pub(crate) rank: u32,
    pub(crate) health: u32,
    pub(crate) rounds: u32,
}

impl Soldier {
    pub(crate) const HEALTH: u32 = 12;
    pub(crate) const MAGAZINE: u32 = 5;

    pub(crate) fn recruit(chance: &mut fastrand::Rng) -> Self {
        Self {
            x: chance.u32(0..8),
            y: chance.u32(0..HEIGHT),
            rank: chance.u32(0..8),
            health: Self::HEALTH,
            rounds: Self::MAGAZINE,
        }
    }

    pub(crate) fn lives(&self) -> bool {
        self.health > 0
    }
}

pub(crate) struct Enemy {
    pub(crate) x: u32,
    pub(crate) y: u32,
    health: u32,
}

/// What all soldiers share.
pub(crate) struct Shared {
    pub(crate) now: Duration,
    pub(crate) order: Order,
    pub(crate) enemies: Vec<Enemy>,
    pub(crate) enemies_fallen: u32,
    pub(crate) reloading: usize,
    pub(crate) chance: fastrand::Rng,
}

impl Shared {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            now: Duration::ZERO,
            order: Order::Halt,
            enemies: Vec::new(),
            enemies_fallen: 0,
            reloading: 0,
            chance: fastrand::Rng::with_seed(seed),
        }
    }

    pub(crate) fn nearest_enemy(&self, soldier: &Soldier) -> Option<usize> {
        let distance = |index: &usize| {
            let enemy = &self.enemies[*index];
            distance((enemy.x, enemy.y), (soldier.x, soldier.y))
        };
        let nearest = (0..self.enemies.len()).min_by_key(distance)?;
        (distance(&nearest) <= RANGE).then_some(nearest)
    }

    pub(crate) fn shot_at_enemy(&mut self, target: usize) {
        let hit = self.chance.u32(0..100) < 30;
        let enemy = &mut self.enemies[target];
        enemy.health = enemy.health.saturating_sub(u32::from(hit));
        if enemy.health == 0 {
            self.enemies.swap_remove(target);
            self.enemies_fallen += 1;
        }
    }

    /// One tick of the other side: it comes in waves from the right and shoots at what is near.
    pub(crate) fn enemies_act(&mut self, soldiers: &mut [&mut Soldier]) {
        let wave = self.now.as_secs() % 12 < 6;
        if wave && self.chance.u32(0..100) < 80 {
            let y = self.chance.u32(0..HEIGHT);
            self.enemies.push(Enemy { x: WIDTH - 1, y, health: 5 });
        }
        for enemy in &mut self.enemies {
            let far = |soldier: &Soldier| distance((enemy.x, enemy.y), (soldier.x, soldier.y));
            let living = soldiers.iter_mut().filter(|soldier| soldier.lives());
            match living.min_by_key(|soldier| far(soldier)) {
                Some(target) if far(target) <= RANGE => {
                    let hit = self.chance.u32(0..100) < 6;
                    target.health = target.health.saturating_sub(3 * u32::from(hit));
                }
                _ if self.chance.u32(0..3) == 0 => enemy.x = enemy.x.saturating_sub(1),
                _ => {}
            }
        }
    }
}

/// Rows count double: the battlefield is wider than it is deep.
fn distance(one: (u32, u32), other: (u32, u32)) -> u32 {
    one.0.abs_diff(other.0).max(2 * one.1.abs_diff(other.1))
}
