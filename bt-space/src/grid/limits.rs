//! Limits of positions.

use super::Error;
use super::point::{REACH, is_position};
use super::tiling::Tiling;

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
