//! The meadow: the grid that finds who is near, and the fold in the middle.

use super::body::{Body, Kind, Seen, Sighting};
use bt_core::grid::{Circle, Error, Grid, Handle};
use bt_core::picking::glam::Vec2;
use std::f32::consts::PI;

/// The distance at which bodies are neighbors, in meters; also the side of a tile of the grid.
const COMPANY: f32 = 4.0;
/// Neighbors that are nearer are too near.
const ROOM: f32 = 1.3;
/// Square meters of pasture for each body.
const PASTURE: f32 = 5.0;

pub(crate) struct Meadow {
    pub(crate) grid: Grid<(), Vec2>,
    /// The meadow goes from zero to `side` in both directions.
    pub(crate) side: f32,
    /// The radius of the pasture around the fold.
    pub(crate) pasture: f32,
    /// The sheep outside of the pasture that are on no errand.
    pub(crate) strays: Vec<Handle>,
}

impl Meadow {
    /// Makes a meadow that is large enough for this number of bodies.
    pub(crate) fn new(bodies: usize) -> Result<Self, Error> {
        let pasture = (bodies as f32 * PASTURE / PI).sqrt().max(12.0);
        let side = 2.0 * (1.35 * pasture + 10.0);
        let grid = Grid::new(Vec2::ZERO, Vec2::splat(side), COMPANY)?;
        Ok(Self { grid, side, pasture, strays: Vec::new() })
    }

    /// The middle of the meadow and of the pasture.
    pub(crate) fn fold(&self) -> Vec2 {
        Vec2::splat(0.5 * self.side)
    }

    pub(crate) fn is_outside_pasture(&self, place: Vec2) -> bool {
        place.distance(self.fold()) > self.pasture
    }

    pub(crate) fn clamp(&self, place: Vec2) -> Vec2 {
        place.clamp(Vec2::ONE, Vec2::splat(self.side - 1.0))
    }

    pub(crate) fn contains(&self, place: Vec2) -> bool {
        place == self.clamp(place)
    }

    /// The result of a look around.
    pub(crate) fn look(&self, body: &Body) -> Seen {
        let mut seen = Seen::default();
        let (hunters, shepherds) = match body.kind {
            Kind::Sheep => (16.0, 12.0),
            Kind::Hunter => (0.0, 25.0),
            Kind::Shepherd => (40.0, 0.0),
        };
        seen.hunter = self.sighting(body.place, hunters, Kind::Hunter);
        seen.shepherd = self.sighting(body.place, shepherds, Kind::Shepherd);
        let around = Circle { center: body.place, radius: COMPANY };
        self.grid.for_each(around, body.kind.group(), |found| {
            if found.handle == body.handle {
                return;
            }
            let offset = found.position - body.place;
            let distance = offset.length();
            seen.neighbors += 1;
            seen.company += offset;
            if distance < ROOM {
                seen.crowd -= offset / distance.max(0.1) * (1.0 - distance / ROOM);
            }
        });
        seen.company /= seen.neighbors.max(1) as f32;
        seen
    }

    fn sighting(&self, place: Vec2, radius: f32, kind: Kind) -> Option<Sighting> {
        let nearest = (radius > 0.0).then(|| self.grid.nearest(place, radius, kind.group()))??;
        let away = place - nearest.position;
        Some(Sighting { away, distance: away.length() })
    }
}
