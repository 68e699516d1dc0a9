//! Light, shade, haze and the sky.

use macroquad::color::Color;
use macroquad::math::{Vec2, Vec3};
use macroquad::models::{Mesh, Vertex, draw_mesh};
use macroquad::window::{clear_background, screen_height, screen_width};

/// The direction to the sun, of length 1.
pub(crate) const SUN: Vec3 = Vec3::new(0.48, 0.8, 0.36);
const HAZE: Color = Color::new(0.80, 0.87, 0.90, 1.0);
const ZENITH: Color = Color::new(0.36, 0.58, 0.80, 1.0);
/// The distances at which the haze begins and hides everything, in meters.
const HAZE_RANGE: [f32; 2] = [60.0, 420.0];

/// The color of a surface with this normal. Shade is a little blue, since the sky lights it.
pub(crate) fn shaded(color: Color, normal: Vec3) -> Color {
    let light = normal.dot(SUN).max(0.0);
    let sky = 0.5 + 0.5 * normal.y;
    let [red, green, blue] = [(0.44, 0.10), (0.46, 0.12), (0.52, 0.17)]
        .map(|(ambient, from_sky)| ambient + from_sky * sky + 0.5 * light);
    Color::new(color.r * red, color.g * green, color.b * blue, color.a)
}

/// How much of a thing at this distance the haze hides, from 0 to 1.
pub(crate) fn haze(distance: f32) -> f32 {
    let [begin, end] = HAZE_RANGE;
    let part = ((distance - begin) / (end - begin)).clamp(0.0, 1.0);
    part.sqrt() * part
}

/// A color behind this much haze.
pub(crate) fn hazy(color: Color, haze: f32) -> Color {
    mix(color, Color { a: color.a, ..HAZE }, haze)
}

/// A color between two: the first at 0, the other at 1.
pub(crate) fn mix(one: Color, other: Color, part: f32) -> Color {
    let between = |one: f32, other: f32| one + part * (other - one);
    Color::new(
        between(one.r, other.r),
        between(one.g, other.g),
        between(one.b, other.b),
        between(one.a, other.a),
    )
}

/// Fills the window with the sky, which is hazy down to the horizon at this height of the window.
pub(crate) fn draw_sky(horizon: f32) {
    clear_background(HAZE);
    let (width, zenith) = (screen_width(), horizon - screen_height());
    let corner = |x: f32, y: f32, color| Vertex::new2(Vec3::new(x, y, 0.0), Vec2::ZERO, color);
    let vertices = vec![
        corner(0.0, zenith, ZENITH),
        corner(width, zenith, ZENITH),
        corner(width, horizon, HAZE),
        corner(0.0, horizon, HAZE),
    ];
    draw_mesh(&Mesh { vertices, indices: vec![0, 1, 2, 0, 2, 3], texture: None });
}
