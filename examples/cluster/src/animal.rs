//! An agent: its body, its view, and the leaves of the trees.

use super::digest::mix;
use super::world::{STEP, VIEW, World};
use bt_core::grid::{Circle, Grid};
use bt_core::{Action, Clock, Status, Wake};
use glam::Vec2;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The group of the sheep in the grid.
pub const SHEEP: u32 = 1;
/// The group of the wolves in the grid.
pub const WOLF: u32 = 1 << 1;

const SIGHT: f32 = 6.0;
const FEAR: f32 = 8.0;
const SAFE: f32 = 14.0;
const REACH: f32 = 1.0;
const ROOM: f32 = 1.0;
const FULL_HEALTH: u8 = 2;

/// The part of an agent that is not its tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Body {
    /// The number of the agent, the same in all processes.
    pub id: u32,
    /// The group in the grid.
    pub kind: u32,
    /// In meters.
    pub position: Vec2,
    /// In meters per second.
    pub velocity: Vec2,
    /// The bites that a sheep survives.
    pub health: u8,
    /// The place of the wolf that a sheep runs from.
    pub alarm: Option<Vec2>,
    /// A digest of all that the agent has done and heard.
    pub history: u64,
}

impl Body {
    /// Makes the body of an agent at the beginning of the run.
    #[must_use]
    pub fn new(id: u32, kind: u32, position: Vec2) -> Self {
        let health = FULL_HEALTH;
        Self { id, kind, position, velocity: Vec2::ZERO, health, alarm: None, history: id.into() }
    }

    /// Adds to the history where the agent is, and where it goes.
    pub fn note(&mut self, tick: u64) {
        let bits = |place: Vec2| u64::from(place.x.to_bits()) << 32 | u64::from(place.y.to_bits());
        let moved = mix(bits(self.position), bits(self.velocity));
        self.history = mix(mix(self.history, tick), moved);
    }

    /// Takes note of an event.
    pub fn hear(&mut self, event: &Event) {
        let is_nearer = |alarm: &Vec2| {
            self.position.distance_squared(event.place) < self.position.distance_squared(*alarm)
        };
        if self.alarm.as_ref().is_none_or(is_nearer) {
            self.alarm = Some(event.place);
        }
        if event.victim == Some(self.id) {
            self.health = self.health.saturating_sub(1);
        }
        self.history = mix(self.history, event.from.into());
    }
}

/// An event at a place, for all sheep that are in its circle at the end of the tick. Its address is a place and not a
/// worker, so a sheep may cross a border meanwhile.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// The wolf that makes it.
    pub from: u32,
    /// The middle of the circle.
    pub place: Vec2,
    /// The radius of the circle.
    pub radius: f32,
    /// The sheep that is bitten; the event is for this one alone. `None` for the howl of a wolf that hunts.
    pub victim: Option<u32>,
}

/// The payload of the grid: the part of an agent that others see.
#[derive(Clone, Debug, PartialEq)]
pub struct Face {
    /// The number of the agent.
    pub id: u32,
    /// The index of the agent in the arrays of this worker; `None` for the mirror of another worker's agent.
    pub index: Option<usize>,
}

/// The blackboard of a tree: the body, and the world as it was at the end of the last tick.
#[derive(Debug)]
pub struct Animal<'a> {
    /// The body of the agent.
    pub body: &'a mut Body,
    /// All that the agent can see.
    pub grid: &'a Grid<Face, Vec2>,
    /// The parameters of the world.
    pub world: &'a World,
    /// The number of the tick.
    pub tick: u64,
    /// The events of this tick.
    pub events: &'a mut Vec<Event>,
}

impl Clock for Animal<'_> {
    fn now(&self) -> Duration {
        time_of(self.tick)
    }
}

/// The time of a tick.
#[must_use]
pub fn time_of(tick: u64) -> Duration {
    Duration::from_nanos(tick.saturating_mul(STEP.subsec_nanos().into()))
}

