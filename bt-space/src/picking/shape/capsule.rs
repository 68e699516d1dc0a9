//! Capsules: cylinders with round ends.

use super::Shape;
use crate::picking::number::{self, Vector4};
use crate::picking::{Error, Hit, Ray, Real, given};

/// The points within a radius of a line between two points: the usual body of an agent.
///
/// The hits on thin and long capsules are as exact as those on spheres: up to 4 units in the last place of
/// the distance.
///
/// ```
/// use bt_space::picking::glam::Vec3;
/// use bt_space::picking::{Capsule, Error, Ray};
///
/// // A person of 1.8 m, whose feet are at (4, 0, 0).
/// let feet = Vec3::new(4.0, 0.0, 0.0);
/// let body = Capsule::new(feet + Vec3::Y * 0.3, feet + Vec3::Y * 1.5, 0.3)?;
/// let hit = Ray::new(Vec3::Y, Vec3::X)?.hit(&body).unwrap();
/// assert!((hit.distance() - 3.7).abs() < 1e-6);
/// assert!(hit.normal().distance(Vec3::NEG_X) < 1e-6);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule<F: Real = f32> {
    /// The fourth number is the radius.
    from: F::Vec4,
    to: F::Vec4,
}

impl<F: Real> Capsule<F> {
    /// Makes the capsule of all points within the radius of the line between two points, which may be equal.
    ///
    /// # Errors
    ///
    /// [`Error::NotFinite`]; [`Error::ShapeEmpty`] if the radius is negative.
    #[inline]
    pub fn new(from: impl Into<[F; 3]>, to: impl Into<[F; 3]>, radius: F) -> Result<Self, Error> {
        let [from, to] = [from.into(), to.into()];
        given::round([from, to], radius)?;
        Ok(Self {
            from: F::Vec4::from([from[0], from[1], from[2], radius]),
            to: given::lanes::<F>(to),
        })
    }

    #[inline]
    fn radius(&self) -> F {
        let [.., radius] = self.from.into();
        radius
    }

    /// The distances from the ray's origin at which the whole line enters and leaves the capsule.
    #[must_use]
    pub fn crossing(&self, ray: &Ray<F>) -> Option<(F, F)> {
        let line = Line::new(&Input::new(self, ray))?;
        let (enter, exit) = (line.enter()?.distance, line.exit()?.distance);
        // Both are rounded separately; a line that only touches the capsule enters and leaves at the same
        // point.
        Some((enter, if exit < enter { enter } else { exit }))
    }
}

/// The distance at which a line leaves a capsule.
#[cold]
#[inline(never)]
fn exit<F: Real>(input: Input<F>) -> Option<F> {
    Some(Line::new(&input)?.exit()?.distance)
}

impl<F: Real> Shape<F> for Capsule<F> {
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a few ns, of which a call would be a good part")]
    fn hit(&self, ray: &Ray<F>) -> Option<Hit<F>> {
        let input = Input::new(self, ray);
        let enter = Line::new(&input)?.enter()?;
        Hit::on_solid(ray, enter.distance, || exit(input), |_| enter.outwards)
    }
}

/// The line of a ray relative to the axis of a capsule.
///
/// In a projection along the line, the line is a point, and the axis becomes its part across the line. The
/// distance between both follows without cancellation. From it follows how far before and after the point
/// nearest to the axis the line crosses the infinite cylinder. If a crossing is beyond an end of the axis,
/// the line crosses the sphere around that end instead.
///
/// All lengths are relative to a point of the axis, the base, and to the point on the line nearest to it, so
/// they are as exact as the distance to the base. The base is the first end of the axis. If the capsule is
/// near compared with its length, the base is a point near the hit.
struct Line<F: Real> {
    direction: F::Vec4,
    radius: F,
    axis: F::Vec4,
    /// The component of the axis along the line, and the component across it.
    along: F,
    across: F::Vec4,
    /// The base, as a fraction of the axis.
    base: F,
    /// The distance from the ray's origin to the point nearest to the base.
    middle: F,
    /// The vector from that point to the base.
    way: F::Vec4,
    /// `way · way`, `across · across` and `way · across`.
    way_squared: F,
    across_squared: F,
    product: F,
}

/// A crossing of a line and the surface of a capsule.
struct Crossing<F: Real> {
    /// The distance from the ray's origin.
    distance: F,
    /// The outward direction, away from the axis, of any length.
    outwards: F::Vec3,
}

/// The vectors of a capsule and of a ray in registers; their fourth number is not used.
#[derive(Clone, Copy)]
struct Input<F: Real> {
    from: F::Vec4,
    to: F::Vec4,
    radius: F,
    origin: F::Vec4,
    direction: F::Vec4,
}

impl<F: Real> Input<F> {
    #[inline]
    fn new(capsule: &Capsule<F>, ray: &Ray<F>) -> Self {
        // The third number is repeated: this needs neither another load nor a zero.
        let register = |vector: F::Vec3| {
            let [x, y, z] = vector.into();
            F::Vec4::from([x, y, z, z])
        };
        Self {
            from: capsule.from,
            to: capsule.to,
            radius: capsule.radius(),
            origin: register(ray.origin),
            direction: register(ray.direction),
        }
    }
}

impl<F: Real> Line<F> {
    /// `None` if the line surely misses; [`enter`](Self::enter) finds the other misses.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "most capsules of a crowd are missed, and end here")]
    fn new(input: &Input<F>) -> Option<Self> {
        let line = Self::from_end(input);
        if line.is_beside() {
            None
        } else if line.middle * line.middle >= F::FAR * line.axis_squared() {
            Some(line)
        } else {
            Some(Self::near(*input))
        }
    }

