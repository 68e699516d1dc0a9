//! The orthographic camera.

use super::camera::Scale;
use super::lines::Lines;
use super::number::{Number, Vector};
use super::{Depth, Ray, Real};
use glam::{DVec2, DVec3, DVec4, Vec4Swizzles};

/// A camera whose lines of sight all have the same direction, which is calculated once.
///
/// Its rays differ only in terms that are linear in the touch; these are calculated in `f64` and rounded at
/// the end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Parallel<F: Real> {
    direction: F::Vec3,
    /// The origin of the ray through the corner of the window, and the distance to the near plane along it;
    /// and their growth with x and y of the touch.
    corner: DVec4,
    x: DVec4,
    y: DVec4,
    points: Points,
}

/// The points under touches.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Points {
    /// The point at a depth of 0 under the corner of the window.
    corner: DVec3,
    x: DVec3,
    y: DVec3,
    depth: DVec3,
}

impl<F: Real> Parallel<F> {
    /// `None` for a perspective, and for a matrix without a direction.
    pub(super) fn new(lines: &Lines, depth: Depth, scale: &Scale) -> Option<Self> {
        let lines = lines.parallel(depth.near())?;
        let (direction, way) = (lines.direction, lines.way);
        let corner = lines.middle + lines.x * scale.offset.x + lines.y * scale.offset.y;
        let (x, y) = (lines.x * scale.factor.x, lines.y * scale.factor.y);
        let point = |place: DVec4| place.xyz() + direction * place.w;
        let depths = direction * way;
        let points = Points {
            corner: point(corner) - depths * depth.near(),
            x: point(x),
            y: point(y),
            depth: depths,
        };
        let is_direction = (direction.length_squared() - 1.0).abs() < 1e-12;
        let is_usual = is_direction && way * depth.sign() > 0.0;
        let direction = F::Vec3::round(direction);
        is_usual.then_some(Self { direction, corner, x, y, points })
    }

    /// The ray through a touch; `None` if the touch is not finite or too far out.
    #[inline]
    pub(super) fn ray(&self, touch: DVec2) -> Option<Ray<F>> {
        let place = self.corner + self.x * touch.x + self.y * touch.y;
        let (origin, start) = (F::Vec3::round(place.xyz()), <F as Number>::round(place.w));
        let is_usual = place.abs().element_sum() <= F::FARTHEST.into();
        is_usual.then_some(Ray { origin, direction: self.direction, start })
    }

    /// The point under a touch at a depth, if there is one.
    #[inline]
    pub(super) fn at_depth(&self, touch: DVec2, depth: f64) -> Option<F::Vec3> {
        let Points { corner, x, y, depth: depths } = self.points;
        let point = corner + x * touch.x + y * touch.y + depths * depth;
        (point.abs().element_sum() <= F::FARTHEST.into()).then(|| F::Vec3::round(point))
    }
}
