//! Neighbor queries: many moving agents in a uniform grid of tiles.
//!
//! A [`Grid`] is a world that is cut into tiles. Each entity is in one of them, moves with one call, and is found
//! at once by all that can be asked: who is in an area ([`query`](Grid::query), [`count`](Grid::count),
//! [`any`](Grid::any), [`for_each`](Grid::for_each), [`collect_into`](Grid::collect_into)), who is
//! [nearest](Grid::nearest), who are the [`k` nearest](Grid::nearest_k), [which are near each other](Grid::pairs),
//! and whom a [ray](Grid::cast_ray) meets. Every question names the groups that it is about. With the feature `rayon`
//! all processors move (`par_move_each`) everybody, and ask (`par_iter`) for everybody.
//!
//! ```
//! use bt_core::grid::{ALL, Circle, Grid};
//!
//! const GUARD: u32 = 1 << 0;
//! const THIEF: u32 = 1 << 1;
//!
//! // A world of 100 by 60 units; most will look about 5 units around them.
//! let mut grid = Grid::new([0.0, 0.0], [100.0, 60.0], 5.0)?;
//! let guard = grid.insert([10.0, 10.0], GUARD, "Anna")?;
//! let thief = grid.insert([40.0, 10.0], THIEF, "Bert")?;
//!
//! let sight = Circle { center: [10.0, 10.0], radius: 5.0 };
//! assert!(!grid.any(sight, THIEF));
//! grid.move_to(thief, [13.0, 14.0])?;
//! assert!(grid.any(sight, THIEF));
//! assert_eq!(grid.count(sight, ALL), 2);
//!
//! let nearest = grid.nearest([10.0, 10.0], f32::INFINITY, THIEF).unwrap();
//! assert_eq!((nearest.handle, nearest.distance_squared), (thief, 25.0));
//! assert_eq!(grid.get(nearest.handle), Some(&"Bert"));
//!
//! grid.remove(thief);
//! assert!(!grid.any(sight, THIEF));
//! assert!(grid.move_to(thief, [0.0, 0.0]).is_err()); // a stale handle is an error
//! # let _ = guard;
//! # Ok::<(), bt_core::grid::Error>(())
//! ```
//!
//! # Points
//!
//! `Grid<T, P>` takes and gives the [`Point`]s of your game: `[f32; 2]`, or `glam::Vec2` of whichever version you
//! have, with nothing to convert:
//!
//! ```
//! use bt_core::grid::{ALL, Circle, Grid};
//! use glam::Vec2;
//!
//! let mut grid = Grid::new(Vec2::ZERO, Vec2::splat(100.0), 5.0)?;
//! let handle = grid.insert(Vec2::new(3.0, 4.0), 1, ())?;
//! for found in grid.query(Circle { center: Vec2::ZERO, radius: 5.0 }, ALL) {
//!     assert_eq!(found.position.length(), 5.0);
//! }
//! # let _ = handle;
//! # Ok::<(), bt_core::grid::Error>(())
//! ```
//!
//! `T` is the payload, what you want back of an entity; `()` if the [`index`](Handle::index) of its handle is
//! enough, which counts from 0 and leads into arrays of your own. In a world of three dimensions give the two that
//! the agents move in.
//!
//! # How it works
//!
//! The tiles lie in memory row by row, and so do the entities: all that is in a row of tiles side by side is one
//! slice. A question about a circle is a few such slices, three if the radius is no larger than a tile, which are
//! looked through four entities at a time and without a branch. A move within a tile, as nearly all are, is
//! written in place. Between the tiles there is some room, a place for every four entities: who comes into a tile takes
//! a place there, and if there is none, the nearest tile that has one passes it on, from tile to tile. It is the
//! packed array of A. Itai, A. Konheim and M. Rodeh, "A Sparse Table Implementation of Priority Queues", 1981. So
//! there is no rebuild to wait for, nothing is ever out of date, and only where many crowd together is the room
//! shared out anew, around them, and where a crowd has been.
//!
//! | | costs |
//! | --- | --- |
//! | move, insert, remove | O(1) nearly always; where a crowd gathers or leaves, a part of the tiles and entities around is moved at times |
//! | what is in an area | the entities of the tiles that it touches, and the rows of these |
//! | `k` nearest | as a circle with about twice as many in it; sorted |
//! | ray | the tiles that it passes, up to the first that it meets |
//! | everybody: [`iter`](Grid::iter), [`move_each`](Grid::move_each), [`pairs`](Grid::pairs), [`Everywhere`] | the entities and all tiles |
//! | memory | about 40 bytes an entity with four in a tile, and 8 a tile; nothing is allocated while their number stays, but by `renumber` |
//!
//! A tile is best about as large as the radius of most questions; four entities in a tile are a good number, and
//! one or sixteen still are. With fewer than about 300 entities it is as fast to look at all of them.
//! Where there are many, put your own arrays into the order of the tiles now and then, by
//! [`renumber`](Grid::renumber): with a million entities all gets twice as fast.
//!
//! # What can be relied on
//!
//! * A circle holds whom `dx * dx + dy * dy <= radius * radius` says, in `f32`: what a loop over all would
//!   find, and nobody else, at the borders of tiles too and for any radius.
//! * The same calls in the same order give the same results in the same order. An area is visited row by row and
//!   tile by tile; the nearest come by distance, and by handle where that is the same.
//! * A handle is never that of another entity of its grid, however often numbers are given again. Nothing tells the
//!   handles of two grids apart: one of another grid may be taken for somebody here.
//! * Saved and loaded (feature `serde`), handles stay what they are and all are visited in the same order. The room
//!   between the tiles is not saved: within a tile, what happens later may lead to another order than without. A save
//!   of a few letters does not take a gigabyte: of more than 4 million tiles, and 64 more for each entity, is loaded
//!   what `Grid::deserialize_up_to` is told to.
//! * Nothing panics or hangs, whatever the numbers: what is no position is an [`Error`], what is no area has nobody
//!   in it.
//! * Nothing of it is `unsafe`.
//!
//! # Waypoints
//!
//! Static things, like waypoints, cover or food, have a grid of their own, with the same tiles or others:
//!
//! ```
//! use bt_core::grid::{ALL, Around, Grid};
//!
//! let mut waypoints = Grid::new([0.0, 0.0], [100.0, 60.0], 10.0)?;
//! for (number, place) in [[5.0, 5.0], [15.0, 5.0], [95.0, 55.0]].into_iter().enumerate() {
//!     waypoints.insert(place, ALL, number)?;
//! }
//! let nearest = waypoints.nearest([12.0, 8.0], f32::INFINITY, ALL).unwrap();
//! assert_eq!(waypoints.get(nearest.handle), Some(&1));
//!
//! let tile = waypoints.tile_at([12.0, 8.0]).unwrap();
//! assert_eq!(waypoints.count(tile, ALL), 1);
//! assert_eq!(waypoints.count(Around(tile), ALL), 2); // in the tile and its neighbours
//! # Ok::<(), bt_core::grid::Error>(())
//! ```

