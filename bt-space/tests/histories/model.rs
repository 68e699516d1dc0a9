//! A list of entities: implements the documentation in the simplest way.

use crate::{Area, Grid, Mismatch, Point, REACH, Who, World, check};
use bt_space::grid::{Error, Found, Handle, Outside, Tile};
use std::collections::BTreeSet;

/// An entity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Being {
    /// The entity.
    pub(crate) handle: Handle,
    /// Its position.
    pub(crate) position: Point,
    /// Its groups.
    pub(crate) groups: u32,
    /// Its payload.
    pub(crate) payload: u64,
}

/// The reason why an operation is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The entity has been removed.
    Stale,
    /// The position is invalid.
    Position,
    /// The position is outside of the world.
    Outside,
}

/// The expected contents of a grid.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    /// The world.
    pub(crate) world: World,
    /// All entities.
    pub(crate) beings: Vec<Being>,
    /// Handles of some removed entities.
    pub(crate) gone: Vec<Handle>,
    /// All handles that were ever returned.
    issued: BTreeSet<Handle>,
    /// The maximum number of entities at once.
    peak: usize,
    payloads: u64,
}

impl Model {
    /// An empty world.
    pub(crate) fn new(world: World) -> Self {
        let (beings, gone, issued) = (Vec::new(), Vec::new(), BTreeSet::new());
        Self { world, beings, gone, issued, peak: 0, payloads: 0 }
    }

    /// A model with the contents of a grid: from now on the grid has to do the same as the model.
    pub(crate) fn of(grid: &Grid) -> Self {
        let (min, max, tile_size) = (grid.min(), grid.max(), grid.tile_size());
        let mut model = Self::new(World { min, max, tile_size, outside: grid.outside() });
        for Found { handle, position, groups } in grid.iter() {
            let payload = grid.get(handle).copied().unwrap_or_default();
            model.beings.push(Being { handle, position, groups, payload });
            model.payloads = model.payloads.max(payload.saturating_add(1));
            model.issued.insert(handle);
        }
        // The earlier number of entities is unknown.
        model.peak = usize::MAX;
        model
    }

    /// The payload of the next entity.
    pub(crate) fn next_payload(&self) -> u64 {
        self.payloads
    }

    /// The reason why a position is refused, if it is.
    pub(crate) fn refuses(&self, position: Point) -> Option<Refusal> {
        let World { min, max, outside, .. } = self.world;
        let inside = |axis: usize| min[axis] <= position[axis] && position[axis] <= max[axis];
        if !is_position(position) {
            Some(Refusal::Position)
        } else if outside == Outside::Refuse && !(inside(0) && inside(1)) {
            Some(Refusal::Outside)
        } else {
            None
        }
    }

    /// The index in the list and the handle. The index is `None` if the entity has been removed; the
    /// result is `None` if there never was one.
    pub(crate) fn find(&self, who: Who) -> Option<(Option<usize>, Handle)> {
        match who {
            Who::There(number) => {
                let place = number.checked_rem(self.beings.len())?;
                Some((Some(place), self.beings[place].handle))
            }
            Who::Gone(number) => Some((None, self.gone[number.checked_rem(self.gone.len())?])),
        }
    }

    /// Adds an entity with this handle.
    ///
    /// # Errors
    ///
    /// If another entity had this handle before, or its number is larger than necessary.
    pub(crate) fn insert(
        &mut self,
        handle: Handle,
        position: Point,
        groups: u32,
    ) -> Result<(), Mismatch> {
        self.beings.push(Being { handle, position, groups, payload: self.payloads });
        self.payloads = self.payloads.wrapping_add(1);
        self.peak = self.peak.max(self.beings.len());
        self.issue(handle)
    }

    fn issue(&mut self, handle: Handle) -> Result<(), Mismatch> {
        check(self.issued.insert(handle), || format!("{handle:?} was given out before"))?;
        check(handle.index() < self.peak, || format!("{handle:?} with {} at most", self.peak))
    }

    /// Removes an entity.
    pub(crate) fn remove(&mut self, place: usize) -> Being {
        let being = self.beings.swap_remove(place);
        self.leave(being.handle);
        being
    }

