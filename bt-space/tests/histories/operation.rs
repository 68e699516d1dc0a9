//! The operations on a grid.

use crate::Point;
use bt_space::grid::{Outside, Tile};

/// One step of a history.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Operation {
    /// Adds an entity at a position, in these groups.
    Insert(Point, u32),
    /// Moves an entity.
    Move(Who, Point),
    /// Moves several, in this order.
    MoveAll(Vec<(Who, Point)>),
    /// Moves all entities, near or far; the number is a seed.
    MoveEach(u64),
    /// Removes an entity.
    Remove(Who),
    /// Puts an entity into other groups.
    SetGroups(Who, u32),
    /// Removes all entities.
    Clear,
    /// Calls `compact`.
    Compact,
    /// Gives all entities new handles.
    Renumber,
    /// Reserves memory.
    Reserve(usize),
    /// Changes the treatment of positions outside.
    Outside(Outside),
    /// Saves the grid, and continues with the loaded one.
    Reload,
    /// Checks all entities.
    Census,
    /// Runs all kinds of queries for an area.
    Find(Area, u32),
    /// Finds the nearest entities: center, number, maximum radius, groups, and an excluded entity.
    Nearest(Point, usize, f32, u32, Option<Who>),
    /// Origin, direction, maximum length, radius of the entities, groups.
    CastRay(Point, Point, f32, f32, u32),
    /// Finds all pairs within a distance.
    Pairs(f32, u32),
    /// Finds the tile of a position, and the tiles around it.
    TileAt(Point),
    /// Finds the tiles along a ray: origin, direction, maximum length.
    TilesAlong(Point, Point, f32),
}

/// An entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    /// An existing entity: the number wraps around.
    There(usize),
    /// A removed entity: the number wraps around.
    Gone(usize),
}

/// The area of a query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Area {
    /// Center and radius.
    Circle(Point, f32),
    /// Two corners.
    Rectangle(Point, Point),
    /// A tile, which may not exist.
    Tile(Tile),
    /// A tile and those around it.
    Around(Tile),
    /// The whole world.
    Everywhere,
}
