//! A cylinder with round ends.

use super::{Shape, Sphere};
use crate::picking::given;
use crate::picking::number::Vector;
use crate::picking::{Error, Hit, Ray, Real};

/// All that is near a line from one point to another: the usual body of an agent.
///
/// ```
/// use bt_core::picking::glam::Vec3;
/// use bt_core::picking::{Capsule, Error, Ray};
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
    from: F::Vec3,
    to: F::Vec3,
    radius: F,
}

impl<F: Real> Capsule<F> {
    /// All that is no farther than the radius from the line between two points, which may be the same.
    ///
    /// # Errors
    ///
    /// [`Error::NotFinite`]; [`Error::ShapeEmpty`] if the radius is negative.
    #[inline]
    pub fn new(from: impl Into<[F; 3]>, to: impl Into<[F; 3]>, radius: F) -> Result<Self, Error> {
        let [from, to] = given::round([from.into(), to.into()], radius)?;
        Ok(Self { from, to, radius })
    }

    #[inline]
    fn end(&self, is_from: bool, ray: &Ray<F>) -> Option<(F, F)> {
        let center = if is_from { self.from } else { self.to };
        Sphere { center, radius: self.radius }.crossing(ray)
    }

    /// Where the whole line enters and leaves it: two distances from the ray's origin.
    #[must_use]
    pub fn crossing(&self, ray: &Ray<F>) -> Option<(F, F)> {
        let line = Line::new(self, ray)?;
        Some((line.enter(self, ray)?, line.exit(self, ray)?))
    }
}

/// How a line runs beside the axis of a capsule.
///
/// Where it crosses the endless cylinder beyond an end of the axis, it crosses the ball there instead. After
/// Quílez, *Intersectors*, with distances from the place nearest to an end, as for the sphere.
struct Line<F> {
    /// The distance of the place nearest to `from`.
    middle: F,
    /// Of that place from `from`, times the axis.
    offset: F,
    /// The direction times the axis, and the axis times itself.
    along: F,
    square: F,
    /// The square of the sine to the axis, by the square of its length.
    slant: F,
    /// Half of the way through the endless cylinder, times `slant`; nothing if the line is parallel to it.
    half: Option<F>,
}

impl<F: Real> Line<F> {
    /// `None` if it misses the endless cylinder.
    #[inline]
    fn new(capsule: &Capsule<F>, ray: &Ray<F>) -> Option<Self> {
        let (axis, way) = (capsule.to - capsule.from, capsule.from - ray.origin);
        let middle = way.dot(ray.direction);
        let across = ray.direction * middle - way;
        let square = axis.length_squared();
        let (along, offset) = (axis.dot(ray.direction), axis.dot(across));
        let slant = square - along * along;
        let mut line = Self { middle, offset, along, square, slant, half: None };
        if slant > F::PARALLEL * square {
            let turn = offset * along;
            let radius = capsule.radius * capsule.radius;
            let rest = square * (across.length_squared() - radius) - offset * offset;
            let half = turn * turn - slant * rest;
            if half < F::ZERO {
                return None;
            }
            line.half = Some(half.sqrt());
        }
        Some(line)
    }

    #[inline]
    fn enter(&self, capsule: &Capsule<F>, ray: &Ray<F>) -> Option<F> {
        match self.crossing(self.half.map(|half| -half), self.along >= F::ZERO) {
            Ok(distance) => Some(distance),
            Err(is_from) => Some(capsule.end(is_from, ray)?.0),
        }
    }

    #[inline]
    fn exit(&self, capsule: &Capsule<F>, ray: &Ray<F>) -> Option<F> {
        match self.crossing(self.half, self.along < F::ZERO) {
            Ok(distance) => Some(distance),
            Err(is_from) => Some(capsule.end(is_from, ray)?.1),
        }
    }

    /// Where the line crosses the cylinder, or at which end, `from` or not, it does not.
    #[inline]
    fn crossing(&self, half: Option<F>, is_from: bool) -> Result<F, bool> {
        let half = half.ok_or(is_from)?;
        let distance = (self.offset * self.along + half) / self.slant;
        let height = self.offset + distance * self.along;
        if F::ZERO <= height && height <= self.square {
            Ok(self.middle + distance)
        } else {
            Err(height < F::ZERO)
        }
    }
}

impl<F: Real> Shape<F> for Capsule<F> {
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a few ns, of which a call would be a good part")]
    fn hit(&self, ray: &Ray<F>) -> Option<Hit<F>> {
        let line = Line::new(self, ray)?;
        let exit = || line.exit(self, ray);
        Hit::on_solid(ray, line.enter(self, ray)?, exit, |point| {
            let axis = self.to - self.from;
            let height = (point - self.from).dot(axis) / axis.length_squared();
            // Without an axis the height is NaN.
            let end = if height >= F::ONE { self.to } else { self.from };
            let is_between = F::ZERO < height && height < F::ONE;
            point - if is_between { self.from + axis * height } else { end }
        })
    }
}
