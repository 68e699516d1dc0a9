//! The lines of sight of a camera: one for each place on the screen; and matrices of any precision and any library.

use super::{Depth, Error, Ray, Real};
use glam::{DMat4, DVec2, DVec3, DVec4, Mat4, Vec4Swizzles};

/// All lines of sight of a camera.
///
/// A place `(x, y)` of the screen is the line in which two planes meet: `row0 − x·row3` and `row1 − y·row3`
/// of the matrix from the world to clip space. Its direction is the cross product of their normals, which is
/// linear in x and y:
///
/// `row0 × row1 + x · row1 × row3 + y · row3 × row0`
///
/// If the projection is orthographic, `row3` is zero and the direction is constant; then the points in which
/// the lines leave the plane of the eye are linear in x and y. Otherwise all lines leave from one point.
/// Neither depends on `row2`, the depth, so a far plane that is very or infinitely far away causes no
/// rounding error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lines {
    pub(super) origin: Linear<DVec3>,
    /// Its length is not 1. In a perspective, w grows by 1 per length of this vector.
    along: Linear<DVec3>,
    /// The z of clip space at the origin, and its growth along a line.
    z: Linear<f64>,
    z_growth: Linear<f64>,
    /// The same for w, which does not depend on the place.
    w: f64,
    w_growth: f64,
    /// The distance of the near plane along every line, if it is the same for all.
    near: Option<f64>,
}

/// A value that is linear in a place on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Linear<T> {
    pub(super) middle: T,
    x: T,
    y: T,
}

impl Linear<DVec3> {
    #[inline]
    fn at(&self, place: DVec2) -> DVec3 {
        self.middle + self.x * place.x + self.y * place.y
    }

    #[inline]
    fn sum(&self) -> DVec3 {
        self.middle + self.x + self.y
    }

    #[inline]
    fn dot(&self, direction: DVec3) -> Linear<f64> {
        let Self { middle, x, y } = self;
        Linear { middle: middle.dot(direction), x: x.dot(direction), y: y.dot(direction) }
    }
}

impl Linear<f64> {
    #[inline]
    fn at(&self, place: DVec2) -> f64 {
        self.middle + (self.x * place.x + self.y * place.y)
    }

    /// The sum of the absolute values that [`at`](Self::at) adds, which bounds its rounding error.
    #[inline]
    fn size(&self, place: DVec2) -> f64 {
        self.middle.abs() + (self.x * place.x).abs() + (self.y * place.y).abs()
    }

    #[inline]
    const fn sum(&self) -> f64 {
        self.middle + self.x + self.y
    }
}

/// The lines of an orthographic projection.
pub(super) struct ParallelLines {
    pub(super) direction: DVec3,
    /// The origin of the middle line, and the distance to a depth along it; and their growth with x and y.
    pub(super) middle: DVec4,
    pub(super) x: DVec4,
    pub(super) y: DVec4,
    /// The distance between two depths.
    pub(super) way: f64,
}

/// The relative rounding error of the calculations.
pub(super) const NOISE: f64 = 16.0 * f64::EPSILON;

impl Lines {
    /// Makes the lines from matrices whose numbers have this relative rounding error.
    pub(super) fn new(
        projection: &DMat4,
        view: &DMat4,
        depth: Depth,
        rounding: f64,
    ) -> Result<Self, Error> {
        let rows = (*projection * *view).transpose();
        let mut lines = if rows.w_axis.xyz() == DVec3::ZERO {
            Self::orthographic(&rows, view, depth, rounding)?
        } else {
            Self::perspective(&rows, rounding)?
        };
        let Linear { middle, x, y } = lines.z_growth;
        if lines.is_perspective() && x.abs() + y.abs() <= NOISE * middle.abs() {
            lines.near = Some(lines.start(DVec2::ZERO, depth));
        }
        // A sum is finite only if all its terms are finite.
        let sum = lines.origin.sum() + lines.along.sum();
        let sum = sum + DVec3::splat(lines.z.sum() + lines.z_growth.sum());
        if sum.is_finite() { Ok(lines) } else { Err(Error::OutOfRange) }
    }

