//! Matrices of any precision and any library.

use super::Real;
use glam::{DMat4, Mat4};

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
