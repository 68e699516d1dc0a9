//! From the screen to the world and back.

use super::lines::{self, Lines};
use super::number::{self, Number, Vector};
use super::viewport::Scale;
use super::{ClipSpace, Error, Matrix, Ray, Real, ScreenPoint, Viewport};
use core::marker::PhantomData;
use glam::{DMat4, DVec2, Vec3Swizzles, Vec4Swizzles};

/// A camera: what it takes to find what lies under a touch, and where on the screen something is.
///
/// It is made once for a view and a projection, and answers as many questions as you like. The view takes the
/// world to the eye, the projection what is before the eye to the screen: what is drawn with.
///
/// ```
/// use bt_core::picking::glam::{Vec3, camera::rh};
/// use bt_core::picking::{Camera, ClipSpace, Error, Plane, Viewport};
///
/// let view = rh::view::look_at_mat4(Vec3::new(0.0, 8.0, 12.0), Vec3::ZERO, Vec3::Y);
/// let projection = rh::proj::directx::perspective_infinite_reverse(1.0, 16.0 / 9.0, 0.1);
/// let viewport = Viewport::new([1920, 1080]).with_scale_factor(1.5);
/// let camera = Camera::new(view, projection, viewport, ClipSpace::WGPU.reversed())?;
///
/// // What is under the middle of the screen?
/// let ray = camera.ray([640.0, 360.0])?;
/// let ground = ray.hit(&Plane::XZ).expect("the camera looks down");
/// assert!(ground.point().length() < 1e-5);
///
/// // And where on the screen is it?
/// let place = camera.project(ground.point())?;
/// assert!(place.position().distance([640.0, 360.0].into()) < 1e-3);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera<F = f32> {
    viewport: Viewport,
    clip_space: ClipSpace,
    scale: Scale,
    /// From the world to clip space.
    pub(super) transform: DMat4,
    lines: Lines,
    precision: PhantomData<F>,
}

impl<F: Real> Camera<F> {
    /// With the matrices that are drawn with, the part of the window that is drawn to, and what the
    /// projection means by depth and by up.
    ///
    /// If there is only their product, hand it over as the projection, with the identity as the view; for
    /// `f32`, far from the origin, that is less exact.
    ///
    /// # Errors
    ///
    /// [`Error::ViewportEmpty`], [`Error::MatrixNotFinite`], [`Error::MatrixSingular`]; [`Error::OutOfRange`]
    /// where numbers above 1e19 or so meet.
    #[inline]
    pub fn new(
        view: impl Into<Matrix<F>>,
        projection: impl Into<Matrix<F>>,
        viewport: Viewport,
        clip_space: ClipSpace,
    ) -> Result<Self, Error> {
        let (view, projection) = (view.into(), projection.into());
        let scale = viewport.scale(clip_space)?;
        let transform = lines::product(&projection.columns, &view.columns);
        let rounding = view.rounding.max(projection.rounding);
        let lines = Lines::new(&transform, &view.columns, clip_space.depth, rounding);
        let lines = lines.map_err(|error| {
            let is_finite = view.columns.is_finite() && projection.columns.is_finite();
            if is_finite { error } else { Error::MatrixNotFinite }
        })?;
        Ok(Self { viewport, clip_space, scale, transform, lines, precision: PhantomData })
    }

