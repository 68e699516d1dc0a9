//! Conversions between the screen and the world.

use super::given;
use super::lines::{self, Lines};
use super::number::{Number, Transform, Vector, Vector4};
use super::parallel::Parallel;
use super::pinhole::Pinhole;
use super::viewport::{Scale, Screen};
use super::{ClipSpace, Depth, Error, IntoMatrix, Ray, Real, ScreenPoint, Viewport};
use glam::{DMat4, DVec2, DVec3};

/// A camera finds the point or the ray under a touch, and the place of a point on the screen.
///
/// Make it once for a view and a projection, and use it for any number of queries. The view converts
/// positions in the world into positions relative to the eye, and the projection converts these into clip
/// space: use the matrices that you draw with.
///
/// ```
/// use bt_space::picking::glam::{Vec3, camera::rh};
/// use bt_space::picking::{Camera, ClipSpace, Error, Plane, Viewport};
///
/// let view = rh::view::look_at_mat4(Vec3::new(0.0, 8.0, 12.0), Vec3::ZERO, Vec3::Y);
/// let projection = rh::proj::directx::perspective_infinite_reverse(1.0, 16.0 / 9.0, 0.1);
/// let viewport = Viewport::new([1920, 1080]).with_scale_factor(1.5);
/// let camera = Camera::new(view, projection, viewport, ClipSpace::WGPU.reversed())?;
///
/// // The point under the center of the screen:
/// let ray = camera.ray([640.0, 360.0])?;
/// let ground = ray.hit(&Plane::XZ).expect("the camera looks down");
/// assert!(ground.point().length() < 1e-5);
///
/// // The place of that point on the screen:
/// let place = camera.project(ground.point())?;
/// assert!(place.position().distance([640.0, 360.0].into()) < 1e-3);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera<F: Real = f32> {
    viewport: Viewport,
    clip_space: ClipSpace,
    scale: Scale,
    screen: Screen<F>,
    view: F::Mat4,
    projection: F::Mat4,
    sights: Sights<F>,
    /// A point near the eye, or the eye, and the transform from positions relative to it to clip space.
    base: F::Vec3,
    transform: F::Mat4,
}

/// The lines of sight under touches.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Sights<F: Real> {
    Usual(Pinhole<F>),
    Parallel(Parallel<F>),
    Unusual(Lines),
}

impl<F: Real> Sights<F> {
    fn new(lines: Lines, depth: Depth, scale: &Scale) -> Self {
        match Parallel::new(&lines, depth, scale) {
            Some(parallel) => Self::Parallel(parallel),
            None => Self::Unusual(lines),
        }
    }
}

/// The lines of sight, the base and the transform of a camera.
type Parts<F> = (Sights<F>, <F as Real>::Vec3, <F as Real>::Mat4);

