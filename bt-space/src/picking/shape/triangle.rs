//! Triangles.

use super::Shape;
use crate::picking::given;
use crate::picking::number::{Vector, Vector4};
use crate::picking::{Error, Hit, Ray, Real};

/// A triangle of a mesh. Its front is the side from which its corners are in counterclockwise order.
///
/// It is hit from both sides, unless it is [`one_sided`](Self::one_sided). Its edges are part of it, and no
/// ray passes between two triangles that share an edge. A triangle without area is never hit.
///
/// ```
/// use bt_space::picking::{Error, Ray, Side, Triangle};
///
/// let triangle = Triangle::new([-1.0, -1.0, -5.0], [1.0, -1.0, -5.0], [0.0, 1.0, -5.0])?;
/// let from_behind = Ray::new([0.0, 0.0, -9.0], [0.0, 0.0, 1.0])?;
/// assert_eq!(from_behind.hit(&triangle).unwrap().side(), Side::Back);
/// assert!(from_behind.hit(&triangle.one_sided()).is_none());
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle<F: Real = f32> {
    /// The x of all corners, their y, and their z: so all edges are calculated at once.
    axes: [F::Vec4; 3],
    /// The normal, of any length.
    normal: F::Vec3,
    is_one_sided: bool,
}

impl<F: Real> Triangle<F> {
    /// Makes a triangle with these corners.
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
        let corners = [a.into(), b.into(), c.into()];
        let axes = [0, 1, 2].map(|axis| given::lanes(corners.map(|corner| corner[axis])));
        if !given::lanes_are_finite::<F, 3>(axes) {
            return Err(Error::NotFinite);
        }
        let [a, b, c] = corners.map(F::Vec3::from);
        Ok(Self { axes, normal: (b - a).cross(c - a), is_one_sided: false })
    }

    /// Returns the same triangle, but rays from behind pass through it.
    #[must_use]
    #[inline]
    pub const fn one_sided(self) -> Self {
        Self { is_one_sided: true, ..self }
    }
}

impl<F: Real> Shape<F> for Triangle<F> {
    /// Uses the volumes that the ray spans with the edges (Kensler and Shirley, *Optimizing Ray-Triangle
    /// Intersection via Automated Search*, 2006). An edge has exactly the same volume in both of its
    /// triangles, with the opposite sign.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a few ns, of which a call would be a good part")]
    fn hit(&self, ray: &Ray<F>) -> Option<Hit<F>> {
        let approach = self.normal.dot(ray.direction);
        if self.is_one_sided && approach >= F::ZERO {
            return None;
        }
        let (origin, direction): ([F; 3], [F; 3]) = (ray.origin.into(), ray.direction.into());
        let [x, y, z] = [0, 1, 2].map(|axis| self.axes[axis] - F::Vec4::from([origin[axis]; 4]));
        // (c × b, a × c, b × a)
        let (first, second) =
            ([x, y, z].map(F::Vec4::rotate_right), [x, y, z].map(F::Vec4::rotate_left));
        let cross =
            |one: usize, other: usize| first[one] * second[other] - first[other] * second[one];
        let volumes =
            cross(1, 2) * direction[0] + cross(2, 0) * direction[1] + cross(0, 1) * direction[2];
        let zero = F::Vec4::ZERO;
        if !(volumes.is_above(zero) || (!self.is_one_sided && zero.is_above(volumes))) {
            return None;
        }
        let ([x, ..], [y, ..], [z, ..]) = (x.into(), y.into(), z.into());
        let corner = F::Vec3::from([x, y, z]);
        Hit::on_surface(ray, self.normal.dot(corner) / approach, self.normal)
    }
}
