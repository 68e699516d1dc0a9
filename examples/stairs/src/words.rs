//! The words of `course.tree`, and the stateful actions behind them.

use super::game::Game;
use super::walker::Wish;
use bt_core::{Action, Clock, End, Status, behavior_tree};
use rapier3d::prelude::Vector;
use std::time::Duration;

behavior_tree! {
    /// The words for the tour of the player.
    #[derive(Clone, Debug)]
    pub vocabulary Course(game: &mut Game) {
        /// The player has not fallen into the pit.
        condition IsOnCourse => !game.has_fallen();

        /// Walks to a place, in a straight line.
        action WalkTo(
            x: f32,
            z: f32 = 0.0,
            /** meters per second */ speed: f32 = 3.0,
            /** stops at the place */ slow_down: bool = true,
        ) => WalkTo { x, z, speed, slow_down };
        /// Jumps, and steers to a place; fails if the player does not stand, or lands far from the place.
        action JumpTo(x: f32, z: f32 = 0.0, speed: f32 = 3.0) => JumpTo { x, z, speed, flies: false };
        /// Waits until the lift is down.
        action AwaitLift => if game.course.lift_waits() { Status::Success } else { Status::Running };
        /// Stands until the lift has reached a height.
        action Ride(to: f32) => if game.feet() < to - 0.02 { Status::Running } else { Status::Success };
        /// Turns the head to both sides, for ever.
        action LookAround(/** degrees */ angle: f32, period: Duration = 2s) => LookAround { angle, period, begin: Duration::ZERO };
        /// Stands still.
        action Stop => game.wish = Wish::default();
        /// Goes back to the beginning.
        action StartOver => game.start_over();

        /// Places along the way, in meters.
        value FootOfStair: f32 => game.course.plan.foot_of_stair();
        /// Behind the last step.
        value TopOfStair: f32 => game.course.plan.top_of_stair();
        /// Half a meter before the gap.
        value BeforeGap: f32 => game.course.plan.gap_begins() - 0.5;
        /// Behind the gap.
        value AfterGap: f32 => game.course.plan.gap_ends() + 1.0;
        /// Before the lift.
        value BeforeLift: f32 => game.course.plan.lift_begins() - 0.6;
        /// The middle of the lift.
        value OnLift: f32 => game.course.plan.lift_begins() + 1.0;
        /// The height of the upper floor.
        value UpperFloor: f32 => game.course.plan.upper_floor();
        /// The middle of the upper floor.
        value UpperEdge: f32 => game.course.plan.lift_ends() + 1.5;
    }
}

/// The way from the player to a place, without the height.
fn way_to(game: &Game, x: f32, z: f32) -> Vector {
    let position = game.walker.position;
    Vector::new(x - position.x, 0.0, z - position.z)
}

/// Walks to a place.
#[derive(Clone, Debug)]
pub struct WalkTo {
    x: f32,
    z: f32,
    speed: f32,
    slow_down: bool,
}

impl Action<Game> for WalkTo {
    fn tick(&mut self, game: &mut Game) -> Status {
        let way = way_to(game, self.x, self.z);
        let distance = way.length();
        if distance < 0.1 {
            return Status::Success;
        }
        let speed = if self.slow_down { self.speed.min(4.0 * distance) } else { self.speed };
        game.wish = Wish { velocity: way / distance * speed, jump: false };
        Status::Running
    }

    fn end(&mut self, game: &mut Game, end: End) {
        if self.slow_down || end != End::Success {
            game.wish = Wish::default();
        }
    }
}

/// Jumps to a place.
#[derive(Clone, Debug)]
pub struct JumpTo {
    x: f32,
    z: f32,
    speed: f32,
    flies: bool,
}

impl Action<Game> for JumpTo {
    fn check(&self, game: &Game) -> bool {
        game.walker.stands
    }

    fn tick(&mut self, game: &mut Game) -> Status {
        let way = way_to(game, self.x, self.z);
        let lands = self.flies && game.walker.stands;
        if lands {
            return if way.length() < 1.5 { Status::Success } else { Status::Failure };
        }
        self.flies |= !game.walker.stands;
        let velocity = way.normalize_or_zero() * self.speed;
        game.wish = Wish { velocity, jump: !self.flies };
        Status::Running
    }

    fn end(&mut self, game: &mut Game, _: End) {
        game.wish = Wish::default();
    }
}

/// Turns the head.
#[derive(Clone, Debug)]
pub struct LookAround {
    angle: f32,
    period: Duration,
    begin: Duration,
}

impl Action<Game> for LookAround {
    fn start(&mut self, game: &mut Game) {
        self.begin = game.now();
    }

    fn tick(&mut self, game: &mut Game) -> Status {
        let period = self.period.as_secs_f32().max(0.1);
        let part = game.now().saturating_sub(self.begin).as_secs_f32() / period;
        game.head = self.angle * (part * std::f32::consts::TAU).sin();
        Status::Running
    }

    fn end(&mut self, game: &mut Game, _: End) {
        game.head = 0.0;
    }
}
