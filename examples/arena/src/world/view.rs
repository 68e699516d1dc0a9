//! The blackboard of the trees: one body, and what it may see and change.

use super::body::{Body, Kind, Sighting};
use super::meadow::Meadow;
use bt_core::grid::Handle;
use bt_core::picking::glam::Vec2;
use bt_core::{Action, Clock, Status};
use std::f32::consts::TAU;
use std::time::Duration;

/// The distance from the goal at which a body has arrived, in meters.
pub(crate) const ARRIVED: f32 = 0.6;

pub(crate) struct View<'w> {
    pub(crate) me: &'w mut Body,
    pub(crate) meadow: &'w Meadow,
    pub(crate) now: Duration,
    pub(crate) chance: &'w mut fastrand::Rng,
    /// The sheep that are caught in this step.
    pub(crate) caught: &'w mut Vec<Handle>,
    /// The bodies that arrive in this step where the player has sent them.
    pub(crate) arrived: &'w mut Vec<Handle>,
}

impl Clock for View<'_> {
    fn now(&self) -> Duration {
        self.now
    }
}

/// Walking.
impl View<'_> {
    fn steer(&mut self, direction: Vec2, speed: f32) -> Status {
        self.me.wish = direction.normalize_or_zero() * speed;
        Status::Running
    }

    pub(crate) fn stop(&mut self) {
        self.me.wish = Vec2::ZERO;
    }

    pub(crate) fn stop_for_good(&mut self) -> Status {
        self.stop();
        Status::Running
    }

    /// Walks to a place, and slows down before it.
    pub(crate) fn walk_to(&mut self, goal: Vec2, speed: f32) -> Status {
        let way = goal - self.me.place;
        if way.length() < ARRIVED {
            self.stop();
            return Status::Success;
        }
        self.steer(way, speed.min(1.0 + 2.0 * way.length()))
    }

    /// Follows another body until it is within a distance; fails if it is gone.
    pub(crate) fn follow(
        &mut self,
        other: Handle,
        speed: f32,
        within: f32,
    ) -> Result<Status, &'static str> {
        // The handle of a sheep that was caught finds no entity, even if another one has its place.
        let place = self.meadow.grid.position(other).ok_or("it is gone")?;
        let way = place - self.me.place;
        if way.length() <= within {
            return Ok(Status::Success);
        }
        Ok(self.steer(way, speed))
    }

    /// The direction to the fold, of length 1.
    fn home(&self) -> Vec2 {
        (self.meadow.fold() - self.me.place).normalize_or_zero()
    }
}

/// Conditions and searches.
impl View<'_> {
    pub(crate) fn hunter_within(&self, distance: f32) -> bool {
        self.me.seen.hunter.is_some_and(|hunter| hunter.distance <= distance)
    }

    pub(crate) fn shepherd_within(&self, distance: f32) -> bool {
        self.me.seen.shepherd.is_some_and(|shepherd| shepherd.distance <= distance)
    }

    pub(crate) fn is_stray(&self) -> bool {
        self.meadow.is_outside_pasture(self.me.place)
    }

    pub(crate) fn nearest_sheep(&self, within: f32) -> Option<Handle> {
        let is_other = |found: bt_core::grid::Found<Vec2>| found.handle != self.me.handle;
        let nearest =
            self.meadow.grid.nearest_where(self.me.place, within, Kind::Sheep.group(), is_other);
        nearest.map(|nearest| nearest.handle)
    }

    pub(crate) fn nearest_stray(&self) -> Option<Handle> {
        let distance = |stray: &Handle| {
            let place = self.meadow.grid.position(*stray);
            place.map_or(f32::INFINITY, |place| place.distance_squared(self.me.place))
        };
        let strays = self.meadow.strays.iter();
        strays.min_by(|one, other| distance(one).total_cmp(&distance(other))).copied()
    }
}

