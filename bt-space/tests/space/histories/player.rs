//! Runs the operations of a history with the grid and with a list, which implements the documentation in the simplest way, and
//! makes a failing history shorter.

use super::{Area, Grid, Mismatch, Operation, Point, REACH, Who, World, check, questions};
use bt_space::grid::{Error, Found, Handle, Outside, Tile};
use rayon::iter::ParallelIterator;
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

/// A grid and its expected contents.
#[derive(Clone, Debug)]
pub(crate) struct Player {
    /// The grid.
    pub(crate) grid: Grid,
    /// The expected contents.
    pub(crate) model: Model,
}

/// Plays a history.
///
/// # Errors
///
/// The index of the first operation after which grid and model differ, and the difference.
pub(crate) fn play(world: World, operations: &[Operation]) -> Result<Player, (usize, Mismatch)> {
    Player { grid: world.grid(), model: Model::new(world) }.play(operations)
}

impl Player {
    /// Continues with a grid.
    pub(crate) fn of(grid: Grid) -> Self {
        Self { model: Model::of(&grid), grid }
    }

    /// Runs all operations, and checks all entities at the end.
    ///
    /// # Errors
    ///
    /// The index of the first operation after which grid and model differ, and the difference.
    pub(crate) fn play(mut self, operations: &[Operation]) -> Result<Self, (usize, Mismatch)> {
        for (place, operation) in operations.iter().enumerate() {
            let told = catch_unwind(AssertUnwindSafe(|| self.step(operation)));
            let told = told.unwrap_or_else(|_| Err("it panicked".to_owned()));
            told.map_err(|mismatch| (place, mismatch))?;
        }
        self.census().map_err(|mismatch| (operations.len(), mismatch))?;
        Ok(self)
    }

    /// Runs one operation.
    ///
    /// # Errors
    ///
    /// If the grid and the model differ.
    pub(crate) fn step(&mut self, operation: &Operation) -> Result<(), Mismatch> {
        let Self { grid, model } = self;
        match *operation {
            Operation::Insert(position, groups) => self.insert(position, groups)?,
            Operation::Move(who, position) => self.move_to(who, position)?,
            Operation::MoveAll(ref moves) => self.move_all(moves)?,
            Operation::MoveEach(seed) => self.move_each(seed)?,
            Operation::Remove(who) => self.remove(who)?,
            Operation::SetGroups(who, groups) => self.set_groups(who, groups)?,
            Operation::Clear => {
                grid.clear();
                model.clear();
            }
            Operation::Compact => grid.compact(),
            Operation::Renumber => self.renumber()?,
            Operation::Reserve(more) => grid.reserve(more),
            Operation::Outside(outside) => {
                *grid = grid.clone().with_outside(outside);
                model.world.outside = outside;
            }
            Operation::Reload => {
                let saved = serde_json::to_string(grid).map_err(|error| error.to_string())?;
                let loaded =
                    serde_json::from_str::<Grid>(&saved).map_err(|error| error.to_string());
                // An entity that was inserted before its position was refused stays, but such a grid
                // cannot be loaded.
                let is_refused = |being: &Being| model.refuses(being.position).is_some();
                let is_damaged = model.beings.iter().any(is_refused);
                check(loaded.is_err() == is_damaged, || {
                    format!("loaded: {:?}", loaded.as_ref().err())
                })?;
                if let Ok(loaded) = loaded {
                    *grid = loaded;
                }
            }
            Operation::Census => self.census()?,
            Operation::Find(area, groups) => questions::find(grid, model, area, groups)?,
            Operation::Nearest(center, count, radius, groups, but) => {
                let but = but.and_then(|who| model.find(who)).map(|who| who.1);
                let asked = questions::Nearest { center, count, radius, groups };
                asked.check(grid, model, but)?;
            }
            Operation::CastRay(origin, direction, length, radius, groups) => {
                questions::Ray { origin, direction, length, radius, groups }.check(grid, model)?;
            }
            Operation::Pairs(distance, groups) => questions::pairs(grid, model, distance, groups)?,
            Operation::TileAt(position) => questions::tile_at(grid, model, position)?,
            Operation::TilesAlong(origin, direction, length) => {
                questions::Walk { origin, direction, length }.check(grid)?;
            }
        }
        let (grid, model) = (&self.grid, &self.model);
        agree("len", grid.len(), model.beings.len())?;
        agree("is_empty", grid.is_empty(), model.beings.is_empty())
    }

    fn renumber(&mut self) -> Result<(), Mismatch> {
        let order = |grid: &Grid| grid.iter().map(|found| found.handle).collect::<Vec<_>>();
        let before = order(&self.grid);
        let mut pairs = Vec::new();
        self.grid.renumber(|old, new| pairs.push((old, new)));
        agree("renumber", pairs.iter().map(|pair| pair.0).collect(), before)?;
        agree("renumber: iter", pairs.iter().map(|pair| pair.1).collect(), order(&self.grid))?;
        self.model.renumber(&pairs)
    }