    /// Removes all entities.
    pub(crate) fn clear(&mut self) {
        while !self.beings.is_empty() {
            self.remove(0);
        }
    }

    fn leave(&mut self, handle: Handle) {
        const KEPT: usize = 500;
        if self.gone.len() < KEPT {
            self.gone.push(handle);
        } else {
            self.gone[handle.index() % KEPT] = handle;
        }
    }

    /// Gives all entities new handles.
    ///
    /// # Errors
    ///
    /// If an entity gets no handle, or the numbers do not count from zero.
    pub(crate) fn renumber(&mut self, pairs: &[(Handle, Handle)]) -> Result<(), Mismatch> {
        check(pairs.len() == self.beings.len(), || format!("{} were told of", pairs.len()))?;
        for (number, (old, new)) in pairs.iter().enumerate() {
            check(new.index() == number, || format!("number {number} is {new:?}"))?;
            self.leave(*old);
            self.issue(*new)?;
        }
        let mut new: Vec<_> = pairs.to_vec();
        new.sort();
        for being in &mut self.beings {
            let place = new.binary_search_by_key(&being.handle, |pair| pair.0);
            being.handle =
                new[place.map_err(|_| format!("{:?} has no new handle", being.handle))?].1;
        }
        Ok(())
    }

    /// The entities in an area that are in any of the groups. The tiles come from the grid; other tests
    /// check them.
    ///
    /// # Panics
    ///
    /// If the grid returns no tile for a position.
    pub(crate) fn inside(&self, grid: &Grid, area: Area, groups: u32) -> Vec<&Being> {
        let tile = |being: &Being| grid.tile_at(being.position).expect("a position has a tile");
        let sizes = (grid.columns(), grid.rows());
        let of_groups = self.beings.iter().filter(|being| being.groups & groups != 0);
        of_groups.filter(|being| holds(area, sizes, being.position, || tile(being))).collect()
    }
}

/// Returns `true` if an entity may have this position.
pub(crate) fn is_position(position: Point) -> bool {
    position.iter().all(|at| at.is_finite() && at.abs() <= REACH)
}

/// Returns `true` if a position, or its tile, is in the area of a world of `sizes` columns and rows.
fn holds(area: Area, sizes: (u32, u32), [x, y]: Point, tile: impl FnOnce() -> Tile) -> bool {
    match area {
        Area::Circle(center, radius) => is_near(center, [x, y], radius),
        Area::Rectangle(low, high) => low[0] <= x && x <= high[0] && low[1] <= y && y <= high[1],
        Area::Tile(wanted) => wanted == tile(),
        Area::Around(wanted) => {
            let tile = tile();
            let is_near =
                wanted.column.abs_diff(tile.column) <= 1 && wanted.row.abs_diff(tile.row) <= 1;
            is_near && wanted.column < sizes.0 && wanted.row < sizes.1
        }
        Area::Everywhere => true,
    }
}

/// Returns `true` if a position is within the radius, the border included.
pub(crate) fn is_near(center: Point, position: Point, radius: f32) -> bool {
    let is_radius = radius >= 0.0;
    let most = if radius.is_infinite() { f32::MAX } else { (radius * radius).min(f32::MAX) };
    is_position(center) && is_radius && distance_squared(center, position) <= most
}

/// The squared distance.
pub(crate) fn distance_squared(one: Point, other: Point) -> f32 {
    let (x, y) = (one[0] - other[0], one[1] - other[1]);
    x * x + y * y
}

/// The reason for an error of the grid, if it names the right position or handle.
pub(crate) fn refusal(error: Error, handle: Option<Handle>, position: Point) -> Option<Refusal> {
    let same = |told: Point| told.map(f32::to_bits) == position.map(f32::to_bits);
    match error {
        Error::Stale(told) if Some(told) == handle => Some(Refusal::Stale),
        Error::Position(told) if same(told) => Some(Refusal::Position),
        Error::Outside(told) if same(told) => Some(Refusal::Outside),
        _ => None,
    }
}
