//! The blackboard: the course, the player, and the time.

use super::course::{Course, PIT, Plan, STEP};
use super::tuning::Tuning;
use super::walker::{Walker, Wish};
use bt_core::Clock;
use rapier3d::prelude::Vector;
use std::time::Duration;

/// The blackboard of the tree.
pub struct Game {
    /// The course, with its lift.
    pub course: Course,
    /// The body of the player.
    pub walker: Walker,
    /// The constants, which may change while the player walks.
    pub tuning: Tuning,
    /// The motion that the tree asks for.
    pub wish: Wish,
    /// The angle of the head, in degrees.
    pub head: f32,
    /// The number of falls into the pit.
    pub falls: u32,
    /// The number of times that the player has started over.
    pub restarts: u32,
    ticks: u32,
}

impl Clock for Game {
    fn now(&self) -> Duration {
        Duration::from_secs(1) * self.ticks / 60
    }
}

impl Game {
    /// Puts the player at the beginning of a course.
    #[must_use]
    pub fn new(plan: Plan, tuning: Tuning) -> Self {
        let walker = Walker::new(&tuning, Vector::ZERO);
        let course = Course::new(plan);
        let wish = Wish::default();
        Self { course, walker, tuning, wish, head: 0.0, falls: 0, restarts: 0, ticks: 0 }
    }

    /// The height of the feet.
    #[must_use]
    pub fn feet(&self) -> f32 {
        self.walker.feet(&self.tuning)
    }

    /// Returns `true` if the player has fallen into the pit.
    #[must_use]
    pub fn has_fallen(&self) -> bool {
        self.feet() < PIT
    }

    /// Puts the player back to the beginning.
    pub fn start_over(&mut self) {
        self.falls += u32::from(self.has_fallen());
        self.restarts += 1;
        self.walker = Walker::new(&self.tuning, Vector::ZERO);
        self.wish = Wish::default();
    }

    /// Changes the constants; the player keeps its feet where they are.
    pub fn tune(&mut self, tuning: Tuning) {
        let feet = self.feet();
        self.tuning = tuning;
        self.walker.position.y = feet + self.tuning.height / 2.0 + self.tuning.hover;
    }

    /// Moves the lift and the player by one tick.
    pub fn advance(&mut self) {
        self.ticks += 1;
        self.course.advance();
        self.walker.advance(&self.course.world, &self.tuning, self.wish);
    }

    /// The length of a tick.
    #[must_use]
    pub fn step() -> Duration {
        Duration::from_secs_f32(STEP)
    }
}
