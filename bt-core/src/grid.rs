//! Who is near me: many moving agents in a uniform grid of tiles.

mod error;
mod handle;

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::num::NonZeroU32;
use core::ops::ControlFlow;
pub use error::Error;
pub use handle::Handle;

/// All groups.
pub const ALL: u32 = u32::MAX;

/// So far from zero a coordinate may be, 2^62: no square of a distance overflows.
pub const REACH: f32 = (1_u64 << 62) as f32;

/// So many tiles a world can have.
pub const MAX_TILES: usize = 1 << 26;

/// So many tiles a row or a column can have.
pub const MAX_SIDE: u32 = 1 << 23;

/// A point of the game: `[f32; 2]`, `(f32, f32)`, `glam::Vec2` of any version, and whatever else can be made of
/// two numbers and back.
pub trait Point: Copy + Into<[f32; 2]> + From<[f32; 2]> {}

impl<P: Copy + Into<[f32; 2]> + From<[f32; 2]>> Point for P {}

/// What becomes of positions outside of the world.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Outside {
    /// They belong to the nearest tile at the edge; all distances are exact.
    #[default]
    Keep,
    /// They are an error.
    Refuse,
}

/// A tile of the world.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tile {
    /// Counted along x.
    pub column: u32,
    /// Counted along y.
    pub row: u32,
}

/// An entity as a query finds it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Found<P> {
    /// Who it is.
    pub handle: Handle,
    /// Where it is.
    pub position: P,
    /// Its groups.
    pub groups: u32,
}

/// An entity as [`Grid::nearest`] finds it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Neighbor<P> {
    /// Who it is.
    pub handle: Handle,
    /// Where it is.
    pub position: P,
    /// Its groups.
    pub groups: u32,
    /// How far it is, squared.
    pub distance_squared: f32,
}

/// What a ray hits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RayHit<P> {
    /// Who is hit.
    pub handle: Handle,
    /// Where the entity is.
    pub position: P,
    /// Its groups.
    pub groups: u32,
    /// How far from its origin the ray meets the entity; zero if it begins inside.
    pub distance: f32,
    /// Where the ray meets the entity.
    pub point: P,
}

/// Within a distance of a point, its border included.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Circle<P> {
    /// The middle.
    pub center: P,
    /// How far it reaches; nothing is found if it is negative or not a number, and everything if it is infinite.
    pub radius: f32,
}

/// Between two corners, the borders included.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rectangle<P> {
    /// The corner with the lower coordinates.
    pub min: P,
    /// The corner with the higher coordinates.
    pub max: P,
}

/// A tile and its up to eight neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Around(pub Tile);

/// The whole world, and what is kept outside of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Everywhere;

mod sealed {
    pub trait Area<P> {
        fn holds(&self, position: [f32; 2], tile: super::Tile) -> bool;
    }
}

/// Where to look: [`Circle`], [`Rectangle`], [`Tile`], [`Around`], [`Everywhere`].
pub trait Area<P>: sealed::Area<P> {}
impl<P, A: sealed::Area<P>> Area<P> for A {}

impl<P: Point> sealed::Area<P> for Circle<P> {
    fn holds(&self, [x, y]: [f32; 2], _: Tile) -> bool {
        distance_squared(self.center.into(), [x, y]) <= square(self.radius)
    }
}
impl<P: Point> sealed::Area<P> for Rectangle<P> {
    fn holds(&self, [x, y]: [f32; 2], _: Tile) -> bool {
        let ([left, low], [right, high]) = (self.min.into(), self.max.into());
        left <= x && x <= right && low <= y && y <= high
    }
}
impl<P: Point> sealed::Area<P> for Tile {
    fn holds(&self, _: [f32; 2], tile: Tile) -> bool {
        *self == tile
    }
}
impl<P: Point> sealed::Area<P> for Around {
    fn holds(&self, _: [f32; 2], tile: Tile) -> bool {
        self.0.column.abs_diff(tile.column) <= 1 && self.0.row.abs_diff(tile.row) <= 1
    }
}
impl<P: Point> sealed::Area<P> for Everywhere {
    fn holds(&self, _: [f32; 2], _: Tile) -> bool {
        true
    }
}

