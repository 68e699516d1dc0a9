//! The meadow, and its division into strips.

use super::digest::mix;
use super::error::Error;
use glam::Vec2;
use serde::{Deserialize, Serialize};
use std::ops::{Range, RangeInclusive};
use std::time::Duration;

/// The time between two ticks.
pub const STEP: Duration = Duration::from_millis(100);
/// The side of a tile of the grid, in meters.
pub const TILE: f32 = 5.0;
/// The width of a strip: a whole number of tiles.
pub const STRIP: f32 = 4.0 * TILE;
/// No agent looks farther.
pub const VIEW: f32 = 8.0;

/// Square meters for each agent.
const ROOM: f32 = 6.0;
const MAX_AGENTS: u32 = 10_000_000;

/// The parameters of a run, from which all of it follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct World {
    /// The number of agents.
    pub agents: u32,
    /// Another seed gives another run.
    pub seed: u64,
}

impl World {
    /// Makes a world.
    ///
    /// # Errors
    ///
    /// If there are no agents, or too many.
    pub fn new(agents: u32, seed: u64) -> Result<Self, Error> {
        if !(1..=MAX_AGENTS).contains(&agents) {
            return Err(Error::Agents { agents, max: MAX_AGENTS });
        }
        Ok(Self { agents, seed })
    }

    /// The corner with the highest coordinates; the opposite one is `(0, 0)`. Twice as wide as high.
    #[must_use]
    pub fn size(&self) -> Vec2 {
        let height = (self.agents as f32 * ROOM / 2.0).sqrt().max(2.0 * STRIP);
        Vec2::new((2.0 * height / STRIP).ceil() * STRIP, height)
    }

    /// The number of strips. It depends on the world alone, not on the number of workers.
    #[must_use]
    pub fn strips(&self) -> u32 {
        strip_number(self.size().x)
    }

    /// The strip that contains a place.
    #[must_use]
    pub fn strip_at(&self, x: f32) -> u32 {
        strip_number(x).min(self.strips() - 1)
    }

    /// The nearest place inside of the world.
    #[must_use]
    pub fn inside(&self, place: Vec2) -> Vec2 {
        place.clamp(Vec2::ZERO, self.size())
    }

    /// The random numbers of an agent in a tick. They depend on nothing else, so they need not be saved or sent.
    #[must_use]
    pub fn chance(&self, agent: u32, tick: u64) -> fastrand::Rng {
        fastrand::Rng::with_seed(mix(mix(self.seed, agent.into()), tick))
    }

    /// A random place.
    pub fn somewhere(&self, chance: &mut fastrand::Rng) -> Vec2 {
        Vec2::new(chance.f32(), chance.f32()) * self.size()
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a place in the world")]
fn strip_number(x: f32) -> u32 {
    (x / STRIP) as u32
}

/// The division of the strips among workers: each has consecutive strips.
#[derive(Clone, Copy, Debug)]
pub struct Shares {
    world: World,
    workers: usize,
}

impl Shares {
    /// Divides the strips of a world.
    ///
    /// # Errors
    ///
    /// If a worker would have no strip.
    pub fn new(world: World, workers: usize) -> Result<Self, Error> {
        let strips = world.strips() as usize;
        if !(1..=strips).contains(&workers) {
            return Err(Error::Workers { workers, strips, agents: world.agents });
        }
        Ok(Self { world, workers })
    }

    /// The number of workers.
    #[must_use]
    pub fn workers(&self) -> usize {
        self.workers
    }

    /// The worker that has the agents at a place.
    #[must_use]
    pub fn owner(&self, x: f32) -> usize {
        self.world.strip_at(x) as usize * self.workers / self.world.strips() as usize
    }

    /// The workers that have agents within a distance of a place.
    #[must_use]
    pub fn near(&self, x: f32, distance: f32) -> RangeInclusive<usize> {
        self.owner(x - distance)..=self.owner(x + distance)
    }

    /// The strips of a worker.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, reason = "at most the number of strips")]
    pub fn strips(&self, worker: usize) -> Range<u32> {
        let strips = self.world.strips() as usize;
        let first = |worker: usize| (worker * strips).div_ceil(self.workers) as u32;
        first(worker)..first(worker + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_strip_has_one_owner() {
        for (agents, workers) in [(1, 1), (5_000, 4), (5_000, 5), (200_000, 7), (200_000, 78)] {
            let world = World::new(agents, 1).unwrap();
            let shares = Shares::new(world, workers).unwrap();
            let mut strips = 0..world.strips();
            for worker in 0..workers {
                assert!(!shares.strips(worker).is_empty());
                for strip in shares.strips(worker) {
                    assert_eq!(strips.next(), Some(strip));
                    assert_eq!(shares.owner(strip as f32 * STRIP), worker);
                    assert_eq!(shares.owner((strip as f32 + 0.99) * STRIP), worker);
                }
            }
            assert_eq!(strips.next(), None);
            assert_eq!(shares.owner(-1.0), 0);
            assert_eq!(shares.owner(world.size().x), workers - 1);
        }
    }

    #[test]
    fn too_many_workers_are_refused() {
        let world = World::new(5_000, 1).unwrap();
        let error = Shares::new(world, 1_000).unwrap_err().to_string();
        assert!(error.contains("at most 13 workers"), "{error}");
    }
}
