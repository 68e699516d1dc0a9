//! Places on the screen.

use super::Real;

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
