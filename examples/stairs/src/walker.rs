//! The body of the player: a capsule that hovers above the ground and follows a wanted velocity.

use super::course::STEP;
use super::tuning::{Gains, Tuning};
use rapier3d::control::{CharacterAutostep, CharacterLength, KinematicCharacterController};
use rapier3d::control::{PdErrors, PidController};
use rapier3d::parry::query::ShapeCastOptions;
use rapier3d::prelude::{
    AngVector, AxesMask, Capsule, Collider, PhysicsWorld, Pose, QueryFilter, RigidBody, Vector,
};

/// The gap that the controller keeps to all sides.
const GAP: f32 = 0.02;
/// The distance from the capsule at which the player looks for a step.
const REACH_AHEAD: f32 = 0.15;
/// The ground is level if it rises by less.
const LEVEL: f32 = 0.02;
const FASTEST_FALL: f32 = 20.0;
/// The height above the ground is measured no farther than this.
const REACH: f32 = 2.0;

/// The motion that a tree asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wish {
    /// In meters per second; the height does not matter.
    pub velocity: Vector,
    /// Jumps if the player stands.
    pub jump: bool,
}

/// The ground below the player.
#[derive(Clone, Copy, Debug)]
struct Ground {
    distance: f32,
    normal: Vector,
    velocity: Vector,
}

/// The body of the player.
#[derive(Clone, Debug)]
pub struct Walker {
    /// The middle of the capsule.
    pub position: Vector,
    /// In meters per second.
    pub velocity: Vector,
    /// `true` if the player stands or walks on the ground.
    pub stands: bool,
    /// `true` from a jump until the player sinks.
    rises: bool,
    /// The seconds during which the player does not sink, after a step up.
    holds: f32,
    height: PidController,
}

impl Walker {
    /// Puts the player on the ground.
    #[must_use]
    pub fn new(tuning: &Tuning, feet: Vector) -> Self {
        let position = feet + Vector::Y * (tuning.height / 2.0 + tuning.hover);
        let height =
            PidController::new(0.0, 0.0, 0.0, AxesMask::LIN_X | AxesMask::LIN_Y | AxesMask::LIN_Z);
        Self { position, velocity: Vector::ZERO, stands: true, rises: false, holds: 0.0, height }
    }

    /// The height of the feet, with the gap of the hovering capsule.
    #[must_use]
    pub fn feet(&self, tuning: &Tuning) -> f32 {
        self.position.y - tuning.height / 2.0 - tuning.hover
    }

    /// Moves the player by one tick.
    pub fn advance(&mut self, world: &PhysicsWorld, tuning: &Tuning, wish: Wish) {
        let ground = self.ground(world, tuning);
        // A player that walks keeps the ground down a step; one that falls has to reach it first.
        let reach = if self.stands { tuning.hover + tuning.snap } else { tuning.hover };
        self.rises &= self.velocity.y > 0.0;
        let ground = ground.filter(|ground| ground.distance <= reach && !self.rises);
        self.stands = ground.is_some();
        match ground {
            Some(_) if wish.jump => {
                self.velocity.y = tuning.jump.speed;
                (self.rises, self.stands) = (true, false);
            }
            Some(ground) => self.walk(world, tuning, wish, ground),
            None => self.fly(tuning, wish),
        }
        self.slide(world, tuning);
    }

    /// Looks for the ground with a slightly thinner capsule, which does not touch walls.
    fn ground(&self, world: &PhysicsWorld, tuning: &Tuning) -> Option<Ground> {
        let thinner = 0.9 * tuning.radius;
        let probe = Capsule::new_y(tuning.height / 2.0 - tuning.radius, thinner);
        let options = ShapeCastOptions {
            max_time_of_impact: REACH,
            stop_at_penetration: false,
            ..ShapeCastOptions::default()
        };
        let pose = Pose::from_translation(self.position);
        let (collider, hit) =
            world.cast_shape(&pose, -Vector::Y, &probe, options, QueryFilter::default())?;
        let body = world.colliders.get(collider).and_then(Collider::parent);
        let body = body.and_then(|body| world.bodies.get(body));
        Some(Ground {
            distance: hit.time_of_impact - (tuning.radius - thinner),
            normal: hit.normal1,
            velocity: body.map_or(Vector::ZERO, RigidBody::linvel),
        })
    }

