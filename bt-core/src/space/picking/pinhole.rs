//! The usual camera.

use super::lines::NOISE;
use super::number::{Transform, Vector, Vector4};
use super::viewport::Scale;
use super::{ClipSpace, Ray, Real};
use glam::{DMat4, DVec2, Vec4Swizzles};

/// A camera with a perspective, off-centre or not, whose view only turns and moves the world.
///
/// Then the inverse of the view is its transpose, and that of the projection is a division: what is left are
/// [`Lines`](super::lines::Lines) with fewer roundings, so that they can be calculated in `f32`. Only the part that
/// may cancel out, from a touch to the place before the eye, is in `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pinhole<F: Real> {
    /// From a touch to x and y before the eye, where w is 1.
    factor: DVec2,
    offset: DVec2,
    /// And to z, which is the same everywhere.
    forward: F,
    /// From what is before the eye to the world: the view's inverse.
    turn: F::Mat4,
    pub(super) eye: F::Vec3,
    /// How far along every line the near plane is.
    near: F,
    /// The z of clip space at the eye, and how it grows along every line.
    z: f64,
    z_growth: f64,
}

impl<F: Real> Pinhole<F> {
    /// `None` if it is another camera, or one with something wrong.
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
        // A sum is finite if all its terms are. What is infinite itself has a reciprocal that is not.
        let sum = factor + offset + DVec2::new(forward, z_growth);
        let is_finite = (sum.x + sum.y + growth).is_finite() && near <= F::FARTHEST;
        // Without it, depth is the same everywhere.
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

    /// How the line through a touch goes on before the eye.
    #[inline]
    fn along(&self, touch: DVec2) -> F::Vec3 {
        let DVec2 { x, y } = touch * self.factor + self.offset;
        F::Vec3::from([F::round(x), F::round(y), self.forward])
    }

    /// The ray through a touch; `None` if the touch is none, or so far out that
    /// squares are too large.
    #[inline]
    pub(super) fn ray(&self, touch: DVec2) -> Option<Ray<F>> {
        let along = self.along(touch);
        // What only turns keeps its length.
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

    /// The point under a touch with a depth, if there is one.
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
