//! Rays and their hits on shapes.

use super::number::Vector;
use super::{Error, Real, Shape, given};

/// A ray through the world under a touch: it has a start and no end.
///
/// [`Camera::ray`](super::Camera::ray) makes it from a touch.
///
/// ```
/// use bt_space::picking::glam::Vec3;
/// use bt_space::picking::{Error, Ray, Sphere};
///
/// let ray = Ray::new(Vec3::ZERO, Vec3::NEG_Z)?;
/// let hit = ray.hit(&Sphere::new([0.0, 0.0, -5.0], 2.0)?).expect("it is in front");
/// assert_eq!(hit.distance(), 3.0);
/// assert_eq!(hit.point(), Vec3::new(0.0, 0.0, -3.0));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray<F: Real = f32> {
    pub(super) origin: F::Vec3,
    pub(super) direction: F::Vec3,
    pub(super) start: F,
}

impl<F: Real> Ray<F> {
    /// Makes a ray from an origin and a direction, which may have any length except 0.
    ///
    /// # Errors
    ///
    /// [`Error::NotFinite`], [`Error::NoDirection`]; [`Error::OutOfRange`] for coordinates above half of the
    /// largest number.
    #[inline]
    pub fn new(origin: impl Into<[F; 3]>, direction: impl Into<[F; 3]>) -> Result<Self, Error> {
        let [origin, direction] = given::places([origin.into(), direction.into()])?;
        let direction = given::unit::<F>(direction).ok_or(Error::NoDirection)?;
        if origin.abs().max_element() > F::FARTHEST {
            return Err(Error::OutOfRange);
        }
        Ok(Self { origin, direction, start: F::ZERO })
    }

    /// Returns the same ray with another [`start`](Self::start). A start that is NaN or above half of the
    /// largest number changes nothing.
    #[must_use]
    #[inline]
    pub fn starting_at(self, distance: F) -> Self {
        Self { start: if distance.abs() <= F::FARTHEST { distance } else { self.start }, ..self }
    }

    /// The point from which distances are measured: the camera.
    #[must_use]
    #[inline]
    pub const fn origin(&self) -> F::Vec3 {
        self.origin
    }

    /// The direction, of length 1.
    #[must_use]
    #[inline]
    pub const fn direction(&self) -> F::Vec3 {
        self.direction
    }

    /// The distance from the origin at which the ray begins: nothing nearer is hit.
    ///
    /// A camera's ray begins at the near plane, because nothing before it is drawn. The start is negative if
    /// an orthographic camera has its near plane behind itself.
    #[must_use]
    #[inline]
    pub const fn start(&self) -> F {
        self.start
    }

    /// The point at a distance from the origin.
    #[must_use]
    #[inline]
    pub fn at(&self, distance: F) -> F::Vec3 {
        self.origin + self.direction * distance
    }

    /// The first hit on a shape; `None` if the ray misses.
    #[must_use]
    #[inline]
    pub fn hit<S: Shape<F>>(&self, shape: &S) -> Option<Hit<F>> {
        shape.hit(self)
    }

    /// Finds the first hit on any of several shapes, with the index of the shape; if several are equally
    /// near, the first of them.
    ///
    /// It tests every shape. For many moving entities use the grid.
    ///
    /// ```
    /// use bt_space::picking::{Error, Ray, Sphere};
    ///
    /// let ray = Ray::new([0.0, 1.0, 0.0], [1.0, 0.0, 0.0])?;
    /// let heads = [[7.0, 1.2, 0.1], [4.0, 0.9, 0.0], [2.0, 3.0, 0.0]];
    /// let (nearest, hit) = ray.nearest(heads.map(|head| Sphere::new(head, 0.5).unwrap())).unwrap();
    /// assert_eq!(nearest, 1);
    /// assert!((hit.distance() - 3.51_f32).abs() < 0.01);
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn nearest<S: Shape<F>>(
        &self,
        shapes: impl IntoIterator<Item = S>,
    ) -> Option<(usize, Hit<F>)> {
        let hits = shapes.into_iter().enumerate();
        let hits = hits.filter_map(|(place, shape)| Some((place, shape.hit(self)?)));
        hits.reduce(|best, next| if next.1.distance() < best.1.distance() { next } else { best })
    }
}

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