    /// Changes the velocity towards the wanted one, and towards the height above the ground.
    fn walk(&mut self, world: &PhysicsWorld, tuning: &Tuning, wish: Wish, ground: Ground) {
        let mut wanted = Vector::new(wish.velocity.x, 0.0, wish.velocity.z);
        let normal = ground.normal;
        if normal.y >= tuning.slope.to_radians().cos() {
            // Along the slope, so that the height above the ground stays the same.
            wanted.y = -(normal.x * wanted.x + normal.z * wanted.z) / normal.y;
        }
        let mut error = tuning.hover - ground.distance;
        let step = self.step_ahead(world, tuning, wish, ground.distance);
        self.holds = if step > 0.0 { tuning.hold } else { (self.holds - STEP).max(0.0) };
        if self.holds > 0.0 {
            // The ground below is still the one before the step: sinking to it would lose the step.
            error = error.max(step);
            wanted.y = wanted.y.max(0.0);
        }
        let Gains { proportional, integral, derivative } =
            if error > 0.0 { &tuning.rise } else { &tuning.sink };
        self.height.pd.lin_kp = Vector::Y * *proportional;
        self.height.lin_ki = Vector::Y * *integral;
        self.height.pd.lin_kd = Vector::new(tuning.grip, *derivative, tuning.grip);
        let place = PdErrors { linear: Vector::Y * error, angular: AngVector::ZERO };
        let velocity = wanted + ground.velocity - self.velocity;
        let velocity = PdErrors { linear: velocity, angular: AngVector::ZERO };
        let change = self.height.correction(STEP, &place, &velocity).linvel;
        let ahead =
            Vector::new(change.x, 0.0, change.z).clamp_length_max(tuning.acceleration * STEP);
        self.velocity += ahead + Vector::Y * change.y;
    }

    fn fly(&mut self, tuning: &Tuning, wish: Wish) {
        self.height.reset_integrals();
        let missing = wish.velocity - self.velocity;
        let missing = Vector::new(missing.x, 0.0, missing.z);
        self.velocity += missing.clamp_length_max(tuning.acceleration_in_air * STEP);
        let stronger = if self.velocity.y < 0.0 { tuning.jump.falling } else { 1.0 };
        let fall = self.velocity.y - tuning.jump.gravity * stronger * STEP;
        self.velocity.y = fall.max(-FASTEST_FALL);
    }

    /// The height of a step that is ahead and low enough, 0 if there is none. The controller walks ahead for a moment; it
    /// lifts a capsule in one tick, so the lift is only measured here, and the height follows it smoothly.
    fn step_ahead(&self, world: &PhysicsWorld, tuning: &Tuning, wish: Wish, distance: f32) -> f32 {
        let height = tuning.step - distance.max(0.0);
        let Some(direction) = wish.velocity.try_normalize().filter(|_| height > 0.0) else {
            return 0.0;
        };
        let controller = KinematicCharacterController {
            autostep: Some(CharacterAutostep {
                max_height: CharacterLength::Absolute(height),
                min_width: CharacterLength::Absolute(tuning.radius),
                include_dynamic_bodies: false,
            }),
            snap_to_ground: None,
            ..controller(tuning)
        };
        let ahead =
            self.moved(world, tuning, &controller, direction * (tuning.radius + REACH_AHEAD));
        let is_free = ahead.dot(direction) > tuning.radius;
        if is_free && ahead.y > LEVEL { ahead.y } else { 0.0 }
    }

    /// Moves the capsule as far as the course allows, along slopes and walls.
    fn slide(&mut self, world: &PhysicsWorld, tuning: &Tuning) {
        let moved = self.moved(world, tuning, &controller(tuning), self.velocity * STEP);
        self.position += moved;
        // A wall takes the speed away; a slope that lifts the capsule adds no speed upwards.
        let (vertical, speed) = (self.velocity.y, moved / STEP);
        let range = if vertical > 0.0 { 0.0..=vertical } else { vertical..=0.0 };
        self.velocity = Vector::new(speed.x, speed.y.clamp(*range.start(), *range.end()), speed.z);
    }

    /// Returns the part of a way that is free for the capsule.
    fn moved(
        &self,
        world: &PhysicsWorld,
        tuning: &Tuning,
        controller: &KinematicCharacterController,
        way: Vector,
    ) -> Vector {
        let capsule = Capsule::new_y(tuning.height / 2.0 - tuning.radius, tuning.radius);
        let pose = Pose::from_translation(self.position);
        let queries = world.query_pipeline();
        controller.move_shape(STEP, &queries, &capsule, &pose, way, |_| ()).translation
    }
}

fn controller(tuning: &Tuning) -> KinematicCharacterController {
    KinematicCharacterController {
        offset: CharacterLength::Absolute(GAP),
        max_slope_climb_angle: tuning.slope.to_radians(),
        min_slope_slide_angle: tuning.slope.to_radians(),
        snap_to_ground: Some(CharacterLength::Absolute(tuning.snap)),
        ..KinematicCharacterController::default()
    }
}
