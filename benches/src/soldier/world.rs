use crate::world::{Opaque, World, next_random, seed, visit};
use bt_core::Status;

/// The leaves of a soldier's tree.
pub trait Npc {
    /// Returns `true` if an enemy is near.
    fn sees_enemy(&self) -> bool;
    /// Returns `true` if it is hurt.
    fn health_low(&self) -> bool;
    /// Returns `true` if the enemy is alive.
    fn enemy_alive(&self) -> bool;
    /// Runs away and recovers, until the health is no longer low.
    fn run_away(&mut self) -> Status;
    /// Fights until the enemy is dead; fails when it has gone too far away.
    fn attack(&mut self) -> Status;
    /// Walks to the next waypoint.
    fn patrol(&mut self) -> Status;
}

/// The world of one soldier: an enemy that comes by from time to time.
///
/// While the soldier runs away, its health is low and nothing else heals it. So it makes no difference
/// whether the flight evaluates the health again in each tick.
#[derive(Clone, Debug)]
pub struct Soldier {
    random: u32,
    checksum: u32,
    position: u32,
    health: u32,
    enemy: i32,
    distance: u8,
}

impl World for Soldier {
    fn new(agent: u32) -> Self {
        let random = seed(agent);
        Self {
            random,
            checksum: 0,
            position: agent,
            health: 100,
            enemy: 60,
            distance: (random >> 24) as u8,
        }
    }

    #[inline]
    fn step(&mut self) {
        self.random = next_random(self.random);
        // The enemy moves further away in each tick, until it comes back from the other side.
        self.distance = self.distance.wrapping_add((self.random >> 29) as u8);
        self.enemy = (self.enemy + 1).min(60);
    }

    #[inline]
    fn checksum(&self) -> u32 {
        self.checksum
    }
}

impl Npc for Soldier {
    #[inline]
    fn sees_enemy(&self) -> bool {
        self.distance < 64
    }

    #[inline]
    fn health_low(&self) -> bool {
        self.health < 40
    }

    #[inline]
    fn enemy_alive(&self) -> bool {
        self.enemy > 0
    }

    #[inline]
    fn run_away(&mut self) -> Status {
        self.checksum = visit(self.checksum, 1);
        self.position = self.position.wrapping_add(2);
        self.health += 5;
        if self.health < 40 { Status::Running } else { Status::Success }
    }

    #[inline]
    fn attack(&mut self) -> Status {
        self.checksum = visit(self.checksum, 2);
        self.enemy -= 10;
        self.health = self.health.saturating_sub(self.random >> 28);
        if self.enemy <= 0 {
            Status::Success
        } else if self.distance > 75 {
            Status::Failure
        } else {
            Status::Running
        }
    }

    #[inline]
    fn patrol(&mut self) -> Status {
        self.checksum = visit(self.checksum, 3);
        self.position = self.position.wrapping_add(1);
        // Without a branch, so that all contenders run the same code here; only decisions are compared.
        self.health += u32::from(self.health < 100);
        match self.position % 16 {
            0 => Status::Success,
            // The way is blocked from time to time.
            5 if self.distance > 250 => Status::Failure,
            _ => Status::Running,
        }
    }
}

impl<N: Npc> Npc for Opaque<N> {
    #[inline(never)]
    fn sees_enemy(&self) -> bool {
        self.0.sees_enemy()
    }

    #[inline(never)]
    fn health_low(&self) -> bool {
        self.0.health_low()
    }

    #[inline(never)]
    fn enemy_alive(&self) -> bool {
        self.0.enemy_alive()
    }

    #[inline(never)]
    fn run_away(&mut self) -> Status {
        self.0.run_away()
    }

    #[inline(never)]
    fn attack(&mut self) -> Status {
        self.0.attack()
    }

    #[inline(never)]
    fn patrol(&mut self) -> Status {
        self.0.patrol()
    }
}