    /// The same camera, whose matrices count from a place in the world and not from its origin.
    ///
    /// For worlds so large that `f32` loses centimetres: draw them relative to the camera, or to a place near
    /// it, and tell here which place that is. Rays, hits and screens then are those of the world, in `f64`.
    ///
    /// ```
    /// use bt_core::picking::glam::{DVec3, Vec3, camera::rh};
    /// use bt_core::picking::{Camera, ClipSpace, Error, Viewport};
    ///
    /// let view = rh::view::look_to_mat4(Vec3::ZERO, Vec3::NEG_Z, Vec3::Y); // the eye is at zero
    /// let projection = rh::proj::directx::perspective(1.0, 4.0 / 3.0, 0.1, 1e4);
    /// let camera = Camera::new(view, projection, Viewport::new([800, 600]), ClipSpace::WGPU)?;
    /// let camera = camera.relative_to(DVec3::new(1e7, 0.0, 0.03))?;
    /// assert_eq!(camera.ray([400, 300])?.at(10.0), DVec3::new(1e7, 0.0, -9.97));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::NotFinite`], [`Error::OutOfRange`].
    pub fn relative_to(self, place: impl Into<[f64; 3]>) -> Result<Camera<f64>, Error> {
        let place = number::place::<f64>(place)?;
        let transform = self.transform * DMat4::from_translation(-place);
        let lines = self.lines.moved(place)?;
        let Self { viewport, clip_space, scale, .. } = self;
        if transform.is_finite() {
            Ok(Camera { viewport, clip_space, scale, transform, lines, precision: PhantomData })
        } else {
            Err(Error::OutOfRange)
        }
    }

    /// The part of the window that it draws to.
    #[must_use]
    pub const fn viewport(&self) -> Viewport {
        self.viewport
    }

    /// What its projection means by depth and by up.
    #[must_use]
    pub const fn clip_space(&self) -> ClipSpace {
        self.clip_space
    }

    /// What lies under a touch, in points from the top left corner of the window: a ray from the camera.
    ///
    /// Its origin is the eye, or, if the projection is orthographic, a point in the plane of the eye across
    /// the direction in which it looks. It begins ([`Ray::start`]) at the near plane and does not end. A touch
    /// outside the viewport is as good as any.
    ///
    /// # Errors
    ///
    /// [`Error::TouchNotFinite`]; [`Error::OutOfRange`] for touches that are absurdly far away.
    #[inline]
    pub fn ray<T: Into<f64>>(&self, touch: impl Into<[T; 2]>) -> Result<Ray<F>, Error> {
        let touch = number::pair(touch);
        let place = self.scale.of_touch(touch);
        let Ray { origin, direction, start } = self.lines.ray(place, self.clip_space.depth);
        let (origin, direction) = (F::Vec3::round(origin), F::Vec3::round(direction));
        let start = <F as Number>::round(start);
        // Whatever is NaN or infinite in it comes through to here.
        if number::is_finite::<F>((origin + origin) + direction * (start + start)) {
            Ok(Ray { origin, direction, start })
        } else {
            Err(no_place(touch))
        }
    }

    /// The point under a touch that is drawn at a depth, as it is read from a depth buffer: 0 to 1, but −1 to 1
    /// with OpenGL, whose buffer holds half of that and a half.
    ///
    /// # Errors
    ///
    /// [`Error::TouchNotFinite`], [`Error::OutOfRange`]; [`Error::AtInfinity`] at the far end of an infinite
    /// projection, [`Error::BehindCamera`] beyond it; [`Error::MatrixSingular`] if everything has one depth.
    #[inline]
    pub fn unproject<T: Into<f64>>(
        &self,
        touch: impl Into<[T; 2]>,
        depth: impl Into<f64>,
    ) -> Result<F::Vec3, Error> {
        let (touch, depth) = (number::pair(touch), depth.into());
        let place = self.scale.of_touch(touch);
        if !(place.is_finite() && depth.is_finite()) {
            return Err(if depth.is_finite() { no_place(touch) } else { Error::TouchNotFinite });
        }
        let point = self.lines.at_depth(place, depth).map_err(|error| {
            let is_flat = error == Error::AtInfinity && self.is_flat(depth);
            if is_flat { Error::MatrixSingular } else { error }
        })?;
        let point = F::Vec3::round(point);
        if number::is_finite::<F>(point) { Ok(point) } else { Err(Error::AtInfinity) }
    }

