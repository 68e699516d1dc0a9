//! The entities of a grid as bodies that stand on the ground.

use super::{Capsule, Hit, Plane, Ray, Selection, Shape};
use crate::grid::{Everywhere, Found, Grid, Point, REACH, Rectangle};
use glam::{DVec3, Vec3};

/// The orientation of a grid in the world: the axes of the world to which the axes of the grid are parallel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ground {
    /// The grid's x and y are the world's x and z; y points up.
    Xz,
    /// The grid's x and y are the world's; z points up, or out of the screen in a flat game.
    Xy,
}

impl Ground {
    /// The position in the grid below or above a point of the world.
    #[must_use]
    #[inline]
    pub fn position<P: Point>(self, point: impl Into<[f32; 3]>) -> P {
        let [x, y, z] = point.into();
        match self {
            Self::Xz => [x, z].into(),
            Self::Xy => [x, y].into(),
        }
    }

    /// The point of the world at a height above a position in the grid.
    #[must_use]
    #[inline]
    pub fn point<P: Point>(self, position: P, height: f32) -> Vec3 {
        let [x, y] = position.into();
        match self {
            Self::Xz => Vec3::new(x, height, y),
            Self::Xy => Vec3::new(x, y, height),
        }
    }

    /// The ground at height 0.
    #[must_use]
    pub const fn plane(self) -> Plane {
        match self {
            Self::Xz => Plane::XZ,
            Self::Xy => Plane::XY,
        }
    }

    /// The two axes of the grid, and up.
    const fn axes(self) -> [DVec3; 3] {
        match self {
            Self::Xz => [DVec3::X, DVec3::Z, DVec3::Y],
            Self::Xy => [DVec3::X, DVec3::Y, DVec3::Z],
        }
    }
}

/// The entities of a grid as bodies in the world, to find the ones under a touch or within a frame.
///
/// A grid knows the positions of its entities on the ground. This type adds how the ground lies, between
/// which heights the bodies are, and how far they extend around their positions. The bodies are upright
/// capsules, or shapes of your own within these limits.
///
/// ```
/// use bt_space::grid::{ALL, Grid};
/// use bt_space::picking::glam::{Vec2, Vec3};
/// use bt_space::picking::{Bodies, Ground, Ray};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut grid: Grid<&str, Vec2> = Grid::new(Vec2::ZERO, Vec2::splat(64.0), 2.0)?;
/// grid.insert(Vec2::new(10.0, 20.0), 1, "baker")?;
/// grid.insert(Vec2::new(10.0, 21.0), 1, "smith")?;
///
/// let people = Bodies { ground: Ground::Xz, bottom: 0.0, top: 1.8, radius: 0.3 };
/// let ray = Ray::new(Vec3::new(10.0, 2.0, 30.0), Vec3::new(0.0, -0.1, -1.0))?;
/// let picked = people.nearest(&grid, &ray, f32::INFINITY, ALL).expect("the smith is in the way");
/// assert_eq!(grid.get(picked.found.handle), Some(&"smith"));
/// assert!((picked.hit.point().z - 21.3).abs() < 0.01);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bodies {
    /// The orientation of the grid in the world.
    pub ground: Ground,
    /// The height of the lowest point of all bodies; if they stand on hills, that of the lowest body.
    pub bottom: f32,
    /// The height of the highest point of all bodies.
    pub top: f32,
    /// The horizontal distance up to which bodies extend from their positions.
    pub radius: f32,
}

/// An entity of a grid that a ray hits, and the hit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Picked<P = [f32; 2]> {
    /// The entity, its position in the grid, and its groups.
    pub found: Found<P>,
    /// The hit on its body.
    pub hit: Hit,
}

impl Bodies {
    /// Finds the nearest entity in any of the groups that a ray hits within a maximum distance.
    ///
    /// The bodies are upright capsules from the bottom to the top, or spheres if they are wider than high. If
    /// several are equally near, the one with the lowest handle is returned. Nothing is hit if a number
    /// except the distance is NaN or infinite, or the radius is negative.
    #[must_use]
    pub fn nearest<T, P: Point>(
        &self,
        grid: &Grid<T, P>,
        ray: &Ray,
        max_distance: f32,
        groups: u32,
    ) -> Option<Picked<P>> {
        let body = |found: &Found<P>| self.capsule(found.position);
        self.nearest_of(grid, ray, max_distance, groups, body)
    }

