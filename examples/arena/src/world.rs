//! The world: bodies with trees, and the three parts of a step. It knows nothing about windows.
//!
//! The grid is borrowed while bodies look and decide, and changed when they move. So all bodies look, then all
//! decide, then all move.

pub(crate) mod body;
pub(crate) mod meadow;
pub(crate) mod view;

use crate::trees::Arena;
use body::{Body, Kind, Seen};
use bt_core::Status;
use bt_core::files::{Loaded, Trees};
use bt_core::grid::{Error, Handle};
use bt_core::picking::glam::Vec2;
use meadow::Meadow;
use std::f32::consts::TAU;
use std::time::Duration;
use view::View;

/// The length of a step; sixty are a second.
pub(crate) const STEP: Duration = Duration::from_nanos(16_666_667);

/// The fraction of the difference to the wanted velocity that a body makes up in a step.
const AGILITY: f32 = 0.12;
/// How strongly neighbors push each other apart, in meters per second.
const PUSH: f32 = 1.5;
const SHEEP_PER_HUNTER: usize = 90;
const SHEEP_PER_SHEPHERD: usize = 450;

/// The tree of one body.
pub(crate) type Mind = Loaded<Arena>;

/// The number of bodies of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Population {
    pub(crate) sheep: usize,
    pub(crate) hunters: usize,
    pub(crate) shepherds: usize,
}

impl Population {
    /// Divides a number of bodies among the kinds; there is a shepherd and a hunter if there are three or more.
    pub(crate) fn of(bodies: usize) -> Self {
        let hunters = (bodies / SHEEP_PER_HUNTER).max(usize::from(bodies > 2));
        let shepherds = (bodies / SHEEP_PER_SHEPHERD).max(usize::from(bodies > 1));
        Self { sheep: bodies - hunters - shepherds, hunters, shepherds }
    }

    pub(crate) const fn sum(self) -> usize {
        self.sheep + self.hunters + self.shepherds
    }
}

pub(crate) struct World {
    pub(crate) meadow: Meadow,
    /// At the indexes of their handles, as the minds.
    pub(crate) bodies: Vec<Body>,
    pub(crate) minds: Vec<Mind>,
    /// The trees that new bodies get.
    trees: Trees<Arena>,
    pub(crate) now: Duration,
    /// The number of sheep that were caught.
    pub(crate) caught: usize,
    /// The bodies that have arrived in the last step where the player had sent them.
    pub(crate) arrived: Vec<Handle>,
    chance: fastrand::Rng,
}

impl World {
    /// Makes a meadow with groups of sheep on the pasture, hunters around it, and shepherds at the fold.
    ///
    /// # Panics
    ///
    /// If a tree is missing: [`tree_file`](crate::tree_file) refuses such files.
    pub(crate) fn new(
        population: Population,
        trees: Trees<Arena>,
        seed: u64,
    ) -> Result<Self, Error> {
        let mut world = Self {
            meadow: Meadow::new(population.sum())?,
            bodies: Vec::new(),
            minds: Vec::new(),
            trees,
            now: Duration::ZERO,
            caught: 0,
            arrived: Vec::new(),
            chance: fastrand::Rng::with_seed(seed),
        };
        let (fold, pasture) = (world.meadow.fold(), world.meadow.pasture);
        let groups: Vec<Vec2> =
            (0..population.sheep.div_ceil(80)).map(|_| world.around(fold, 0.8 * pasture)).collect();
        for number in 0..population.sheep {
            let place = world.around(groups[number % groups.len()], 15.0);
            world.add(Kind::Sheep, place)?;
        }
        for _ in 0..population.hunters {
            let direction = Vec2::from_angle(world.chance.f32() * TAU);
            world.add(Kind::Hunter, fold + direction * 1.15 * pasture)?;
        }
        for _ in 0..population.shepherds {
            let place = world.around(fold, 0.7 * pasture);
            world.add(Kind::Shepherd, place)?;
        }
        Ok(world)
    }

    /// A random place within a radius.
    fn around(&mut self, middle: Vec2, radius: f32) -> Vec2 {
        let direction = Vec2::from_angle(self.chance.f32() * TAU);
        middle + direction * radius * self.chance.f32().sqrt()
    }

