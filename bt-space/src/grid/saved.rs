//! The saved form of a grid: its entities, their handles, and the order in which they are visited.

use super::point::{Limits, Outside};
use super::rows::{Entry, Rows};
use super::slots::Slots;
use super::tiling::Tiling;
use super::{Error, Grid, Handle, Point};
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::num::NonZeroU32;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
struct Saved<T> {
    min: [f32; 2],
    max: [f32; 2],
    tile_size: f32,
    outside: Outside,
    /// In the order of the numbers.
    numbers: Vec<Number<T>>,
    /// The free numbers, the next one first.
    free: Vec<u32>,
    /// The numbers of the entities, in the order in which they are visited.
    order: Vec<u32>,
}

#[derive(Serialize, Deserialize)]
struct Number<T> {
    generation: u32,
    entity: Option<Entity<T>>,
}

#[derive(Serialize, Deserialize)]
struct Entity<T> {
    position: [f32; 2],
    groups: u32,
    payload: T,
}

/// The maximum number of tiles of a saved world, besides those for each entity: a short input must not
/// allocate more memory than that.
const MAX_SAVED_TILES: usize = 1 << 22;
const MAX_SAVED_TILES_PER_ENTITY: usize = 64;

/// A defect of a saved grid.
enum Damage {
    World(Error),
    Tiles(usize),
    Number(usize),
    Free,
    Order,
}

impl fmt::Display for Damage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::World(error) => write!(formatter, "{error}"),
            Self::Tiles(tiles) => {
                write!(
                    formatter,
                    "the world has {tiles} tiles, too many for so few entities: load it with `Grid::deserialize_up_to`"
                )
            }
            Self::Number(index) => {
                write!(formatter, "the entity with the number {index} is damaged")
            }
            Self::Free => formatter.write_str("the list of free numbers is damaged"),
            Self::Order => formatter.write_str("the order of the entities is damaged"),
        }
    }
}

impl<T: Serialize, P: Point> Serialize for Grid<T, P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let numbers = self.slots.iter().map(|(slot, payload)| {
            let entity = payload.map(|payload| {
                let Entry { position, groups, .. } = self.rows.entry(slot.place as usize);
                Entity { position, groups, payload }
            });
            Number { generation: slot.generation, entity }
        });
        let saved = Saved {
            min: self.tiling.min,
            max: self.tiling.max,
            tile_size: self.tiling.tile_size,
            outside: self.limits.outside,
            numbers: numbers.collect(),
            free: self.slots.free_numbers().collect(),
            order: self.iter().map(|found| found.handle.number()).collect(),
        };
        saved.serialize(serializer)
    }
}

/// Loading a world of more than 4 million tiles, plus 64 for each entity, is an error: such a world takes 8
/// bytes per tile and more, even if its saved form is short. [`Grid::deserialize_up_to`] loads it.
impl<'de, T: Deserialize<'de>, P: Point> Deserialize<'de> for Grid<T, P> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let saved = Saved::deserialize(deserializer)?;
        let more = saved.entities().saturating_mul(MAX_SAVED_TILES_PER_ENTITY);
        saved.restore(MAX_SAVED_TILES.saturating_add(more)).map_err(D::Error::custom)
    }
}

impl<T, P: Point> Grid<T, P> {
    /// Loads a grid with up to `tiles` tiles, even if it has few entities. `Deserialize` loads up to 4
    /// million tiles, plus 64 for each entity.
    ///
    /// # Errors
    ///
    /// The same as of `deserialize`, or if there are more tiles.
    ///
    /// ```
    /// use bt_space::grid::{Grid, MAX_TILES};
    ///
    /// let desert: Grid = Grid::new([0.0, 0.0], [5000.0, 1000.0], 1.0)?;
    /// let saved = serde_json::to_string(&desert)?;
    /// assert!(serde_json::from_str::<Grid>(&saved).is_err());
    ///
    /// let mut deserializer = serde_json::Deserializer::from_str(&saved);
    /// let loaded: Grid = Grid::deserialize_up_to(MAX_TILES, &mut deserializer)?;
    /// assert_eq!((loaded.columns(), loaded.rows()), (5000, 1000));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn deserialize_up_to<'de, D: Deserializer<'de>>(
        max_tiles: usize,
        deserializer: D,
    ) -> Result<Self, D::Error>
    where
        T: Deserialize<'de>,
    {
        Saved::deserialize(deserializer)?.restore(max_tiles).map_err(D::Error::custom)
    }
}

impl<T> Saved<T> {
    fn entities(&self) -> usize {
        self.numbers.iter().filter(|number| number.entity.is_some()).count()
    }

    fn restore<P: Point>(self, max_tiles: usize) -> Result<Grid<T, P>, Damage> {
        let tiling = Tiling::new(self.min, self.max, self.tile_size).map_err(Damage::World)?;
        if tiling.tiles() > max_tiles {
            return Err(Damage::Tiles(tiling.tiles()));
        }
        let entities = self.entities();
        let mut grid = Grid {
            tiling,
            limits: Limits::new(&tiling, self.outside),
            rows: Rows::new(tiling.tiles()),
            slots: Slots::new(),
            leavers: Vec::new(),
            point: PhantomData,
        };
        grid.rows.reserve(&mut [], entities);
        for (index, Number { generation, entity }) in self.numbers.into_iter().enumerate() {
            let (place, payload) = match entity {
                Some(Entity { position, groups, payload }) => {
                    (Some((position, groups)), Some(payload))
                }
                None => (None, None),
            };
            let tile = place.map_or(0, |(position, _)| tiling.number_at(position));
            let is_there = place.is_none_or(|(position, _)| grid.limits.check(position).is_ok());
            let added = grid.slots.restore(generation, tile, payload);
            added.filter(|()| is_there).ok_or(Damage::Number(index))?;
            if let (Some((position, groups)), Some(handle)) = (place, grid.slots.last()) {
                let entry = Entry { position, groups, handle };
                grid.rows.insert(&mut grid.slots.entries, tile as usize, entry);
            }
        }
        grid.slots.restore_free(&self.free).ok_or(Damage::Free)?;
        grid.rows.reorder(&mut grid.slots.entries, &self.order).ok_or(Damage::Order)?;
        Ok(grid)
    }
}

/// The saved form of a handle.
#[derive(Serialize, Deserialize)]
pub(super) struct SavedHandle {
    index: u32,
    generation: NonZeroU32,
}

impl From<Handle> for SavedHandle {
    fn from(handle: Handle) -> Self {
        Self { index: handle.number(), generation: handle.generation() }
    }
}

impl TryFrom<SavedHandle> for Handle {
    type Error = &'static str;

    fn try_from(saved: SavedHandle) -> Result<Self, Self::Error> {
        let is_given = saved.generation.get() % 2 == 1;
        is_given
            .then(|| Self::new(saved.index, saved.generation))
            .ok_or("the generation of a handle is odd")
    }
}
