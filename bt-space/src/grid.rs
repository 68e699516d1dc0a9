//! Neighbor queries: many moving agents in a uniform grid of tiles.
//!
//! A [`Grid`] is a world that is divided into tiles. Each entity is in one tile and moves with one call.
//! Queries find the entities in an area ([`query`](Grid::query), [`count`](Grid::count), [`any`](Grid::any),
//! [`for_each`](Grid::for_each), [`collect_into`](Grid::collect_into)), the [nearest](Grid::nearest) entity,
//! the [`k` nearest](Grid::nearest_k), [pairs of entities](Grid::pairs) that are near each other, and the
//! first entity that a [ray](Grid::cast_ray) hits. Every query names the groups that it searches. With the
//! feature `rayon`, all processors move the entities (`par_move_each`) and run queries for them (`par_iter`).
//! The crate `bt-core` exports this module as `bt_core::grid`.
//!
//! ```
//! use bt_space::grid::{ALL, Circle, Grid};
//!
//! const GUARD: u32 = 1 << 0;
//! const THIEF: u32 = 1 << 1;
//!
//! // A world of 100 by 60 units; most queries will have a radius of about 5 units.
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
//! # Ok::<(), bt_space::grid::Error>(())
//! ```
//!
//! # Points
//!
//! The [`Point`] type `P` of `Grid<T, P>` is that of your game: `[f32; 2]`, or `glam::Vec2` of any version.
//! No conversion is needed:
//!
//! ```
//! use bt_space::grid::{ALL, Circle, Grid};
//! use glam::Vec2;
//!
//! let mut grid = Grid::new(Vec2::ZERO, Vec2::splat(100.0), 5.0)?;
//! let handle = grid.insert(Vec2::new(3.0, 4.0), 1, ())?;
//! for found in grid.query(Circle { center: Vec2::ZERO, radius: 5.0 }, ALL) {
//!     assert_eq!(found.position.length(), 5.0);
//! }
//! # let _ = handle;
//! # Ok::<(), bt_space::grid::Error>(())
//! ```
//!
//! `T` is the payload of each entity. `()` is enough if you keep data in arrays of your own: the
//! [`index`](Handle::index) of a handle counts from 0 and can be used as an index. In a world of three
//! dimensions, use the two in which the agents move.
//!
//! # How it works
//!
//! Entities are stored tile by tile and row by row, so the entities of neighboring tiles of a row are one
//! slice. A query for a circle scans a few such slices, three if the radius is no larger than a tile, four
//! entities at a time and without a branch. A move within a tile, as nearly all moves are, changes the entity
//! in place. There are free places between the tiles, about one for every four entities. An entity that
//! enters a tile takes a free place of that tile. If there is none, the nearest tile that has one passes it
//! on, from tile to tile. This is the packed array of A. Itai, A. Konheim and M. Rodeh, "A Sparse Table
//! Implementation of Priority Queues", 1981. So the grid is never rebuilt as a whole and is always up to
//! date. Free places are redistributed only where a crowd gathers, and where a crowd has left.
//!
//! | | costs |
//! | --- | --- |
//! | move, insert, remove | O(1) nearly always; where a crowd gathers or leaves, some of the surrounding tiles and entities are moved at times |
//! | area | the entities of the tiles that the area touches, and the number of their rows |
//! | `k` nearest | as a circle that contains about twice as many entities; they are sorted |
//! | ray | the tiles that the ray passes, up to the first hit |
//! | all entities: [`iter`](Grid::iter), [`move_each`](Grid::move_each), [`pairs`](Grid::pairs), [`Everywhere`] | the entities and all tiles |
//! | memory | about 40 bytes per entity with four in a tile, and 8 per tile; nothing is allocated while the number of entities stays the same, except by `renumber` |
//!
//! A tile should be about as large as the radius of most queries. Four entities in a tile are a good average;
//! one or sixteen still work well. With fewer than about 300 entities, a loop over all of them is as fast.
//! With many entities, sort your own arrays in the order of the tiles now and then, with
//! [`renumber`](Grid::renumber): with a million entities everything becomes twice as fast.
//!
//! # Guarantees
//!
//! * A circle contains the entities for which `dx * dx + dy * dy <= radius * radius` holds in `f32`: exactly
//!   the entities that a loop over all would find, also at the borders of tiles and for any radius.
//! * The same calls in the same order give the same results in the same order. An area is visited row by row
//!   and tile by tile. The nearest entities are sorted by distance, and by handle where the distance is
//!   equal.
//! * A handle never becomes the handle of another entity of its grid, even if its number is used again.
//!   Handles of different grids cannot be told apart: a handle of another grid may refer to any entity here.
//! * A grid that is saved and loaded (feature `serde`) has the same handles and visits its entities in the
//!   same order. The free places between the tiles are not saved, so after later moves the order within a
//!   tile may differ from that of the original grid. A short input cannot make the program allocate
//!   gigabytes: a grid with more than 4 million tiles, plus 64 for each entity, is loaded only by
//!   `Grid::deserialize_up_to`.
//! * No argument makes a method panic or hang. An invalid position is an [`Error`]; an invalid area contains
//!   no entity.
//! * The grid contains no `unsafe` code.
//!
//! # Waypoints
//!
//! Keep static things, such as waypoints, cover or food, in a grid of their own, with the same tiles or with
//! others:
//!
//! ```
//! use bt_space::grid::{ALL, Around, Grid};
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
//! # Ok::<(), bt_space::grid::Error>(())
//! ```

