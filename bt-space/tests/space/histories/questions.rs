//! All kinds of queries: for an area, for the nearest entities, pairs and tiles, and along a ray, as exactly as single precision
//! allows.

use super::player::{Being, agree, distance_squared, is_near, is_position};
use super::{Area, Grid, Mismatch, Model, Point, check};
use bt_space::grid::{
    self, Around, Circle, Everywhere, Found, Handle, Neighbor, RayHit, Rectangle, Tile,
};
use std::fmt::Debug;
use std::ops::ControlFlow;

/// A query for the nearest entities.
pub(crate) struct Nearest {
    pub(crate) center: Point,
    pub(crate) count: usize,
    pub(crate) radius: f32,
    pub(crate) groups: u32,
}

impl Nearest {
    /// Compares the nearest entities, with and without an excluded entity.
    pub(crate) fn check(
        &self,
        grid: &Grid,
        model: &Model,
        but: Option<Handle>,
    ) -> Result<(), Mismatch> {
        let Self { center, count, radius, groups } = *self;
        let right = self.right(grid, model, None);
        let mut buffer = Vec::new();
        grid.nearest_k(center, count, radius, groups, &mut buffer);
        agree("nearest_k", &buffer[..], &right[..right.len().min(count)])?;
        agree("nearest", grid.nearest(center, radius, groups), right.first().copied())?;
        let Some(but) = but else { return Ok(()) };
        let right = self.right(grid, model, Some(but));
        // The buffer contains other entities before.
        grid.nearest_k_where(center, count, radius, groups, &mut buffer, |found| {
            found.handle != but
        });
        agree("nearest_k_where", &buffer[..], &right[..right.len().min(count)])?;
        let nearest = grid.nearest_where(center, radius, groups, |found| found.handle != but);
        agree("nearest_where", nearest, right.first().copied())
    }

    fn right(&self, grid: &Grid, model: &Model, but: Option<Handle>) -> Vec<Neighbor<Point>> {
        let near = model.inside(grid, Area::Circle(self.center, self.radius), self.groups);
        let near = near.into_iter().filter(|being| Some(being.handle) != but);
        let mut near: Vec<_> = near
            .map(|being| Neighbor {
                handle: being.handle,
                position: being.position,
                groups: being.groups,
                distance_squared: distance_squared(self.center, being.position),
            })
            .collect();
        near.sort_by(|one, other| {
            let by_distance = one.distance_squared.total_cmp(&other.distance_squared);
            by_distance.then(one.handle.cmp(&other.handle))
        });
        near
    }
}

/// Compares all pairs.
pub(crate) fn pairs(
    grid: &Grid,
    model: &Model,
    distance: f32,
    groups: u32,
) -> Result<(), Mismatch> {
    let beings: Vec<_> = model.beings.iter().filter(|being| being.groups & groups != 0).collect();
    let mut right = Vec::new();
    for (place, one) in beings.iter().enumerate() {
        for other in &beings[place + 1..] {
            if is_near(one.position, other.position, distance) {
                right.push((one.handle.min(other.handle), one.handle.max(other.handle)));
            }
        }
    }
    right.sort();
    let mut found = Vec::new();
    let mut known = Ok(());
    grid.pairs(distance, groups, |one, other| {
        for one in [&one, &other] {
            if known.is_ok() && grid.position(one.handle) != Some(one.position) {
                known = Err(format!("pairs: {one:?}"));
            }
        }
        found.push((one.handle.min(other.handle), one.handle.max(other.handle)));
    });
    known?;
    let stop = found.len() / 2;
    let mut visited = 0;
    let told = grid.visit_pairs(distance, groups, |one, other| {
        visited += 1;
        let pair = (one.handle.min(other.handle), one.handle.max(other.handle));
        if visited > stop { ControlFlow::Break(pair) } else { ControlFlow::Continue(()) }
    });
    agree("visit_pairs", told.break_value(), found.get(stop).copied())?;
    agree("visit_pairs", visited, found.len().min(stop + 1))?;
    found.sort();
    let place = found.iter().zip(&right).position(|(found, right)| found != right);
    check(found == right, || {
        let place = place.unwrap_or(found.len().min(right.len()));
        let (is, should) = (found.get(place), right.get(place));
        format!("pairs: {} of {}; {is:?}, not {should:?}", found.len(), right.len())
    })
}

