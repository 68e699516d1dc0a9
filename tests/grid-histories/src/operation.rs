//! The operations on a grid.

use crate::Point;
use bt_core::grid::{Outside, Tile};

/// One step of a history.
#[derive(Clone, Debug, PartialEq)]
pub enum Operation {
    /// Adds an entity at a position, in these groups.
    Insert(Point, u32),
    /// Moves an entity.
    Move(Who, Point),
    /// Moves several, in this order.
    MoveAll(Vec<(Who, Point)>),
    /// Moves everybody a bit, or far; the number says how.
    MoveEach(u64),
    /// Removes an entity.
    Remove(Who),
    /// Puts an entity into other groups.
    SetGroups(Who, u32),
    /// Removes everybody.
    Clear,
    /// Puts the rows in order.
    Compact,
    /// Gives everybody a new handle.
    Renumber,
    /// Makes room.
    Reserve(usize),
    /// Changes what becomes of positions outside.
    Outside(Outside),
    /// Saves the grid, and goes on with what is loaded.
    Reload,
    /// Looks at everybody.
    Census,
    /// Asks for all in an area in every way there is.
    Find(Area, u32),
    /// Asks for the nearest: center, how many, maximum radius, groups, and who is left out.
    Nearest(Point, usize, f32, u32, Option<Who>),
    /// Origin, direction, maximum length, radius of the entities, groups.
    CastRay(Point, Point, f32, f32, u32),
    /// Asks for all pairs within a distance.
    Pairs(f32, u32),
    /// Asks for the tile of a position, and for those around it.
    TileAt(Point),
    /// Asks for the tiles along a ray: origin, direction, maximum length.
    TilesAlong(Point, Point, f32),
}

/// An entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// One of those that are there: the number wraps around.
    There(usize),
    /// One of those that were removed: the number wraps around.
    Gone(usize),
}

/// Where to look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Area {
    /// Center and radius.
    Circle(Point, f32),
    /// Two corners.
    Rectangle(Point, Point),
    /// A tile, or none of this world.
    Tile(Tile),
    /// A tile and those around it.
    Around(Tile),
    /// The whole world.
    Everywhere,
}
