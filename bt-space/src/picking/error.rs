//! Reasons why a touch has no ray.

use core::fmt;

/// An invalid argument.
///
/// A ray that hits nothing is not among these: that is `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Error {
    /// A touch or a depth is NaN or infinite.
    TouchNotFinite,
    /// The viewport has no area: its size and the scale factor must be positive and finite, and its position
    /// must be finite. A minimized window has no area.
    ViewportEmpty,
    /// The view or the projection contains NaN or infinity.
    MatrixNotFinite,
    /// The view, the projection or their product flattens the world, so the point under a touch is not
    /// unique: a zero matrix, a view that is scaled by 0 along an axis, a projection whose near plane is its
    /// far plane.
    MatrixSingular,
    /// The point is not in front of the camera, so it has no place on the screen.
    BehindCamera,
    /// The point at this depth is infinitely far away: the far end of an infinite projection.
    AtInfinity,
    /// A coordinate, a radius or a direction in the world is NaN or infinite.
    NotFinite,
    /// The direction of a ray or the normal of a plane is zero.
    NoDirection,
    /// A radius is negative, or a box has its corners in the wrong order.
    ShapeEmpty,
    /// The numbers are finite, but too large to calculate with.
    OutOfRange,
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::TouchNotFinite => "the touch or the depth is not finite",
            Self::ViewportEmpty => {
                "the viewport is empty: its size and scale factor must be greater than 0 and finite"
            }
            Self::MatrixNotFinite => "the view or the projection is not finite",
            Self::MatrixSingular => "the view or the projection is singular: it flattens the world",
            Self::BehindCamera => "the point is not in front of the camera",
            Self::AtInfinity => "the depth lies infinitely far away",
            Self::NotFinite => "a coordinate, a radius or a direction is not finite",
            Self::NoDirection => "the direction of a ray or the normal of a plane is zero",
            Self::ShapeEmpty => "a radius is negative, or a box has its corners in the wrong order",
            Self::OutOfRange => "the numbers are too large to calculate with",
        })
    }
}

impl core::error::Error for Error {}
