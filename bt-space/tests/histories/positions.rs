//! Positions for which errors are likely.

use crate::{Point, REACH, World};
use fastrand::Rng;

/// Chooses positions, radii and directions for one world.
pub(crate) struct Positions {
    pub(crate) world: World,
    /// The centers of crowds.
    middles: Vec<Point>,
    /// Some positions that were chosen before.
    before: Vec<Point>,
}

impl Positions {
    pub(crate) fn new(world: World, random: &mut Rng) -> Self {
        let mut positions = Self { world, middles: Vec::new(), before: Vec::new() };
        positions.middles = (0..3).map(|_| positions.anywhere(random)).collect();
        positions
    }

    /// A position that is valid, but possibly outside of the world.
    pub(crate) fn good(&mut self, random: &mut Rng) -> Point {
        let position = match random.u32(..100) {
            0..35 => self.anywhere(random),
            35..60 => self.in_crowd(random),
            60..80 => self.at_border(random),
            80..92 if !self.before.is_empty() => *self.choose_before(random),
            92..96 => self.outside(random),
            _ => self.at_corner(random),
        };
        self.remember(position, random);
        position
    }

    /// A position that may be invalid.
    pub(crate) fn any(&mut self, random: &mut Rng) -> Point {
        match random.u32(..60) {
            0 => self.bad(random),
            1 => self.far(random),
            _ => self.good(random),
        }
    }

    fn anywhere(&self, random: &mut Rng) -> Point {
        let World { min, max, .. } = self.world;
        [0, 1].map(|axis| min[axis] + (max[axis] - min[axis]) * random.f32())
    }

    fn in_crowd(&self, random: &mut Rng) -> Point {
        let middle = self.middles[random.usize(..self.middles.len())];
        middle.map(|at| at + (random.f32() + random.f32() - 1.0) * self.world.tile_size)
    }

    /// A position on the border of a tile, or the next number before or after it.
    fn at_border(&self, random: &mut Rng) -> Point {
        let World { min, max, tile_size, .. } = self.world;
        let mut at = self.anywhere(random);
        for axis in 0..2 {
            if random.u32(..3) > 0 {
                let tiles = ((at[axis] - min[axis]) / tile_size).round();
                at[axis] = nudged((tiles * tile_size + min[axis]).min(max[axis]), random);
            }
        }
        at
    }

    fn at_corner(&self, random: &mut Rng) -> Point {
        let World { min, max, .. } = self.world;
        [0, 1].map(|axis| {
            let corner = [min[axis], max[axis], 0.0, -0.0][random.usize(..4)];
            nudged(corner, random)
        })
    }

    fn outside(&self, random: &mut Rng) -> Point {
        let World { min, max, tile_size, .. } = self.world;
        let mut at = self.anywhere(random);
        let away = tile_size * [0.5, 3.0, 1000.0][random.usize(..3)] * random.f32();
        let axis = random.usize(..2);
        at[axis] = if random.bool() { min[axis] - away } else { max[axis] + away };
        at
    }

    fn far(&self, random: &mut Rng) -> Point {
        let mut at = self.anywhere(random);
        at[random.usize(..2)] = [REACH, -REACH, 1.0e10, -1.0e10][random.usize(..4)];
        at
    }

    fn bad(&self, random: &mut Rng) -> Point {
        let values = [
            f32::NAN,
            f32::INFINITY,
            f32::NEG_INFINITY,
            f32::MAX,
            f32::MIN,
            next(REACH),
            -f32::NAN,
        ];
        let mut at = self.anywhere(random);
        at[random.usize(..2)] = values[random.usize(..values.len())];
        at
    }

    fn choose_before(&self, random: &mut Rng) -> &Point {
        &self.before[random.usize(..self.before.len())]
    }

    fn remember(&mut self, position: Point, random: &mut Rng) {
        const KEPT: usize = 64;
        if self.before.len() < KEPT {
            self.before.push(position);
        } else {
            self.before[random.usize(..KEPT)] = position;
        }
    }

    /// A radius such that an entity is often exactly on the border.
    pub(crate) fn radius(&self, center: Point, random: &mut Rng) -> f32 {
        let tile = self.world.tile_size;
        match random.u32(..100) {
            0..30 => tile * random.f32(),
            30..55 => tile * 3.0 * random.f32(),
            55..60 => tile,
            60..85 if !self.before.is_empty() => {
                let [x, y] = *self.choose_before(random);
                let (x, y) = ((x - center[0]).abs(), (y - center[1]).abs());
                nudged([x, y, (x * x + y * y).sqrt()][random.usize(..3)], random)
            }
            85..90 => tile * 100.0 * random.f32(),
            90..92 => 0.0,
            _ => {
                [f32::NAN, -1.0, f32::INFINITY, 1.0e30, f32::MAX, -0.0, f32::NEG_INFINITY, 1.0e-40]
                    [random.usize(..8)]
            }
        }
    }

    /// A direction of any length.
    pub(crate) fn direction(random: &mut Rng) -> Point {
        let length = [1.0, 1.0, 1.0, 7.3, 1.0e-3, 1.0e6, 1.0e-30, 1.0e30][random.usize(..8)];
        let axes = [
            [1.0, 0.0],
            [0.0, 1.0],
            [-1.0, 0.0],
            [0.0, -1.0],
            [1.0, 1.0],
            [1.0, -1.0],
            [-1.0, -1.0],
        ];
        let turn = random.f32() * std::f32::consts::TAU;
        let direction = match random.u32(..40) {
            0..14 => axes[random.usize(..axes.len())],
            14 => [0.0, 0.0],
            15 => [f32::NAN, 1.0],
            16 => [f32::INFINITY, 1.0],
            17..20 => [1.0, 1.0e-7],
            _ => [turn.cos(), turn.sin()],
        };
        direction.map(|along| along * length)
    }
}

/// The number, or the next before or after it.
fn nudged(number: f32, random: &mut Rng) -> f32 {
    match random.u32(..4) {
        0 => next(number),
        1 => -next(-number),
        _ => number,
    }
}

/// The next larger number.
fn next(number: f32) -> f32 {
    let bits = number.to_bits();
    if number == 0.0 {
        f32::from_bits(1)
    } else {
        f32::from_bits(if number > 0.0 { bits + 1 } else { bits - 1 })
    }
}
