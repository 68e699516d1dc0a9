//! Shapes that a ray can hit.

mod capsule;

use super::number::{Vector, Vector4};
use super::{Error, Hit, Ray, Real, given};
pub use capsule::Capsule;

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
    center: F::Vec3,
    radius: F,
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
