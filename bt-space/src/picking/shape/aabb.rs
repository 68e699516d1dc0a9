//! Axis-aligned boxes.

use super::Shape;
use crate::picking::given;
use crate::picking::number::Vector;
use crate::picking::{Error, Hit, Ray, Real};

/// A box whose edges are parallel to the axes of the world: an axis-aligned bounding box.
///
/// Its faces are part of it, so a ray that lies in one of them hits. A box may be flat.
///
/// ```
/// use bt_space::picking::glam::Vec3;
/// use bt_space::picking::{Aabb, Error, Ray};
///
/// let house = Aabb::new([-1.0, 0.0, -6.0], [1.0, 3.0, -4.0])?;
/// let hit = Ray::new(Vec3::Y, Vec3::NEG_Z)?.hit(&house).unwrap();
/// assert_eq!((hit.distance(), hit.normal()), (4.0, Vec3::Z));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb<F: Real = f32> {
    min: F::Vec3,
    max: F::Vec3,
}

impl<F: Real> Aabb<F> {
    /// Makes a box between two corners; the first has the smaller coordinates.
    ///
    /// # Errors
    ///
    /// [`Error::NotFinite`]; [`Error::ShapeEmpty`] if the corners are in the wrong order.
    #[inline]
    pub fn new(min: impl Into<[F; 3]>, max: impl Into<[F; 3]>) -> Result<Self, Error> {
        let (min, max) = (F::Vec3::from(min.into()), F::Vec3::from(max.into()));
        let size = max - min;
        let [x, y, z] = size.into();
        if x.is_length() && y.is_length() && z.is_length() {
            return Ok(Self { min, max });
        }
        // The difference of far corners may be infinite, and that of equal ones −0.
        if x < F::ZERO || y < F::ZERO || z < F::ZERO || !given::are_finite::<F, 2>([min, max]) {
            return Err(Self::error(min, max));
        }
        Ok(Self { min, max })
    }

    #[cold]
    #[inline(never)]
    fn error(min: F::Vec3, max: F::Vec3) -> Error {
        if given::are_finite::<F, 2>([min, max]) { Error::ShapeEmpty } else { Error::NotFinite }
    }

    /// The distances from the ray's origin at which the whole line enters and leaves the box.
    #[must_use]
    pub fn crossing(&self, ray: &Ray<F>) -> Option<(F, F)> {
        let (enters, exits) = self.parallel_slabs(ray);
        let (enter, exit) = (enters.max_element(), exits.min_element());
        (enter <= exit).then_some((enter, exit))
    }

    /// The hit of a line that is between the faces in this range.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a few ns, of which a call would be a good part")]
    fn hit_between(ray: &Ray<F>, enters: F::Vec3, enter: F, exit: F) -> Option<Hit<F>> {
        let outwards = |_| face(enters.into(), enter, ray.direction.into());
        Hit::on_solid(ray, enter, || Some(exit), outwards)
    }

    /// The hit of a line that is parallel to an axis, and may lie in a face of the box between two corners.
    #[cold]
    #[inline(never)]
    #[allow(clippy::many_single_char_names, reason = "the coordinates of the corners")]
    fn parallel_hit(ray: &Ray<F>, a: F, b: F, c: F, d: F, e: F, f: F) -> Option<Hit<F>> {
        let (min, max) = (F::Vec3::from([a, b, c]), F::Vec3::from([d, e, f]));
        let (enters, exits) = Self { min, max }.parallel_slabs(ray);
        let (enter, exit) = (enters.max_element(), exits.min_element());
        if enter <= exit { Self::hit_between(ray, enters, enter, exit) } else { None }
    }

    /// The ranges in which the line is between the two faces of each axis. For a line along the faces this is
    /// always or never so.
    fn parallel_slabs(&self, ray: &Ray<F>) -> (F::Vec3, F::Vec3) {
        let (always, never) = ((-F::INFINITY, F::INFINITY), (F::INFINITY, -F::INFINITY));
        let [min, max] = [self.min, self.max].map(Into::into);
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
    /// With the slabs of Kay and Kajiya, *Ray Tracing Complex Scenes*, 1986.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a few ns, of which a call would be a good part")]
    fn hit(&self, ray: &Ray<F>) -> Option<Hit<F>> {
        let inverse = ray.direction.recip();
        let (one, other) = ((self.min - ray.origin) * inverse, (self.max - ray.origin) * inverse);
        let (enters, exits) = (one.min(other), one.max(other));
        let (enter, exit) = (enters.max_element(), exits.min_element());
        if enter <= exit {
            Self::hit_between(ray, enters, enter, exit)
        } else if exit - enter > -F::INFINITY {
            None
        } else {
            // Taken as numbers: then a box that need not be in memory stays in registers.
            let (min, max): ([F; 3], [F; 3]) = (self.min.into(), self.max.into());
            Self::parallel_hit(ray, min[0], min[1], min[2], max[0], max[1], max[2])
        }
    }
}

/// The normal of the face through which the line entered.
#[inline]
fn face<F: Real>([x, y, _]: [F; 3], enter: F, [along_x, along_y, along_z]: [F; 3]) -> F::Vec3 {
    let (is_x, is_y) = (x == enter, y == enter);
    let x = if is_x { -along_x } else { F::ZERO };
    let y = if is_y && !is_x { -along_y } else { F::ZERO };
    let z = if is_x || is_y { F::ZERO } else { -along_z };
    F::Vec3::from([x, y, z])
}
