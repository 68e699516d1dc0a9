//! A bird: its body, what it sees, and the leaves of the trees.

use crate::sky::{HAWK, STARLING};
use bt_core::grid::{Circle, Grid, Handle};
use bt_core::{Clock, Status};
use glam::Vec2;
use std::time::Duration;

/// How far a bird sees, in metres; a tile of the grid is as wide.
pub(crate) const SIGHT: f32 = 4.0;
const FEAR: f32 = 9.0;
const ROOM: f32 = 1.2;
const REACH: f32 = 1.0;
const HUNTING_GROUND: f32 = 40.0;

#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub(crate) handle: Handle,
    pub(crate) position: Vec2,
    /// Metres in a second.
    pub(crate) velocity: Vec2,
    /// Where the tree wants to go, and how fast.
    pub(crate) wish: Vec2,
    pub(crate) prey: Option<Handle>,
    pub(crate) seen: Seen,
}

/// The result of the last time that a bird looked around.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen {
    /// From the nearest hawk to the bird.
    from_hawk: Option<Vec2>,
    neighbours: f32,
    /// Sums over the neighbours: where they are from here, where they fly to.
    offsets: Vec2,
    velocities: Vec2,
    /// Away from those who are too near.
    crowd: Vec2,
}

impl Body {
    /// A starling asks the grid for the nearest hawk and for the starlings in sight.
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

/// The context of a tree: the bird itself, and the grid to ask.
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

/// The starling's leaves.
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

    /// Towards the middle of its neighbours, and where they fly to.
    pub(crate) fn flock(&mut self) -> Status {
        let Seen { neighbours, offsets, velocities, .. } = self.body.seen;
        self.wish_for(0.5 * offsets / neighbours + velocities / neighbours, 6.0)
    }

    /// Straight on, and after a while towards the middle of the sky.
    pub(crate) fn roam(&mut self) -> Status {
        let home = (self.middle - self.body.position).normalize_or_zero();
        self.wish_for(self.body.velocity + home, 7.0)
    }
}

/// The hawk's.
impl Bird<'_> {
    /// Circles.
    pub(crate) fn soar(&mut self) -> Status {
        let Vec2 { x, y } = self.body.velocity;
        self.wish_for(Vec2::new(x - 0.3 * y, y + 0.3 * x), 5.0)
    }

    pub(crate) fn choose_prey(&mut self) -> Result<(), &'static str> {
        let nearest = self.grid.nearest(self.body.position, HUNTING_GROUND, STARLING);
        self.body.prey = Some(nearest.ok_or("nobody in sight")?.handle);
        Ok(())
    }

    /// The handle of a starling that another hawk has caught finds nobody, and nobody else.
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
