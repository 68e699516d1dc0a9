//! Runs all kinds of queries for an area.

use crate::player::agree;
use crate::{Area, Grid, Mismatch, Model, Point, check};
use bt_space::grid::{self, Around, Circle, Everywhere, Found, Handle, Rectangle};
use std::fmt::Debug;
use std::ops::ControlFlow;

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