    /// Adds a body at the index of its handle, which an earlier body may have had.
    pub(crate) fn add(&mut self, kind: Kind, place: Vec2) -> Result<Handle, Error> {
        let place = self.meadow.clamp(place);
        let handle = self.meadow.grid.insert(place, kind.group(), ())?;
        let body = Body {
            handle,
            kind,
            place,
            velocity: Vec2::ZERO,
            wish: Vec2::ZERO,
            heading: self.chance.f32() * TAU,
            hunger: 100.0 * self.chance.f32(),
            patience: Duration::from_secs_f32(1.0 + 4.0 * self.chance.f32()),
            order: None,
            seen: Seen::default(),
        };
        let mind = self.trees.tree(kind.tree()).expect("the file has a tree for each kind");
        match self.bodies.get_mut(handle.index()) {
            Some(place) => (*place, self.minds[handle.index()]) = (body, mind),
            None => {
                self.bodies.push(body);
                self.minds.push(mind);
            }
        }
        Ok(handle)
    }

    /// The body with this handle; `None` if it was caught.
    pub(crate) fn body(&self, handle: Handle) -> Option<&Body> {
        self.bodies.get(handle.index()).filter(|body| body.handle == handle)
    }

    pub(crate) fn mind(&self, handle: Handle) -> Option<&Mind> {
        self.body(handle).map(|_| &self.minds[handle.index()])
    }

    /// Sends a body to a place; the tree decides when it goes.
    pub(crate) fn send(&mut self, handle: Handle, place: Vec2) {
        let place = self.meadow.clamp(place);
        let body = self.bodies.get_mut(handle.index()).filter(|body| body.handle == handle);
        if let Some(body) = body {
            body.order = Some(place);
        }
    }

    /// The first part of a step: all bodies look around.
    pub(crate) fn look(&mut self) {
        let strays = &mut self.meadow.strays;
        strays.clear();
        let fold = Vec2::splat(0.5 * self.meadow.side);
        let is_stray = |body: &&Body| {
            let is_free = body.kind == Kind::Sheep && body.order.is_none();
            is_free && body.place.distance(fold) > self.meadow.pasture
        };
        strays.extend(self.bodies.iter().filter(is_stray).map(|body| body.handle));
        for body in &mut self.bodies {
            body.seen = self.meadow.look(body);
        }
    }

    /// The second part: all trees are ticked, each by `tick`.
    pub(crate) fn decide(&mut self, mut tick: impl FnMut(&mut Mind, &mut View<'_>) -> Status) {
        self.now += STEP;
        self.arrived.clear();
        let caught = self.for_each_mind(|mind, view| {
            tick(mind, view);
        });
        for prey in caught {
            self.replace(prey);
        }
    }

    /// Calls a function for each mind and its view; returns the sheep that were caught.
    fn for_each_mind(&mut self, mut call: impl FnMut(&mut Mind, &mut View<'_>)) -> Vec<Handle> {
        let mut caught = Vec::new();
        for (body, mind) in self.bodies.iter_mut().zip(&mut self.minds) {
            let mut view = View {
                me: body,
                meadow: &self.meadow,
                now: self.now,
                chance: &mut self.chance,
                caught: &mut caught,
                arrived: &mut self.arrived,
            };
            call(mind, &mut view);
        }
        caught
    }

    /// Removes a sheep that was caught; a lamb is born at the fold.
    pub(crate) fn replace(&mut self, prey: Handle) {
        // Two hunters can catch the same sheep: then it is already gone.
        if self.meadow.grid.remove(prey).is_none() {
            return;
        }
        self.caught += 1;
        let place = self.around(self.meadow.fold(), 4.0);
        self.add(Kind::Sheep, place).expect("the place of the old one is free");
    }

    /// The third part: all bodies move, and the grid learns their places.
    pub(crate) fn advance(&mut self) {
        let seconds = STEP.as_secs_f32();
        for body in &mut self.bodies {
            let wish = body.wish + PUSH * body.seen.crowd;
            body.velocity = body.velocity.lerp(wish, AGILITY);
            body.place = self.meadow.clamp(body.place + body.velocity * seconds);
            if body.velocity.length() > 0.3 {
                body.heading = turned(body.heading, body.velocity.to_angle());
            }
            if body.kind == Kind::Hunter {
                body.hunger = (body.hunger + seconds).min(100.0);
            }
            self.meadow.grid.move_to(body.handle, body.place).expect("it is in the meadow");
        }
    }

    /// Does a whole step without an observer.
    #[cfg(test)]
    pub(crate) fn step(&mut self) {
        self.look();
        self.decide(|mind, view| mind.tick(view));
        self.advance();
    }

    /// Gives all bodies the new version of their trees.
    pub(crate) fn renew(&mut self, trees: &Trees<Arena>) {
        self.trees = trees.clone();
        self.for_each_mind(|mind, view| {
            mind.renew(trees, view);
        });
    }
}

/// Turns a heading towards another on the shorter way.
fn turned(heading: f32, towards: f32) -> f32 {
    let difference = (towards - heading + TAU / 2.0).rem_euclid(TAU) - TAU / 2.0;
    heading + 0.15 * difference
}
