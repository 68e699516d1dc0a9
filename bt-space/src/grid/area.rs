//! Areas of queries.
#![allow(
    unreachable_pub,
    reason = "the sealed half of a public trait is named in it, and by nobody else"
)]

use super::Point;
use super::point::{is_position, square};
use super::tiling::{Span, Tile, Tiling};

/// All points within a distance of a center, the border included: `dx * dx + dy * dy <= radius * radius`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Circle<P = [f32; 2]> {
    /// The center; the circle contains nothing if this is not a valid position.
    pub center: P,
    /// The radius, in the unit of the positions. The circle contains nothing if it is negative or NaN, and
    /// everything if it is infinite.
    pub radius: f32,
}

/// All points between two corners, the borders included.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rectangle<P = [f32; 2]> {
    /// The corner with the lower coordinates; the rectangle contains nothing if one of them is NaN or above
    /// that of the other corner.
    pub min: P,
    /// The corner with the higher coordinates.
    pub max: P,
}

/// A tile and its up to eight neighbors; contains nothing if the tile does not exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Around(pub Tile);

/// The whole world, and all positions that are kept outside of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Everywhere;

/// The area of a query: a [`Circle`], a [`Rectangle`], a [`Tile`], [`Around`] a tile, or [`Everywhere`].
///
/// Other types cannot implement it, because the inner loops have to know the areas. For an area of your own,
/// query the smallest of these that contains it and filter the results: `grid.query(circle,
/// ALL).filter(|found| cone.holds(found.position))`.
///
/// ```
/// use bt_space::grid::{ALL, Around, Circle, Everywhere, Grid, Rectangle, Tile};
///
/// let mut grid: Grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
/// grid.insert([2.5, 2.5], 1, ())?;
/// assert!(grid.any(Circle { center: [2.0, 2.0], radius: 0.75 }, ALL));
/// assert!(grid.any(Rectangle { min: [2.5, 0.0], max: [3.0, 8.0] }, ALL));
/// assert!(grid.any(Tile { column: 2, row: 2 }, ALL));
/// assert!(grid.any(Around(Tile { column: 1, row: 1 }), ALL));
/// assert!(grid.any(Everywhere, ALL));
/// # Ok::<(), bt_space::grid::Error>(())
/// ```
pub trait Area<P>: Place<P> {}

impl<P, A: Place<P>> Area<P> for A {}

/// The part of an area that depends neither on tiles nor on groups.
pub trait Shape: Copy {
    fn holds(self, x: f32, y: f32) -> bool;
}

/// How an area is searched: the tiles that contain it, and the condition on entities in these tiles.
pub trait Place<P> {
    type Shape: Shape;

    fn place(self, tiling: &Tiling) -> Option<(Span, Self::Shape)>;
}

#[derive(Clone, Copy)]
pub struct Disc {
    pub(super) center: [f32; 2],
    pub(super) radius_squared: f32,
}

impl Shape for Disc {
    #[inline]
    fn holds(self, x: f32, y: f32) -> bool {
        let (dx, dy) = (x - self.center[0], y - self.center[1]);
        dx * dx + dy * dy <= self.radius_squared
    }
}

impl Disc {
    /// The tiles of all points in a disc. The distance from the center is rounded before it is compared, so
    /// the square around the disc has to be a little larger than the radius.
    #[inline]
    pub(super) fn place([x, y]: [f32; 2], radius: f32, tiling: &Tiling) -> Option<(Span, Self)> {
        let radius_squared = square(radius).filter(|_| is_position([x, y]))?;
        let largest = if x.abs() < y.abs() { y.abs() } else { x.abs() };
        let margin = (largest + radius) * (f32::EPSILON * 4.0) + TINY;
        let reach = radius + margin;
        let span = tiling.span([x - reach, y - reach], [x + reach, y + reach]);
        Some((span, Self { center: [x, y], radius_squared }))
    }
}

/// Larger than a difference whose square is rounded to zero.
pub(super) const TINY: f32 = 1e-18;

impl<P: Point> Place<P> for Circle<P> {
    type Shape = Disc;

    #[inline]
    fn place(self, tiling: &Tiling) -> Option<(Span, Disc)> {
        Disc::place(self.center.into(), self.radius, tiling)
    }
}

#[derive(Clone, Copy)]
pub struct Bounds {
    min: [f32; 2],
    max: [f32; 2],
}

impl Shape for Bounds {
    #[allow(clippy::needless_bitwise_bool, reason = "no branch is wanted")]
    #[inline]
    fn holds(self, x: f32, y: f32) -> bool {
        (self.min[0] <= x) & (x <= self.max[0]) & (self.min[1] <= y) & (y <= self.max[1])
    }
}

impl<P: Point> Place<P> for Rectangle<P> {
    type Shape = Bounds;

    #[inline]
    fn place(self, tiling: &Tiling) -> Option<(Span, Bounds)> {
        let (min, max): ([f32; 2], [f32; 2]) = (self.min.into(), self.max.into());
        let is_area = min[0] <= max[0] && min[1] <= max[1];
        is_area.then(|| (tiling.span(min, max), Bounds { min, max }))
    }
}

/// Everything in the tiles.
#[derive(Clone, Copy)]
pub struct Whole;

impl Shape for Whole {
    #[inline]
    fn holds(self, _: f32, _: f32) -> bool {
        true
    }
}

impl<P> Place<P> for Tile {
    type Shape = Whole;

    #[inline]
    fn place(self, tiling: &Tiling) -> Option<(Span, Whole)> {
        tiling.has(self).then_some((Span { first: self, last: self }, Whole))
    }
}

impl<P> Place<P> for Around {
    type Shape = Whole;

    #[inline]
    fn place(self, tiling: &Tiling) -> Option<(Span, Whole)> {
        tiling.has(self.0).then(|| (tiling.around(self.0), Whole))
    }
}

impl<P> Place<P> for Everywhere {
    type Shape = Whole;

    #[inline]
    fn place(self, tiling: &Tiling) -> Option<(Span, Whole)> {
        Some((tiling.everything(), Whole))
    }
}
