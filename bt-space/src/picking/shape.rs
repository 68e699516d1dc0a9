//! Shapes that a ray can hit.

mod aabb;
mod capsule;
mod plane;
mod sphere;
mod triangle;

use super::{Hit, Ray, Real};
pub use aabb::Aabb;
pub use capsule::Capsule;
pub use plane::Plane;
pub use sphere::Sphere;
pub use triangle::Triangle;

/// A shape that a ray can hit: planes, spheres, boxes, triangles, capsules, and shapes of your own.
///
/// ```
/// use bt_space::picking::{Hit, Plane, Ray, Shape};
///
/// /// A round table, seen from above.
/// struct Table {
///     plane: Plane,
///     radius: f32,
/// }
///
/// impl Shape for Table {
///     fn hit(&self, ray: &Ray) -> Option<Hit> {
///         ray.hit(&self.plane).filter(|hit| hit.point().length() <= self.radius)
///     }
/// }
///
/// let table = Table { plane: Plane::XZ, radius: 2.0 };
/// let down = |x| Ray::new([x, 5.0, 0.0], [0.0, -1.0, 0.0]).unwrap();
/// assert!(down(1.9).hit(&table).is_some());
/// assert!(down(2.1).hit(&table).is_none());
/// ```
pub trait Shape<F: Real = f32> {
    /// The first hit of the ray; `None` if it misses.
    fn hit(&self, ray: &Ray<F>) -> Option<Hit<F>>;
}

impl<F: Real, S: Shape<F> + ?Sized> Shape<F> for &S {
    #[inline]
    fn hit(&self, ray: &Ray<F>) -> Option<Hit<F>> {
        (**self).hit(ray)
    }
}
