//! The course: a floor, a stair, a gap, a lift, a slope, and a stair down.

use rapier3d::prelude::{
    ColliderBuilder, PhysicsWorld, Pose, RigidBodyBuilder, RigidBodyHandle, Rotation, Vector,
};

/// The time of a tick, in seconds.
pub const STEP: f32 = 1.0 / 60.0;
/// The player falls into the pit below this height.
pub const PIT: f32 = -3.0;
/// The middle of the lane of the way back; the other lane is at 0.
pub const WAY_BACK: f32 = 4.0;

const STEPS: u8 = 8;
const DEPTH: f32 = 0.4;
const FOOT: f32 = 6.0;
/// The end of the stair.
const PLATFORM: f32 = FOOT + STEPS as f32 * DEPTH;
/// Half of the width of a lane.
const HALF_LANE: f32 = 1.5;
const LIFT_WIDTH: f32 = 2.0;
const LIFT_RISE: f32 = 3.0;
const SLOPE: f32 = 30.0;

/// The sizes that a run can change.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The height of a step of the stair.
    pub step: f32,
    /// The width of the gap.
    pub gap: f32,
}

impl Default for Plan {
    fn default() -> Self {
        Self { step: 0.25, gap: 1.6 }
    }
}

/// A solid part of the course, as a polygon in the side view.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// The ends.
    pub x: [f32; 2],
    /// The height of the top at both ends.
    pub top: [f32; 2],
    /// The lane: the ends across.
    pub z: [f32; 2],
}

/// The course with its lift.
pub struct Course {
    /// The sizes.
    pub plan: Plan,
    /// The physics.
    pub world: PhysicsWorld,
    /// The parts that do not move.
    pub blocks: Vec<Block>,
    lift: RigidBodyHandle,
    ticks: u32,
}

/// Names of places along the way.
impl Plan {
    /// The height of the platforms at both sides of the gap.
    #[must_use]
    pub fn middle_floor(self) -> f32 {
        f32::from(STEPS) * self.step
    }

    /// The height to which the lift rises.
    #[must_use]
    pub fn upper_floor(self) -> f32 {
        self.middle_floor() + LIFT_RISE
    }

    /// A place before the first step.
    #[must_use]
    pub fn foot_of_stair(self) -> f32 {
        FOOT - 1.0
    }

    /// A place behind the last step.
    #[must_use]
    pub fn top_of_stair(self) -> f32 {
        PLATFORM + 0.8
    }

    /// The beginning of the gap.
    #[must_use]
    pub fn gap_begins(self) -> f32 {
        PLATFORM + 2.8
    }

    /// The end of the gap.
    #[must_use]
    pub fn gap_ends(self) -> f32 {
        self.gap_begins() + self.gap
    }

    /// The beginning of the lift.
    #[must_use]
    pub fn lift_begins(self) -> f32 {
        self.gap_ends() + 3.0
    }

    /// The end of the lift, and the beginning of the upper floor.
    #[must_use]
    pub fn lift_ends(self) -> f32 {
        self.lift_begins() + LIFT_WIDTH
    }

    fn blocks(self) -> Vec<Block> {
        let flat =
            |from: f32, to: f32, top: f32, z: [f32; 2]| Block { x: [from, to], top: [top; 2], z };
        let (there, back) = ([-HALF_LANE, HALF_LANE], [HALF_LANE, WAY_BACK + HALF_LANE]);
        let both = [there[0], back[1]];
        let mut blocks = vec![flat(-2.0, FOOT, 0.0, there)];
        for step in 0..STEPS {
            let begin = FOOT + f32::from(step) * DEPTH;
            blocks.push(flat(begin, begin + DEPTH, f32::from(step + 1) * self.step, there));
        }
        blocks.push(flat(PLATFORM, self.gap_begins(), self.middle_floor(), there));
        blocks.push(flat(self.gap_ends(), self.lift_begins(), self.middle_floor(), there));
        blocks.push(flat(self.lift_ends(), self.lift_ends() + 3.0, self.upper_floor(), both));
        // The way back: a slope, and half of a stair.
        let (steps, top) = (STEPS / 2, self.upper_floor());
        let stair = f32::from(steps) * self.step;
        let end = self.lift_ends() - (top - stair) / SLOPE.to_radians().tan();
        blocks.push(Block { x: [end, self.lift_ends()], top: [stair, top], z: back });
        for step in 1..steps {
            let begin = end - f32::from(step) * DEPTH;
            blocks.push(flat(begin, begin + DEPTH, f32::from(steps - step) * self.step, back));
        }
        blocks.push(flat(-2.0, end - f32::from(steps - 1) * DEPTH, 0.0, back));
        blocks
    }
}

