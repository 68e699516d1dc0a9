//! Leaves that are functions, leaves that are kept, and a decorator.

use crate::world::{Npc, Weapon};
use bt_core::{Action, Decorator, End, Status};

/// Walks a number of steps.
pub fn walk(npc: &mut Npc, steps: i32) -> Status {
    npc.health -= steps;
    Status::Success
}

/// Returns `true` if it should rest.
#[must_use]
pub fn is_tired(npc: &Npc) -> bool {
    npc.health < 10
}

/// Fills the magazine.
pub fn reload(weapon: &mut Weapon) {
    weapon.rounds = 6;
}

/// Walks to a place.
#[derive(Debug)]
pub struct WalkTo {
    /// Where it goes.
    pub place: i32,
    /// How fast.
    pub pace: i32,
}

impl Action<Npc> for WalkTo {
    fn tick(&mut self, npc: &mut Npc) -> Status {
        self.place -= self.pace;
        npc.health -= 1;
        if self.place <= 0 { Status::Success } else { Status::Running }
    }
}

/// Sits down until it is well.
#[derive(Debug)]
pub struct Rest;

impl Action<Npc> for Rest {
    fn tick(&mut self, npc: &mut Npc) -> Status {
        npc.health += 1;
        if npc.health > 99 { Status::Success } else { Status::Running }
    }

    fn end(&mut self, npc: &mut Npc, _: End) {
        npc.look_around();
    }
}

/// Lets its node go on while the fear is small.
#[derive(Debug)]
pub struct Rally {
    /// The fear that is too much.
    pub limit: f32,
}

impl Decorator<Npc> for Rally {
    fn check(&self, npc: &Npc) -> bool {
        npc.fear < self.limit
    }
}