    #[inline]
    fn from_end(input: &Input<F>) -> Self {
        Self::with_base(input, F::ZERO, input.from - input.origin)
    }

    /// With the base at a fraction of the axis, at this distance from the ray's origin.
    #[inline]
    fn with_base(input: &Input<F>, base: F, way: F::Vec4) -> Self {
        let (axis, direction) = (input.to - input.from, input.direction);
        let (middle, along) = (way.dot(direction), axis.dot(direction));
        let (way, across) = (way - direction * middle, axis - direction * along);
        Self {
            direction,
            radius: input.radius,
            axis,
            along,
            across,
            base,
            middle,
            way,
            way_squared: way.dot(way),
            across_squared: across.dot(across),
            product: way.dot(across),
        }
    }

    /// With the base near the point where the line enters the capsule, or where it passes it.
    #[cold]
    #[inline(never)]
    fn near(input: Input<F>) -> Self {
        let line = Self::from_end(&input).with_base_at_entry(&input);
        // If the line is almost parallel to the axis, the first base is only nearer to the entry than the end
        // of the axis.
        let is_almost_parallel = line.across_squared < F::ALMOST_PARALLEL * line.axis_squared();
        if is_almost_parallel { line.with_base_at_entry(&input) } else { line }
    }

    #[inline]
    fn with_base_at_entry(&self, input: &Input<F>) -> Self {
        let offset = self.offset();
        let chord_squared = self.chord_squared(offset);
        let half = if chord_squared > F::ZERO { self.half(chord_squared) } else { F::ZERO };
        let share = self.base + offset - half * self.along / self.axis_squared();
        let base = number::short(share);
        let way = number::way::<F>([input.from, input.to], base, input.origin);
        Self::with_base(input, base, way)
    }

    /// Returns `true` if the line misses the infinite cylinder by more than the rounding error.
    ///
    /// `|way|² − product² / |across|² > radius²` is fast, but the difference cancels out if the base is far
    /// from the line.
    #[inline]
    fn is_beside(&self) -> bool {
        let rounded = F::NOISE * self.middle;
        let beyond = self.way_squared * (F::ONE - F::NOISE)
            - (self.radius * self.radius * F::NINE_EIGHTHS + rounded * rounded);
        beyond > F::ZERO && beyond * self.across_squared >= self.product * self.product
    }

    #[inline]
    fn axis_squared(&self) -> F {
        self.across_squared + self.along * self.along
    }

    /// Returns `false` if the line is parallel to the axis, or the axis has no length.
    #[inline]
    fn is_slanted(&self) -> bool {
        self.across_squared > F::PARALLEL * self.axis_squared()
    }

    /// The fraction of the axis from the base to the point nearest to the line; 0 if they are parallel.
    #[inline]
    fn offset(&self) -> F {
        let offset = -(self.product * (F::ONE / self.across_squared));
        if self.is_slanted() { offset } else { F::ZERO }
    }

    /// The square of half of the chord in the sphere around a point of the axis; negative if the line misses
    /// the sphere.
    #[inline]
    fn chord_squared(&self, offset: F) -> F {
        let [x, y, z, _] = (self.way + self.across * offset).into();
        (self.radius * self.radius - x * x) - (y * y + z * z)
    }

    /// Half of the chord in the infinite cylinder, calculated from the chord in the sphere around the point
    /// nearest to the line.
    #[inline]
    fn half(&self, chord_squared: F) -> F {
        if self.is_slanted() {
            (chord_squared * (self.axis_squared() * (F::ONE / self.across_squared))).sqrt()
        } else {
            F::INFINITY
        }
    }

    /// The crossing where the line enters the capsule; `None` if it misses.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a few ns, of which a call would be a good part")]
    fn enter(&self) -> Option<Crossing<F>> {
        self.crossing(-F::ONE)
    }

    /// The crossing where the line leaves the capsule; `None` if it misses.
    #[inline]
    fn exit(&self) -> Option<Crossing<F>> {
        self.crossing(F::ONE)
    }

    /// The crossing before the point nearest to the axis, if the sign is negative, or after it.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a few ns, of which a call would be a good part")]
    fn crossing(&self, sign: F) -> Option<Crossing<F>> {
        // The remaining distance along the line: the middle was rounded, and so was the length of the
        // direction.
        let rest = self.way.dot(self.direction);
        let offset = self.offset();
        let chord_squared = self.chord_squared(offset) + rest * rest;
        let touches = chord_squared >= F::ZERO;
        if !touches {
            return None;
        }
        let half = self.half(chord_squared) * sign;
        let axis_squared = self.axis_squared();
        // NaN if the axis has no length: then both ends are the same point.
        let height = (self.base + offset) * axis_squared + half * self.along;
        let (step, share) = if F::ZERO <= height && height <= axis_squared {
            (offset * self.along + half, offset + half * self.along / axis_squared)
        } else {
            let is_from = height < F::ZERO;
            let end = if is_from { F::ZERO } else { F::ONE } - self.base;
            let beyond = if is_from { end - offset } else { offset - end };
            let chord_squared = chord_squared - beyond * beyond * self.across_squared;
            let half = if chord_squared >= F::ZERO {
                chord_squared.sqrt() * sign
            } else if beyond > F::ZERO {
                return None;
            } else {
                // A line through the rim of the cylinder misses the sphere by no more than the rounding
                // error.
                F::ZERO
            };
            (end * self.along + half, end)
        };
        let step = step + rest;
        let outwards = self.direction * step - self.way - self.axis * share;
        Some(Crossing { distance: self.middle + step, outwards: outwards.xyz() })
    }
}
