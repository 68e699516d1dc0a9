//! Positions.

/// A point of the game: `[f32; 2]`, `(f32, f32)`, `glam::Vec2` of any version, `mint::Point2<f32>`, and whatever
/// else can be made of two numbers and taken apart into them.
///
/// ```
/// #[derive(Clone, Copy)]
/// struct Place {
///     east: f32,
///     north: f32,
/// }
///
/// impl From<[f32; 2]> for Place {
///     fn from([east, north]: [f32; 2]) -> Self {
///         Self { east, north }
///     }
/// }
///
/// impl From<Place> for [f32; 2] {
///     fn from(place: Place) -> Self {
///         [place.east, place.north]
///     }
/// }
///
/// fn is_point<P: bt_core::grid::Point>() {}
/// is_point::<Place>();
/// is_point::<[f32; 2]>();
/// ```
pub trait Point: Copy + Into<[f32; 2]> + From<[f32; 2]> {}

impl<P: Copy + Into<[f32; 2]> + From<[f32; 2]>> Point for P {}

/// So far from zero a coordinate may be, 2^62 units: thus the square of no distance overflows.
#[allow(clippy::cast_precision_loss, reason = "a power of two is exact")]
pub const REACH: f32 = (1_u64 << 62) as f32;

/// Returns `true` if both coordinates are numbers within reach.
#[inline]
pub(super) fn is_position([x, y]: [f32; 2]) -> bool {
    (x.abs() <= REACH) & (y.abs() <= REACH)
}

#[inline]
pub(super) fn distance_squared([x, y]: [f32; 2], [u, v]: [f32; 2]) -> f32 {
    let (dx, dy) = (x - u, y - v);
    dx * dx + dy * dy
}

/// The square of a radius, which no distance exceeds if the radius is infinite; `None` if nothing is within it.
#[inline]
pub(super) fn square(radius: f32) -> Option<f32> {
    let square = radius * radius;
    (radius >= 0.0).then_some(if square < f32::MAX { square } else { f32::MAX })
}
