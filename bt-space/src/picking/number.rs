//! The types of numbers and vectors, and error-free transformations: sums and products together with their rounding errors.

use core::ops::{Add, Div, Mul, Neg, Sub};
use glam::{DMat4, DVec2, DVec3, DVec4, Mat4, Vec2, Vec3, Vec4, Vec4Swizzles};

/// `f32` or `f64`: the precision of rays, shapes and hits.
///
/// It follows from the arguments: a [`Mat4`](glam::Mat4) makes a camera whose rays are `f32` and [`Vec3`],
/// and a [`DMat4`](glam::DMat4) one whose rays are `f64` and [`DVec3`].
pub trait Real: Number {
    /// A place on the screen: [`Vec2`] or [`DVec2`].
    type Vec2: Copy + core::fmt::Debug + PartialEq + From<[Self; 2]> + Into<[Self; 2]>;
    /// A position in the world: [`Vec3`] or [`DVec3`].
    type Vec3: Vector<Self>;
    /// [`Vec4`] or [`DVec4`].
    type Vec4: Vector4<Self>;
    /// [`Mat4`] or [`DMat4`].
    type Mat4: Transform<Self>;
}

/// Operations on numbers; sealed.
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
    /// Half of `MAX`: the sum of two such values cannot overflow.
    const FARTHEST: Self;
    /// The distance from 1 to the next larger number.
    const EPSILON: f64;
    /// The range of squared lengths for which calculations neither overflow nor underflow.
    const USUAL: [Self; 2];
    /// The squared length below which the square is not exact.
    const SMALL: Self;
    /// Lines whose squared sine is below this count as parallel. It is just above 0: rounding gives larger
    /// values.
    const PARALLEL: Self;
    /// Lines whose squared sine is below this count as almost parallel.
    const ALMOST_PARALLEL: Self;
    /// A bound of the relative rounding error of a few operations.
    const NOISE: Self;
    /// A capsule counts as far away if its squared distance is at least this multiple of its squared length.
    const FAR: Self;
    const NINE_EIGHTHS: Self;
    /// Adding this to a number from 0 to 1 and subtracting it again rounds the number to half of its digits.
    const HALF_DIGITS: Self;
    /// The factor that splits a number into two numbers with half of the digits.
    const SPLIT: Self;

    fn round(number: f64) -> Self;
    fn is_finite(self) -> bool;
    fn abs(self) -> Self;
    fn sqrt(self) -> Self;
    /// Does the same as [`is_finite`](Self::is_finite) with the bits alone, which leaves floating-point
    /// registers free.
    fn is_number(self) -> bool;
    /// Does the same, and requires that the sign bit is 0.
    fn is_length(self) -> bool;
}

/// Operations on vectors, with the names of glam.
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

/// Operations on vectors that fill a register: in `f32` four numbers are calculated at once.
pub trait Vector4<F: Real>:
    Copy
    + core::fmt::Debug
    + PartialEq
    + From<[F; 4]>
    + Into<[F; 4]>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<F, Output = Self>
    + Mul<Output = Self>
    + Div<F, Output = Self>
{
    const ZERO: Self;

    fn is_finite(self) -> bool;
    fn xyz(self) -> F::Vec3;
    /// The scalar product of the first three numbers.
    fn dot(self, other: Self) -> F;
    /// The first three numbers, each moved one place to the left, or to the right.
    fn rotate_left(self) -> Self;
    fn rotate_right(self) -> Self;
    /// Returns `true` if no number is less than the one at the same place of the other vector.
    fn is_above(self, other: Self) -> bool;
}

/// Operations on matrices.
pub trait Transform<F: Real>: Copy + core::fmt::Debug + PartialEq {
    fn round(columns: DMat4) -> Self;
    fn exact(&self) -> DMat4;
    fn transpose(&self) -> Self;
    fn w_axis(&self) -> F::Vec3;
    fn with_w_axis(self, column: F::Vec3) -> Self;
    /// Transforms a point.
    fn point(&self, point: F::Vec3) -> F::Vec4;
    /// Transforms a direction.
    fn turned(&self, direction: F::Vec3) -> F::Vec3;
    /// Returns `true` if it is a perspective along the z axis, with a finite focal length.
    fn is_perspective(&self) -> bool;
    /// Returns `true` if it is a rotation, except for rounding errors; its last row is ignored.
    fn is_turn(&self) -> bool;
    /// The product of this perspective and a view that is a rotation.
    fn of_turned(&self, view: &Self) -> Self;
}