/// Compares the tile of a position, its corners, its number and the tiles around it.
pub(crate) fn tile_at(grid: &Grid, model: &Model, position: Point) -> Result<(), Mismatch> {
    let Some(tile) = grid.tile_at(position) else {
        let is_number = position.iter().all(|at| !at.is_nan());
        return check(!is_number, || format!("tile_at: {position:?} has none"));
    };
    let sizes = [grid.columns(), grid.rows()];
    for (axis, place) in [tile.column, tile.row].into_iter().enumerate() {
        let (min, size) = (model.world.min[axis], model.world.tile_size);
        let (low, high) = places(position[axis], min, size, sizes[axis]);
        check((low..=high).contains(&place), || {
            format!("tile_at: {position:?} is in {tile:?}, not {low}..={high}")
        })?;
    }
    let index = grid.tile_index(tile).ok_or_else(|| format!("{tile:?} has no number"))?;
    agree("tile_index", index, tile.row as usize * sizes[0] as usize + tile.column as usize)?;
    agree("tile_from_index", grid.tile_from_index(index), Some(tile))?;
    around(grid, tile)
}

/// The first and the last tile in which a coordinate can be: two tiles if it is nearer to a border than
/// rounding errors.
fn places(at: f32, min: f32, size: f32, tiles: u32) -> (u32, u32) {
    let (at, min, size) = (f64::from(at), f64::from(min), f64::from(size));
    let exact = (at - min) / size;
    #[expect(clippy::cast_possible_truncation, reason = "it is whether that matters")]
    let is_exact = f64::from((at - min) as f32) == at - min && size.log2().fract() == 0.0;
    let slack = if is_exact { 0.0 } else { exact.abs() * 3.0e-7 };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is in between")]
    let place = |at: f64| at.floor().clamp(0.0, f64::from(tiles - 1)) as u32;
    (place(exact - slack), place(exact + slack))
}

fn around(grid: &Grid, tile: Tile) -> Result<(), Mismatch> {
    let mut right = Vec::new();
    for row in -1..=1_i64 {
        for column in -1..=1_i64 {
            let (column, row) = (i64::from(tile.column) + column, i64::from(tile.row) + row);
            if let (Ok(column), Ok(row)) = (u32::try_from(column), u32::try_from(row)) {
                if column < grid.columns() && row < grid.rows() {
                    right.push(Tile { column, row });
                }
            }
        }
    }
    agree("tiles_around", grid.tiles_around(tile).collect(), right)
}

/// Sorts.
pub(crate) fn sorted<T: PartialOrd>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut all: Vec<_> = all.collect();
    all.sort_by(|one, other| one.partial_cmp(other).expect("nothing is NaN"));
    all
}

/// Checks that the entities come tile by tile and row by row.
pub(crate) fn row_major(
    what: &str,
    grid: &Grid,
    handles: impl Iterator<Item = Handle>,
) -> Result<(), Mismatch> {
    let tiles = handles.map(|handle| grid.tile_of(handle).and_then(|tile| grid.tile_index(tile)));
    let tiles: Vec<_> = tiles.collect();
    check(tiles.is_sorted(), || format!("{what}: the tiles are {tiles:?}"))
}

/// Compares all answers for an area.
pub(crate) fn find(grid: &Grid, model: &Model, area: Area, groups: u32) -> Result<(), Mismatch> {
    match area {
        Area::Circle(center, radius) => {
            compare(grid, model, Circle { center, radius }, area, groups)
        }
        Area::Rectangle(min, max) => compare(grid, model, Rectangle { min, max }, area, groups),
        Area::Tile(tile) => compare(grid, model, tile, area, groups),
        Area::Around(tile) => compare(grid, model, Around(tile), area, groups),
        Area::Everywhere => compare(grid, model, Everywhere, area, groups),
    }
}

