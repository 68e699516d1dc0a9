//! Positions and their limits.

use super::Error;
use super::tiling::Tiling;

/// A point of the game: `[f32; 2]`, `(f32, f32)`, `glam::Vec2` of any version, `mint::Point2<f32>`, and any
/// other type that converts into `[f32; 2]` and back.
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
/// fn is_point<P: bt_space::grid::Point>() {}
/// is_point::<Place>();
/// is_point::<[f32; 2]>();
/// ```
pub trait Point: Copy + Into<[f32; 2]> + From<[f32; 2]> {}

impl<P: Copy + Into<[f32; 2]> + From<[f32; 2]>> Point for P {}

/// The maximum absolute value of a coordinate, 2^62 units. Within it, the square of no distance overflows.
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

/// The square of a radius; it is larger than every squared distance if the radius is infinite. `None` if the
/// radius contains nothing.
#[inline]
pub(super) fn square(radius: f32) -> Option<f32> {
    let square = radius * radius;
    (radius >= 0.0).then_some(if square < f32::MAX { square } else { f32::MAX })
}

/// The treatment of positions outside of the world.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Outside {
    /// Positions outside belong to the nearest tile at the edge; all distances are exact.
    #[default]
    Keep,
    /// Positions outside are an error.
    Refuse,
}

/// The lowest and the highest valid position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) outside: Outside,
    lowest: [f32; 2],
    highest: [f32; 2],
}

impl Limits {
    pub(super) const fn new(tiling: &Tiling, outside: Outside) -> Self {
        let (lowest, highest) = match outside {
            Outside::Keep => ([-REACH; 2], [REACH; 2]),
            Outside::Refuse => (tiling.min, tiling.max),
        };
        Self { outside, lowest, highest }
    }

    /// Returns the position if it is valid.
    #[allow(clippy::needless_bitwise_bool, reason = "one branch is enough")]
    #[inline]
    pub(super) fn check(&self, position: [f32; 2]) -> Result<[f32; 2], Error> {
        let ([x, y], [left, low], [right, high]) = (position, self.lowest, self.highest);
        if (left <= x) & (x <= right) & (low <= y) & (y <= high) {
            Ok(position)
        } else {
            Err(self.refusal(position))
        }
    }

    #[cold]
    fn refusal(&self, position: [f32; 2]) -> Error {
        match self.outside {
            Outside::Refuse if is_position(position) => Error::Outside(position),
            _ => Error::Position(position),
        }
    }
}