/// The actions of sheep.
impl View<'_> {
    /// Runs away, a little towards the fold, so that a sheep is not driven into a corner.
    pub(crate) fn flee(&mut self, until: f32, speed: f32) -> Status {
        match self.me.seen.hunter {
            Some(hunter) if hunter.distance < until => self.escape(hunter, speed),
            _ => Status::Success,
        }
    }

    /// Each sheep runs a little to one side, so that a flock scatters.
    fn escape(&mut self, from: Sighting, speed: f32) -> Status {
        let side = (self.me.handle.index() % 7) as f32 - 3.0;
        let away = Vec2::from_angle(0.25 * side).rotate(from.away.normalize_or_zero());
        self.steer(away + 0.35 * self.home(), speed)
    }

    pub(crate) fn go_home(&mut self, speed: f32) -> Status {
        let is_well_inside = self.me.place.distance(self.meadow.fold()) < 0.9 * self.meadow.pasture;
        if is_well_inside { Status::Success } else { self.steer(self.home(), speed) }
    }

    pub(crate) fn arrive(&mut self) {
        self.me.order = None;
        self.arrived.push(self.me.handle);
    }
}

/// The actions of hunters.
impl View<'_> {
    pub(crate) fn retreat(&mut self, until: f32, speed: f32) -> Status {
        match self.me.seen.shepherd {
            Some(shepherd) if shepherd.distance < until => {
                self.steer(shepherd.away.normalize_or_zero() - 0.2 * self.home(), speed)
            }
            _ => Status::Success,
        }
    }

    /// Walks in a circle around the pasture.
    pub(crate) fn prowl(&mut self, speed: f32) -> Status {
        let home = (self.meadow.fold() - self.me.place).normalize_or(Vec2::X);
        let excess = self.me.place.distance(self.meadow.fold()) - 1.15 * self.meadow.pasture;
        self.steer(home.perp() + home * (0.2 * excess).clamp(-1.0, 1.0), speed)
    }

    pub(crate) fn catch(&mut self, prey: Handle) -> Result<(), &'static str> {
        self.meadow.grid.position(prey).ok_or("it is gone")?;
        self.caught.push(prey);
        self.me.hunger = 0.0;
        Ok(())
    }
}

/// The actions of shepherds.
impl View<'_> {
    pub(crate) fn chase_away(&mut self, until: f32, speed: f32) -> Status {
        match self.me.seen.hunter {
            Some(hunter) if hunter.distance < until => self.steer(-hunter.away, speed),
            _ => Status::Success,
        }
    }

    /// Walks to a place behind a stray, seen from the fold.
    pub(crate) fn go_behind(&mut self, stray: Handle, speed: f32) -> Result<Status, &'static str> {
        let place = self.meadow.grid.position(stray).ok_or("it is gone")?;
        let outwards = (place - self.meadow.fold()).normalize_or_zero();
        let goal = self.meadow.clamp(place + 4.0 * outwards);
        let is_near = self.me.place.distance(goal) < 1.5;
        Ok(if is_near { Status::Success } else { self.steer(goal - self.me.place, speed) })
    }

    /// Follows a stray, which runs home before the shepherd.
    pub(crate) fn drive(&mut self, stray: Handle, speed: f32) -> Result<Status, &'static str> {
        if self.meadow.strays.contains(&stray) {
            self.follow(stray, speed, 3.0)?;
            return Ok(Status::Running);
        }
        Ok(Status::Success)
    }
}

/// Walks in one direction: a random one, but towards the neighbors and not out of the pasture.
#[derive(Clone, Debug)]
pub(crate) struct Stroll {
    pub(crate) speed: f32,
    pub(crate) direction: Vec2,
}

impl Action<View<'_>> for Stroll {
    fn start(&mut self, view: &mut View<'_>) {
        let random = Vec2::from_angle(view.chance.f32() * TAU);
        let pull = if view.is_stray() { 2.0 } else { 0.25 };
        self.direction = random + 0.2 * view.me.seen.company + pull * view.home();
    }

    fn tick(&mut self, view: &mut View<'_>) -> Status {
        view.steer(self.direction, self.speed)
    }
}
