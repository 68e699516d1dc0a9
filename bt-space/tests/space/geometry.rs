//! Cameras, rays and shapes agree with reference data, and with geometry that is computed without matrices.

use bt_space::picking::glam::DVec3;

mod bodies;
mod cameras;
mod capsules;
mod extremes;
mod others;
mod picks;
mod reference;

use cameras::Model;

/// The number of cases of a test: one in ten, or all of them with `ALL_RAYS=1`, which needs some optimization.
fn sample(all: usize) -> usize {
    if std::env::var_os("ALL_RAYS").is_some() { all } else { all / 10 }
}

/// The angle between two directions of any length, in degrees.
fn degrees(a: [f64; 3], b: [f64; 3]) -> f64 {
    let across = DVec3::from(a).cross(b.into());
    across.length().atan2(dot(a, b)).to_degrees()
}

/// The distance of a point from a line.
fn from_line(point: [f64; 3], origin: [f64; 3], direction: [f64; 3]) -> f64 {
    let way: [f64; 3] = std::array::from_fn(|axis| point[axis] - origin[axis]);
    let share = dot(way, direction) / dot(direction, direction);
    length(std::array::from_fn(|axis| way[axis] - share * direction[axis]))
}

/// The scalar product.
fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The length of a vector.
fn length(vector: [f64; 3]) -> f64 {
    dot(vector, vector).sqrt()
}

/// The allowed error of a position at this distance from the origin: 4 units in the last place, in
/// `f32`, of the larger of the distance and 1.
#[allow(clippy::cast_possible_truncation, reason = "to round is what is wanted")]
fn four_ulp(distance: f64) -> f64 {
    let distance = distance.max(1.0) as f32;
    4.0 * f64::from(f32::from_bits(distance.to_bits() + 1) - distance)
}