impl Course {
    /// Builds the course.
    #[must_use]
    pub fn new(plan: Plan) -> Self {
        let mut world = PhysicsWorld::default();
        world.integration_parameters.dt = STEP;
        let blocks = plan.blocks();
        for block in &blocks {
            world.insert_collider(collider(block), None);
        }
        let lift = RigidBodyBuilder::kinematic_position_based().translation(lift_at(plan, 0));
        let plate = ColliderBuilder::cuboid(LIFT_WIDTH / 2.0 - 0.02, 0.1, HALF_LANE);
        let (lift, _) = world.insert(lift, plate);
        world.step();
        Self { plan, world, blocks, lift, ticks: 0 }
    }

    /// Moves the lift by one tick.
    pub fn advance(&mut self) {
        self.ticks += 1;
        if let Some(lift) = self.world.bodies.get_mut(self.lift) {
            lift.set_next_kinematic_translation(lift_at(self.plan, self.ticks));
        }
        self.world.step();
    }

    /// Returns `true` if the lift is down and stays there long enough to walk onto it.
    #[must_use]
    pub fn lift_waits(&self) -> bool {
        (0..90).all(|ticks| lift_height(self.ticks + ticks) == 0.0)
    }

    /// The height of the plate of the lift.
    #[must_use]
    pub fn lift_top(&self) -> f32 {
        self.plan.middle_floor() + lift_height(self.ticks)
    }

    /// The height of the ground below a place, from the sizes alone; `None` above the pit. The lift is not part of it.
    #[must_use]
    pub fn ground(&self, x: f32, z: f32) -> Option<f32> {
        let below = |block: &&Block| {
            (block.x[0]..=block.x[1]).contains(&x) && (block.z[0]..=block.z[1]).contains(&z)
        };
        let top = |block: &Block| {
            let part = (x - block.x[0]) / (block.x[1] - block.x[0]);
            block.top[0] + part * (block.top[1] - block.top[0])
        };
        self.blocks.iter().filter(below).map(top).max_by(f32::total_cmp)
    }
}

/// The middle of the plate of the lift.
fn lift_at(plan: Plan, ticks: u32) -> Vector {
    let middle = f32::midpoint(plan.lift_begins(), plan.lift_ends());
    Vector::new(middle, plan.middle_floor() - 0.1 + lift_height(ticks), 0.0)
}

/// Three seconds down, three up, three at the top, three down. The speed changes smoothly.
fn lift_height(ticks: u32) -> f32 {
    let time = (ticks % (12 * 60)) as f32 * STEP;
    let part = match time {
        ..3.0 => 0.0,
        ..6.0 => (time - 3.0) / 3.0,
        ..9.0 => 1.0,
        _ => (12.0 - time) / 3.0,
    };
    LIFT_RISE * part * part * (3.0 - 2.0 * part)
}

/// The collider of a block: for a slope, a turned box whose upper face is the slope.
fn collider(block: &Block) -> ColliderBuilder {
    let size = Vector::new(block.x[1] - block.x[0], block.top[1] - block.top[0], 0.0);
    let (half_width, across) =
        ((block.z[1] - block.z[0]) / 2.0, f32::midpoint(block.z[0], block.z[1]));
    let rotation = Rotation::from_rotation_z(size.y.atan2(size.x));
    let thickness = 0.5;
    let top = Vector::new(
        f32::midpoint(block.x[0], block.x[1]),
        f32::midpoint(block.top[0], block.top[1]),
        across,
    );
    let middle = top - rotation * Vector::Y * thickness;
    ColliderBuilder::cuboid(size.length() / 2.0, thickness, half_width)
        .position(Pose::from_parts(middle, rotation))
}
