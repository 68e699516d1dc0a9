//! Runs the operations of a history with the grid and with the list.

use crate::model::{Being, Model, Refusal, refusal};
use crate::{Grid, Mismatch, Operation, Point, Who, World, area, check, questions, ray, walk};
use bt_space::grid::{Error, Found, Handle};
use rayon::iter::ParallelIterator;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

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
            Operation::Find(area, groups) => area::find(grid, model, area, groups)?,
            Operation::Nearest(center, count, radius, groups, but) => {
                let but = but.and_then(|who| model.find(who)).map(|who| who.1);
                let asked = questions::Nearest { center, count, radius, groups };
                asked.check(grid, model, but)?;
            }
            Operation::CastRay(origin, direction, length, radius, groups) => {
                ray::Ray { origin, direction, length, radius, groups }.check(grid, model)?;
            }
            Operation::Pairs(distance, groups) => questions::pairs(grid, model, distance, groups)?,
            Operation::TileAt(position) => questions::tile_at(grid, model, position)?,
            Operation::TilesAlong(origin, direction, length) => {
                walk::Walk { origin, direction, length }.check(grid)?;
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
        area::row_major("iter", &self.grid, order.iter().map(|found| found.handle))?;
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
        let found = area::sorted(all.iter().map(|one| (one.handle, one.position, one.groups)));
        let beings = self.model.beings.iter();
        let right = area::sorted(beings.map(|being| (being.handle, being.position, being.groups)));
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
