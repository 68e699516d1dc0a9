//! The camera, which circles around a point on the ground. Drawing and picking use the same matrices.

use bt_core::picking::glam::camera::rh;
use bt_core::picking::glam::{Mat4, Vec2, Vec3};
use bt_core::picking::{self, ClipSpace, Error, Viewport};

const FIELD_OF_VIEW: f32 = 0.75;
const NEAR: f32 = 0.5;
const FAR: f32 = 600.0;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Orbit {
    /// The point on the ground in the middle of the window.
    pub(crate) target: Vec2,
    pub(crate) distance: f32,
    /// In radians; at 0 the camera looks along -z.
    pub(crate) yaw: f32,
    /// The angle above the ground, in radians.
    pub(crate) pitch: f32,
}

impl Orbit {
    pub(crate) const fn around(target: Vec2, distance: f32) -> Self {
        Self { target, distance, yaw: 0.5, pitch: 0.52 }
    }

    pub(crate) fn eye(&self) -> Vec3 {
        let (height, radius) = (self.pitch.sin(), self.pitch.cos());
        let (x, z) = self.yaw.sin_cos();
        self.target() + self.distance * Vec3::new(radius * x, height, radius * z)
    }

    fn target(&self) -> Vec3 {
        Vec3::new(self.target.x, 0.0, self.target.y)
    }

    pub(crate) fn view(&self) -> Mat4 {
        rh::view::look_at_mat4(self.eye(), self.target(), Vec3::Y)
    }

    /// The projection for OpenGL.
    pub(crate) fn projection(window: Vec2) -> Mat4 {
        rh::proj::opengl::perspective(FIELD_OF_VIEW, window.x / window.y, NEAR, FAR)
    }

    /// The height of the horizon in the window, in points from the top.
    pub(crate) fn horizon(&self, window: Vec2) -> f32 {
        0.5 * window.y * (1.0 - self.pitch.tan() / (0.5 * FIELD_OF_VIEW).tan())
    }

    /// The camera that finds what is under the mouse; fails if the window is empty.
    pub(crate) fn picking(&self, window: Vec2) -> Result<picking::Camera, Error> {
        let viewport = Viewport::new(window.to_array());
        picking::Camera::new(self.view(), Self::projection(window), viewport, ClipSpace::OPENGL)
    }

    /// Moves the target to the right and forwards, as seen in the window.
    pub(crate) fn pan(&mut self, right: f32, forwards: f32) {
        let (sine, cosine) = self.yaw.sin_cos();
        let (to_right, ahead) = (Vec2::new(cosine, -sine), Vec2::new(-sine, -cosine));
        self.target += (right * to_right + forwards * ahead) * self.distance;
    }

    pub(crate) fn turn(&mut self, yaw: f32, pitch: f32) {
        self.yaw += yaw;
        self.pitch = (self.pitch + pitch).clamp(0.15, 1.5);
    }

    pub(crate) fn zoom(&mut self, factor: f32) {
        self.distance = (self.distance * factor).clamp(6.0, 250.0);
    }
}