    /// The inverse of the rows x, y, w as a 3 × 3 matrix: its columns are their cross products.
    #[inline]
    fn perspective(rows: &DMat4, rounding: f64) -> Result<Self, Error> {
        let [x, y, w] = [rows.x_axis, rows.y_axis, rows.w_axis];
        let (of_w, of_x, of_y) = crosses(x.xyz(), y.xyz(), w.xyz());
        let volume = w.xyz().dot(of_w);
        check_volume(volume, [x, y, w], rounding)?;
        let scale = volume.recip();
        let along = Linear { middle: of_w * scale, x: of_x * scale, y: of_y * scale };
        let eye = -(along.x * x.w + along.y * y.w + along.middle * w.w);
        let z = rows.z_axis;
        Ok(Self {
            origin: Linear { middle: eye, x: DVec3::ZERO, y: DVec3::ZERO },
            along,
            z: Linear { middle: z.xyz().dot(eye) + z.w, x: 0.0, y: 0.0 },
            z_growth: along.dot(z.xyz()),
            w: 0.0,
            w_growth: 1.0,
            near: None,
        })
    }

    fn orthographic(
        rows: &DMat4,
        view: &DMat4,
        depth: Depth,
        rounding: f64,
    ) -> Result<Self, Error> {
        let ([x, y, z], w) = ([rows.x_axis, rows.y_axis, rows.z_axis], rows.w_axis.w);
        let across = x.xyz().cross(y.xyz());
        let volume = z.xyz().dot(across);
        check_volume(volume, [x, y, z], rounding)?;
        let scale = across.length_squared().recip();
        let (of_x, of_y) = (y.xyz().cross(across) * scale, across.cross(x.xyz()) * scale);
        let height = across.dot(eye(view)?) * scale;
        let middle = across * height - of_x * x.w - of_y * y.w;
        let origin = Linear { middle, x: of_x * w, y: of_y * w };
        let towards = (volume * w).signum() * depth.sign();
        let direction = across.normalize() * towards;
        let at_origin = origin.dot(z.xyz());
        Ok(Self {
            origin,
            along: Linear { middle: direction, x: DVec3::ZERO, y: DVec3::ZERO },
            z: Linear { middle: at_origin.middle + z.w, ..at_origin },
            z_growth: Linear { middle: z.xyz().dot(direction), x: 0.0, y: 0.0 },
            w,
            w_growth: 0.0,
            near: None,
        })
    }

    #[inline]
    pub(super) const fn is_perspective(&self) -> bool {
        self.w_growth != 0.0
    }

    /// The common part of all lines of an orthographic projection, and the distance to a depth.
    pub(super) fn parallel(&self, depth: f64) -> Option<ParallelLines> {
        if self.is_perspective() {
            return None;
        }
        let (origin, z, growth) = (&self.origin, &self.z, self.z_growth.middle);
        Some(ParallelLines {
            direction: self.along.middle,
            middle: origin.middle.extend((self.w * depth - z.middle) / growth),
            x: origin.x.extend(-z.x / growth),
            y: origin.y.extend(-z.y / growth),
            way: self.w / growth,
        })
    }

    pub(super) fn moved(self, way: DVec3) -> Result<Self, Error> {
        let origin = Linear { middle: self.origin.middle + way, ..self.origin };
        if origin.sum().is_finite() { Ok(Self { origin, ..self }) } else { Err(Error::OutOfRange) }
    }

    #[inline]
    fn origin(&self, place: DVec2) -> DVec3 {
        if self.is_perspective() { self.origin.middle } else { self.origin.at(place) }
    }

    /// The ray through a place from −1 to 1 across the viewport, starting at the near plane; it is not finite
    /// if the place is too far out.
    #[inline]
    pub(super) fn ray(&self, place: DVec2, depth: Depth) -> Ray<f64> {
        let along = self.along.at(place);
        let length = along.length();
        let start = self.near.unwrap_or_else(|| self.start(place, depth)) * length;
        Ray { origin: self.origin(place), direction: along * length.recip(), start }
    }

    /// The distance to the near plane along a line.
    ///
    /// Nothing is drawn along a line that runs away from the near plane, so it has no start, and neither has
    /// a line without a near plane.
    fn start(&self, place: DVec2, depth: Depth) -> f64 {
        let (z, z_growth) = (self.z.at(place), self.z_growth.at(place));
        let height = (z - self.w * depth.near()) * depth.sign();
        let approach = (z_growth - self.w_growth * depth.near()) * depth.sign();
        let start = -height / approach;
        let least = if self.is_perspective() { 0.0 } else { f64::NEG_INFINITY };
        if approach > 0.0 && start >= least && start < f64::INFINITY { start } else { 0.0 }
    }

