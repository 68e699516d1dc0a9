//! Planes.

use super::Shape;
use crate::picking::given;
use crate::picking::number::Vector;
use crate::picking::{Error, Hit, Ray, Real};

/// An infinite plane, such as the ground.
///
/// It is hit from both sides. A ray parallel to it misses, even within the plane.
///
/// ```
/// use bt_space::picking::glam::Vec3;
/// use bt_space::picking::{Error, Plane, Ray};
///
/// let ray = Ray::new(Vec3::new(1.0, 5.0, 2.0), Vec3::new(3.0, -4.0, 0.0))?;
/// assert_eq!(ray.hit(&Plane::XZ).unwrap().point(), Vec3::new(4.75, 0.0, 2.0));
///
/// let slope = Plane::new([0.0, 1.0, 0.0], [1.0, 1.0, 0.0])?;
/// assert!(ray.hit(&slope).is_some());
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane<F: Real = f32> {
    point: F::Vec3,
    /// Its length is about 1; the hit does not depend on it.
    normal: F::Vec3,
}

impl<F: Real> Plane<F> {
    /// The ground at height 0 of a world in which y points up.
    pub const XZ: Self = Self { point: F::Vec3::ZERO, normal: F::Vec3::Y };
    /// The ground at height 0 of a world in which z points up.
    pub const XY: Self = Self { point: F::Vec3::ZERO, normal: F::Vec3::Z };

    /// Makes the plane through a point with a normal, which may have any length except 0.
    ///
    /// # Errors
    ///
    /// [`Error::NotFinite`], [`Error::NoDirection`].
    #[inline]
    pub fn new(point: impl Into<[F; 3]>, normal: impl Into<[F; 3]>) -> Result<Self, Error> {
        let places = [point.into(), normal.into()];
        let [point, normal] = places.map(F::Vec3::from);
        let (square, [least, most]) = (normal.length_squared(), F::USUAL);
        if given::is_finite::<F>(point) && least < square && square < most {
            Ok(Self { point, normal })
        } else {
            Self::scaled(places)
        }
    }

    /// Handles normals that are too long or too short to calculate with, and arguments that are not finite.
    #[cold]
    #[inline(never)]
    fn scaled(places: [[F; 3]; 2]) -> Result<Self, Error> {
        let [point, normal] = given::places(places)?;
        Ok(Self { point, normal: given::unit::<F>(normal).ok_or(Error::NoDirection)? })
    }
}

impl<F: Real> Shape<F> for Plane<F> {
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a few ns, of which a call would be a good part")]
    fn hit(&self, ray: &Ray<F>) -> Option<Hit<F>> {
        let approach = self.normal.dot(ray.direction);
        if approach == F::ZERO {
            return None;
        }
        // If the ray is almost parallel to the plane, this may be infinite; then it is no hit.
        let distance = self.normal.dot(self.point - ray.origin) / approach;
        let hit = Hit::on_surface(ray, distance, self.normal)?;
        Some(if approach > F::ZERO { hit.turned_to(-self.normal) } else { hit })
    }
}
