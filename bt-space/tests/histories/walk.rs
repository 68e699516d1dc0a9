//! The tiles along a ray, as exactly as single precision allows.

use crate::model::is_position;
use crate::{Grid, Mismatch, Point, check};
use bt_space::grid::Tile;

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