fn compare<A: grid::Area<Point> + Copy + Debug>(
    grid: &Grid,
    model: &Model,
    area: A,
    plain: Area,
    groups: u32,
) -> Result<(), Mismatch> {
    let inside = model.inside(grid, plain, groups);
    let right = sorted(inside.iter().map(|being| (being.handle, being.position, being.groups)));
    let same = |what, found: &[Found<Point>]| {
        row_major(what, grid, found.iter().map(|one| one.handle))?;
        agree(
            what,
            sorted(found.iter().map(|one| (one.handle, one.position, one.groups))),
            right.clone(),
        )
    };
    agree("count", grid.count(area, groups), right.len())?;
    agree("any", grid.any(area, groups), !right.is_empty())?;
    same("query", &grid.query(area, groups).collect::<Vec<_>>())?;
    let mut each = Vec::new();
    grid.for_each(area, groups, |found| each.push(found));
    same("for_each", &each)?;
    // The buffer's old contents must be removed.
    let mut handles: Vec<_> = model.gone.iter().copied().take(3).collect();
    grid.collect_into(area, groups, &mut handles);
    row_major("collect_into", grid, handles.iter().copied())?;
    agree(
        "collect_into",
        sorted(handles.into_iter()),
        right.iter().map(|one| one.0).collect::<Vec<_>>(),
    )?;
    broken_off(grid, area, groups, &right)
}

/// Breaks the visit at the start, in the middle, at the end, and not at all.
fn broken_off<A: grid::Area<Point> + Copy>(
    grid: &Grid,
    area: A,
    groups: u32,
    right: &[(Handle, Point, u32)],
) -> Result<(), Mismatch> {
    for most in [1, right.len().div_ceil(2), right.len(), right.len() + 1] {
        let mut seen = Vec::new();
        let told = grid.visit(area, groups, |found| {
            seen.push((found.handle, found.position, found.groups));
            if seen.len() == most { ControlFlow::Break(most) } else { ControlFlow::Continue(()) }
        });
        agree("visit", told.is_break(), most > 0 && most <= right.len())?;
        agree("visit: visited", seen.len(), if told.is_break() { most } else { right.len() })?;
        let seen = sorted(seen.into_iter());
        let known = seen.iter().all(|one| right.contains(one));
        check(known && seen.windows(2).all(|two| two[0] != two[1]), || {
            format!("visit: {seen:?} of {right:?}")
        })?;
        let taken: Vec<_> = grid.query(area, groups).take(most).collect();
        agree("query: take", taken.len(), most.min(right.len()))?;
    }
    Ok(())
}

/// A ray query.
#[derive(Debug)]
pub(crate) struct Ray {
    pub(crate) origin: Point,
    pub(crate) direction: Point,
    pub(crate) length: f32,
    pub(crate) radius: f32,
    pub(crate) groups: u32,
}

/// The position of an entity relative to the ray, in double precision.
struct Beside {
    along: f64,
    across: f64,
    away: f64,
    /// The error of single precision.
    slack: f64,
}

impl Ray {
    pub(crate) fn check(&self, grid: &Grid, model: &Model) -> Result<(), Mismatch> {
        let Self { origin, direction, length, radius, groups } = *self;
        let hit = grid.cast_ray(origin, direction, length, radius, groups);
        if !self.can_hit() {
            return check(hit.is_none(), || format!("cast_ray: {hit:?} of {self:?}"));
        }
        let first = match hit {
            Some(hit) => self.is_right(&hit, model)?,
            None => f64::INFINITY,
        };
        for being in model.beings.iter().filter(|being| being.groups & groups != 0) {
            let surely = self.surely_at(being);
            check(surely.is_none_or(|at| first <= at), || {
                format!("cast_ray: {hit:?}, but {being:?} is at {surely:?} of {self:?}")
            })?;
        }
        self.check_without(hit, grid)
    }

