//! Cameras: conversions between the screen and the world, for each viewport and each meaning of depth and y.

use super::lines::{self, Lines};
use super::number::{Number, Transform, Vector, Vector4};
use super::parallel::Parallel;
use super::pinhole::Pinhole;
use super::{Error, IntoMatrix, Ray, Real, given};
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

/// The rectangle to which a camera draws: in pixels from the top left corner of the window, with y downwards.
///
/// Touches and places on the screen are relative to the same corner of the *window*, in points. A point has
/// [`scale_factor`](Self::with_scale_factor) pixels. Integers are corners of pixels: the center of the first
/// pixel is (0.5, 0.5).
///
/// ```
/// use bt_space::picking::Viewport;
///
/// // The right half of a window on a screen with 2 pixels per point:
/// let right = Viewport::new([800, 900]).at([800, 0]).with_scale_factor(2.0);
/// assert!(right.contains([400.5, 200.0]));
/// assert!(!right.contains([399.5, 200.0]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    position: DVec2,
    size: DVec2,
    scale_factor: f64,
}

impl Viewport {
    /// Makes a viewport that is the whole window, with this width and height in pixels.
    #[must_use]
    #[inline]
    pub fn new<F: Into<f64>>(size: impl Into<[F; 2]>) -> Self {
        Self { position: DVec2::ZERO, size: given::pair(size), scale_factor: 1.0 }
    }

    /// Returns the same viewport with its top left corner at this place, in pixels from the top left corner
    /// of the window.
    #[must_use]
    #[inline]
    pub fn at<F: Into<f64>>(self, position: impl Into<[F; 2]>) -> Self {
        Self { position: given::pair(position), ..self }
    }

    /// Returns the same viewport for touches in points that have this number of pixels in width and in
    /// height.
    ///
    /// The default is 1: touches are in pixels.
    #[must_use]
    #[inline]
    pub fn with_scale_factor(self, scale_factor: impl Into<f64>) -> Self {
        Self { scale_factor: scale_factor.into(), ..self }
    }

    /// Returns `true` if a touch is within the viewport, to choose one of several cameras. The left and upper
    /// edges are part of the viewport, the others are not.
    #[must_use]
    #[inline]
    pub fn contains<F: Into<f64>>(&self, touch: impl Into<[F; 2]>) -> bool {
        let place = given::pair(touch) * self.scale_factor - self.position;
        place.cmpge(DVec2::ZERO).all() && place.cmplt(self.size).all()
    }

    #[inline]
    pub(super) fn scale(&self, clip_space: ClipSpace) -> Result<Scale, Error> {
        let inverse = 2.0 / self.size;
        let factor = inverse * self.scale_factor;
        let offset = -1.0 - self.position * inverse;
        // A sum is finite only if all its terms are finite.
        let sum = factor.x + factor.y + offset.x + offset.y;
        let is_positive =
            self.size.x > 0.0 && self.size.y > 0.0 && factor.x > 0.0 && factor.y > 0.0;
        if !(is_positive && sum.abs() < f64::INFINITY) {
            return Err(Error::ViewportEmpty);
        }
        let direction = clip_space.direction();
        Ok(Scale { factor: factor * direction, offset: offset * direction })
    }

    /// The inverse conversion.
    #[inline]
    pub(super) fn screen<F: Real>(&self, clip_space: ClipSpace) -> Screen<F> {
        let points = self.scale_factor.recip();
        let half = self.size * (0.5 * points);
        let [left, top] = (self.position * points + half).to_array().map(F::round);
        let [x, y] = (half * clip_space.direction()).to_array().map(F::round);
        let half = F::Vec4::from([x, y, F::ONE, F::ZERO]);
        Screen { half, middle: F::Vec4::from([left, top, F::ZERO, F::ZERO]) }
    }
}

/// Converts touches to the range from −1 to 1 across a viewport, with the y of the projection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    pub(super) factor: DVec2,
    pub(super) offset: DVec2,
}

impl Scale {
    #[inline]
    pub(super) fn of_touch(&self, touch: DVec2) -> DVec2 {
        touch * self.factor + self.offset
    }
}

/// Converts places from −1 to 1 across a viewport, and depths, to touches and depths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Screen<F: Real> {
    pub(super) half: F::Vec4,
    pub(super) middle: F::Vec4,
}