    /// Does the same as [`nearest`](Self::nearest), with a shape of your own for each entity: it may depend
    /// on the height of a hill or on the kind of entity, and `None` excludes the entity.
    ///
    /// The shapes must be within the heights and the radius: other places are not searched.
    #[must_use]
    pub fn nearest_of<T, P: Point, S: Shape>(
        &self,
        grid: &Grid<T, P>,
        ray: &Ray,
        max_distance: f32,
        groups: u32,
        mut shape: impl FnMut(&Found<P>) -> Option<S>,
    ) -> Option<Picked<P>> {
        let path = Path::new(self, ray, max_distance)?;
        let mut best: Option<Picked<P>> = None;
        for (enter, rectangle) in path.stripes(grid) {
            if best.is_some_and(|best| enter > f64::from(best.hit.distance())) {
                break;
            }
            for found in grid.query(rectangle, groups) {
                let Some(hit) = shape(&found).and_then(|shape| ray.hit(&shape)) else { continue };
                let key = (hit.distance(), found.handle);
                let is_nearer =
                    best.is_none_or(|best| key < (best.hit.distance(), best.found.handle));
                if is_nearer && hit.distance() <= max_distance {
                    best = Some(Picked { found, hit });
                }
            }
        }
        best
    }

    /// Calls a function for all entities in any of the groups whose bodies, upright capsules, are at least
    /// partly within a frame on the screen.
    pub fn for_each_in<T, P: Point>(
        &self,
        selection: &Selection,
        grid: &Grid<T, P>,
        groups: u32,
        mut visitor: impl FnMut(Found<P>),
    ) {
        let mut visit = |found: Found<P>| {
            let [from, to] = self.axis(found.position);
            if selection.touches(from, to, self.radius) {
                visitor(found);
            }
        };
        let [x, y, up] = self.ground.axes();
        if let Some((min, max)) = selection.bounds(up, self.heights()) {
            let corner = |corner: DVec3, sign: f64| -> P {
                [x, y].map(|axis| outwards(corner.dot(axis), self.radius.into(), sign)).into()
            };
            let rectangle = Rectangle { min: corner(min, -1.0), max: corner(max, 1.0) };
            grid.for_each(rectangle, groups, &mut visit);
        } else {
            grid.for_each(Everywhere, groups, &mut visit);
        }
    }

    /// The heights of the bodies. A body that is wider than high is a sphere and extends beyond its own
    /// bottom and top.
    fn heights(&self) -> [f64; 2] {
        let [bottom, top, radius] = [self.bottom, self.top, self.radius].map(f64::from);
        let middle = f64::midpoint(bottom, top);
        [bottom.min(middle - radius), top.max(middle + radius)]
    }

    /// The ends of the axis of an upright capsule.
    fn axis<P: Point>(&self, position: P) -> [Vec3; 2] {
        let middle = f32::midpoint(self.bottom, self.top);
        let (low, high) = (self.bottom + self.radius, self.top - self.radius);
        [low.min(middle), high.max(middle)].map(|height| self.ground.point(position, height))
    }

    fn capsule<P: Point>(&self, position: P) -> Option<Capsule> {
        let [from, to] = self.axis(position);
        Capsule::new(from, to, self.radius).ok()
    }
}

/// A coordinate moved outwards by a margin, and limited to valid positions.
fn outwards(coordinate: f64, margin: f64, sign: f64) -> f32 {
    let margin = margin + coordinate.abs() * f64::from(f32::EPSILON);
    let reach = f64::from(REACH);
    #[allow(clippy::cast_possible_truncation, reason = "the part that is lost was added")]
    let outwards = (coordinate + sign * margin).clamp(-reach, reach) as f32;
    outwards
}

/// The part of a ray, seen from above, that is between the heights of bodies.
struct Path {
    /// In the coordinates of the grid.
    origin: [f64; 2],
    direction: [f64; 2],
    from: f64,
    to: f64,
    radius: f32,
}

