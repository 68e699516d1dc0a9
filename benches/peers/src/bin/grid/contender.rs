//! The interface of all contenders.

use crate::world::{Point, World};

/// A way to run neighbor queries.
pub(crate) trait Contender {
    /// The description of an entity that was found.
    type Found: Copy;

    /// Makes the contender with all entities at the start of `world`, in the order of their numbers.
    fn new(world: &World) -> Self;

    /// Moves all entities; afterwards queries must give new answers.
    fn move_all(&mut self, positions: &[Point]);

    /// The number of entities within the radius, the border included.
    fn count(&self, center: Point, radius: f32) -> usize;

    /// The number of entities of one group within the radius.
    fn count_group(&self, center: Point, radius: f32, group: u8) -> usize;

    /// Collects the entities around a center, in any order.
    fn collect(&self, center: Point, radius: f32, found: &mut Vec<Self::Found>);

    /// The number of an entity that was found.
    fn number(&self, found: Self::Found) -> u32;

    /// The squared distances of the nearest entities, sorted. Returns `false` if it has no such query.
    fn nearest(&mut self, center: Point, count: usize, distances: &mut Vec<f32>) -> bool;

    /// The number of its bytes that a game stores anyway: handles, positions and groups.
    fn beside(&self) -> usize;
}

pub(crate) fn squared_distance(one: Point, other: Point) -> f32 {
    let (x, y) = (one[0] - other[0], one[1] - other[1]);
    x * x + y * y
}

/// The bytes of a list.
pub(crate) fn bytes<T>(list: &Vec<T>) -> usize {
    list.capacity() * size_of::<T>()
}
