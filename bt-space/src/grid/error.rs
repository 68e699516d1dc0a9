//! Errors of a grid.

use super::Handle;
use core::fmt;

/// The reason why a method of [`Grid`](super::Grid) failed.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum Error {
    /// The size of a tile is not positive, is NaN or infinite, or is so small that its reciprocal is
    /// infinite.
    TileSize(f32),
    /// The corners of the world are not finite numbers within [`REACH`](super::REACH), or the first is not below
    /// the second.
    Bounds,
    /// There would be more tiles than [`MAX_TILES`](super::MAX_TILES), or more than
    /// [`MAX_SIDE`](super::MAX_SIDE) in a row or a column.
    TooManyTiles,
    /// A coordinate of a position is NaN, infinite, or further than [`REACH`](super::REACH) from zero.
    Position([f32; 2]),
    /// A position is outside of the world, and [`Outside::Refuse`](super::Outside::Refuse) was chosen.
    Outside([f32; 2]),
    /// The entity has been removed.
    Stale(Handle),
    /// The grid contains the maximum number of entities.
    Full,
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TileSize(size) => {
                write!(formatter, "a tile cannot be {size} wide: take a number above zero, about the radius of most queries")
            }
            Self::Bounds => {
                formatter.write_str("the first corner of a world must be below the second, and both finite and within ±2^62")
            }
            Self::TooManyTiles => {
                formatter.write_str("the world has too many tiles: take larger ones")
            }
            Self::Position([x, y]) => write!(formatter, "({x}, {y}) is no position: it must be finite and within ±2^62"),
            Self::Outside([x, y]) => write!(formatter, "({x}, {y}) is outside of the world, where nothing is kept"),
            Self::Stale(handle) => write!(formatter, "{handle:?} has been removed"),
            Self::Full => formatter.write_str("there are no numbers left for more entities"),
        }
    }
}

impl core::error::Error for Error {}

/// An entity that [`Grid::insert`](super::Grid::insert) refused: the reason and the payload.
///
/// `?` converts it into an [`Error`] if the function returns one.
#[derive(Clone, Copy, PartialEq)]
pub struct Refused<T> {
    /// The reason.
    pub error: Error,
    /// The payload that was not inserted.
    pub payload: T,
}

impl<T> From<Refused<T>> for Error {
    fn from(refused: Refused<T>) -> Self {
        refused.error
    }
}

// It prints no payload, so it needs no bound on `T`.
impl<T> fmt::Debug for Refused<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Refused").field("error", &self.error).finish_non_exhaustive()
    }
}

impl<T> fmt::Display for Refused<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(formatter)
    }
}

impl<T> core::error::Error for Refused<T> {}
