//! The soldier by hand.

use super::Npc;
use bt_core::Status;

/// [`tree::Memory`](super::tree::Memory) by hand: a `match` on the running action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Memory {
    #[default]
    /// No action is running.
    Idle,
    /// It flees.
    RunAway,
    /// It fights.
    Attack,
    /// It patrols.
    Patrol,
}

impl Memory {
    /// One tick.
    #[inline]
    pub fn tick<N: Npc>(&mut self, npc: &mut N) -> Status {
        match self {
            Self::RunAway => self.run_away(npc),
            Self::Attack => self.engage(npc),
            Self::Idle | Self::Patrol => {
                if npc.sees_enemy() {
                    self.engage(npc)
                } else {
                    self.patrol(npc)
                }
            }
        }
    }

    fn engage<N: Npc>(&mut self, npc: &mut N) -> Status {
        if npc.health_low() { self.run_away(npc) } else { self.fight(npc) }
    }

    fn run_away<N: Npc>(&mut self, npc: &mut N) -> Status {
        match npc.run_away() {
            Status::Running => self.keep(Self::RunAway),
            Status::Success => self.finish(Status::Success),
            Status::Failure => self.fight(npc),
        }
    }

    fn fight<N: Npc>(&mut self, npc: &mut N) -> Status {
        if !npc.enemy_alive() {
            return self.patrol(npc);
        }
        match npc.attack() {
            Status::Running => self.keep(Self::Attack),
            Status::Success => self.finish(Status::Success),
            Status::Failure => self.patrol(npc),
        }
    }

    fn patrol<N: Npc>(&mut self, npc: &mut N) -> Status {
        match npc.patrol() {
            Status::Running => self.keep(Self::Patrol),
            status => self.finish(status),
        }
    }

    fn keep(&mut self, running: Self) -> Status {
        *self = running;
        Status::Running
    }

    fn finish(&mut self, status: Status) -> Status {
        *self = Self::Idle;
        status
    }
}

/// The same with `if`: it stores only what the next tick needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MemoryIf {
    /// It looks for an enemy.
    #[default]
    Calm,
    /// It has seen one.
    Engaged,
    /// It flees.
    Fleeing,
}

impl MemoryIf {
    /// One tick.
    #[inline]
    pub fn tick<N: Npc>(&mut self, npc: &mut N) -> Status {
        let before = core::mem::take(self);
        if before != Self::Calm || npc.sees_enemy() {
            if before == Self::Fleeing || npc.health_low() {
                match npc.run_away() {
                    Status::Running => {
                        *self = Self::Fleeing;
                        return Status::Running;
                    }
                    Status::Success => return Status::Success,
                    Status::Failure => {}
                }
            }
            if npc.enemy_alive() {
                match npc.attack() {
                    Status::Running => {
                        *self = Self::Engaged;
                        return Status::Running;
                    }
                    Status::Success => return Status::Success,
                    Status::Failure => {}
                }
            }
        }
        npc.patrol()
    }
}

/// [`tree::Reactive`](super::tree::Reactive) by hand; it stores the running action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reactive {
    #[default]
    /// No action is running.
    Idle,
    /// It flees.
    RunAway,
    /// It fights.
    Attack,
    /// It patrols.
    Patrol,
}

impl Reactive {
    /// One tick.
    #[inline]
    pub fn tick<N: Npc>(&mut self, npc: &mut N) -> Status {
        let (running, status) = Self::decide(npc);
        *self = if status == Status::Running { running } else { Self::Idle };
        status
    }

    fn decide<N: Npc>(npc: &mut N) -> (Self, Status) {
        if npc.sees_enemy() {
            if npc.health_low() {
                match npc.run_away() {
                    Status::Failure => {}
                    status => return (Self::RunAway, status),
                }
            }
            if npc.enemy_alive() {
                match npc.attack() {
                    Status::Failure => {}
                    status => return (Self::Attack, status),
                }
            }
        }
        (Self::Patrol, npc.patrol())
    }
}

/// The same with `if` alone: it stores nothing, and cannot tell the running action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReactiveIf;

impl ReactiveIf {
    /// One tick.
    #[inline]
    #[allow(clippy::unused_self, reason = "as the others are ticked")]
    pub fn tick<N: Npc>(&mut self, npc: &mut N) -> Status {
        if npc.sees_enemy() {
            if npc.health_low() {
                let status = npc.run_away();
                if status != Status::Failure {
                    return status;
                }
            }
            if npc.enemy_alive() {
                let status = npc.attack();
                if status != Status::Failure {
                    return status;
                }
            }
        }
        npc.patrol()
    }
}
