//! A box whose edges lie along the axes.

use super::Shape;
use crate::picking::number::{self, Vector, Vector4};
use crate::picking::{Error, Hit, Ray, Real};

/// A box whose edges lie along the axes of the world: an axis-aligned bounding box.
///
/// Its faces belong to it, so a ray that lies in one of them hits. It may be flat.
///
/// ```
/// use bt_core::picking::glam::Vec3;
/// use bt_core::picking::{Aabb, Error, Ray};
///
/// let house = Aabb::new([-1.0, 0.0, -6.0], [1.0, 3.0, -4.0])?;
/// let hit = Ray::new(Vec3::Y, Vec3::NEG_Z)?.hit(&house).unwrap();
/// assert_eq!((hit.distance(), hit.normal()), (4.0, Vec3::Z));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb<F: Real = f32> {
    /// Of four numbers, the last of which is 0, as registers have them.
    min: F::Vec4,
    max: F::Vec4,
}

impl<F: Real> Aabb<F> {
    /// Between two corners, of which the first has the smaller coordinates.
    ///
    /// # Errors
    ///
    /// [`Error::NotFinite`]; [`Error::ShapeEmpty`] if the corners are in the wrong order.
    #[inline]
    pub fn new(min: impl Into<[F; 3]>, max: impl Into<[F; 3]>) -> Result<Self, Error> {
        let (min, max) = (number::lanes(min.into()), number::lanes(max.into()));
        let is_finite = number::are_finite::<F, 2>([min, max]);
        if is_finite && max.is_above(min) {
            Ok(Self { min, max })
        } else {
            Err(if is_finite { Error::ShapeEmpty } else { Error::NotFinite })
        }
    }

    /// Where the whole line enters and leaves it: two distances from the ray's origin.
    #[must_use]
    pub fn crossing(&self, ray: &Ray<F>) -> Option<(F, F)> {
        let (enters, exits) = self.slabs(ray);
        let (enter, exit) = (enters.max_element(), exits.min_element());
        (enter <= exit).then_some((enter, exit))
    }

    /// Where the whole line is between the two faces across each axis.
    #[inline]
    fn slabs(&self, ray: &Ray<F>) -> (F::Vec3, F::Vec3) {
        let [x, y, z] = ray.direction.into();
        let inverse = F::Vec4::from([x, y, z, F::ONE]).recip();
        if !inverse.is_finite() {
            return self.parallel_slabs(ray);
        }
        let origin = number::lanes(ray.origin.into());
        let (one, other) = ((self.min - origin) * inverse, (self.max - origin) * inverse);
        (one.min(other).xyz(), one.max(other).xyz())
    }

    /// Along an axis the line is always between its faces, or never.
    #[cold]
    fn parallel_slabs(&self, ray: &Ray<F>) -> (F::Vec3, F::Vec3) {
        let (always, never) = ((-F::INFINITY, F::INFINITY), (F::INFINITY, -F::INFINITY));
        let [min, max] = [self.min, self.max].map(|corner| corner.xyz().into());
        let origin = ray.origin.into();
        let inverse: [F; 3] = ray.direction.recip().into();
        let (mut enter, mut exit) = ([F::ZERO; 3], [F::ZERO; 3]);
        for axis in 0..3 {
            let (min, max, origin): (F, F, F) = (min[axis], max[axis], origin[axis]);
            let one = (min - origin) * inverse[axis];
            let other = (max - origin) * inverse[axis];
            (enter[axis], exit[axis]) = if inverse[axis].is_finite() {
                if one < other { (one, other) } else { (other, one) }
            } else if min <= origin && origin <= max {
                always
            } else {
                never
            };
        }
        (enter.into(), exit.into())
    }
}

impl<F: Real> Shape<F> for Aabb<F> {
    /// By the slabs of Kay and Kajiya, *Ray Tracing Complex Scenes*, 1986.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a few ns, of which a call would be a good part")]
    fn hit(&self, ray: &Ray<F>) -> Option<Hit<F>> {
        let (enters, exits) = self.slabs(ray);
        let (enter, exit) = (enters.max_element(), exits.min_element());
        if enter > exit {
            return None;
        }
        let outwards = |_| face(enters.into(), enter, ray.direction.into());
        Hit::on_solid(ray, enter, || Some(exit), outwards)
    }
}

/// The normal of the face that was entered last.
#[inline]
fn face<F: Real>(enters: [F; 3], enter: F, direction: [F; 3]) -> F::Vec3 {
    let axis = enters.iter().position(|each| *each == enter).unwrap_or_default();
    let mut normal = [F::ZERO; 3];
    normal[axis] = -direction[axis];
    normal.into()
}