    /// The point of the near plane under a touch: [`unproject`](Self::unproject) with the depth of the near plane.
    ///
    /// It is a point and not a ray: what it says about the direction in which somebody points is as little as
    /// the near plane is away from the eye.
    ///
    /// # Errors
    ///
    /// Those of [`unproject`](Self::unproject).
    #[inline]
    pub fn near_point<T: Into<f64>>(&self, touch: impl Into<[T; 2]>) -> Result<F::Vec3, Error> {
        self.unproject(touch, self.clip_space.depth.near())
    }

    /// Where a touch is, from −1 to 1 on the screen.
    pub(super) fn place(&self, touch: DVec2) -> Result<DVec2, Error> {
        let place = self.scale.of_touch(touch);
        if place.is_finite() { Ok(place) } else { Err(no_place(touch)) }
    }

    /// The line through a place, from −1 to 1 on the screen.
    pub(super) fn edge(&self, place: DVec2) -> Ray<f64> {
        self.lines.ray(place, self.clip_space.depth)
    }

    /// Whether all the world has this depth: `z = depth · w` everywhere.
    #[cold]
    fn is_flat(&self, depth: f64) -> bool {
        let (z, w) = (self.transform.row(2), self.transform.row(3) * depth);
        (z - w).abs().cmple((z.abs() + w.abs()) * lines::NOISE).all()
    }

    /// Where on the screen a point of the world is, whether it is within the viewport or not.
    ///
    /// # Errors
    ///
    /// [`Error::BehindCamera`] if the point is not in front of the eye: an orthographic camera has nothing
    /// behind itself. [`Error::NotFinite`], [`Error::OutOfRange`].
    ///
    /// ```
    /// use bt_core::picking::glam::{Vec2, Vec3, camera::rh};
    /// use bt_core::picking::{Camera, ClipSpace, Error, Viewport};
    ///
    /// let view = rh::view::look_at_mat4(Vec3::new(0.0, 0.0, 10.0), Vec3::ZERO, Vec3::Y);
    /// let projection = rh::proj::opengl::perspective(1.0, 2.0, 0.1, 100.0);
    /// let camera = Camera::new(view, projection, Viewport::new([800, 400]), ClipSpace::OPENGL)?;
    /// let place = camera.project(Vec3::ZERO)?;
    /// assert_eq!(place.position(), Vec2::new(400.0, 200.0));
    /// assert!(place.is_visible());
    /// assert_eq!(camera.project([0.0, 0.0, 11.0]), Err(Error::BehindCamera));
    /// # Ok::<(), Error>(())
    /// ```
    #[inline]
    pub fn project(&self, point: impl Into<[F; 3]>) -> Result<ScreenPoint<F>, Error> {
        let point = number::place::<F>(point)?.exact();
        let clip = self.transform * point.extend(1.0);
        if !clip.is_finite() {
            return Err(Error::OutOfRange);
        }
        if clip.w <= 0.0 && self.lines.is_perspective() {
            return Err(Error::BehindCamera);
        }
        let place = clip.xyz() * clip.w.recip();
        let position = self.scale.touch(place.xy());
        // Beside the eye, so close to the plane across it that no screen is wide enough.
        let [x, y, z] = [position.x, position.y, place.z].map(<F as Number>::round);
        if !(x.is_finite() && y.is_finite() && z.is_finite()) {
            return Err(Error::BehindCamera);
        }
        let depth = self.clip_space.depth;
        let (near, far) = (depth.near().min(depth.far()), depth.near().max(depth.far()));
        let is_visible =
            place.xy().abs().cmple(DVec2::ONE).all() && near <= place.z && place.z <= far;
        Ok(ScreenPoint { position: F::Vec2::from([x, y]), depth: z, is_visible })
    }
}

/// Why a touch has no place on the screen.
#[cold]
fn no_place(touch: DVec2) -> Error {
    if touch.is_finite() { Error::OutOfRange } else { Error::TouchNotFinite }
}
