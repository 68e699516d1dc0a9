//! The usual camera.

use super::camera::Scale;
use super::lines::NOISE;
use super::number::{Transform, Vector, Vector4};
use super::{ClipSpace, Ray, Real};
use glam::{DMat4, DVec2, Vec4Swizzles};

/// A camera with a perspective, off-center or not, whose view only rotates and moves the world.
///
/// The inverse of such a view is its transpose, and that of the projection is a division. The result is the
/// same as that of [`Lines`](super::lines::Lines), with fewer rounding errors, so it can be calculated in
/// `f32`. Only the part that may cancel out, from a touch to a position relative to the eye, is in `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pinhole<F: Real> {
    /// The factor from a touch to x and y relative to the eye, where w is 1.
    factor: DVec2,
    offset: DVec2,
    /// The z relative to the eye, which is the same for all touches.
    forward: F,
    /// The rotation from positions relative to the eye to the world: the inverse of the view.
    turn: F::Mat4,
    pub(super) eye: F::Vec3,
    /// The distance of the near plane along every line.
    near: F,
    /// The z of clip space at the eye, and its growth along every line.
    z: f64,
    z_growth: f64,
}

impl<F: Real> Pinhole<F> {
    /// `None` for other cameras, and for invalid ones.
    #[inline]
    pub(super) fn new(
        projection: &F::Mat4,
        view: &F::Mat4,
        scale: &Scale,
        clip_space: ClipSpace,
    ) -> Option<Self> {
        let turn = view.transpose();
        if !(projection.is_perspective() && turn.is_turn()) {
            return None;
        }
        let DMat4 { x_axis: x, y_axis: y, z_axis: z, w_axis: w } = projection.exact();
        let eye = -turn.turned(view.w_axis());
        let turn = turn.with_w_axis(eye);
        let growth = z.w;
        let forward = growth.recip();
        let lens = DVec2::new(x.x, y.y).recip();
        let (factor, offset) = (scale.factor * lens, (scale.offset - z.xy() * forward) * lens);
        let (z, z_growth) = (w.z, z.z * forward);
        let depth = clip_space.depth;
        let approach = (z_growth - depth.near()) * depth.sign();
        let near = -z * depth.sign() / approach;
        let near = if approach > 0.0 && near >= 0.0 { F::round(near) } else { F::ZERO };
        // A sum is finite only if all its terms are finite. The reciprocal of an infinite number would be
        // finite, so the number itself is added.
        let sum = factor + offset + DVec2::new(forward, z_growth);
        let is_finite = (sum.x + sum.y + growth).is_finite() && near <= F::FARTHEST;
        // If z is 0, all points have the same depth.
        let has_depth = z != 0.0;
        let is_near = eye.abs().max_element() <= F::FARTHEST;
        let forward = F::round(forward);
        (is_finite && has_depth && is_near).then_some(Self {
            factor,
            offset,
            forward,
            turn,
            eye,
            near,
            z,
            z_growth,
        })
    }

    /// The direction of the line through a touch, relative to the eye.
    #[inline]
    fn along(&self, touch: DVec2) -> F::Vec3 {
        let DVec2 { x, y } = touch * self.factor + self.offset;
        F::Vec3::from([F::round(x), F::round(y), self.forward])
    }

    /// The ray through a touch; `None` if the touch is not finite, or so far out that squares overflow.
    #[inline]
    pub(super) fn ray(&self, touch: DVec2) -> Option<Ray<F>> {
        let along = self.along(touch);
        // A rotation does not change the length.
        let square = along.length_squared();
        let length = square.sqrt();
        let start = self.near * length;
        let is_usual = F::SMALL < square && square < F::INFINITY && start <= F::FARTHEST;
        is_usual.then(|| Ray {
            origin: self.eye,
            direction: self.turn.turned(along) * (F::ONE / length),
            start,
        })
    }

    /// The point under a touch at a depth, if there is one.
    #[inline]
    pub(super) fn at_depth(&self, touch: DVec2, depth: f64) -> Option<F::Vec3> {
        let approach = depth - self.z_growth;
        let way = self.z / approach;
        let noise = NOISE * depth.abs().max(self.z_growth.abs());
        let point = self.turn.point(self.along(touch) * F::round(way));
        let is_point = way >= 0.0 && approach.abs() > noise && point.is_finite();
        is_point.then(|| point.xyz())
    }
}