/// Saturates; NaN for a radius that finds nothing.
fn square(radius: f32) -> f32 {
    if radius >= 0.0 { (radius * radius).min(f32::MAX) } else { f32::NAN }
}

fn distance_squared([x, y]: [f32; 2], [u, v]: [f32; 2]) -> f32 {
    (x - u) * (x - u) + (y - v) * (y - v)
}

#[derive(Clone, Debug)]
struct Entity<T> {
    position: [f32; 2],
    groups: u32,
    payload: T,
}

/// Many moving entities in a world of tiles.
#[derive(Clone, Debug)]
pub struct Grid<T = (), P = [f32; 2]> {
    min: [f32; 2],
    max: [f32; 2],
    tile_size: f32,
    columns: u32,
    rows: u32,
    outside: Outside,
    entities: Vec<(NonZeroU32, Option<Entity<T>>)>,
    point: PhantomData<fn(P) -> P>,
}

impl<T, P: Point> Grid<T, P> {
    /// An empty world between two corners.
    ///
    /// # Errors
    ///
    /// If the world has no extent, the tiles no size, or there would be too many of them.
    pub fn new(min: P, max: P, tile_size: f32) -> Result<Self, Error> {
        let (min, max) = (min.into(), max.into());
        let inside = |v: f32| v.abs() <= REACH;
        if !(min.into_iter().chain(max).all(inside) && min[0] < max[0] && min[1] < max[1]) {
            return Err(Error::Bounds);
        }
        if !(tile_size > 0.0 && tile_size.is_finite() && tile_size.recip().is_finite()) {
            return Err(Error::TileSize(tile_size));
        }
        let side = |axis: usize| {
            let tiles = (max[axis] - min[axis]) / tile_size;
            if tiles > MAX_SIDE as f32 {
                return Err(Error::TooManyTiles);
            }
            let whole = tiles as u32;
            Ok((whole + u32::from((whole as f32) < tiles)).max(1))
        };
        let (columns, rows) = (side(0)?, side(1)?);
        if u64::from(columns) * u64::from(rows) > MAX_TILES as u64 {
            return Err(Error::TooManyTiles);
        }
        let (outside, entities, point) = (Outside::Keep, Vec::new(), PhantomData);
        Ok(Self { min, max, tile_size, columns, rows, outside, entities, point })
    }

    /// Chooses what becomes of positions outside of the world, from now on.
    #[must_use]
    pub fn with_outside(mut self, outside: Outside) -> Self {
        self.outside = outside;
        self
    }

    /// Makes room for so many more entities.
    pub fn reserve(&mut self, additional: usize) {
        self.entities.reserve(additional);
    }

    /// The corner with the lower coordinates.
    #[must_use]
    pub fn min(&self) -> P {
        self.min.into()
    }

    /// The corner with the higher coordinates.
    #[must_use]
    pub fn max(&self) -> P {
        self.max.into()
    }

    /// The side of a tile.
    #[must_use]
    pub fn tile_size(&self) -> f32 {
        self.tile_size
    }

    /// What becomes of positions outside of the world.
    #[must_use]
    pub fn outside(&self) -> Outside {
        self.outside
    }