#[cfg(feature = "std")]
mod along;
mod area;
mod best;
mod bulk;
mod entities;
mod error;
mod handle;
mod limits;
mod nearest;
mod order;
mod pairs;
#[cfg(feature = "rayon")]
mod parallel;
mod point;
mod query;
#[cfg(feature = "std")]
mod ray;
mod rows;
#[cfg(feature = "serde")]
mod saved;
mod scan;
mod search;
mod slices;
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
pub use error::{Error, Refused};
pub use handle::Handle;
use limits::Limits;
pub use limits::Outside;
pub use nearest::Neighbor;
pub use point::{Point, REACH};
#[cfg(feature = "std")]
pub use ray::RayHit;
use rows::Rows;
use slots::{MAX_ENTITIES, Slots};
use tiling::Tiling;
pub use tiling::{MAX_SIDE, MAX_TILES, Tile};

/// All groups: it finds everybody but those who are in none.
pub const ALL: u32 = u32::MAX;

/// An entity as a query finds it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Found<P = [f32; 2]> {
    /// The entity.
    pub handle: Handle,
    /// Where it is.
    pub position: P,
    /// Its groups.
    pub groups: u32,
}

/// Many moving entities in a world of tiles, each with a payload `T`; their positions are points `P`.
///
/// The [module](self) tells what it is good for.
#[derive(Clone)]
pub struct Grid<T = (), P = [f32; 2]> {
    tiling: Tiling,
    limits: Limits,
    rows: Rows,
    slots: Slots<T>,
    /// Empty lists, kept for their memory.
    leavers: Vec<Vec<Leaver>>,
    point: PhantomData<fn(P) -> P>,
}