mod area;
mod bulk;
mod entities;
mod error;
mod nearest;
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
mod slots;
#[cfg(test)]
mod tests;
mod tiling;

use alloc::vec::Vec;
pub use area::{Area, Around, Circle, Everywhere, Rectangle};
use bulk::Leaver;
use core::fmt;
use core::marker::PhantomData;
pub use error::{Error, Refused};
pub use nearest::Neighbor;
use point::Limits;
pub use point::{Outside, Point, REACH};
#[cfg(feature = "std")]
pub use ray::RayHit;
use rows::Rows;
pub use slots::Handle;
use slots::{MAX_ENTITIES, Slots};
use tiling::Tiling;
pub use tiling::{MAX_SIDE, MAX_TILES, Tile};

/// All groups: a query with this mask finds all entities that are in at least one group.
pub const ALL: u32 = u32::MAX;

/// An entity as a query finds it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Found<P = [f32; 2]> {
    /// The entity.
    pub handle: Handle,
    /// Its position.
    pub position: P,
    /// Its groups.
    pub groups: u32,
}

/// Many moving entities in a world of tiles, each with a payload `T`; their positions are points `P`.
///
/// The [module](self) explains it.
#[derive(Clone)]
pub struct Grid<T = (), P = [f32; 2]> {
    tiling: Tiling,
    limits: Limits,
    rows: Rows,
    slots: Slots<T>,
    /// Empty lists, kept so that their memory is used again.
    leavers: Vec<Vec<Leaver>>,
    point: PhantomData<fn(P) -> P>,
}

impl<T, P: Point> Grid<T, P> {
    /// Makes an empty world between two corners. The corners and the side of a tile have the same unit.
    ///
    /// # Errors
    ///
    /// If the world has no extent, the tiles have no size, or there would be too many of them.
    ///
    /// ```
    /// use bt_space::grid::{Error, Grid};
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

    /// Sets how the grid treats positions outside of the world from now on. The default is to keep them.
    ///
    /// Call this before you insert entities: entities that are already outside stay there, but a saved grid
    /// that refuses such positions and contains some cannot be loaded.
    ///
    /// ```
    /// use bt_space::grid::{Error, Grid, Outside};
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

    /// Reserves memory for `additional` more entities, so that their insertion is faster. Does nothing if
    /// there would be more than 2^31 in all.
    ///
    /// ```
    /// # use bt_space::grid::{Error, Grid};
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

    /// The number of entities, including those in no group.
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