/// The meaning of depth and y in a projection, which differs between graphics interfaces.
///
/// | | depth, near to far | y |
/// | --- | --- | --- |
/// | [`OPENGL`](Self::OPENGL), WebGL, macroquad | −1 to 1 | up |
/// | [`DIRECTX`](Self::DIRECTX), [`WGPU`](Self::WGPU), Metal | 0 to 1 | up |
/// | [`VULKAN`](Self::VULKAN), if the projection flips y, as the one of `glam`'s module `vulkan` does | 0 to 1 | down |
///
/// Bevy and other programs with reversed depth use [`WGPU.reversed()`](Self::reversed). A far plane at
/// infinity makes no difference, and neither does the handedness of the coordinates.
///
/// A ray of a perspective projection depends only on y. Depth defines where the near plane is, and in which
/// direction an orthographic camera looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClipSpace {
    /// The depth that the projection gives the near plane and the far plane.
    pub depth: Depth,
    /// `true` if y grows downwards, from the upper edge of the viewport to the lower one.
    pub y_down: bool,
}

/// The depth of the near plane and of the far plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Depth {
    /// From −1 at the near plane to 1 at the far plane.
    MinusOneToOne,
    /// From 0 at the near plane to 1 at the far plane.
    ZeroToOne,
    /// From 1 at the near plane to 0 at the far plane: reversed, which is more exact far away.
    OneToZero,
    /// From 1 at the near plane to −1 at the far plane: reversed, for OpenGL.
    OneToMinusOne,
}

impl Depth {
    /// The depth of the near plane.
    #[must_use]
    pub const fn near(self) -> f64 {
        match self {
            Self::MinusOneToOne => -1.0,
            Self::ZeroToOne => 0.0,
            Self::OneToZero | Self::OneToMinusOne => 1.0,
        }
    }

    /// The depth of the far plane.
    #[must_use]
    pub const fn far(self) -> f64 {
        match self {
            Self::MinusOneToOne | Self::ZeroToOne => 1.0,
            Self::OneToZero => 0.0,
            Self::OneToMinusOne => -1.0,
        }
    }

    /// The smallest depth that is drawn, and the largest.
    #[inline]
    pub(super) const fn range(self) -> [f64; 2] {
        match self {
            Self::MinusOneToOne | Self::OneToMinusOne => [-1.0, 1.0],
            Self::ZeroToOne | Self::OneToZero => [0.0, 1.0],
        }
    }

    /// 1 if depth grows with the distance, −1 if it is reversed.
    pub(super) const fn sign(self) -> f64 {
        if self.near() < self.far() { 1.0 } else { -1.0 }
    }
}

impl ClipSpace {
    /// Depth from −1 to 1, y up.
    pub const OPENGL: Self = Self { depth: Depth::MinusOneToOne, y_down: false };
    /// Depth from 0 to 1, y up.
    pub const DIRECTX: Self = Self { depth: Depth::ZeroToOne, y_down: false };
    /// Depth from 0 to 1, y up.
    pub const WGPU: Self = Self::DIRECTX;
    /// Depth from 0 to 1, y down.
    pub const VULKAN: Self = Self { depth: Depth::ZeroToOne, y_down: true };

    /// Converts right and down to x and y of the clip space.
    #[inline]
    pub(super) const fn direction(self) -> DVec2 {
        DVec2::new(1.0, if self.y_down { 1.0 } else { -1.0 })
    }

    /// The same with the near plane and the far plane exchanged.
    ///
    /// ```
    /// use bt_space::picking::{ClipSpace, Depth};
    ///
    /// assert_eq!(ClipSpace::WGPU.reversed().depth, Depth::OneToZero);
    /// ```
    #[must_use]
    pub const fn reversed(self) -> Self {
        let depth = match self.depth {
            Depth::MinusOneToOne => Depth::OneToMinusOne,
            Depth::ZeroToOne => Depth::OneToZero,
            Depth::OneToZero => Depth::ZeroToOne,
            Depth::OneToMinusOne => Depth::MinusOneToOne,
        };
        Self { depth, ..self }
    }
}

/// The place of a point on the screen, as [`Camera::project`](super::Camera::project) returns it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScreenPoint<F: Real = f32> {
    pub(super) position: F::Vec2,
    pub(super) depth: F,
    pub(super) is_visible: bool,
}

impl<F: Real> ScreenPoint<F> {
    /// The place, in points from the top left corner of the window, like a touch.
    #[must_use]
    #[inline]
    pub const fn position(&self) -> F::Vec2 {
        self.position
    }

    /// The depth with which the point is drawn.
    #[must_use]
    #[inline]
    pub const fn depth(&self) -> F {
        self.depth
    }

    /// Returns `true` if the point is within the viewport and between the near plane and the far plane. Other
    /// things may hide it.
    #[must_use]
    #[inline]
    pub const fn is_visible(&self) -> bool {
        self.is_visible
    }
}
