//! A soldier that patrols, fights what it sees and runs away when it is hurt.

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

/// The soldier as trees.
pub mod tree {
    use super::Npc;
    use bt_core::behavior_tree;

    behavior_tree! {
        /// Resumes: when it has seen an enemy, it fights or flees to the end.
        #[derive(Clone, Debug)]
        pub tree Memory<N: Npc>(npc: &mut N) {
            active_selector {
                sequence {
                    condition npc.sees_enemy();
                    active_selector {
                        sequence {
                            condition npc.health_low();
                            action npc.run_away();
                        }
                        monitor {
                            condition npc.enemy_alive();
                            action npc.attack();
                        }
                    }
                }
                action npc.patrol();
            }
        }

        /// Starts over in every tick.
        #[derive(Clone, Debug)]
        pub tree Reactive<N: Npc>(npc: &mut N) {
            active_selector {
                active_sequence {
                    condition npc.sees_enemy();
                    active_selector {
                        active_sequence {
                            condition npc.health_low();
                            action npc.run_away();
                        }
                        monitor {
                            condition npc.enemy_alive();
                            action npc.attack();
                        }
                    }
                }
                action npc.patrol();
            }
        }
    }
}

/// The soldier by hand.
pub mod hand {
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
}

#[cfg(test)]
mod tests {
    use super::{Soldier, hand, tree};
    use crate::run::assert_same;
    use crate::world::Opaque;

    #[test]
    fn one_that_keeps_its_place_does_the_same_by_hand() {
        assert_same::<tree::Memory<_>, hand::Memory, Soldier>(
            tree::Memory::tick,
            hand::Memory::tick,
        );
        assert_same::<tree::Memory<_>, hand::Memory, Opaque<Soldier>>(
            tree::Memory::tick,
            hand::Memory::tick,
        );
        assert_same::<tree::Memory<_>, hand::MemoryIf, Soldier>(
            tree::Memory::tick,
            hand::MemoryIf::tick,
        );
    }

    #[test]
    fn one_that_starts_over_does_the_same_by_hand() {
        assert_same::<tree::Reactive<_>, hand::Reactive, Soldier>(
            tree::Reactive::tick,
            hand::Reactive::tick,
        );
        assert_same::<tree::Reactive<_>, hand::Reactive, Opaque<Soldier>>(
            tree::Reactive::tick,
            hand::Reactive::tick,
        );
        assert_same::<tree::Reactive<_>, hand::ReactiveIf, Soldier>(
            tree::Reactive::tick,
            hand::ReactiveIf::tick,
        );
    }
}
