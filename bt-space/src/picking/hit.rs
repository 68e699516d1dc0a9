//! The hit of a ray on a shape.

use super::given;
use super::number::Vector;
use super::{Ray, Real};

/// The first hit of a ray on a shape.
///
/// All its numbers are finite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit<F: Real = f32> {
    distance: F,
    point: F::Vec3,
    /// It is not normalized, because most hits are never asked for their normal.
    outwards: F::Vec3,
    side: Side,
}

/// The side from which a ray hits a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// From outside; for a plane or a triangle, from the side to which its normal points.
    Front,
    /// From the other side of a plane or a triangle.
    Back,
    /// The ray begins inside of the shape, and the hit is at its start.
    Inside,
}

impl<F: Real> Hit<F> {
    /// Makes the hit of a ray on a shape of your own, from the distance to the ray's origin and a normal of
    /// any length.
    ///
    /// `None` if the distance is less than the ray's [`start`](Ray::start), or an argument is not finite.
    #[must_use]
    #[inline]
    pub fn new(ray: &Ray<F>, distance: F, normal: impl Into<[F; 3]>) -> Option<Self> {
        Self::on_surface(ray, distance, given::place::<F>(normal).ok()?)
    }

    /// The hit on a shape without thickness.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a part of each `Shape::hit`, which is a few ns")]
    pub(super) fn on_surface(ray: &Ray<F>, distance: F, outwards: F::Vec3) -> Option<Self> {
        let point = ray.at(distance);
        let is_front = outwards.dot(ray.direction) <= F::ZERO;
        let side = if is_front { Side::Front } else { Side::Back };
        let is_hit = distance >= ray.start && distance <= F::FARTHEST;
        is_hit.then_some(Self { distance, point, outwards, side })
    }

    /// The hit on a shape that the line enters at this distance. The exit is calculated only if the ray
    /// begins after the entry, and the normal, of any length, only if it begins before.
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

    /// The outward normal of the surface, of length 1.
    ///
    /// The normal of a plane points to the side from which the ray comes, and the normal of a triangle to its
    /// front. If the ray begins inside, it points back along the ray. A shape that is a single point counts
    /// as a tiny sphere.
    #[must_use]
    #[inline]
    pub fn normal(&self) -> F::Vec3 {
        given::unit::<F>(self.outwards).unwrap_or(F::Vec3::Y)
    }

    /// The side from which the ray hits the shape.
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
