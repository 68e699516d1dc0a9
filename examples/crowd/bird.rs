//! A bird: its body, its view, and the leaves of the trees.

use super::sky::{HAWK, STARLING};
use bt_core::grid::{Circle, Grid, Handle};
use bt_core::{Clock, Status};
use glam::Vec2;
use std::time::Duration;

/// The distance at which a bird sees others, in meters; also the side of a tile of the grid.
pub(crate) const SIGHT: f32 = 4.0;
const FEAR: f32 = 9.0;
const ROOM: f32 = 1.2;
const REACH: f32 = 1.0;
const HUNTING_GROUND: f32 = 40.0;

#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub(crate) handle: Handle,
    pub(crate) position: Vec2,
    /// In meters per second.
    pub(crate) velocity: Vec2,
    /// The velocity that the tree wants.
    pub(crate) wish: Vec2,
    pub(crate) prey: Option<Handle>,
    pub(crate) seen: Seen,
}

/// The result of the last look around.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen {
    /// The vector from the nearest hawk to the bird.
    from_hawk: Option<Vec2>,
    neighbours: f32,
    /// Sums over the neighbors: their positions relative to the bird, and their velocities.
    offsets: Vec2,
    velocities: Vec2,
    /// The direction away from neighbors that are too near.
    crowd: Vec2,
}

impl Body {
    /// Looks around: a starling asks the grid for the nearest hawk and for the starlings in sight.
    pub(crate) fn look(&self, grid: &Grid<(), Vec2>, birds: &[Self]) -> Seen {
        let mut seen = Seen::default();
        let hawk = grid.nearest(self.position, FEAR, HAWK);
        seen.from_hawk = hawk.map(|hawk| self.position - hawk.position);
        let around = Circle { center: self.position, radius: SIGHT };
        grid.for_each(around, STARLING, |found| {
            let offset = found.position - self.position;
            let distance = offset.length();
            if found.handle == self.handle {
                return;
            }
            seen.neighbours += 1.0;
            seen.offsets += offset;
            seen.velocities += birds[found.handle.index()].velocity;
            if distance < ROOM {
                seen.crowd -= offset / distance.max(0.01);
            }
        });
        seen
    }
}

/// The blackboard of a tree: the bird, and the grid for queries.
pub(crate) struct Bird<'a> {
    pub(crate) body: &'a mut Body,
    pub(crate) grid: &'a Grid<(), Vec2>,
    pub(crate) caught: &'a mut Vec<Handle>,
    pub(crate) now: Duration,
    pub(crate) middle: Vec2,
}

impl Clock for Bird<'_> {
    fn now(&self) -> Duration {
        self.now
    }
}

/// The leaves of a starling.
impl Bird<'_> {
    pub(crate) fn sees_hawk(&self) -> bool {
        self.body.seen.from_hawk.is_some()
    }

    pub(crate) fn is_crowded(&self) -> bool {
        self.body.seen.crowd != Vec2::ZERO
    }

    pub(crate) fn has_company(&self) -> bool {
        self.body.seen.neighbours > 0.0
    }

    pub(crate) fn flee(&mut self) -> Status {
        self.wish_for(self.body.seen.from_hawk.unwrap_or_default(), 9.0)
    }

    pub(crate) fn avoid(&mut self) -> Status {
        let ahead = self.body.velocity.normalize_or_zero();
        self.wish_for(self.body.seen.crowd + ahead, 6.0)
    }

    /// Flies towards the middle of the neighbors, and in their direction.
    pub(crate) fn flock(&mut self) -> Status {
        let Seen { neighbours, offsets, velocities, .. } = self.body.seen;
        self.wish_for(0.5 * offsets / neighbours + velocities / neighbours, 6.0)
    }

    /// Flies straight on, and after a while towards the middle of the sky.
    pub(crate) fn roam(&mut self) -> Status {
        let home = (self.middle - self.body.position).normalize_or_zero();
        self.wish_for(self.body.velocity + home, 7.0)
    }
}

/// The leaves of a hawk.
impl Bird<'_> {
    /// Flies in circles.
    pub(crate) fn soar(&mut self) -> Status {
        let Vec2 { x, y } = self.body.velocity;
        self.wish_for(Vec2::new(x - 0.3 * y, y + 0.3 * x), 5.0)
    }

    pub(crate) fn choose_prey(&mut self) -> Result<(), &'static str> {
        let nearest = self.grid.nearest(self.body.position, HUNTING_GROUND, STARLING);
        self.body.prey = Some(nearest.ok_or("nobody in sight")?.handle);
        Ok(())
    }

    /// If another hawk has caught the starling, its handle is stale and finds no entity.
    pub(crate) fn chase(&mut self) -> Result<Status, &'static str> {
        let prey = self.body.prey.and_then(|prey| self.grid.position(prey)).ok_or("gone")?;
        let way = prey - self.body.position;
        if way.length() < REACH {
            return Ok(Status::Success);
        }
        Ok(self.wish_for(way, 11.0))
    }

    pub(crate) fn strike(&mut self) {
        self.caught.extend(self.body.prey.take());
    }
}

impl Bird<'_> {
    fn wish_for(&mut self, direction: Vec2, speed: f32) -> Status {
        self.body.wish = direction.normalize_or_zero() * speed;
        Status::Running
    }
}
