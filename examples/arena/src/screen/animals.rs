//! The bodies with their shadows, and the rings below selected ones.

use super::above;
use super::brush::Brush;
use super::light::{SUN, haze};
use super::model::{Models, Pose};
use crate::game::Game;
use crate::world::body::{Body, Kind};
use bt_core::picking::{Ground, Selection};
use macroquad::color::Color;
use macroquad::math::{Vec2, Vec3};

const SHADOW: Color = Color::new(0.08, 0.14, 0.10, 0.36);
pub(crate) const SELECTED: Color = Color::new(1.0, 0.86, 0.25, 0.95);
const GOAL: Color = Color::new(1.0, 1.0, 1.0, 0.9);
/// Bodies that are farther away have no legs.
const NEAR: f32 = 45.0;
/// The seconds for which the goal of a command is shown.
const MARKER: f32 = 1.2;

pub(crate) fn draw(brush: &mut Brush, models: &Models, game: &Game, view: &Visible) {
    let bodies = || game.world.bodies.iter().filter(|body| view.shows(body));
    bodies().for_each(|body| shadow(brush, body));
    rings(brush, game);
    for body in bodies() {
        let feet = above(body.place, gait(body, game.world.now.as_secs_f32()));
        let distance = feet.distance(view.eye);
        let pose = Pose {
            feet,
            direction: Vec2::from_angle(body.heading),
            scale: scale(body),
            haze: haze(distance),
        };
        models.of(body.kind, distance < NEAR).draw(brush, pose, view.eye);
    }
}

/// The part of the world that is in the window.
pub(crate) struct Visible {
    pub(crate) eye: Vec3,
    /// `None` shows everything.
    pub(crate) selection: Option<Selection>,
}

impl Visible {
    fn shows(&self, body: &Body) -> bool {
        let [feet, head] = [0.0, 2.0].map(|height| Ground::Xz.point(body.place, height).to_array());
        self.selection.is_none_or(|selection| selection.touches(feet, head, 2.0))
    }
}

/// Hunters and shepherds are a little larger than in life, so that they are seen from far away.
fn scale(body: &Body) -> f32 {
    let size = if body.kind == Kind::Sheep { 1.0 } else { 1.35 };
    // No two are equal.
    size * (0.92 + 0.04 * (body.handle.index() % 5) as f32)
}

/// The height of a hop.
fn gait(body: &Body, time: f32) -> f32 {
    let speed = body.velocity.length();
    let phase = time * (4.0 + 1.5 * speed) + body.handle.index() as f32;
    if speed < 0.2 { 0.0 } else { phase.sin().abs() * 0.03 * speed.min(5.0) }
}

/// An ellipse on the ground, on the other side than the sun.
fn shadow(brush: &mut Brush, body: &Body) {
    const CORNERS: [(f32, f32); 8] = [
        (1.0, 0.0),
        (0.7, 0.7),
        (0.0, 1.0),
        (-0.7, 0.7),
        (-1.0, 0.0),
        (-0.7, -0.7),
        (0.0, -1.0),
        (0.7, -0.7),
    ];
    let length = 0.35 * body.kind.height() * scale(body);
    let away = Vec3::new(-SUN.x, 0.0, -SUN.z) * length;
    let middle = above(body.place, 0.02) + away;
    let (long, wide) = match body.kind {
        Kind::Sheep => (0.75, 0.45),
        Kind::Hunter => (1.3, 0.4),
        Kind::Shepherd => (0.65, 0.65),
    };
    let along = Vec2::from_angle(body.heading);
    let along = Vec3::new(along.x, 0.0, along.y);
    let across = Vec3::new(-along.z, 0.0, along.x);
    let corners = CORNERS.map(|(x, z)| middle + along * (x * long) + across * (z * wide));
    brush.polygon(&corners, SHADOW);
}

fn rings(brush: &mut Brush, game: &Game) {
    for handle in game.selection.handles() {
        let Some(body) = game.world.body(*handle) else { continue };
        brush.ring(above(body.place, 0.05), [0.85, 1.05], SELECTED);
        if let Some(order) = body.order {
            brush.ring(above(order, 0.06), [0.0, 0.22], GOAL);
        }
    }
    if let Some((place, age)) = game.marker {
        let part = age / MARKER;
        if part < 1.0 {
            let color = Color { a: 1.0 - part, ..GOAL };
            brush.ring(above(place, 0.07), [2.0 * part, 2.0 * part + 0.3], color);
        }
    }
}