    /// Checks that an entity that is not accepted is not hit.
    fn check_without(&self, hit: Option<RayHit<Point>>, grid: &Grid) -> Result<(), Mismatch> {
        let Self { origin, direction, length, radius, groups } = *self;
        let Some(RayHit { handle, .. }) = hit else { return Ok(()) };
        let without = grid.cast_ray_where(origin, direction, length, radius, groups, |found| {
            found.handle != handle
        });
        let mut others = grid.clone();
        others.remove(handle);
        let right = others.cast_ray(origin, direction, length, radius, groups);
        check(without == right, || {
            format!("cast_ray_where: {without:?}, not {right:?} of {self:?}")
        })
    }

    fn can_hit(&self) -> bool {
        let [x, y] = self.direction;
        let is_direction = x.is_finite() && y.is_finite() && (x != 0.0 || y != 0.0);
        is_position(self.origin) && is_direction && self.length >= 0.0 && self.radius >= 0.0
    }

    fn beside(&self, position: Point) -> Beside {
        let [x, y, u, v, px, py] = [self.origin, self.direction, position]
            .as_flattened()
            .try_into()
            .map_or([0.0; 6], |all: [f32; 6]| all.map(f64::from));
        let norm = u.hypot(v);
        let (u, v, dx, dy) = (u / norm, v / norm, px - x, py - y);
        let size = x.abs() + y.abs() + px.abs() + py.abs() + f64::from(self.radius);
        Beside {
            along: dx * u + dy * v,
            across: (dx * v - dy * u).abs(),
            away: dx.hypot(dy),
            slack: size * 2.0e-6,
        }
    }

    /// The distance at which the entity is hit at the latest, if it is surely hit.
    fn surely_at(&self, being: &Being) -> Option<f64> {
        let Beside { along, across, away, slack } = self.beside(being.position);
        let radius = f64::from(self.radius) - slack;
        if radius >= 0.0 && away <= radius {
            return Some(slack);
        }
        let half = radius * radius - across * across;
        let at = along - half.max(0.0).sqrt();
        let is_met =
            radius > 0.0 && half >= 0.0 && along > slack && at <= f64::from(self.length) - slack;
        is_met.then_some(at.max(0.0) + slack)
    }

    /// Checks that such a hit is possible; returns its distance.
    fn is_right(&self, hit: &RayHit<Point>, model: &Model) -> Result<f64, Mismatch> {
        let wrong = |what: &str| format!("cast_ray: {what}: {hit:?} of {self:?}");
        let being = model.beings.iter().find(|being| being.handle == hit.handle);
        let being = being.ok_or_else(|| wrong("who is that"))?;
        check(being.position == hit.position && being.groups == hit.groups, || wrong("other"))?;
        check(being.groups & self.groups != 0, || wrong("groups"))?;
        let Beside { along, across, away, slack } = self.beside(being.position);
        let (radius, at) = (f64::from(self.radius), f64::from(hit.distance));
        check(at >= 0.0 && hit.distance <= self.length, || wrong("too far"))?;
        check(across <= radius + slack || away <= radius + slack, || wrong("passes by"))?;
        let half = |radius: f64| (radius * radius - across * across).max(0.0).sqrt();
        let (early, late) = (along - half(radius + slack), along - half((radius - slack).max(0.0)));
        let is_inside = away <= radius + slack && at == 0.0;
        check(is_inside || (early - slack..=late + slack).contains(&at), || wrong("distance"))?;
        let (u, v) = (f64::from(self.direction[0]), f64::from(self.direction[1]));
        for (axis, along) in [u, v].into_iter().enumerate() {
            let point = f64::from(self.origin[axis]) + along / u.hypot(v) * at;
            check((point - f64::from(hit.point[axis])).abs() <= slack, || wrong("point"))?;
        }
        Ok(at)
    }
}