impl<T, P: Point> Grid<T, P> {
    /// An empty world between two corners; their coordinates and the side of a tile have the same unit.
    ///
    /// # Errors
    ///
    /// If the world has no extent, the tiles no size, or there would be too many of them.
    ///
    /// ```
    /// use bt_core::grid::{Error, Grid};
    ///
    /// let grid: Grid = Grid::new([-50.0, 0.0], [50.0, 30.0], 10.0)?;
    /// assert_eq!((grid.columns(), grid.rows()), (10, 3));
    ///
    /// let none: Result<Grid, _> = Grid::new([-50.0, 0.0], [50.0, 30.0], 0.0);
    /// assert_eq!(none.err(), Some(Error::TileSize(0.0)));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn new(min: P, max: P, tile_size: f32) -> Result<Self, Error> {
        let tiling = Tiling::new(min.into(), max.into(), tile_size)?;
        let rows = Rows::new(tiling.tiles());
        let (slots, leavers, point) = (Slots::new(), Vec::new(), PhantomData);
        let limits = Limits::new(&tiling, Outside::Keep);
        Ok(Self { tiling, limits, rows, slots, leavers, point })
    }

    /// Chooses what becomes of positions outside of the world, from now on; at first they are kept.
    ///
    /// Choose before anybody is in it: who is outside already stays there, but a saved grid that refuses them and
    /// has them is not loaded.
    ///
    /// ```
    /// use bt_core::grid::{Error, Grid, Outside};
    ///
    /// let mut grid: Grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?.with_outside(Outside::Refuse);
    /// let refused = grid.insert([9.0, 0.0], 1, ()).unwrap_err();
    /// assert_eq!(refused.error, Error::Outside([9.0, 0.0]));
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn with_outside(mut self, outside: Outside) -> Self {
        self.limits = Limits::new(&self.tiling, outside);
        self
    }

    /// Makes room for `additional` more entities: then they are inserted faster. It does nothing if they would
    /// be more than 2^31 in all.
    ///
    /// ```
    /// # use bt_core::grid::{Error, Grid};
    /// let mut grid: Grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
    /// grid.reserve(1000);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn reserve(&mut self, additional: usize) {
        let entities = self.len().saturating_add(additional);
        if entities > MAX_ENTITIES as usize {
            return;
        }
        self.slots.reserve(additional);
        self.rows.reserve(&mut self.slots.entries, entities);
    }

    /// The corner of the world with the lower coordinates.
    #[must_use]
    pub fn min(&self) -> P {
        self.tiling.min.into()
    }

    /// The corner of the world with the higher coordinates.
    #[must_use]
    pub fn max(&self) -> P {
        self.tiling.max.into()
    }

    /// The side of a tile.
    #[must_use]
    pub fn tile_size(&self) -> f32 {
        self.tiling.tile_size
    }

    /// The treatment of positions outside of the world.
    #[must_use]
    pub fn outside(&self) -> Outside {
        self.limits.outside
    }

    /// How many entities there are, in whatever groups.
    #[must_use]
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Returns `true` if there are no entities.
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
