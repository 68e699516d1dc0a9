//! Where a ray meets a shape.

use super::given;
use super::number::Vector;
use super::{Ray, Real};

/// Where a ray meets a shape first.
///
/// Nothing in it is NaN or infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit<F: Real = f32> {
    distance: F,
    point: F::Vec3,
    /// Of any length: most hits are never asked for their normal.
    outwards: F::Vec3,
    side: Side,
}

/// From which side a ray meets a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// From outside; on a plane or a triangle from the side to which its normal points.
    Front,
    /// From the other side of a plane or a triangle.
    Back,
    /// The ray begins in the shape, and the hit is where it begins.
    Inside,
}

impl<F: Real> Hit<F> {
    /// Where a ray meets a shape of your own: at a distance from its origin, on a surface with this normal, of
    /// any length.
    ///
    /// `None` if the distance lies before the ray's [`start`](Ray::start), or something is not finite.
    #[must_use]
    #[inline]
    pub fn new(ray: &Ray<F>, distance: F, normal: impl Into<[F; 3]>) -> Option<Self> {
        Self::on_surface(ray, distance, given::place::<F>(normal).ok()?)
    }

    /// On something without a thickness.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a part of each `Shape::hit`, which is a few ns")]
    pub(super) fn on_surface(ray: &Ray<F>, distance: F, outwards: F::Vec3) -> Option<Self> {
        let point = ray.at(distance);
        let is_front = outwards.dot(ray.direction) <= F::ZERO;
        let side = if is_front { Side::Front } else { Side::Back };
        let is_hit = distance >= ray.start && distance <= F::FARTHEST;
        is_hit.then_some(Self { distance, point, outwards, side })
    }

    /// On something that the whole line enters there; where it leaves is asked for if the ray begins behind
    /// that, and the normal, of any length, if it does not.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a part of each `Shape::hit`, which is a few ns")]
    pub(super) fn on_solid(
        ray: &Ray<F>,
        enter: F,
        exit: impl FnOnce() -> Option<F>,
        outwards: impl FnOnce(F::Vec3) -> F::Vec3,
    ) -> Option<Self> {
        if enter >= ray.start {
            let point = ray.at(enter);
            let outwards = outwards(point);
            let hit = Self { distance: enter, point, outwards, side: Side::Front };
            return (enter <= F::FARTHEST).then_some(hit);
        }
        let distance = ray.start;
        let (point, outwards) = (ray.at(distance), -ray.direction);
        let is_inside = exit()? >= distance;
        is_inside.then_some(Self { distance, point, outwards, side: Side::Inside })
    }

    /// The distance from the ray's origin.
    #[must_use]
    #[inline]
    pub const fn distance(&self) -> F {
        self.distance
    }

    /// The point.
    #[must_use]
    #[inline]
    pub const fn point(&self) -> F::Vec3 {
        self.point
    }

    /// The direction straight away from the surface, of length 1.
    ///
    /// The normal of a plane points to the side that the ray comes from, the normal of a triangle to its front; if the ray
    /// begins inside, it points back along the ray. A point, which has none, counts as a tiny ball.
    #[must_use]
    #[inline]
    pub fn normal(&self) -> F::Vec3 {
        given::unit::<F>(self.outwards).unwrap_or(F::Vec3::Y)
    }

    /// From which side the ray meets the shape.
    #[must_use]
    #[inline]
    pub const fn side(&self) -> Side {
        self.side
    }

    #[inline]
    pub(super) fn turned_to(self, outwards: F::Vec3) -> Self {
        Self { outwards, ..self }
    }
}
