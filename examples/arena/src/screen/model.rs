//! The shapes of animals, people and trees: blocks that become narrower towards the top.

use super::brush::Brush;
use super::light::{hazy, shaded};
use crate::world::body::Kind;
use macroquad::color::Color;
use macroquad::math::{Vec2, Vec3};

/// A side of a block.
#[derive(Clone, Copy, Debug)]
struct Face {
    corners: [Vec3; 4],
    normal: Vec3,
    color: Color,
}

/// A shape that looks along x.
#[derive(Clone, Debug, Default)]
pub(crate) struct Model {
    faces: Vec<Face>,
}

/// Where and how a model is drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pose {
    pub(crate) feet: Vec3,
    /// The direction in which it looks, of length 1.
    pub(crate) direction: Vec2,
    pub(crate) scale: f32,
    pub(crate) haze: f32,
}

impl Model {
    /// Adds a block: its middle and half its size on the ground, its heights, and its width at the top relative to that
    /// at the bottom.
    fn block(
        mut self,
        middle: [f32; 2],
        half: [f32; 2],
        [low, high]: [f32; 2],
        taper: f32,
        color: Color,
    ) -> Self {
        let corner = |x: f32, z: f32, is_top: bool| {
            let (width, height) = if is_top { (taper, high) } else { (1.0, low) };
            Vec3::new(middle[0] + x * half[0] * width, height, middle[1] + z * half[1] * width)
        };
        let around = [(1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)];
        for side in around.windows(2) {
            let [(x, z), (to_x, to_z)] = [side[0], side[1]];
            let corners = [
                corner(x, z, false),
                corner(to_x, to_z, false),
                corner(to_x, to_z, true),
                corner(x, z, true),
            ];
            self.face(corners, color);
        }
        let top = [around[0], around[1], around[2], around[3]].map(|(x, z)| corner(x, z, true));
        self.faces.push(Face { corners: top, normal: Vec3::Y, color });
        self
    }

    /// Adds an upright side.
    fn face(&mut self, corners: [Vec3; 4], color: Color) {
        let normal = (corners[1] - corners[0]).cross(corners[3] - corners[0]).normalize_or_zero();
        self.faces.push(Face { corners, normal, color });
    }

    /// Draws the sides that the eye sees.
    pub(crate) fn draw(&self, brush: &mut Brush, pose: Pose, eye: Vec3) {
        let Vec2 { x: cosine, y: sine } = pose.direction;
        let turned = |point: Vec3| {
            let (x, z) = (point.x * cosine - point.z * sine, point.x * sine + point.z * cosine);
            Vec3::new(x, point.y, z)
        };
        let to_eye = eye - pose.feet;
        for face in &self.faces {
            let normal = turned(face.normal);
            if normal.dot(to_eye - pose.scale * turned(face.corners[0])) <= 0.0 {
                continue;
            }
            let corners = face.corners.map(|corner| pose.feet + pose.scale * turned(corner));
            let color = hazy(shaded(face.color, normal), pose.haze);
            brush.polygon(&corners, color);
        }
    }
}

/// The models of the bodies; those that are far away are simple.
pub(crate) struct Models {
    near: [Model; 3],
    far: [Model; 3],
}

impl Models {
    pub(crate) fn new() -> Self {
        let far = [sheep(), hunter(), shepherd()];
        let near = [with_legs(sheep(), DARK), with_legs(hunter(), RUST), shepherd()];
        Self { near, far }
    }

    pub(crate) const fn of(&self, kind: Kind, is_near: bool) -> &Model {
        if is_near { &self.near[kind as usize] } else { &self.far[kind as usize] }
    }
}

const WOOL: Color = Color::new(0.97, 0.94, 0.87, 1.0);
const DARK: Color = Color::new(0.24, 0.21, 0.20, 1.0);
const FOX: Color = Color::new(0.86, 0.36, 0.16, 1.0);
const RUST: Color = Color::new(0.45, 0.19, 0.12, 1.0);
const ROBE: Color = Color::new(0.18, 0.36, 0.78, 1.0);
const SKIN: Color = Color::new(0.91, 0.72, 0.56, 1.0);
const STRAW: Color = Color::new(0.95, 0.80, 0.38, 1.0);
const WOOD: Color = Color::new(0.45, 0.31, 0.19, 1.0);
const NEEDLES: Color = Color::new(0.20, 0.43, 0.29, 1.0);

fn sheep() -> Model {
    Model::default()
        .block([0.0, 0.0], [0.56, 0.33], [0.32, 0.66], 1.08, WOOL)
        .block([0.0, 0.0], [0.60, 0.36], [0.66, 1.0], 0.66, WOOL)
        .block([0.66, 0.0], [0.17, 0.13], [0.62, 1.0], 0.8, DARK)
}

fn hunter() -> Model {
    Model::default()
        .block([0.0, 0.0], [0.68, 0.21], [0.45, 0.85], 0.8, FOX)
        .block([0.72, 0.0], [0.22, 0.17], [0.68, 1.1], 0.7, FOX)
        .block([1.0, 0.0], [0.16, 0.08], [0.72, 0.88], 0.8, WOOL)
        .block([-0.92, 0.0], [0.34, 0.10], [0.62, 0.84], 0.6, FOX)
        .block([-1.28, 0.0], [0.12, 0.08], [0.64, 0.82], 0.7, WOOL)
        .block([0.68, 0.11], [0.05, 0.04], [1.08, 1.3], 0.3, RUST)
        .block([0.68, -0.11], [0.05, 0.04], [1.08, 1.3], 0.3, RUST)
}

fn with_legs(model: Model, color: Color) -> Model {
    [(0.36, 0.18), (0.36, -0.18), (-0.36, 0.18), (-0.36, -0.18)]
        .into_iter()
        .fold(model, |model, (x, z)| model.block([x, z], [0.07, 0.06], [0.0, 0.5], 1.0, color))
}

fn shepherd() -> Model {
    Model::default()
        .block([0.0, 0.0], [0.40, 0.42], [0.0, 1.4], 0.5, ROBE)
        .block([0.02, 0.0], [0.17, 0.17], [1.4, 1.75], 0.9, SKIN)
        .block([0.0, 0.0], [0.42, 0.42], [1.72, 1.79], 0.95, STRAW)
        .block([0.0, 0.0], [0.22, 0.22], [1.79, 2.0], 0.7, STRAW)
        .block([0.28, 0.42], [0.04, 0.04], [0.0, 2.2], 1.0, WOOD)
}

/// A post of the fence.
pub(crate) fn post() -> Model {
    Model::default().block([0.0, 0.0], [0.10, 0.10], [0.0, 1.15], 0.8, WOOD)
}

/// Two rails of the fence, from one post to the next.
pub(crate) fn rails(length: f32) -> Model {
    Model::default()
        .block([0.5 * length, 0.0], [0.5 * length, 0.04], [0.45, 0.56], 1.0, WOOD)
        .block([0.5 * length, 0.0], [0.5 * length, 0.04], [0.85, 0.96], 1.0, WOOD)
}

pub(crate) fn conifer() -> Model {
    Model::default()
        .block([0.0, 0.0], [0.3, 0.3], [0.0, 1.6], 0.8, WOOD)
        .block([0.0, 0.0], [1.9, 1.9], [1.3, 3.6], 0.45, NEEDLES)
        .block([0.0, 0.0], [1.4, 1.4], [3.2, 5.4], 0.4, NEEDLES)
        .block([0.0, 0.0], [0.9, 0.9], [5.0, 7.4], 0.05, NEEDLES)
}