    /// How many entities there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entities.iter().filter(|entity| entity.1.is_some()).count()
    }

    /// Whether there is nobody.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn check(&self, position: P) -> Result<[f32; 2], Error> {
        let [x, y]: [f32; 2] = position.into();
        if !(x.abs() <= REACH && y.abs() <= REACH) {
            return Err(Error::Position([x, y]));
        }
        let inside = self.min[0] <= x && x <= self.max[0] && self.min[1] <= y && y <= self.max[1];
        if self.outside == Outside::Refuse && !inside {
            return Err(Error::Outside([x, y]));
        }
        Ok([x, y])
    }

    fn entity(&self, handle: Handle) -> Option<&Entity<T>> {
        let (generation, entity) = self.entities.get(handle.index())?;
        entity.as_ref().filter(|_| *generation == handle.generation())
    }

    fn entity_mut(&mut self, handle: Handle) -> Option<&mut Entity<T>> {
        let (generation, entity) = self.entities.get_mut(handle.index())?;
        entity.as_mut().filter(|_| *generation == handle.generation())
    }

    /// Adds an entity.
    ///
    /// # Errors
    ///
    /// If the position is none, or refused, or there are no more numbers.
    #[allow(clippy::missing_panics_doc)]
    pub fn insert(&mut self, position: P, groups: u32, payload: T) -> Result<Handle, Error> {
        let entity = Some(Entity { position: self.check(position)?, groups, payload });
        let free = self.entities.iter().position(|entity| entity.1.is_none());
        let index = free.unwrap_or(self.entities.len());
        if index == self.entities.len() {
            self.entities.push((NonZeroU32::MIN, None));
        }
        self.entities[index].1 = entity;
        Ok(Handle::new(u32::try_from(index).map_err(|_| Error::Full)?, self.entities[index].0))
    }

    /// Moves an entity to another position.
    ///
    /// # Errors
    ///
    /// If the entity has been removed, or the position is none, or refused: it stays where it was.
    pub fn move_to(&mut self, handle: Handle, position: P) -> Result<(), Error> {
        let position = self.check(position)?;
        self.entity_mut(handle).ok_or(Error::Stale(handle))?.position = position;
        Ok(())
    }

    /// Removes an entity, and gives its payload back.
    pub fn remove(&mut self, handle: Handle) -> Option<T> {
        self.entity(handle)?;
        let (generation, entity) = &mut self.entities[handle.index()];
        *generation = generation.checked_add(2)?;
        entity.take().map(|entity| entity.payload)
    }

    /// Removes everybody, and keeps the memory.
    pub fn clear(&mut self) {
        for (generation, entity) in &mut self.entities {
            if entity.take().is_some() {
                *generation = generation.saturating_add(2);
            }
        }
    }

    /// Whether the entity is there: not removed.
    #[must_use]
    pub fn contains(&self, handle: Handle) -> bool {
        self.entity(handle).is_some()
    }

    /// Where an entity is.
    #[must_use]
    pub fn position(&self, handle: Handle) -> Option<P> {
        self.entity(handle).map(|entity| entity.position.into())
    }

    /// The groups of an entity.
    #[must_use]
    pub fn groups(&self, handle: Handle) -> Option<u32> {
        self.entity(handle).map(|entity| entity.groups)
    }

    /// Puts an entity into other groups.
    ///
    /// # Errors
    ///
    /// If the entity has been removed.
    pub fn set_groups(&mut self, handle: Handle, groups: u32) -> Result<(), Error> {
        self.entity_mut(handle).ok_or(Error::Stale(handle))?.groups = groups;
        Ok(())
    }

    /// The payload of an entity.
    #[must_use]
    pub fn get(&self, handle: Handle) -> Option<&T> {
        self.entity(handle).map(|entity| &entity.payload)
    }

    /// The payload of an entity, to change it.
    pub fn get_mut(&mut self, handle: Handle) -> Option<&mut T> {
        self.entity_mut(handle).map(|entity| &mut entity.payload)
    }

    /// Everybody, whatever their groups, tile by tile, row by row.
    pub fn iter(&self) -> impl Iterator<Item = Found<P>> {
        (0_u32..).zip(&self.entities).filter_map(|(index, (generation, entity))| {
            let entity = entity.as_ref()?;
            let handle = Handle::new(index, *generation);
            Some(Found { handle, position: entity.position.into(), groups: entity.groups })
        })
    }

    /// How many tiles are in a row.
    #[must_use]
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// How many tiles are in a column.
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// The tile of a position, the nearest at the edge if it is outside of the world; `None` if a coordinate is
    /// not a number.
    #[must_use]
    pub fn tile_at(&self, position: P) -> Option<Tile> {
        let [x, y]: [f32; 2] = position.into();
        let scale = self.tile_size.recip();
        let along = |value: f32, min: f32, tiles: u32| {
            ((value - min) * scale).max(0.0).min((tiles - 1) as f32) as u32
        };
        (!x.is_nan() && !y.is_nan()).then(|| Tile {
            column: along(x, self.min[0], self.columns),
            row: along(y, self.min[1], self.rows),
        })
    }

    /// The tile that an entity is in.
    #[must_use]
    pub fn tile_of(&self, handle: Handle) -> Option<Tile> {
        self.position(handle).and_then(|position| self.tile_at(position))
    }

    /// The number of a tile, row by row, for arrays of your own; `None` if there is no such tile.
    #[must_use]
    pub fn tile_index(&self, tile: Tile) -> Option<usize> {
        let is_there = tile.column < self.columns && tile.row < self.rows;
        is_there.then(|| tile.row as usize * self.columns as usize + tile.column as usize)
    }

    /// The tile with a number; `None` if there is no such tile.
    #[must_use]
    pub fn tile_from_index(&self, index: usize) -> Option<Tile> {
        let columns = self.columns as usize;
        let (column, row) = (index % columns, index / columns);
        let (column, row) = (u32::try_from(column).ok()?, u32::try_from(row).ok()?);
        (row < self.rows).then_some(Tile { column, row })
    }

    /// The corner of a tile with the lower coordinates, whether there is such a tile or not.
    #[must_use]
    pub fn tile_min(&self, tile: Tile) -> P {
        let along = |number: u32, min: f32| number as f32 * self.tile_size + min;
        [along(tile.column, self.min[0]), along(tile.row, self.min[1])].into()
    }

    /// The corner of a tile with the higher coordinates, whether there is such a tile or not.
    #[must_use]
    pub fn tile_max(&self, tile: Tile) -> P {
        let along = |number: u32, min: f32| (number as f32 + 1.0) * self.tile_size + min;
        [along(tile.column, self.min[0]), along(tile.row, self.min[1])].into()
    }

    /// A tile and its up to eight neighbours, fewer at the edges, row by row; none if there is no such tile.
    pub fn tiles_around(&self, tile: Tile) -> impl Iterator<Item = Tile> + use<T, P> {
        let is_there = self.tile_index(tile).is_some();
        let (columns, rows) = (self.columns, self.rows);
        let near = |number: u32| number.saturating_sub(1)..number.saturating_add(2);
        near(tile.row)
            .flat_map(move |row| near(tile.column).map(move |column| Tile { column, row }))
            .filter(move |tile| is_there && tile.column < columns && tile.row < rows)
    }

    /// Those in an area that are in any of the groups; it allocates nothing.
    pub fn query(&self, area: impl Area<P>, groups: u32) -> impl Iterator<Item = Found<P>> {
        self.iter().filter(move |found| {
            found.groups & groups != 0
                && self
                    .tile_at(found.position)
                    .is_some_and(|tile| area.holds(found.position.into(), tile))
        })
    }

    /// How many are in an area and in any of the groups.
    #[must_use]
    pub fn count(&self, area: impl Area<P>, groups: u32) -> usize {
        self.query(area, groups).count()
    }

    /// Whether anybody is in an area and in any of the groups.
    #[must_use]
    pub fn any(&self, area: impl Area<P>, groups: u32) -> bool {
        self.query(area, groups).next().is_some()
    }

    /// Visits those in an area that are in any of the groups, until the visitor breaks off.
    pub fn visit<B>(
        &self,
        area: impl Area<P>,
        groups: u32,
        mut visitor: impl FnMut(Found<P>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.query(area, groups).try_for_each(&mut visitor)
    }

    /// Visits all in an area that are in any of the groups.
    pub fn for_each(&self, area: impl Area<P>, groups: u32, visitor: impl FnMut(Found<P>)) {
        self.query(area, groups).for_each(visitor);
    }

    /// Puts those in an area that are in any of the groups into a buffer, instead of what was in it.
    pub fn collect_into(&self, area: impl Area<P>, groups: u32, buffer: &mut Vec<Handle>) {
        buffer.clear();
        buffer.extend(self.query(area, groups).map(|found| found.handle));
    }

    /// The nearest within a radius in any of the groups; of several as near, that with the lowest handle.
    #[must_use]
    pub fn nearest(&self, center: P, max_radius: f32, groups: u32) -> Option<Neighbor<P>> {
        self.nearest_where(center, max_radius, groups, |_| true)
    }

    /// The nearest that is accepted, for example because it is not the one who asks.
    #[must_use]
    pub fn nearest_where(
        &self,
        center: P,
        max_radius: f32,
        groups: u32,
        accept: impl FnMut(Found<P>) -> bool,
    ) -> Option<Neighbor<P>> {
        let mut buffer = Vec::new();
        self.nearest_k_where(center, 1, max_radius, groups, &mut buffer, accept);
        buffer.first().copied()
    }

    /// Puts the `k` nearest within a radius in any of the groups into a buffer, instead of what was in it:
    /// the nearest first, of several as near that with the lowest handle.
    pub fn nearest_k(
        &self,
        center: P,
        k: usize,
        max_radius: f32,
        groups: u32,
        buffer: &mut Vec<Neighbor<P>>,
    ) {
        self.nearest_k_where(center, k, max_radius, groups, buffer, |_| true);
    }

    /// The `k` nearest of those that are accepted, for example because they are not the one who asks.
    pub fn nearest_k_where(
        &self,
        center: P,
        k: usize,
        max_radius: f32,
        groups: u32,
        buffer: &mut Vec<Neighbor<P>>,
        mut accept: impl FnMut(Found<P>) -> bool,
    ) {
        buffer.clear();
        for found in self.query(Circle { center, radius: max_radius }, groups) {
            if accept(found) {
                let Found { handle, position, groups } = found;
                let distance_squared = distance_squared(position.into(), center.into());
                buffer.push(Neighbor { handle, position, groups, distance_squared });
            }
        }
        buffer.sort_by(|a, b| {
            a.distance_squared.total_cmp(&b.distance_squared).then(a.handle.cmp(&b.handle))
        });
        buffer.truncate(k);
    }

    /// Visits each two that are both in any of the groups and no further than that from each other, once.
    pub fn pairs(&self, distance: f32, groups: u32, mut visitor: impl FnMut(Found<P>, Found<P>)) {
        for a in self.query(Everywhere, groups) {
            for b in self.query(Circle { center: a.position, radius: distance }, groups) {
                if a.handle < b.handle {
                    visitor(a, b);
                }
            }
        }
    }

    /// Moves many.
    ///
    /// # Errors
    ///
    /// The first mistake, as of [`move_to`](Self::move_to); all others are moved.
    pub fn move_all(&mut self, moves: impl IntoIterator<Item = (Handle, P)>) -> Result<(), Error> {
        let mut result = Ok(());
        for (handle, position) in moves {
            result = result.and(self.move_to(handle, position));
        }
        result
    }

    /// Moves everybody to where the function says, in the order of [`iter`](Self::iter).
    ///
    /// # Errors
    ///
    /// The first position that is none or refused; who was to go there stays, and all others are moved.
    pub fn move_each(&mut self, mut step: impl FnMut(Found<P>) -> P) -> Result<(), Error> {
        let moves: Vec<_> = self.iter().map(|found| (found.handle, step(found))).collect();
        self.move_all(moves)
    }

    /// Puts the rows in order, with as much room between them as is best.
    pub fn compact(&mut self) {}

    /// Gives everybody a new handle, whose numbers follow the order of [`iter`](Self::iter): 0, 1, 2 and so on;
    /// the function is told each old handle and the new one.
    ///
    /// All handles from before are stale then.
    pub fn renumber(&mut self, mut moved: impl FnMut(Handle, Handle)) {
        let mut entities = Vec::new();
        for (index, (generation, entity)) in (0..).zip(&mut self.entities) {
            let old = Handle::new(index, *generation);
            if let Some(entity) = entity.take() {
                let new = Handle::new(entities.len() as u32, generation.saturating_add(2));
                moved(old, new);
                entities.push((new.generation(), Some(entity)));
            }
        }
        self.entities = entities;
    }

    /// The nearest entity in any of the groups that a ray meets, if all are circles with this radius.
    ///
    /// The direction need not have a length of 1; the maximum length is that of the world, and may be infinite.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn cast_ray(
        &self,
        origin: P,
        direction: P,
        max_length: f32,
        entity_radius: f32,
        groups: u32,
    ) -> Option<RayHit<P>> {
        let ([x, y], [u, v]): ([f32; 2], [f32; 2]) = (origin.into(), direction.into());
        let norm = (u * u + v * v).sqrt();
        let (u, v) = (u / norm, v / norm);
        let mut best: Option<RayHit<P>> = None;
        for Found { handle, position, groups } in self.query(Everywhere, groups) {
            let [px, py] = position.into();
            let (dx, dy) = (px - x, py - y);
            let (along, across) = (dx * u + dy * v, dx * v - dy * u);
            let half = square(entity_radius) - across * across;
            let is_inside = dx * dx + dy * dy <= square(entity_radius);
            let distance = if is_inside { 0.0 } else { along - half.sqrt() };
            let is_hit = distance >= 0.0 && distance <= max_length && u.is_finite();
            if is_hit && best.is_none_or(|best| (distance, handle) < (best.distance, best.handle)) {
                let point = [x + u * distance, y + v * distance].into();
                best = Some(RayHit { handle, position, groups, distance, point });
            }
        }
        best
    }

    /// The tiles that a ray passes through, from its origin on, as far as there are tiles.
    ///
    /// The direction need not have a length of 1; the maximum length is that of the world, and may be infinite.
    #[cfg(feature = "std")]
    pub fn tiles_along(
        &self,
        origin: P,
        direction: P,
        max_length: f32,
    ) -> impl Iterator<Item = Tile> + use<T, P> {
        let (origin, direction): ([f32; 2], [f32; 2]) = (origin.into(), direction.into());
        let norm = (direction[0] * direction[0] + direction[1] * direction[1]).sqrt();
        let mut tiles = Vec::new();
        for index in 0..self.columns as usize * self.rows as usize {
            let Some(tile) = self.tile_from_index(index) else { continue };
            let (min, max) = (self.tile_min(tile).into(), self.tile_max(tile).into());
            let (mut enter, mut leave) = (0.0_f32, max_length);
            for axis in 0..2 {
                let d = direction[axis] / norm;
                let (a, b) = ((min[axis] - origin[axis]) / d, (max[axis] - origin[axis]) / d);
                let within = min[axis] <= origin[axis] && origin[axis] < max[axis];
                if d == 0.0 && !within {
                    leave = f32::NEG_INFINITY;
                } else if d != 0.0 {
                    enter = enter.max(a.min(b));
                    leave = leave.min(a.max(b));
                }
            }
            if enter < leave {
                tiles.push((enter, tile));
            }
        }
        tiles.sort_by(|a, b| a.0.total_cmp(&b.0));
        tiles.into_iter().map(|(_, tile)| tile)
    }
}