macro_rules! real {
    ($number:ident, $vec2:ident, $vec3:ident, $vec4:ident, $mat4:ident,
        $round:ident, $round_all:ident, $small:literal, $parallel:literal, $half_digits:literal, $split:literal) => {
        impl Real for $number {
            type Vec2 = $vec2;
            type Vec3 = $vec3;
            type Vec4 = $vec4;
            type Mat4 = $mat4;
        }

        impl Number for $number {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const INFINITY: Self = Self::INFINITY;
            const FARTHEST: Self = Self::MAX / 2.0;
            const EPSILON: f64 = Self::EPSILON as f64;
            const USUAL: [Self; 2] = [1e-4, 1e4];
            const SMALL: Self = $small;
            const PARALLEL: Self = $parallel;
            const ALMOST_PARALLEL: Self = 1e-4;
            const NOISE: Self = 12.0 * Self::EPSILON;
            const FAR: Self = 4.0;
            const NINE_EIGHTHS: Self = 1.125;
            const HALF_DIGITS: Self = $half_digits;
            const SPLIT: Self = $split;

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

            #[inline]
            fn is_number(self) -> bool {
                self.to_bits() << 1 < Self::INFINITY.to_bits() << 1
            }

            #[inline]
            fn is_length(self) -> bool {
                self.to_bits() < Self::INFINITY.to_bits()
            }

            /// From glam, because `core` has no such function.
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
                vector.$round()
            }

            #[inline]
            fn exact(self) -> DVec3 {
                DVec3::from(self)
            }

            real!(methods $number: is_finite() -> bool, dot(other: Self) -> $number, cross(other: Self) -> Self,
                length_squared() -> $number, abs() -> Self, recip() -> Self, min(other: Self) -> Self,
                max(other: Self) -> Self, min_element() -> $number, max_element() -> $number);
        }

        impl Vector4<$number> for $vec4 {
            const ZERO: Self = Self::ZERO;

            #[inline]
            fn is_finite(self) -> bool {
                self * Self::ZERO == Self::ZERO
            }

            #[inline]
            fn xyz(self) -> $vec3 {
                self.truncate()
            }

            #[inline]
            fn dot(self, other: Self) -> $number {
                let [x, y, z, _] = (self * other).to_array();
                x + y + z
            }

            #[inline]
            fn rotate_left(self) -> Self {
                self.yzxw()
            }

            #[inline]
            fn rotate_right(self) -> Self {
                self.zxyw()
            }

            #[inline]
            fn is_above(self, other: Self) -> bool {
                self.cmpge(other).all()
            }
        }

        impl Transform<$number> for $mat4 {
            #[inline]
            fn round(columns: DMat4) -> Self {
                columns.$round_all()
            }

            #[inline]
            fn exact(&self) -> DMat4 {
                let columns = [self.x_axis, self.y_axis, self.z_axis, self.w_axis];
                let [x, y, z, w] = columns.map(DVec4::from);
                DMat4::from_cols(x, y, z, w)
            }

            #[inline]
            fn transpose(&self) -> Self {
                self.transpose()
            }

            #[inline]
            fn w_axis(&self) -> $vec3 {
                self.w_axis.truncate()
            }

            #[inline]
            fn with_w_axis(self, column: $vec3) -> Self {
                Self { w_axis: column.extend(1.0), ..self }
            }

            #[inline]
            fn point(&self, point: $vec3) -> $vec4 {
                let [x, y, z] = point.to_array();
                self.x_axis * x + self.y_axis * y + (self.z_axis * z + self.w_axis)
            }

            #[inline]
            fn turned(&self, direction: $vec3) -> $vec3 {
                let [x, y, z] = direction.to_array();
                (self.x_axis * x + self.y_axis * y + self.z_axis * z).truncate()
            }

            #[inline]
            fn is_perspective(&self) -> bool {
                // A product of zero and a number that is not finite is NaN.
                let x = self.x_axis.abs() * $vec4::new(0.0, 1.0, 1.0, 1.0);
                let y = self.y_axis.abs() * $vec4::new(1.0, 0.0, 1.0, 1.0);
                let w = self.w_axis.abs() * $vec4::new(1.0, 1.0, 0.0, 1.0);
                x + y + w == $vec4::ZERO
            }

            #[inline]
            fn is_turn(&self) -> bool {
                let Self { x_axis: x, y_axis: y, z_axis: z, w_axis } = *self;
                let (lengths, angles) =
                    (x * x + y * y + z * z, x * x.yzxw() + y * y.yzxw() + z * z.yzxw());
                let error = (lengths - $vec4::ONE).abs() + angles.abs();
                w_axis == $vec4::W && error.truncate().cmple($vec3::splat(4.0 * $number::EPSILON)).all()
            }

            #[inline]
            fn of_turned(&self, view: &Self) -> Self {
                let lens = $vec4::new(self.x_axis.x, self.y_axis.y, 0.0, 0.0);
                let [x, y, z] = [view.x_axis, view.y_axis, view.z_axis]
                    .map(|column| lens * column + self.z_axis * column.z);
                Self::from_cols(x, y, z, self.w_axis)
            }
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

real!(f32, Vec2, Vec3, Vec4, Mat4, as_vec3, as_mat4, 1e-30, 1e-24, 6144.0, 4097.0);
real!(f64, DVec2, DVec3, DVec4, DMat4, clone, clone, 1e-200, 1e-60, 100_663_296.0, 134_217_729.0);

/// A fraction, limited to the range from 0 to 1 and rounded to half of its digits, so that its product with
/// another such number is exact.
#[inline]
pub(super) fn short<F: Real>(share: F) -> F {
    let share = if share > F::ZERO { share } else { F::ZERO };
    let share = if share < F::ONE { share } else { F::ONE };
    (share + F::HALF_DIGITS) - F::HALF_DIGITS
}

/// The vector from an origin to a point between two others, at a [`short`] fraction of the line between them.
///
/// Its relative error is small even if the two points are thousands of times as far away.
#[inline]
pub(super) fn way<F: Real>([from, to]: [F::Vec4; 2], share: F, origin: F::Vec4) -> F::Vec4 {
    let (way, way_rest) = difference::<F>(from, origin);
    let (axis, axis_rest) = difference::<F>(to, from);
    let (high, low) = halves::<F>(axis);
    (way + high * share) + (low * share + (way_rest + axis_rest * share))
}

/// A difference, and its rounding error (Knuth, *The Art of Computer Programming*, volume 2, 4.2.2).
#[inline]
fn difference<F: Real>(a: F::Vec4, b: F::Vec4) -> (F::Vec4, F::Vec4) {
    let difference = a - b;
    let taken = difference - a;
    (difference, (a - (difference - taken)) - (b + taken))
}

/// Two numbers of half of the digits with this sum (Dekker, *A floating-point technique*, 1971).
#[inline]
fn halves<F: Real>(vector: F::Vec4) -> (F::Vec4, F::Vec4) {
    let large = vector * F::SPLIT;
    let high = large - (large - vector);
    (high, vector - high)
}

#[cfg(test)]
mod tests {
    use super::{short, way};
    use crate::picking::glam::Vec3;

    /// The origin is near a line that is up to ten thousand times as long as the vector.
    #[test]
    fn a_way_is_as_exact_as_it_is_short() {
        let mut state = 1_u32;
        let mut number = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(state) / f64::from(u32::MAX) - 0.5
        };
        for round in 0..100_000 {
            let length = 10_f64.powi(round % 5);
            let mut place =
                |size: f64| Vec3::from_array([(); 3].map(|()| number() * size).map(as_single));
            let (from, to) = (place(length), place(length));
            let share = short(as_single(f64::from(round) / 1e5));
            let [from64, to64] = [from, to].map(Vec3::as_dvec3);
            // This is exact enough: the fraction has 12 digits, and the points have 24.
            let point = from64 + (to64 - from64) * f64::from(share);
            let origin = point.as_vec3() + place(1.0);
            let expected = point - origin.as_dvec3();
            let ends = [from, to].map(|point| point.extend(0.0));
            let way = way::<f32>(ends, share, origin.extend(0.0)).truncate();
            let wrong = way.as_dvec3() - expected;
            let size = expected.abs().max_element() + length / 4096.0;
            let bound = size * f64::from(f32::EPSILON);
            assert!(wrong.abs().max_element() <= bound, "{wrong}: {from}, {to}, {share}");
        }
    }

    #[allow(clippy::cast_possible_truncation, reason = "to round is what is wanted")]
    fn as_single(number: f64) -> f32 {
        number as f32
    }

    #[test]
    fn a_short_share_is_one() {
        for (share, expected) in [(-1.0, 0.0), (f32::NAN, 0.0), (0.3, 614.0 / 2048.0), (7.0, 1.0)] {
            assert!((short(share) - expected).abs() == 0.0, "{share}");
        }
        assert!((short(0.3) - 0.3_f64).abs() < 1e-8);
    }
}
