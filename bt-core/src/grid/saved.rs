//! How a grid is saved: by what is in it, who has which handle, and in which order all are visited.

use super::limits::{Limits, Outside};
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
    /// Those that are free, the next first.
    free: Vec<u32>,
    /// The numbers of those who are there, in the order in which they are visited.
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

/// What is wrong with what was saved.
enum Damage {
    World(Error),
    Number(usize),
    Free,
    Order,
}

impl fmt::Display for Damage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::World(error) => write!(formatter, "{error}"),
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

impl<'de, T: Deserialize<'de>, P: Point> Deserialize<'de> for Grid<T, P> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Saved::deserialize(deserializer)?.restore().map_err(D::Error::custom)
    }
}

impl<T> Saved<T> {
    fn restore<P: Point>(self) -> Result<Grid<T, P>, Damage> {
        let tiling = Tiling::new(self.min, self.max, self.tile_size).map_err(Damage::World)?;
        let mut grid = Grid {
            tiling,
            limits: Limits::new(&tiling, self.outside),
            rows: Rows::new(tiling.tiles()),
            slots: Slots::new(),
            leavers: Vec::new(),
            point: PhantomData,
        };
        let entities = self.numbers.iter().filter(|number| number.entity.is_some()).count();
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

/// A handle as it is saved.
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
