//! Checks and conversions of arguments.

use super::number::{Vector, Vector4};
use super::{Error, Real};
use glam::DVec2;

/// A place on the screen that was handed over.
#[inline]
pub(super) fn pair<T: Into<f64>>(pair: impl Into<[T; 2]>) -> DVec2 {
    DVec2::from_array(pair.into().map(Into::into))
}

/// A place in the world that was handed over.
#[inline]
pub(super) fn place<F: Real>(place: impl Into<[F; 3]>) -> Result<F::Vec3, Error> {
    let [place] = places([place.into()])?;
    Ok(place)
}

/// Some places in the world that were handed over.
#[inline]
pub(super) fn places<F: Real, const N: usize>(places: [[F; 3]; N]) -> Result<[F::Vec3; N], Error> {
    let places = places.map(F::Vec3::from);
    if are_finite::<F, N>(places) { Ok(places) } else { Err(Error::NotFinite) }
}

/// Returns `true` if all are finite, by one comparison: zero times anything else is NaN.
#[inline]
pub(super) fn are_finite<F: Real, const N: usize>(places: [F::Vec3; N]) -> bool {
    let zeros = places.into_iter().map(|place| place * F::ZERO);
    let [x, y, z] = zeros.reduce(|sum, zero| sum + zero).unwrap_or(F::Vec3::ZERO).into();
    x + y + z == F::ZERO
}

/// As [`are_finite`], of registers.
#[inline]
pub(super) fn lanes_are_finite<F: Real, const N: usize>(lanes: [F::Vec4; N]) -> bool {
    let zeros = lanes.into_iter().map(|lanes| lanes * F::ZERO);
    zeros.reduce(|sum, zero| sum + zero).is_none_or(|sum| sum == F::Vec4::ZERO)
}

/// A place in a register.
#[inline]
pub(super) fn lanes<F: Real>([x, y, z]: [F; 3]) -> F::Vec4 {
    F::Vec4::from([x, y, z, F::ZERO])
}

/// Returns `true` if a vector is finite.
#[inline]
pub(super) fn is_finite<F: Real>(vector: F::Vec3) -> bool {
    are_finite::<F, 1>([vector])
}

/// Some places around which there is a radius.
#[inline]
pub(super) fn round<F: Real, const N: usize>(
    places: [[F; 3]; N],
    radius: F,
) -> Result<[F::Vec3; N], Error> {
    let places = places.map(F::Vec3::from);
    let sum = places.into_iter().reduce(|sum, place| sum + place).unwrap_or(F::Vec3::ZERO);
    let [x, y, z] = sum.into();
    // A sum is finite if all its terms are; it may be infinite if they are not small.
    let is_small = radius.is_length() && x.is_number() && y.is_number() && z.is_number();
    if is_small || is_large(&places, radius) {
        Ok(places)
    } else {
        Err(not_round(are_finite::<F, N>(places), radius))
    }
}

/// The same of places that are far away, and of a radius of −0.
#[inline(always)]
#[allow(clippy::inline_always, reason = "nothing is kept for a call that is never made")]
fn is_large<F: Real, const N: usize>(places: &[F::Vec3; N], radius: F) -> bool {
    are_finite::<F, N>(*places) && radius >= F::ZERO && radius.is_finite()
}

/// The error of a radius, or of the places around which it is.
#[cold]
fn not_round<F: Real>(are_places: bool, radius: F) -> Error {
    if are_places && radius.is_finite() { Error::ShapeEmpty } else { Error::NotFinite }
}

/// A direction of length 1; the vector has none if it is zero.
#[inline]
pub(super) fn unit<F: Real>(vector: F::Vec3) -> Option<F::Vec3> {
    let square = vector.length_squared();
    if F::SMALL < square && square < F::INFINITY {
        Some(vector * (F::ONE / square.sqrt()))
    } else {
        scaled_unit::<F>(vector)
    }
}

/// As [`unit`], where the square of the length would be too large or too small.
#[cold]
fn scaled_unit<F: Real>(vector: F::Vec3) -> Option<F::Vec3> {
    let largest = vector.abs().max_element();
    let vector = vector / largest;
    let vector = vector * (F::ONE / vector.length_squared().sqrt());
    (largest > F::ZERO && vector.is_finite()).then_some(vector)
}
