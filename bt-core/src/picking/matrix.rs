//! Matrices of any precision and any library.

use core::marker::PhantomData;
use glam::{DMat4, Mat4};

/// A view or a projection, in `f32` or `f64`: what [`Camera::new`](super::Camera::new) takes.
///
/// It is made of the [`Mat4`] and [`DMat4`] of this glam, and of arrays, column by column. So the matrix
/// of any other library can be handed over: `to_cols_array()` of another version of glam, `.into()` an
/// `[[f32; 4]; 4]` from `mint` or `nalgebra`. A library that keeps rows needs the transpose.
///
/// ```
/// use bt_core::picking::Matrix;
/// use bt_core::picking::glam::{DMat4, Mat4};
///
/// assert_eq!(Matrix::from(Mat4::IDENTITY.to_cols_array()), Mat4::IDENTITY.into());
/// assert_eq!(Matrix::from(DMat4::IDENTITY.to_cols_array_2d()), DMat4::IDENTITY.into());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Matrix<F> {
    pub(super) columns: DMat4,
    /// How much its numbers may have been rounded, as a part of them.
    pub(super) rounding: f64,
    precision: PhantomData<F>,
}

impl From<DMat4> for Matrix<f64> {
    #[inline]
    fn from(columns: DMat4) -> Self {
        Self { columns, rounding: f64::EPSILON, precision: PhantomData }
    }
}

impl From<[f64; 16]> for Matrix<f64> {
    #[inline]
    fn from(columns: [f64; 16]) -> Self {
        DMat4::from_cols_array(&columns).into()
    }
}

impl From<[[f64; 4]; 4]> for Matrix<f64> {
    #[inline]
    fn from(columns: [[f64; 4]; 4]) -> Self {
        DMat4::from_cols_array_2d(&columns).into()
    }
}

impl From<Mat4> for Matrix<f32> {
    #[inline]
    fn from(columns: Mat4) -> Self {
        let rounding = f64::from(f32::EPSILON);
        Self { columns: columns.as_dmat4(), rounding, precision: PhantomData }
    }
}

impl From<[f32; 16]> for Matrix<f32> {
    #[inline]
    fn from(columns: [f32; 16]) -> Self {
        Mat4::from_cols_array(&columns).into()
    }
}

impl From<[[f32; 4]; 4]> for Matrix<f32> {
    #[inline]
    fn from(columns: [[f32; 4]; 4]) -> Self {
        Mat4::from_cols_array_2d(&columns).into()
    }
}
