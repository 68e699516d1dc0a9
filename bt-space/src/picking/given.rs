//! Checks and conversions of arguments.

use super::number::{Vector, Vector4};
use super::{Error, Real};
use glam::DVec2;

/// Converts an argument that is a place on the screen.
#[inline]
pub(super) fn pair<T: Into<f64>>(pair: impl Into<[T; 2]>) -> DVec2 {
    DVec2::from_array(pair.into().map(Into::into))
}

/// Converts an argument that is a position in the world.
#[inline]
pub(super) fn place<F: Real>(place: impl Into<[F; 3]>) -> Result<F::Vec3, Error> {
    let [place] = places([place.into()])?;
    Ok(place)
}

/// Converts several arguments that are positions in the world.
#[inline]
pub(super) fn places<F: Real, const N: usize>(places: [[F; 3]; N]) -> Result<[F::Vec3; N], Error> {
    let places = places.map(F::Vec3::from);
    if are_finite::<F, N>(places) { Ok(places) } else { Err(Error::NotFinite) }
}

/// Returns `true` if all numbers are finite, with one comparison: zero times NaN or infinity is NaN.
#[inline]
pub(super) fn are_finite<F: Real, const N: usize>(places: [F::Vec3; N]) -> bool {
    let zeros = places.into_iter().map(|place| place * F::ZERO);
    let [x, y, z] = zeros.reduce(|sum, zero| sum + zero).unwrap_or(F::Vec3::ZERO).into();
    x + y + z == F::ZERO
}

/// Does the same as [`are_finite`] for vectors in registers.
#[inline]
pub(super) fn lanes_are_finite<F: Real, const N: usize>(lanes: [F::Vec4; N]) -> bool {
    let zeros = lanes.into_iter().map(|lanes| lanes * F::ZERO);
    zeros.reduce(|sum, zero| sum + zero).is_none_or(|sum| sum == F::Vec4::ZERO)
}

/// Loads a position into a register.
#[inline]
pub(super) fn lanes<F: Real>([x, y, z]: [F; 3]) -> F::Vec4 {
    F::Vec4::from([x, y, z, F::ZERO])
}

/// Returns `true` if a vector is finite.
#[inline]
pub(super) fn is_finite<F: Real>(vector: F::Vec3) -> bool {
    are_finite::<F, 1>([vector])
}

/// Checks positions around which there is a radius.
#[inline]
pub(super) fn round<F: Real, const N: usize>(
    places: [[F; 3]; N],
    radius: F,
) -> Result<[F::Vec3; N], Error> {
    let places = places.map(F::Vec3::from);
    let sum = places.into_iter().reduce(|sum, place| sum + place).unwrap_or(F::Vec3::ZERO);
    let [x, y, z] = sum.into();
    // A sum is finite only if all its terms are finite. It may be infinite for finite terms that are large.
    let is_small = radius.is_length() && x.is_number() && y.is_number() && z.is_number();
    if is_small || is_large(&places, radius) {
        Ok(places)
    } else {
        Err(not_round(are_finite::<F, N>(places), radius))
    }
}

/// Does the same for positions that are far away, and for a radius of −0.
#[inline(always)]
#[allow(clippy::inline_always, reason = "nothing is kept for a call that is never made")]
fn is_large<F: Real, const N: usize>(places: &[F::Vec3; N], radius: F) -> bool {
    are_finite::<F, N>(*places) && radius >= F::ZERO && radius.is_finite()
}

/// The error of an invalid radius or position.
#[cold]
fn not_round<F: Real>(are_places: bool, radius: F) -> Error {
    if are_places && radius.is_finite() { Error::ShapeEmpty } else { Error::NotFinite }
}

/// The vector with length 1; `None` if it is zero.
#[inline]
pub(super) fn unit<F: Real>(vector: F::Vec3) -> Option<F::Vec3> {
    let square = vector.length_squared();
    if F::SMALL < square && square < F::INFINITY {
        Some(vector * (F::ONE / square.sqrt()))
    } else {
        scaled_unit::<F>(vector)
    }
}

/// Does the same as [`unit`] if the square of the length would overflow or underflow.
#[cold]
fn scaled_unit<F: Real>(vector: F::Vec3) -> Option<F::Vec3> {
    let largest = vector.abs().max_element();
    let vector = vector / largest;
    let vector = vector * (F::ONE / vector.length_squared().sqrt());
    (largest > F::ZERO && vector.is_finite()).then_some(vector)
}