impl Path {
    /// `None` if the ray is never between the heights.
    fn new(bodies: &Bodies, ray: &Ray, max_distance: f32) -> Option<Self> {
        let [x, y, up] = bodies.ground.axes();
        let (origin, direction) = (ray.origin().as_dvec3(), ray.direction().as_dvec3());
        let (height, rise) = (origin.dot(up), direction.dot(up));
        let (mut from, mut to) = (f64::from(ray.start()), f64::from(max_distance));
        // Wider by the rounding error of a hit in `f32`.
        let slack = (origin.abs().max_element() + 1.0) * f64::from(f32::EPSILON) * 4.0;
        let [bottom, top] = bodies.heights();
        let (bottom, top) = (bottom - slack, top + slack);
        if rise == 0.0 {
            if !(bottom <= height && height <= top) {
                return None;
            }
        } else {
            let (one, other) = ((bottom - height) / rise, (top - height) / rise);
            (from, to) = (from.max(one.min(other)), to.min(one.max(other)));
        }
        let (origin, direction) =
            ([x, y].map(|axis| axis.dot(origin)), [x, y].map(|axis| axis.dot(direction)));
        let is_path = from <= to && bodies.radius >= 0.0 && bodies.radius.is_finite();
        is_path.then_some(Self { origin, direction, from, to, radius: bodies.radius })
    }

    fn at(&self, axis: usize, distance: f64) -> f64 {
        self.origin[axis] + self.direction[axis] * distance
    }

    /// The columns or rows of tiles that the ray passes, in order: for each, the part that may contain
    /// entities that the ray hits there, and the distance to the first of them. So each entity comes once.
    fn stripes<T, P: Point>(&self, grid: &Grid<T, P>) -> impl Iterator<Item = (f64, Rectangle<P>)> {
        let major = usize::from(self.direction[0].abs() < self.direction[1].abs());
        let min: [f32; 2] = grid.min().into();
        let tiles = [grid.columns(), grid.rows()][major];
        let (min, tile_size) = (f64::from(min[major]), f64::from(grid.tile_size()));
        let border = move |tile: u32| match tile {
            0 => -f64::from(REACH),
            tile if tile == tiles => f64::from(REACH),
            tile => min + f64::from(tile) * tile_size,
        };
        let tile = move |coordinate: f64| {
            let tile = ((coordinate - min) / tile_size).clamp(0.0, f64::from(tiles - 1));
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
            let tile = tile as u32;
            tile
        };
        let is_up = self.direction[major] >= 0.0;
        let margin = self.margin();
        let ends = [self.at(major, self.from), self.at(major, self.to)];
        let (first, last) =
            (tile(ends[0].min(ends[1]) - margin), tile(ends[0].max(ends[1]) + margin));
        (0..=last - first).filter_map(move |step| {
            let stripe = if is_up { first + step } else { last - step };
            let (low, high) = (border(stripe), border(stripe + 1));
            let (from, to) = self.between(major, low - margin, high + margin)?;
            let (one, other) = (self.at(1 - major, from), self.at(1 - major, to));
            let mut corners = [[0.0; 2]; 2];
            corners[0][major] = outwards(low, 0.0, -1.0);
            corners[1][major] = outwards(high, 0.0, 1.0);
            corners[0][1 - major] = outwards(one.min(other), margin, -1.0);
            corners[1][1 - major] = outwards(one.max(other), margin, 1.0);
            Some((from, Rectangle { min: corners[0].into(), max: corners[1].into() }))
        })
    }

    /// The radius plus a margin for rounding.
    fn margin(&self) -> f64 {
        let size = self.origin[0].abs().max(self.origin[1].abs()) + f64::from(self.radius);
        f64::from(self.radius) + size * f64::from(f32::EPSILON) * 4.0
    }

    /// The distances between which the ray is between two coordinates.
    fn between(&self, axis: usize, low: f64, high: f64) -> Option<(f64, f64)> {
        if self.direction[axis] == 0.0 {
            return Some((self.from, self.to));
        }
        let [one, other] = [low, high].map(|end| (end - self.origin[axis]) / self.direction[axis]);
        let (from, to) = (self.from.max(one.min(other)), self.to.min(one.max(other)));
        (from <= to).then_some((from, to))
    }
}
