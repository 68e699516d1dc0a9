//! Who is near me: many moving agents in a uniform grid of tiles.

#[cfg(feature = "std")]
mod along;
mod area;
mod best;
mod bulk;
mod entities;
mod error;
mod handle;
mod nearest;
mod order;
mod pairs;
mod point;
mod query;
#[cfg(feature = "std")]
mod ray;
mod rows;
mod scan;
mod slots;
mod spread;
#[cfg(test)]
mod tests;
mod tiles;
mod tiling;

use alloc::vec::Vec;
pub use area::{Area, Around, Circle, Everywhere, Rectangle};
use bulk::Leaver;
use core::fmt;
use core::marker::PhantomData;
pub use error::Error;
pub use handle::Handle;
pub use nearest::Neighbor;
pub use point::{Point, REACH};
#[cfg(feature = "std")]
pub use ray::RayHit;
use rows::Rows;
use slots::Slots;
use tiling::Tiling;
pub use tiling::{MAX_SIDE, MAX_TILES, Tile};

/// All groups.
pub const ALL: u32 = u32::MAX;

/// What becomes of positions outside of the world.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Outside {
    /// They belong to the nearest tile at the edge; all distances are exact.
    #[default]
    Keep,
    /// They are an error.
    Refuse,
}

/// An entity as a query finds it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Found<P = [f32; 2]> {
    /// Who it is.
    pub handle: Handle,
    /// Where it is.
    pub position: P,
    /// Its groups.
    pub groups: u32,
}

/// Many moving entities in a world of tiles.
#[derive(Clone)]
pub struct Grid<T = (), P = [f32; 2]> {
    tiling: Tiling,
    outside: Outside,
    /// Positions are kept from here to there.
    lowest: [f32; 2],
    highest: [f32; 2],
    rows: Rows,
    slots: Slots<T>,
    /// Empty, and kept for its memory.
    leavers: Vec<Leaver>,
    point: PhantomData<fn(P) -> P>,
}

impl<T, P: Point> Grid<T, P> {
    /// An empty world between two corners.
    ///
    /// # Errors
    ///
    /// If the world has no extent, the tiles no size, or there would be too many of them.
    pub fn new(min: P, max: P, tile_size: f32) -> Result<Self, Error> {
        let tiling = Tiling::new(min.into(), max.into(), tile_size)?;
        let rows = Rows::new(tiling.tiles());
        let (slots, outside, point) = (Slots::new(), Outside::Keep, PhantomData);
        let (lowest, highest) = ([-REACH; 2], [REACH; 2]);
        Ok(Self { tiling, outside, lowest, highest, rows, slots, leavers: Vec::new(), point })
    }

    /// Chooses what becomes of positions outside of the world, from now on.
    #[must_use]
    pub fn with_outside(mut self, outside: Outside) -> Self {
        self.outside = outside;
        (self.lowest, self.highest) = match outside {
            Outside::Keep => ([-REACH; 2], [REACH; 2]),
            Outside::Refuse => (self.tiling.min, self.tiling.max),
        };
        self
    }

    /// Makes room for so many more entities.
    pub fn reserve(&mut self, additional: usize) {
        self.slots.reserve(additional);
        let entities = self.len().saturating_add(additional);
        self.rows.reserve(&mut self.slots.slots, entities);
    }

    /// The corner with the lower coordinates.
    #[must_use]
    pub fn min(&self) -> P {
        self.tiling.min.into()
    }

    /// The corner with the higher coordinates.
    #[must_use]
    pub fn max(&self) -> P {
        self.tiling.max.into()
    }

    /// The side of a tile.
    #[must_use]
    pub fn tile_size(&self) -> f32 {
        self.tiling.tile_size
    }

    /// What becomes of positions outside of the world.
    #[must_use]
    pub fn outside(&self) -> Outside {
        self.outside
    }

    /// How many entities there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there is nobody.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<T, P: Point> fmt::Debug for Grid<T, P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Grid")
            .field("min", &self.tiling.min)
            .field("max", &self.tiling.max)
            .field("tile_size", &self.tiling.tile_size)
            .field("entities", &self.len())
            .finish_non_exhaustive()
    }
}
