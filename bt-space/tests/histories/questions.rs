//! Queries for nearest entities, pairs, and tiles.

use crate::model::{distance_squared, is_near};
use crate::player::agree;
use crate::{Area, Grid, Mismatch, Model, Point, check};
use bt_space::grid::{Handle, Neighbor, Tile};
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
