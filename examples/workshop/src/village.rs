//! The village: a road with a few places, a wolf that comes by at night, and people who get hungry and tired.

use bt_core::{Clock, Status};
use bt_watch::live::Fields;
use serde::Serialize;
use std::time::Duration;

pub(crate) const STEP: Duration = Duration::from_millis(100);
pub(crate) const DAY: Duration = Duration::from_secs(80);
/// The time at which the wolf comes out of the wood.
const NIGHT: Duration = Duration::from_secs(60);
/// The length of the road in metres.
const ROAD: f32 = 100.0;

/// A place at the road.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Place {
    Bed,
    Kitchen,
    Market,
    Wood,
}

/// The blackboard of a villager.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Villager {
    #[serde(skip)]
    seed: u64,
    now: Duration,
    /// In metres from the bed.
    pub(crate) at: f32,
    /// From 0 to 100.
    pub(crate) hunger: f32,
    /// From 0 to 100.
    pub(crate) energy: f32,
    pub(crate) wood: u32,
    pub(crate) coins: u32,
    pub(crate) has_lamp: bool,
    /// The last words.
    pub(crate) said: String,
    #[serde(skip)]
    pub(crate) chance: fastrand::Rng,
}

impl Clock for Villager {
    fn now(&self) -> Duration {
        self.now
    }
}

impl Villager {
    pub(crate) fn new(seed: u64) -> Self {
        let mut chance = fastrand::Rng::with_seed(seed);
        Self {
            seed,
            now: Duration::ZERO,
            at: 0.0,
            hunger: chance.f32() * 50.0,
            energy: 50.0 + chance.f32() * 50.0,
            wood: 0,
            coins: 1,
            has_lamp: false,
            said: String::new(),
            chance,
        }
    }

    pub(crate) fn name(&self) -> String {
        format!("villager {}", self.seed + 1)
    }

    /// Advances the time by one step.
    pub(crate) fn advance(&mut self) {
        self.now += STEP;
        self.hunger = (self.hunger + 0.25).min(100.0);
        self.energy = (self.energy - 0.15).max(0.0);
    }

    /// Names the fields that a page may set.
    pub(crate) fn let_set(&mut self, fields: &mut Fields) {
        fields.field("at", &mut self.at).field("said", &mut self.said);
        fields.field("hunger", &mut self.hunger).field("energy", &mut self.energy);
        fields.field("wood", &mut self.wood).field("coins", &mut self.coins);
    }

    /// The time since the last midday.
    fn time_of_day(&self) -> Duration {
        Duration::from_millis(u64::try_from(self.now.as_millis() % DAY.as_millis()).unwrap_or(0))
    }

    pub(crate) fn is_night(&self) -> bool {
        self.time_of_day() >= NIGHT
    }

    /// The wolf walks along the road and back, at night.
    fn wolf(&self) -> Option<f32> {
        let since = self.time_of_day().checked_sub(NIGHT)?.as_secs_f32() * 10.0;
        Some(if since < ROAD { ROAD - since } else { since - ROAD })
    }

    pub(crate) fn wolf_within(&self, distance: f32) -> bool {
        self.wolf().is_some_and(|wolf| (wolf - self.at).abs() <= distance) && self.at > 0.0
    }

    pub(crate) fn place(place: Place) -> f32 {
        match place {
            Place::Bed => 0.0,
            Place::Kitchen => 10.0,
            Place::Market => 40.0,
            Place::Wood => 90.0,
        }
    }

    pub(crate) fn is_at(&self, place: Place) -> bool {
        (self.at - Self::place(place)).abs() < 0.5
    }

    /// Walks for one step, with this speed in metres per second.
    pub(crate) fn walk(&mut self, to: f32, speed: f32) {
        let most = (speed * STEP.as_secs_f32()).max(0.0);
        self.at += (to - self.at).clamp(-most, most);
    }

    /// Runs home; running until there.
    pub(crate) fn flee(&mut self) -> Status {
        self.walk(Self::place(Place::Bed), 12.0);
        if self.is_at(Place::Bed) { Status::Success } else { Status::Running }
    }

    pub(crate) fn eat(&mut self, bites: u32) -> Result<(), &'static str> {
        if !self.is_at(Place::Kitchen) {
            return Err("this is not the kitchen");
        }
        for _ in 0..bites {
            self.hunger = (self.hunger - 20.0).max(0.0);
        }
        Ok(())
    }

    /// Sleeps for one step; running until rested.
    pub(crate) fn sleep(&mut self) -> Result<Status, &'static str> {
        if !self.is_at(Place::Bed) {
            return Err("this is not the bed");
        }
        self.energy = (self.energy + 1.0).min(100.0);
        Ok(if self.energy < 100.0 { Status::Running } else { Status::Success })
    }

    pub(crate) fn chop(&mut self) -> Result<(), &'static str> {
        if !self.is_at(Place::Wood) {
            return Err("trees grow in the wood");
        }
        self.wood += 1;
        Ok(())
    }

    pub(crate) fn sell(&mut self) -> Result<(), &'static str> {
        if !self.is_at(Place::Market) || self.wood == 0 {
            return Err("there is nothing to sell, or this is not the market");
        }
        self.coins += self.wood;
        self.wood = 0;
        Ok(())
    }
}