    /// The point at which the line through a place has a depth: where `z = depth · w`.
    #[inline]
    pub(super) fn at_depth(&self, place: DVec2, depth: f64) -> Result<DVec3, Error> {
        let height = self.z.at(place) - self.w * depth;
        let approach = self.z_growth.at(place) - self.w_growth * depth;
        let noise = NOISE * (self.z_growth.size(place) + (self.w_growth * depth).abs());
        if approach.abs() > noise {
            let way = -height / approach;
            if way < 0.0 && self.is_perspective() {
                return Err(Error::BehindCamera);
            }
            return Ok(self.origin(place) + self.along.at(place) * way);
        }
        Err(Error::AtInfinity)
    }
}

/// `(x × y, y × w, w × x)`.
#[inline]
fn crosses(x: DVec3, y: DVec3, w: DVec3) -> (DVec3, DVec3, DVec3) {
    (x.cross(y), y.cross(w), w.cross(x))
}

/// The position of the eye of a view.
fn eye(view: &DMat4) -> Result<DVec3, Error> {
    let rows = view.transpose();
    let [x, y, z] = [rows.x_axis, rows.y_axis, rows.z_axis];
    let (of_z, of_x, of_y) = crosses(x.xyz(), y.xyz(), z.xyz());
    let volume = z.xyz().dot(of_z);
    check_volume(volume, [x, y, z], f64::EPSILON)?;
    Ok(-(of_x * x.w + of_y * y.w + of_z * z.w) / volume)
}

/// Returns `true` if three directions span a volume, beyond rounding errors, and do not lie in a plane.
#[inline]
fn check_volume(volume: f64, rows: [DVec4; 3], rounding: f64) -> Result<(), Error> {
    let [a, b, c] = rows.map(|row| row.xyz().abs().element_sum());
    let largest = a * b * c;
    if volume.abs() > 16.0 * rounding * largest && volume.abs() < f64::INFINITY {
        Ok(())
    } else if largest.is_finite() && volume.is_finite() {
        Err(Error::MatrixSingular)
    } else {
        Err(Error::OutOfRange)
    }
}

/// A view or a projection, in `f32` or `f64`: an argument of [`Camera::new`](super::Camera::new).
///
/// It is made from [`Mat4`] and [`DMat4`] of this version of glam, and from arrays, column by column. So
/// matrices of any other library can be passed: `to_cols_array()` of another version of glam, `.into()` an
/// `[[f32; 4]; 4]` from `mint` or `nalgebra`. A matrix of a library that stores rows must be transposed.
///
/// ```
/// use bt_space::picking::Matrix;
/// use bt_space::picking::glam::{DMat4, Mat4};
///
/// assert_eq!(Matrix::from(Mat4::IDENTITY.to_cols_array()), Mat4::IDENTITY.into());
/// assert_eq!(Matrix::from(DMat4::IDENTITY.to_cols_array_2d()), DMat4::IDENTITY.into());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Matrix<F: Real> {
    pub(super) columns: F::Mat4,
}

/// The argument of [`Camera::new`](super::Camera::new): a type that can be turned into a [`Matrix`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be turned into a `Matrix<{F}>`",
    label = "no matrix of `picking::glam`, and no array of `{F}`",
    note = "write `.to_cols_array()` behind a matrix of another version of glam; `picking::Matrix` tells of other libraries"
)]
pub trait IntoMatrix<F: Real> {
    /// Turns it into a matrix.
    fn into_matrix(self) -> Matrix<F>;
}

#[diagnostic::do_not_recommend]
impl<F: Real, M: Into<Matrix<F>>> IntoMatrix<F> for M {
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is the call of a conversion")]
    fn into_matrix(self) -> Matrix<F> {
        self.into()
    }
}

macro_rules! from {
    ($number:ident, $mat4:ident) => {
        impl From<$mat4> for Matrix<$number> {
            #[inline]
            fn from(columns: $mat4) -> Self {
                Self { columns }
            }
        }

        impl From<[$number; 16]> for Matrix<$number> {
            #[inline]
            fn from(columns: [$number; 16]) -> Self {
                Self { columns: $mat4::from_cols_array(&columns) }
            }
        }

        impl From<[[$number; 4]; 4]> for Matrix<$number> {
            #[inline]
            fn from(columns: [[$number; 4]; 4]) -> Self {
                Self { columns: $mat4::from_cols_array_2d(&columns) }
            }
        }
    };
}

from!(f32, Mat4);
from!(f64, DMat4);