impl<F: Real> Camera<F> {
    /// Makes a camera from the matrices that you draw with, the part of the window that you draw to, and the
    /// meaning of depth and y in the projection.
    ///
    /// If you have only the product of both matrices, pass it as the projection, with the identity as the
    /// view. In `f32` and far from the origin, this is less exact.
    ///
    /// # Errors
    ///
    /// [`Error::ViewportEmpty`], [`Error::MatrixNotFinite`], [`Error::MatrixSingular`]; [`Error::OutOfRange`]
    /// if numbers above about 1e19 are multiplied.
    #[inline(always)]
    #[allow(
        clippy::inline_always,
        reason = "who asks for one thing alone does not pay for the others"
    )]
    pub fn new(
        view: impl IntoMatrix<F>,
        projection: impl IntoMatrix<F>,
        viewport: Viewport,
        clip_space: ClipSpace,
    ) -> Result<Self, Error> {
        let (view, projection) = (view.into_matrix(), projection.into_matrix());
        let scale = viewport.scale(clip_space)?;
        let screen = viewport.screen(clip_space);
        let (view, projection) = (view.columns, projection.columns);
        let (sights, base, transform) =
            if let Some(pinhole) = Pinhole::new(&projection, &view, &scale, clip_space) {
                (Sights::Usual(pinhole), pinhole.eye, projection.of_turned(&view))
            } else {
                Self::unusual(&view, &projection, &scale, clip_space)?
            };
        Ok(Self { viewport, clip_space, scale, screen, view, projection, sights, base, transform })
    }

    #[cold]
    fn unusual(
        view: &F::Mat4,
        projection: &F::Mat4,
        scale: &Scale,
        clip_space: ClipSpace,
    ) -> Result<Parts<F>, Error> {
        let (view, projection) = (view.exact(), projection.exact());
        if !(view.is_finite() && projection.is_finite()) {
            return Err(Error::MatrixNotFinite);
        }
        let lines = Lines::new(&projection, &view, clip_space.depth, F::EPSILON)?;
        if has_one_depth(&projection) {
            return Err(Error::MatrixSingular);
        }
        let base = F::Vec3::round(lines.origin.middle);
        let transform = from_base(&projection, &view, base.exact());
        Ok((Sights::new(lines, clip_space.depth, scale), base, F::Mat4::round(transform)))
    }

    /// Finds the lines of sight of any camera.
    #[cold]
    fn lines(&self) -> Result<Lines, Error> {
        match self.sights {
            Sights::Unusual(lines) => Ok(lines),
            Sights::Usual(_) | Sights::Parallel(_) => {
                let (projection, view) = (self.projection.exact(), self.view.exact());
                Lines::new(&projection, &view, self.clip_space.depth, F::EPSILON)
            }
        }
    }

    #[inline]
    const fn is_perspective(&self) -> bool {
        match &self.sights {
            Sights::Usual(_) => true,
            Sights::Parallel(_) => false,
            Sights::Unusual(lines) => lines.is_perspective(),
        }
    }

    /// Returns the same camera for matrices that are relative to a position in the world and not to its
    /// origin.
    ///
    /// Use it in worlds so large that `f32` is off by centimeters: draw them relative to the camera, or to a
    /// position near it, and pass that position here. Then rays, hits and places on the screen are those of
    /// the world, in `f64`.
    ///
    /// ```
    /// use bt_space::picking::glam::{DVec3, Vec3, camera::rh};
    /// use bt_space::picking::{Camera, ClipSpace, Error, Viewport};
    ///
    /// let view = rh::view::look_to_mat4(Vec3::ZERO, Vec3::NEG_Z, Vec3::Y); // the eye is at the origin
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
        let place = given::place::<f64>(place)?;
        let lines = self.lines()?.moved(place)?;
        let sights = Sights::new(lines, self.clip_space.depth, &self.scale);
        let (view, projection) = (self.view.exact(), self.projection.exact());
        let Self { viewport, clip_space, scale, .. } = self;
        let (screen, base) = (viewport.screen(clip_space), self.base.exact());
        let transform = from_base(&projection, &view, base);
        let view = view * DMat4::from_translation(-place);
        let base = base + place;
        Ok(Camera {
            viewport,
            clip_space,
            scale,
            screen,
            view,
            projection,
            sights,
            base,
            transform,
        })
    }

    /// The part of the window to which the camera draws.
    #[must_use]
    pub const fn viewport(&self) -> Viewport {
        self.viewport
    }

    /// The meaning of depth and y in the projection.
    #[must_use]
    pub const fn clip_space(&self) -> ClipSpace {
        self.clip_space
    }

    /// The ray from the camera through a touch, in points from the top left corner of the window.
    ///
    /// The origin of the ray is the eye. If the projection is orthographic, it is a point in the plane
    /// through the eye that is perpendicular to the view direction. The ray begins ([`Ray::start`]) at the
    /// near plane and has no end. A touch may be outside of the viewport.
    ///
    /// # Errors
    ///
    /// [`Error::TouchNotFinite`]; [`Error::OutOfRange`] for touches that are extremely far away.
    #[inline]
    pub fn ray<T: Into<f64>>(&self, touch: impl Into<[T; 2]>) -> Result<Ray<F>, Error> {
        let touch = given::pair(touch);
        let ray = match &self.sights {
            Sights::Usual(pinhole) => pinhole.ray(touch),
            Sights::Parallel(parallel) => parallel.ray(touch),
            Sights::Unusual(_) => None,
        };
        match ray {
            Some(ray) => Ok(ray),
            None => self.unusual_ray(touch),
        }
    }

    #[inline(never)]
    fn unusual_ray(&self, touch: DVec2) -> Result<Ray<F>, Error> {
        let place = self.place(touch)?;
        let depth = self.clip_space.depth;
        let Ray { origin, direction, start } = match &self.sights {
            Sights::Unusual(lines) => lines.ray(place, depth),
            Sights::Usual(_) | Sights::Parallel(_) => self.lines()?.ray(place, depth),
        };
        let (origin, direction) = (F::Vec3::round(origin), F::Vec3::round(direction));
        let start = <F as Number>::round(start);
        // NaN and infinity in any of these make the sum NaN or infinite.
        if given::is_finite::<F>((origin + origin) + direction * (start + start)) {
            Ok(Ray { origin, direction, start })
        } else {
            Err(no_place(touch))
        }
    }

    /// The point under a touch at a depth, as it is read from a depth buffer: from 0 to 1. With OpenGL the
    /// depth goes from −1 to 1, and the depth buffer contains half of it plus 0.5.
    ///
    /// # Errors
    ///
    /// [`Error::TouchNotFinite`], [`Error::OutOfRange`]; [`Error::AtInfinity`] at the far end of an infinite
    /// projection, [`Error::BehindCamera`] beyond it.
    #[inline]
    pub fn unproject<T: Into<f64>>(
        &self,
        touch: impl Into<[T; 2]>,
        depth: impl Into<f64>,
    ) -> Result<F::Vec3, Error> {
        let (touch, depth) = (given::pair(touch), depth.into());
        let point = match &self.sights {
            Sights::Usual(pinhole) => pinhole.at_depth(touch, depth),
            Sights::Parallel(parallel) => parallel.at_depth(touch, depth),
            Sights::Unusual(_) => None,
        };
        match point {
            Some(point) => Ok(point),
            None => self.unusual_point(touch, depth),
        }
    }

    #[inline(never)]
    fn unusual_point(&self, touch: DVec2, depth: f64) -> Result<F::Vec3, Error> {
        let place = self.place(touch)?;
        if !depth.is_finite() {
            return Err(Error::TouchNotFinite);
        }
        let point = match &self.sights {
            Sights::Unusual(lines) => lines.at_depth(place, depth),
            Sights::Usual(_) | Sights::Parallel(_) => self.lines()?.at_depth(place, depth),
        };
        let point = F::Vec3::round(point?);
        if given::is_finite::<F>(point) { Ok(point) } else { Err(Error::AtInfinity) }
    }

    /// The point of the near plane under a touch: [`unproject`](Self::unproject) with the depth of the near
    /// plane.
    ///
    /// Do not derive a direction from this point: the near plane is too close to the eye. Use
    /// [`ray`](Self::ray).
    ///
    /// # Errors
    ///
    /// The errors of [`unproject`](Self::unproject).
    #[inline]
    pub fn near_point<T: Into<f64>>(&self, touch: impl Into<[T; 2]>) -> Result<F::Vec3, Error> {
        self.unproject(touch, self.clip_space.depth.near())
    }

    /// The place of a touch, from −1 to 1 across the viewport.
    pub(super) fn place(&self, touch: DVec2) -> Result<DVec2, Error> {
        let place = self.scale.of_touch(touch);
        if place.is_finite() { Ok(place) } else { Err(no_place(touch)) }
    }

    /// The rays through places from −1 to 1 across the viewport.
    pub(super) fn edges(&self, places: [DVec2; 4]) -> Result<[Ray<f64>; 4], Error> {
        let lines = self.lines()?;
        Ok(places.map(|place| lines.ray(place, self.clip_space.depth)))
    }

    /// The matrix from the world to clip space.
    pub(super) fn world_to_clip_space(&self) -> DMat4 {
        self.projection.exact() * self.view.exact()
    }

    /// The place on the screen of a point of the world, which may be outside of the viewport.
    ///
    /// # Errors
    ///
    /// [`Error::BehindCamera`] if the point is not in front of the eye; no point is behind an orthographic
    /// camera. [`Error::NotFinite`], [`Error::OutOfRange`].
    ///
    /// ```
    /// use bt_space::picking::glam::{Vec2, Vec3, camera::rh};
    /// use bt_space::picking::{Camera, ClipSpace, Error, Viewport};
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
        let point = F::Vec3::from(point.into());
        let clip = self.transform.point(point - self.base);
        let [.., w] = clip.into();
        let place = clip / w;
        let on_screen = place * self.screen.half + self.screen.middle;
        let is_before = w > F::ZERO || (w < F::ZERO && !self.is_perspective());
        if !(is_before && on_screen.is_finite()) {
            return Err(no_screen::<F>(point, clip));
        }
        let ([x, y, depth, _], [left, top, ..]) = (place.into(), on_screen.into());
        let [near, far] = self.clip_space.depth.range().map(<F as Number>::round);
        let is_visible = x.abs() <= F::ONE && y.abs() <= F::ONE && near <= depth && depth <= far;
        Ok(ScreenPoint { position: F::Vec2::from([left, top]), depth, is_visible })
    }
}