/// A query for the tiles along a ray.
#[derive(Debug)]
pub(crate) struct Walk {
    pub(crate) origin: Point,
    pub(crate) direction: Point,
    pub(crate) length: f32,
}

impl Walk {
    pub(crate) fn check(&self, grid: &Grid) -> Result<(), Mismatch> {
        const MANY: u32 = 5_000;
        if grid.columns() * grid.rows() > MANY {
            return Ok(());
        }
        let Self { origin, direction, length } = *self;
        // An infinite ray passes each tile at most once.
        let most = (grid.columns() * grid.rows()) as usize + 1;
        let tiles: Vec<_> = grid.tiles_along(origin, direction, length).take(most).collect();
        let wrong = |what: &str, tile: Option<Tile>| {
            format!("tiles_along: {what} {tile:?}: {tiles:?} of {self:?}")
        };
        let [x, y] = direction;
        let is_direction = x.is_finite() && y.is_finite() && (x != 0.0 || y != 0.0);
        if !(is_position(origin) && is_direction && length >= 0.0) {
            return check(tiles.is_empty(), || wrong("nothing expected", None));
        }
        if (0..2).all(|axis| (grid.min()[axis]..=grid.max()[axis]).contains(&origin[axis])) {
            let home = grid.tile_at(origin);
            check(tiles.first() == home.as_ref(), || wrong("begins elsewhere than in", home))?;
        }
        for (place, tile) in tiles.iter().enumerate() {
            check(!tiles[..place].contains(tile), || wrong("twice", Some(*tile)))?;
            check(grid.tile_index(*tile).is_some(), || wrong("none", Some(*tile)))?;
            check(self.passes(grid, *tile, 1.0), || wrong("passes by", Some(*tile)))?;
        }
        for two in tiles.windows(2) {
            let next =
                two[0].column.abs_diff(two[1].column) <= 1 && two[0].row.abs_diff(two[1].row) <= 1;
            check(next, || wrong("jumps to", Some(two[1])))?;
            let forward = |a: u32, b: u32, along: f32| a == b || (a < b) == (along > 0.0);
            check(
                forward(two[0].column, two[1].column, x) && forward(two[0].row, two[1].row, y),
                || wrong("turns back to", Some(two[1])),
            )?;
        }
        for index in 0..most - 1 {
            let tile = grid.tile_from_index(index).ok_or("a tile is missing")?;
            let is_there = tiles.contains(&tile) || !self.passes(grid, tile, -1.0);
            check(is_there, || wrong("leaves out", Some(tile)))?;
        }
        Ok(())
    }

    /// Returns `true` if the ray passes the tile after it is made larger or smaller by the error of
    /// single precision.
    fn passes(&self, grid: &Grid, tile: Tile, sign: f64) -> bool {
        let (low, high) = (grid.tile_min(tile), grid.tile_max(tile));
        let (mut enter, mut leave) = (0.0_f64, f64::from(self.length));
        let norm = f64::from(self.direction[0]).hypot(f64::from(self.direction[1]));
        let size = |axis: usize| self.origin[axis].abs() + low[axis].abs() + high[axis].abs();
        let slack = f64::from(size(0) + size(1)) * 2.0e-6;
        for axis in 0..2 {
            let (low, high) =
                (f64::from(low[axis]) - sign * slack, f64::from(high[axis]) + sign * slack);
            let (from, along) =
                (f64::from(self.origin[axis]), f64::from(self.direction[axis]) / norm);
            if low > high || (along == 0.0 && (from < low || from > high)) {
                return false;
            }
            if along != 0.0 {
                let (one, other) = ((low - from) / along, (high - from) / along);
                enter = enter.max(one.min(other));
                leave = leave.min(one.max(other));
            }
        }
        if sign > 0.0 { enter <= leave + slack } else { enter + slack < leave }
    }
}
