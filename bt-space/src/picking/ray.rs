//! Rays.

use super::given;
use super::number::Vector;
use super::{Error, Hit, Real, Shape};

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
