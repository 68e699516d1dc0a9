//! A place on the screen.

use super::Real;

/// Where on the screen a point of the world is: what [`Camera::project`](super::Camera::project) gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScreenPoint<F: Real = f32> {
    pub(super) position: F::Vec2,
    pub(super) depth: F,
    pub(super) is_visible: bool,
}

impl<F: Real> ScreenPoint<F> {
    /// The place, in points from the top left corner of the window, as of a touch.
    #[must_use]
    #[inline]
    pub const fn position(&self) -> F::Vec2 {
        self.position
    }

    /// The depth at which it is drawn.
    #[must_use]
    #[inline]
    pub const fn depth(&self) -> F {
        self.depth
    }

    /// Returns `true` if it is within the viewport, and between the near plane and the far plane. Something may
    /// stand before it.
    #[must_use]
    #[inline]
    pub const fn is_visible(&self) -> bool {
        self.is_visible
    }
}