/// The reason why a point has no place on the screen.
///
/// A point beside the eye may be so near to the plane of the eye that its coordinates overflow.
#[cold]
fn no_screen<F: Real>(point: F::Vec3, clip: F::Vec4) -> Error {
    if !point.is_finite() {
        Error::NotFinite
    } else if clip.is_finite() {
        Error::BehindCamera
    } else {
        Error::OutOfRange
    }
}

/// Returns `true` if a projection maps all points to the same depth, as it does if the near plane is the far
/// plane: then the rows for depth and w are proportional. The test uses the exact numbers, because in a
/// product of projection and view the rows of a good camera far from the origin are almost proportional.
fn has_one_depth(projection: &DMat4) -> bool {
    let (depth, w) = (projection.row(2).to_array(), projection.row(3).to_array());
    let are_proportional = |[one, other]: [usize; 2]| {
        let (left, right) = (depth[one] * w[other], depth[other] * w[one]);
        (left - right).abs() <= lines::NOISE * (left.abs() + right.abs())
    };
    [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]].into_iter().all(are_proportional)
}

/// The projection times the view, for positions relative to a base.
fn from_base(projection: &DMat4, view: &DMat4, base: DVec3) -> DMat4 {
    let mut view = *view;
    view.w_axis = view * base.extend(1.0);
    *projection * view
}

/// The reason why a touch has no place on the screen.
#[cold]
fn no_place(touch: DVec2) -> Error {
    if touch.is_finite() { Error::OutOfRange } else { Error::TouchNotFinite }
}