    fn insert(&mut self, position: Point, groups: u32) -> Result<(), Mismatch> {
        let payload = self.model.next_payload();
        let inserted = self.grid.insert(position, groups, payload);
        let refused = self.model.refuses(position);
        match inserted {
            Ok(handle) => {
                agree("insert", None, refused)?;
                self.model.insert(handle, position, groups)
            }
            Err(back) => {
                agree("insert: payload", back.payload, payload)?;
                agree("insert", refusal(back.error, None, position), refused)
            }
        }
    }

    fn move_to(&mut self, who: Who, position: Point) -> Result<(), Mismatch> {
        let Some((place, handle)) = self.model.find(who) else { return Ok(()) };
        let refused = self.refused(place, position);
        told("move_to", self.grid.move_to(handle, position), handle, position, refused, place)?;
        if let (Some(place), None) = (place, refused) {
            self.model.beings[place].position = position;
        }
        Ok(())
    }

    fn refused(&self, place: Option<usize>, position: Point) -> Option<Refusal> {
        self.model.refuses(position).or(place.is_none().then_some(Refusal::Stale))
    }

    fn move_all(&mut self, moves: &[(Who, Point)]) -> Result<(), Mismatch> {
        let mut wanted = Vec::new();
        let mut first = None;
        for (who, position) in moves {
            let Some((place, handle)) = self.model.find(*who) else { continue };
            let refused = self.refused(place, *position);
            wanted.push((handle, *position));
            match (place, refused) {
                (Some(place), None) => self.model.beings[place].position = *position,
                _ => first = first.or(Some((handle, *position, refused, place))),
            }
        }
        let result = self.grid.move_all(wanted);
        match first {
            Some((handle, position, refused, place)) => {
                told("move_all", result, handle, position, refused, place)?;
            }
            None => agree("move_all", result, Ok(()))?,
        }
        self.positions()
    }

    fn move_each(&mut self, seed: u64) -> Result<(), Mismatch> {
        let mut calls = Vec::new();
        let world = self.model.world;
        let mut parallel = self.grid.clone();
        let result = self.grid.move_each(|found| {
            let to = elsewhere(world, &found, seed);
            calls.push((found, to));
            to
        });
        let beside = parallel.par_move_each(|found| elsewhere(world, &found, seed));
        // They are compared as text, because NaN is not equal to itself.
        agree("par_move_each", format!("{beside:?}"), format!("{result:?}"))?;
        agree("par_move_each", parallel.iter().collect::<Vec<_>>(), self.grid.iter().collect())?;
        let order: Vec<_> = calls.iter().map(|call| call.0).collect();
        self.everybody(&order)?;
        calls.sort_by_key(|call| call.0.handle);
        let mut refused = Vec::new();
        for being in &self.model.beings {
            let place = calls.binary_search_by_key(&being.handle, |call| call.0.handle);
            let (_, to) = calls[place.map_err(|_| format!("{being:?} was left out"))?];
            refused.extend(self.model.refuses(to).map(|refusal| (being.handle, to, refusal)));
        }
        let first = order.iter().find_map(|found| refused.iter().find(|one| one.0 == found.handle));
        match first {
            Some((handle, to, refusal)) => {
                told("move_each", result, *handle, *to, Some(*refusal), Some(0))?;
            }
            None => agree("move_each", result, Ok(()))?,
        }
        for being in &mut self.model.beings {
            let place = calls.binary_search_by_key(&being.handle, |call| call.0.handle);
            if !refused.iter().any(|one| one.0 == being.handle) {
                being.position = calls[place.unwrap_or(0)].1;
            }
        }
        self.positions()
    }

    fn remove(&mut self, who: Who) -> Result<(), Mismatch> {
        let Some((place, handle)) = self.model.find(who) else { return Ok(()) };
        let payload = place.map(|place| self.model.remove(place).payload);
        agree("remove", self.grid.remove(handle), payload)
    }

    fn set_groups(&mut self, who: Who, groups: u32) -> Result<(), Mismatch> {
        let Some((place, handle)) = self.model.find(who) else { return Ok(()) };
        let right = match place {
            Some(place) => {
                self.model.beings[place].groups = groups;
                Ok(())
            }
            None => Err(Error::Stale(handle)),
        };
        agree("set_groups", self.grid.set_groups(handle, groups), right)
    }

    /// Checks the positions of all entities.
    fn positions(&self) -> Result<(), Mismatch> {
        for Being { handle, position, .. } in &self.model.beings {
            agree("position", self.grid.position(*handle), Some(*position))?;
        }
        Ok(())
    }

