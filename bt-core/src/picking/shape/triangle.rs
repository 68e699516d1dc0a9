//! A triangle.

use super::Shape;
use crate::picking::number::{self, Vector};
use crate::picking::{Error, Hit, Ray, Real};

/// A triangle of a mesh. Its front is the side from which its corners go round against the clock.
///
/// It is hit from both sides, unless it is [`one_sided`](Self::one_sided). Its edges belong to it, and no ray
/// slips through between two triangles that share an edge. One without an area is never hit.
///
/// ```
/// use bt_core::picking::{Error, Ray, Side, Triangle};
///
/// let triangle = Triangle::new([-1.0, -1.0, -5.0], [1.0, -1.0, -5.0], [0.0, 1.0, -5.0])?;
/// let from_behind = Ray::new([0.0, 0.0, -9.0], [0.0, 0.0, 1.0])?;
/// assert_eq!(from_behind.hit(&triangle).unwrap().side(), Side::Back);
/// assert!(from_behind.hit(&triangle.one_sided()).is_none());
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle<F: Real = f32> {
    corners: [F::Vec3; 3],
    is_one_sided: bool,
}

impl<F: Real> Triangle<F> {
    /// With these corners.
    ///
    /// # Errors
    ///
    /// [`Error::NotFinite`].
    #[inline]
    pub fn new(
        a: impl Into<[F; 3]>,
        b: impl Into<[F; 3]>,
        c: impl Into<[F; 3]>,
    ) -> Result<Self, Error> {
        let corners = number::places([a.into(), b.into(), c.into()])?;
        Ok(Self { corners, is_one_sided: false })
    }

    /// The same, which rays from behind pass through.
    #[must_use]
    #[inline]
    pub const fn one_sided(self) -> Self {
        Self { is_one_sided: true, ..self }
    }
}

impl<F: Real> Shape<F> for Triangle<F> {
    /// By the volumes that the ray spans with the edges (Kensler and Shirley, *Optimizing Ray-Triangle
    /// Intersection via Automated Search*, 2006). An edge has the same volume in both of its triangles, with
    /// the other sign, to the last bit.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a few ns, of which a call would be a good part")]
    fn hit(&self, ray: &Ray<F>) -> Option<Hit<F>> {
        let [a, b, c] = self.corners.map(|corner| corner - ray.origin);
        let of_a = ray.direction.dot(c.cross(b));
        let is_turned = |volume| self.is_one_sided && volume < F::ZERO;
        if is_turned(of_a) {
            return None;
        }
        let of_b = ray.direction.dot(a.cross(c));
        if is_turned(of_b) || are_apart(of_a, of_b) {
            return None;
        }
        let of_c = ray.direction.dot(b.cross(a));
        if is_turned(of_c) || are_apart(of_a, of_c) || are_apart(of_b, of_c) {
            return None;
        }
        let normal = (b - a).cross(c - a);
        let distance = normal.dot(a) / normal.dot(ray.direction);
        Hit::on_surface(ray, distance, normal)
    }
}

/// Whether one is below 0 and the other above.
#[inline]
fn are_apart<F: Real>(one: F, other: F) -> bool {
    (one < F::ZERO && other > F::ZERO) || (one > F::ZERO && other < F::ZERO)
}
