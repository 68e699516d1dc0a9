//! Error-free transformations: sums and products together with their rounding errors.

use super::Real;

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
