//! The part of a window that a camera draws to.

use super::{ClipSpace, Error, Real, given};
use glam::DVec2;

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
