//! The ground, the fold in the middle, and the wood around the meadow.

use super::brush::Brush;
use super::light::{haze, hazy, mix};
use super::model::{Model, Pose, conifer, post, rails};
use crate::world::meadow::Meadow;
use macroquad::color::Color;
use macroquad::math::{Vec2, Vec3};
use macroquad::models::{Mesh, Vertex, draw_mesh};
use std::f32::consts::TAU;

const GRASS: Color = Color::new(0.42, 0.62, 0.29, 1.0);
const MEADOW: Color = Color::new(0.55, 0.72, 0.35, 1.0);
const SOIL: Color = Color::new(0.66, 0.58, 0.41, 1.0);
/// The number of tiles of the ground along a side.
const TILES: u16 = 64;
/// The radius of the fold, in meters, and the number of its posts.
const FOLD: f32 = 5.0;
const POSTS: u8 = 16;
const TREES: u32 = 150;

pub(crate) struct Scenery {
    ground: Mesh,
    /// The colors of the ground without haze.
    colors: Vec<Color>,
    things: Vec<(Thing, Pose)>,
    models: [Model; 3],
}

#[derive(Clone, Copy, Debug)]
enum Thing {
    Post,
    Rails,
    Conifer,
}

impl Scenery {
    pub(crate) fn new(meadow: &Meadow) -> Self {
        let (ground, colors) = ground(meadow);
        let length = 2.0 * FOLD * (TAU / f32::from(POSTS) / 2.0).sin();
        let mut things = Vec::new();
        fence(meadow, &mut things);
        wood(meadow, &mut things);
        Self { ground, colors, things, models: [post(), rails(length), conifer()] }
    }

    pub(crate) fn draw(&mut self, brush: &mut Brush, eye: Vec3) {
        for (vertex, color) in self.ground.vertices.iter_mut().zip(&self.colors) {
            vertex.color = hazy(*color, haze(vertex.position.distance(eye))).into();
        }
        draw_mesh(&self.ground);
        for (thing, pose) in &self.things {
            let haze = haze(pose.feet.distance(eye));
            self.models[*thing as usize].draw(brush, Pose { haze, ..*pose }, eye);
        }
    }
}

/// The ground, far beyond the meadow.
fn ground(meadow: &Meadow) -> (Mesh, Vec<Color>) {
    let fold = Vec2::new(meadow.fold().x, meadow.fold().y);
    let mut mesh = Mesh { vertices: Vec::new(), indices: Vec::new(), texture: None };
    let mut colors = Vec::new();
    let coordinate = |number: u16| {
        // Tiles are small in the meadow and large far away.
        let part = 2.0 * f32::from(number) / f32::from(TILES) - 1.0;
        part * (0.55 + 0.45 * part * part * part * part) * 1.4 * meadow.side
    };
    for row in 0..=TILES {
        for column in 0..=TILES {
            let place = fold + Vec2::new(coordinate(column), coordinate(row));
            let color = ground_color(meadow, place, fold);
            let point = Vec3::new(place.x, 0.0, place.y);
            mesh.vertices.push(Vertex::new2(point, Vec2::ZERO, color));
            colors.push(color);
        }
    }
    for row in 0..TILES {
        for column in 0..TILES {
            let here = row * (TILES + 1) + column;
            let below = here + TILES + 1;
            mesh.indices.extend([here, here + 1, below + 1, here, below + 1, below]);
        }
    }
    (mesh, colors)
}

/// Light grass on the pasture, trodden soil at the fold, patches everywhere.
fn ground_color(meadow: &Meadow, place: Vec2, fold: Vec2) -> Color {
    let distance = place.distance(fold);
    let step = |from: f32, to: f32| ((distance - from) / (to - from)).clamp(0.0, 1.0);
    let color = mix(MEADOW, GRASS, step(0.85 * meadow.pasture, 1.2 * meadow.pasture));
    let color = mix(SOIL, color, step(1.0, 2.2 * FOLD));
    let wave = |x: f32, y: f32| (place.x * x + place.y * y).sin();
    let patches = wave(0.11, 0.07) + wave(-0.06, 0.13) + 0.7 * wave(0.31, -0.23);
    let light = 1.0 + 0.035 * patches + 0.03 * scattered(place);
    Color::new(color.r * light, color.g * light, color.b * light, 1.0)
}

/// A number from -1 to 1 that looks random, and is the same for the same place.
fn scattered(place: Vec2) -> f32 {
    let number = (place.x * 12.9898 + place.y * 78.233).sin() * 43758.547;
    2.0 * number.fract()
}

fn fence(meadow: &Meadow, things: &mut Vec<(Thing, Pose)>) {
    let fold = Vec2::new(meadow.fold().x, meadow.fold().y);
    let corner = |number: u8| {
        let angle = f32::from(number) / f32::from(POSTS) * TAU;
        fold + FOLD * Vec2::from_angle(angle)
    };
    for number in 0..POSTS {
        let (here, next) = (corner(number), corner(number + 1));
        let pose = pose(here, (next - here).normalize_or_zero(), 1.0);
        things.push((Thing::Post, pose));
        // The gate is open.
        if number % (POSTS / 2) != 0 {
            things.push((Thing::Rails, pose));
        }
    }
}

/// A wood around the meadow; no body walks there.
fn wood(meadow: &Meadow, things: &mut Vec<(Thing, Pose)>) {
    let mut chance = fastrand::Rng::with_seed(3);
    let fold = Vec2::new(meadow.fold().x, meadow.fold().y);
    for _ in 0..TREES {
        let direction = Vec2::from_angle(chance.f32() * TAU);
        let edge = 0.5 * meadow.side / direction.abs().max_element();
        let place = fold + direction * (edge + 3.0 + 45.0 * chance.f32() * chance.f32());
        let pose = pose(place, Vec2::from_angle(chance.f32() * TAU), 0.8 + 0.7 * chance.f32());
        things.push((Thing::Conifer, pose));
    }
}

const fn pose(place: Vec2, direction: Vec2, scale: f32) -> Pose {
    Pose { feet: Vec3::new(place.x, 0.0, place.y), direction, scale, haze: 0.0 }
}
