//! The numbers and vectors that are calculated with.

use super::Error;
use core::ops::{Add, Div, Mul, Neg, Sub};
use glam::{DVec2, DVec3, Vec2, Vec3};

/// `f32` or `f64`: the precision of rays, shapes and hits.
///
/// Which one it is follows from what is handed over: a [`Mat4`](glam::Mat4) makes a camera whose rays are `f32`
/// and [`Vec3`], a [`DMat4`](glam::DMat4) one whose rays are `f64` and [`DVec3`].
pub trait Real: Number {
    /// A place on the screen: [`Vec2`] or [`DVec2`].
    type Vec2: Copy + core::fmt::Debug + PartialEq + From<[Self; 2]> + Into<[Self; 2]>;
    /// A place in the world: [`Vec3`] or [`DVec3`].
    type Vec3: Vector<Self>;
}

/// What is done with numbers; nobody else can implement it.
pub trait Number:
    Copy
    + core::fmt::Debug
    + PartialOrd
    + Into<f64>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    const ZERO: Self;
    const ONE: Self;
    const INFINITY: Self;
    /// Twice as far there is no number any more. What begins no farther away and reaches no farther is somewhere.
    const FARTHEST: Self;
    /// The square of a length from which on it is exact.
    const SMALL: Self;
    /// The sine squared of an angle that is none.
    const PARALLEL: Self;

    fn round(number: f64) -> Self;
    fn is_finite(self) -> bool;
    fn abs(self) -> Self;
    fn sqrt(self) -> Self;
}

/// What is done with vectors, as glam does it.
pub trait Vector<F>:
    Copy
    + core::fmt::Debug
    + PartialEq
    + From<[F; 3]>
    + Into<[F; 3]>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<F, Output = Self>
    + Mul<Output = Self>
    + Div<F, Output = Self>
    + Neg<Output = Self>
{
    const ZERO: Self;
    const Y: Self;
    const Z: Self;

    fn round(vector: DVec3) -> Self;
    fn exact(self) -> DVec3;
    fn is_finite(self) -> bool;
    fn dot(self, other: Self) -> F;
    fn cross(self, other: Self) -> Self;
    fn length_squared(self) -> F;
    fn abs(self) -> Self;
    fn recip(self) -> Self;
    fn min(self, other: Self) -> Self;
    fn max(self, other: Self) -> Self;
    fn min_element(self) -> F;
    fn max_element(self) -> F;
}

macro_rules! real {
    ($number:ident, $vec2:ident, $vec3:ident, $round:expr, $small:literal, $parallel:literal) => {
        impl Real for $number {
            type Vec2 = $vec2;
            type Vec3 = $vec3;
        }

        impl Number for $number {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const INFINITY: Self = Self::INFINITY;
            const FARTHEST: Self = Self::MAX / 2.0;
            const SMALL: Self = $small;
            const PARALLEL: Self = $parallel;

            #[inline]
            #[allow(clippy::cast_possible_truncation, reason = "to round is what is wanted")]
            fn round(number: f64) -> Self {
                number as Self
            }

            #[inline]
            fn is_finite(self) -> bool {
                self.is_finite()
            }

            #[inline]
            fn abs(self) -> Self {
                self.abs()
            }

            /// By glam, since `core` has none.
            #[inline]
            fn sqrt(self) -> Self {
                $vec2::splat(self).sqrt().x
            }
        }

        impl Vector<$number> for $vec3 {
            const ZERO: Self = Self::ZERO;
            const Y: Self = Self::Y;
            const Z: Self = Self::Z;

            #[inline]
            fn round(vector: DVec3) -> Self {
                $round(vector)
            }

            #[inline]
            fn exact(self) -> DVec3 {
                DVec3::from(self)
            }

            real!(methods $number: is_finite() -> bool, dot(other: Self) -> $number, cross(other: Self) -> Self,
                length_squared() -> $number, abs() -> Self, recip() -> Self, min(other: Self) -> Self,
                max(other: Self) -> Self, min_element() -> $number, max_element() -> $number);
        }
    };
    (methods $number:ident: $($name:ident($($other:ident: Self)?) -> $result:ty),*) => {
        $(
            #[inline]
            fn $name(self $(, $other: Self)?) -> $result {
                self.$name($($other)?)
            }
        )*
    };
}

real!(f32, Vec2, Vec3, |vector: DVec3| vector.as_vec3(), 1e-30, 1e-6);
real!(f64, DVec2, DVec3, |vector| vector, 1e-200, 1e-14);

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
    let is_finite = places.iter().all(|place| place.is_finite());
    if is_finite { Ok(places) } else { Err(Error::NotFinite) }
}

/// Whether a vector is finite, by one comparison: zero times anything else is NaN.
#[inline]
pub(super) fn is_finite<F: Real>(vector: F::Vec3) -> bool {
    vector.dot(F::Vec3::ZERO) == F::ZERO
}

/// A radius that was handed over.
#[inline]
pub(super) fn radius<F: Real>(radius: F) -> Result<F, Error> {
    if !radius.is_finite() {
        Err(Error::NotFinite)
    } else if radius < F::ZERO {
        Err(Error::ShapeEmpty)
    } else {
        Ok(radius)
    }
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
