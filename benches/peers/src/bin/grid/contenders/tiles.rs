//! The plain tiles of the founding article: a list of entities for each tile, and, as it suggests, for
//! each tile and group.

use crate::contender::{Contender, bytes, squared_distance};
use crate::world::{GROUPS, Point, TILE, World};

/// The division of entities into lists.
pub(crate) trait Cut {
    /// The number of lists of a tile.
    const LISTS: usize;

    fn list(group: u8) -> usize;
}

/// One list for each tile; the group is looked up.
pub(crate) struct Whole;
/// One list for each tile and group.
pub(crate) struct ByGroup;

impl Cut for Whole {
    const LISTS: usize = 1;

    fn list(_: u8) -> usize {
        0
    }
}

impl Cut for ByGroup {
    const LISTS: usize = GROUPS as usize;

    fn list(group: u8) -> usize {
        group as usize
    }
}

pub(crate) struct Tiles<C> {
    lists: Vec<Vec<u32>>,
    /// The number of tiles along each side.
    side: usize,
    positions: Vec<Point>,
    groups: Vec<u8>,
    cut: std::marker::PhantomData<C>,
}

impl<C: Cut> Tiles<C> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "nobody is outside"
    )]
    fn tile(&self, at: Point) -> usize {
        let [column, row] = at.map(|at| ((at * (1.0 / TILE)) as usize).min(self.side - 1));
        row * self.side + column
    }

    /// The tiles that the circle may touch.
    fn tiles(&self, center: Point, radius: f32) -> impl Iterator<Item = usize> + use<C> {
        let side = self.side;
        let low = self.tile(center.map(|at| (at - radius).max(0.0)));
        let high = self.tile(center.map(|at| at + radius));
        (low / side..=high / side)
            .flat_map(move |row| (low % side..=high % side).map(move |column| row * side + column))
    }

    fn near(
        &self,
        list: impl Iterator<Item = usize>,
        center: Point,
        radius: f32,
    ) -> impl Iterator<Item = u32> {
        list.flat_map(|list| self.lists[list].iter().copied()).filter(move |of| {
            squared_distance(self.positions[*of as usize], center) <= radius * radius
        })
    }

    fn lists(&self, center: Point, radius: f32) -> impl Iterator<Item = usize> + use<C> {
        self.tiles(center, radius).flat_map(|tile| tile * C::LISTS..(tile + 1) * C::LISTS)
    }
}

impl<C: Cut> Contender for Tiles<C> {
    type Found = u32;

    fn new(world: &World) -> Self {
        let mut tiles = Self {
            lists: vec![Vec::new(); world.tiles * world.tiles * C::LISTS],
            side: world.tiles,
            positions: world.start.clone(),
            groups: world.groups.clone(),
            cut: std::marker::PhantomData,
        };
        for (number, (at, group)) in (0..).zip(world.start.iter().zip(&world.groups)) {
            let list = tiles.tile(*at) * C::LISTS + C::list(*group);
            tiles.lists[list].push(number);
        }
        tiles
    }

    fn move_all(&mut self, positions: &[Point]) {
        for (number, to) in (0..).zip(positions) {
            let from = std::mem::replace(&mut self.positions[number as usize], *to);
            let (old, new) = (self.tile(from), self.tile(*to));
            if old != new {
                let list = C::list(self.groups[number as usize]);
                let left = &mut self.lists[old * C::LISTS + list];
                let place = left.iter().position(|of| *of == number).expect("it is there");
                left.swap_remove(place);
                self.lists[new * C::LISTS + list].push(number);
            }
        }
    }

    fn count(&self, center: Point, radius: f32) -> usize {
        self.near(self.lists(center, radius), center, radius).count()
    }

    fn count_group(&self, center: Point, radius: f32, group: u8) -> usize {
        let lists = self.tiles(center, radius).map(|tile| tile * C::LISTS + C::list(group));
        let near = self.near(lists, center, radius);
        if C::LISTS == 1 {
            near.filter(|of| self.groups[*of as usize] == group).count()
        } else {
            near.count()
        }
    }

    fn collect(&self, center: Point, radius: f32, found: &mut Vec<u32>) {
        found.extend(self.near(self.lists(center, radius), center, radius));
    }

    fn number(&self, found: u32) -> u32 {
        found
    }

    fn nearest(&mut self, _: Point, _: usize, _: &mut Vec<f32>) -> bool {
        false
    }

    fn beside(&self) -> usize {
        bytes(&self.positions) + bytes(&self.groups)
    }
}
