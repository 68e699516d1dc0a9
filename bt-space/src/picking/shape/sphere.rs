//! Spheres.

use super::Shape;
use crate::picking::given;
use crate::picking::number::Vector;
use crate::picking::{Error, Hit, Ray, Real};

/// A sphere: a head, or the reach of something.
///
/// ```
/// use bt_space::picking::{Error, Ray, Side, Sphere};
///
/// let sphere = Sphere::new([0.0, 0.0, -5.0], 2.0)?;
/// let hit = Ray::new([0.0, 0.0, -4.0], [0.0, 0.0, -1.0])?.hit(&sphere).unwrap();
/// assert_eq!((hit.side(), hit.distance()), (Side::Inside, 0.0));
/// assert_eq!(Sphere::new([0.0, 0.0, 0.0], -1.0), Err(Error::ShapeEmpty));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere<F: Real = f32> {
    pub(super) center: F::Vec3,
    pub(super) radius: F,
}

impl<F: Real> Sphere<F> {
    /// Makes a sphere around a point.
    ///
    /// # Errors
    ///
    /// [`Error::NotFinite`]; [`Error::ShapeEmpty`] if the radius is negative.
    #[inline]
    pub fn new(center: impl Into<[F; 3]>, radius: F) -> Result<Self, Error> {
        let [center] = given::round([center.into()], radius)?;
        Ok(Self { center, radius })
    }

    /// The distances from the ray's origin at which the whole line enters and leaves the sphere.
    ///
    /// It uses the component of the vector to the center that is perpendicular to the line: the usual `b² −
    /// c` loses a small sphere that is far away (Haines et al., *Ray Tracing Gems*, 2019, chapter 7).
    #[must_use]
    #[inline]
    pub fn crossing(&self, ray: &Ray<F>) -> Option<(F, F)> {
        let way = self.center - ray.origin;
        let [x, y, z] = way.cross(ray.direction).into();
        let half = (self.radius * self.radius - x * x) - (y * y + z * z);
        if half >= F::ZERO {
            let (middle, half) = (way.dot(ray.direction), half.sqrt());
            Some((middle - half, middle + half))
        } else {
            None
        }
    }
}

impl<F: Real> Shape<F> for Sphere<F> {
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a few ns, of which a call would be a good part")]
    fn hit(&self, ray: &Ray<F>) -> Option<Hit<F>> {
        let (enter, exit) = self.crossing(ray)?;
        Hit::on_solid(ray, enter, || Some(exit), |point| point - self.center)
    }
}