    /// Checks all entities, and the handles of removed ones.
    ///
    /// # Errors
    ///
    /// If the grid and the model differ.
    pub(crate) fn census(&mut self) -> Result<(), Mismatch> {
        let order: Vec<_> = self.grid.iter().collect();
        self.everybody(&order)?;
        questions::row_major("iter", &self.grid, order.iter().map(|found| found.handle))?;
        agree("par_iter", self.grid.par_iter().collect(), order)?;
        let payloads = self.grid.iter_mut().map(|(found, payload)| (found, *payload));
        let mut payloads: Vec<_> = payloads.collect();
        payloads.sort_by_key(|one| one.0.handle);
        let Self { grid, model } = self;
        agree("iter_mut", payloads.len(), model.beings.len())?;
        for being in &model.beings {
            let handle = being.handle;
            let place = payloads.binary_search_by_key(&handle, |one| one.0.handle);
            let found = Found { handle, position: being.position, groups: being.groups };
            agree("iter_mut", place.ok().map(|at| payloads[at]), Some((found, being.payload)))?;
            agree("contains", grid.contains(handle), true)?;
            agree("position", grid.position(handle), Some(being.position))?;
            agree("groups", grid.groups(handle), Some(being.groups))?;
            agree("get", grid.get(handle), Some(&being.payload))?;
            agree("get_mut", grid.get_mut(handle).copied(), Some(being.payload))?;
            agree("tile_of", grid.tile_of(handle), grid.tile_at(being.position))?;
            questions::tile_at(grid, model, being.position)?;
        }
        for handle in model.gone.iter().copied() {
            agree("contains", grid.contains(handle), false)?;
            agree("position", grid.position(handle), None)?;
            agree("groups", grid.groups(handle), None)?;
            agree("get", grid.get(handle), None)?;
            agree("get_mut", grid.get_mut(handle).copied(), None)?;
            agree("tile_of", grid.tile_of(handle), None)?;
        }
        Ok(())
    }

    /// Checks that these are all entities.
    fn everybody(&self, all: &[Found<Point>]) -> Result<(), Mismatch> {
        let found = questions::sorted(all.iter().map(|one| (one.handle, one.position, one.groups)));
        let beings = self.model.beings.iter();
        let right =
            questions::sorted(beings.map(|being| (being.handle, being.position, being.groups)));
        agree("everybody", found, right)
    }
}

/// Checks that the result equals the expected one.
#[allow(clippy::needless_pass_by_value, reason = "the answers are made on the spot")]
pub(crate) fn agree<T: PartialEq + Debug>(what: &str, is: T, should: T) -> Result<(), Mismatch> {
    check(is == should, || format!("{what}: {is:?}, not {should:?}"))
}

/// Checks the result of a move. If both the handle and the position are invalid, the error may name
/// either.
fn told(
    what: &str,
    result: Result<(), Error>,
    handle: Handle,
    position: Point,
    right: Option<Refusal>,
    place: Option<usize>,
) -> Result<(), Mismatch> {
    let is = match result {
        Ok(()) => None,
        Err(error) => match refusal(error, Some(handle), position) {
            None => return Err(format!("{what}: {error:?} for {handle:?} to {position:?}")),
            some => some,
        },
    };
    let is_either = place.is_none() && is == Some(Refusal::Stale);
    if is_either { Ok(()) } else { agree(what, is, right) }
}

/// The next position of an entity when all move: usually near.
fn elsewhere(world: World, found: &Found<Point>, seed: u64) -> Point {
    let mut random = fastrand::Rng::with_seed(seed ^ found.handle.index() as u64);
    let step = match random.u32(..100) {
        0 => f32::NAN,
        1..5 => 1000.0,
        5..20 => 3.0,
        _ => 0.1,
    };
    found.position.map(|at| at + (random.f32() - 0.5) * step * world.tile_size)
}

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

/// Removes larger and smaller pieces as long as the rest still fails, for some seconds at most.
pub(crate) fn shrunk(world: World, operations: &[Operation]) -> Vec<Operation> {
    const SECONDS: u64 = 20;
    let mut failing = operations.to_vec();
    let start = Instant::now();
    let is_time = || start.elapsed().as_secs() < SECONDS;
    cut(world, &mut failing);
    let mut piece = failing.len() / 2;
    while piece > 0 && is_time() {
        let mut from = 0;
        while from < failing.len() && is_time() {
            let mut shorter = failing.clone();
            shorter.drain(from..(from + piece).min(failing.len()));
            if cut(world, &mut shorter) {
                failing = shorter;
            } else {
                from += piece;
            }
        }
        piece /= 2;
    }
    failing
}

/// Cuts a history after its first failure; returns `false` if it does not fail.
fn cut(world: World, operations: &mut Vec<Operation>) -> bool {
    match play(world, operations) {
        Ok(_) => false,
        Err((place, _)) => {
            operations.truncate(place + 1);
            true
        }
    }
}
