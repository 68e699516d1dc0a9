//! The blackboard of the trees, and its methods.

use bt_core::{Clock, Status};
use core::time::Duration;

/// The knowledge of a soldier.
#[derive(Debug)]
pub struct Npc {
    /// The rest of its life.
    pub health: i32,
    /// How much it would like to be elsewhere.
    pub fear: f32,
    /// Its mood.
    pub mode: Mode,
    /// The weapon that it carries.
    pub weapon: Weapon,
    /// How long it can stand still.
    pub patience: Duration,
    /// The time of the game.
    pub time: Duration,
    /// How many doors it tries.
    pub attempts: u32,
}

/// The mood of a soldier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Nothing has happened.
    Calm,
    /// Something has happened, so far away.
    Alert(u32),
    /// It has seen enough.
    Fleeing,
}

/// The weapon of a soldier.
#[derive(Debug)]
pub struct Weapon {
    /// The rounds in the magazine.
    pub rounds: u32,
}

impl Npc {
    /// Returns `true` if an enemy is there.
    #[must_use]
    pub fn sees_enemy(&self) -> bool {
        self.mode != Mode::Calm
    }

    /// Shoots once.
    pub fn attack(&mut self) -> Status {
        self.weapon.rounds = self.weapon.rounds.saturating_sub(1);
        Status::Running
    }

    /// Runs to a safe place.
    ///
    /// # Errors
    ///
    /// If it cannot walk any more.
    pub fn run_away(&mut self) -> Result<Status, &'static str> {
        self.fear -= 0.5;
        if self.health > 0 { Ok(Status::Running) } else { Err("too weak") }
    }

    /// Turns its head.
    pub fn look_around(&mut self) {
        self.mode = Mode::Alert(3);
    }

    /// A random number.
    pub fn draw(&mut self) -> u32 {
        self.attempts = self.attempts.wrapping_mul(747_796_405).wrapping_add(1);
        self.attempts
    }
}

impl Clock for Npc {
    fn now(&self) -> Duration {
        self.time
    }
}
