//! The interface of all contenders.

use crate::world::{Point, World};

/// One way to find out who is near.
pub(crate) trait Contender {
    /// The description of an entity that was found.
    type Found: Copy;

    /// Knows everybody at the start of `world`, in the order of their numbers.
    fn new(world: &World) -> Self;

    /// Everybody has moved; afterwards each question gets the new answer.
    fn move_all(&mut self, positions: &[Point]);

    /// How many are within the radius, the border included.
    fn count(&self, center: Point, radius: f32) -> usize;

    /// How many of one group are.
    fn count_group(&self, center: Point, radius: f32, group: u8) -> usize;

    /// Collects the entities around a center, in any order.
    fn collect(&self, center: Point, radius: f32, found: &mut Vec<Self::Found>);

    /// The number of somebody found.
    fn number(&self, found: Self::Found) -> u32;

    /// The squared distances of the nearest, the least first. Gives back whether it can tell.
    fn nearest(&mut self, center: Point, count: usize, distances: &mut Vec<f32>) -> bool;

    /// The bytes it holds that a game has in any case: handles, positions and groups beside it.
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
