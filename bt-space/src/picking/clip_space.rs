//! The meaning of depth and y in a projection.

use glam::DVec2;

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