/// The leaves of sheep and wolves.
impl Animal<'_> {
    fn chance(&self) -> fastrand::Rng {
        self.world.chance(self.body.id, self.tick)
    }

    pub(crate) fn anywhere(&mut self) -> Vec2 {
        self.world.somewhere(&mut self.chance())
    }

    /// Walks to a place, and keeps away from others; fails if a wolf comes.
    pub(crate) fn walk_to(&mut self, goal: Vec2) -> Status {
        let way = goal - self.body.position;
        if self.body.alarm.is_some() {
            return Status::Failure;
        }
        if way.length_squared() < REACH * REACH {
            return Status::Success;
        }
        let mut away = Vec2::ZERO;
        for (_, place) in self.neighbors(ROOM) {
            away += self.body.position - place;
        }
        self.go(way.normalize_or_zero() + away, 1.2)
    }

    pub(crate) fn stop(&mut self) {
        self.body.velocity = Vec2::ZERO;
    }

    fn go(&mut self, direction: Vec2, speed: f32) -> Status {
        self.body.velocity = direction.normalize_or_zero() * speed;
        Status::Running
    }

    /// The other sheep within a distance, sorted by number: the order of the grid depends on who came first, and
    /// sums of floats depend on the order.
    fn neighbors(&self, radius: f32) -> Vec<(u32, Vec2)> {
        assert!(radius <= VIEW, "there are no mirrors farther away");
        let mut neighbors = Vec::new();
        let around = Circle { center: self.body.position, radius };
        self.grid.for_each(around, SHEEP, |found| {
            let face = self.grid.get(found.handle);
            neighbors.extend(face.map(|face| (face.id, found.position)));
        });
        neighbors.retain(|(id, _)| *id != self.body.id);
        neighbors.sort_unstable_by_key(|(id, _)| *id);
        neighbors
    }
}

/// The leaves of a sheep.
impl Animal<'_> {
    /// A place near the middle of the sheep in sight.
    pub(crate) fn near_the_others(&mut self) -> Vec2 {
        let neighbors = self.neighbors(SIGHT);
        let sum: Vec2 = neighbors.iter().map(|(_, place)| place - self.body.position).sum();
        let mut chance = self.chance();
        let anywhere = Vec2::new(chance.f32(), chance.f32()) - 0.5;
        let middle = sum / neighbors.len().max(1) as f32;
        self.world.inside(self.body.position + 0.5 * middle + 8.0 * anywhere)
    }

    /// Begins a new life elsewhere; fails unless a wolf has caught the sheep.
    pub(crate) fn start_over(&mut self) -> bool {
        if self.body.health > 0 {
            return false;
        }
        self.body.position = self.anywhere();
        self.body.health = FULL_HEALTH;
        self.calm_down();
        true
    }

    /// Runs from the wolf until it is far away.
    pub(crate) fn flee(&mut self) -> Status {
        let Some(wolf) = self.body.alarm else { return Status::Success };
        if self.body.health == 0 {
            return Status::Failure;
        }
        let way = self.body.position - wolf;
        if way.length_squared() > SAFE * SAFE { Status::Success } else { self.go(way, 4.0) }
    }

    pub(crate) fn calm_down(&mut self) {
        self.body.alarm = None;
        self.stop();
    }
}

/// Grazes until a time, or until a wolf comes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Graze {
    until: Duration,
}

impl Graze {
    pub(crate) fn a_while(sheep: &mut Animal<'_>) -> Self {
        Self { until: sheep.now() + Duration::from_millis(sheep.chance().u64(4_000..16_000)) }
    }
}

impl Action<Animal<'_>> for Graze {
    fn tick(&mut self, sheep: &mut Animal<'_>) -> Status {
        match sheep.body.alarm {
            Some(_) => Status::Failure,
            None if sheep.now() < self.until => Status::Running,
            None => Status::Success,
        }
    }

    fn next_wake(&self) -> Wake {
        Wake::At(self.until)
    }
}

/// The leaves of a wolf.
impl Animal<'_> {
    pub(crate) fn nap(&self) -> Duration {
        Duration::from_millis(self.chance().u64(4_000..12_000))
    }

    /// The nearest sheep.
    pub(crate) fn choose_prey(&mut self) -> Option<u32> {
        let neighbors = self.neighbors(VIEW);
        let distance = |place: &Vec2| self.body.position.distance_squared(*place);
        let nearest = neighbors
            .iter()
            .min_by(|(_, one), (_, other)| distance(one).total_cmp(&distance(other)));
        nearest.map(|(id, _)| *id)
    }

    fn place_of(&self, prey: u32) -> Option<Vec2> {
        self.neighbors(VIEW).into_iter().find(|(id, _)| *id == prey).map(|(_, place)| place)
    }

    /// Howls, and runs after the prey; fails if it is out of sight.
    pub(crate) fn chase(&mut self, prey: u32) -> Result<Status, &'static str> {
        let way = self.place_of(prey).ok_or("lost")? - self.body.position;
        if way.length_squared() < REACH * REACH {
            return Ok(Status::Success);
        }
        self.tell(self.body.position, FEAR, None);
        Ok(self.go(way, 5.0))
    }

    pub(crate) fn bite(&mut self, prey: u32) -> Result<(), &'static str> {
        let place = self.place_of(prey).ok_or("lost")?;
        self.tell(place, REACH, Some(prey));
        Ok(())
    }

    fn tell(&mut self, place: Vec2, radius: f32, victim: Option<u32>) {
        self.events.push(Event { from: self.body.id, place, radius, victim });
    }
}
