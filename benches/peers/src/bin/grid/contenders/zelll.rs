//! `zelll`: cell lists for particles, rebuilt in each frame.

use crate::contender::{Contender, bytes, squared_distance};
use crate::world::{Point, TILE, World};
use zelll::CellGrid;

pub(crate) struct Zelll {
    grid: CellGrid<(u32, Point), 2, f32>,
    groups: Vec<u8>,
}

impl Zelll {
    fn near(&self, center: Point, radius: f32) -> impl Iterator<Item = u32> {
        let around = self.grid.query_neighbors(center).expect("who asks is in the world");
        around
            .filter(move |one| squared_distance(one.1, center) <= radius * radius)
            .map(|one| one.0)
    }
}

impl Contender for Zelll {
    type Found = u32;

    fn new(world: &World) -> Self {
        let grid = CellGrid::new((0..).zip(world.start.iter().copied()), TILE);
        Self { grid, groups: world.groups.clone() }
    }

    fn move_all(&mut self, positions: &[Point]) {
        self.grid.rebuild_mut((0..).zip(positions.iter().copied()), None);
    }

    fn count(&self, center: Point, radius: f32) -> usize {
        self.near(center, radius).count()
    }

    fn count_group(&self, center: Point, radius: f32, group: u8) -> usize {
        self.near(center, radius).filter(|of| self.groups[*of as usize] == group).count()
    }

    fn collect(&self, center: Point, radius: f32, found: &mut Vec<u32>) {
        found.extend(self.near(center, radius));
    }

    fn number(&self, found: u32) -> u32 {
        found
    }

    fn nearest(&mut self, _: Point, _: usize, _: &mut Vec<f32>) -> bool {
        false
    }

    fn beside(&self) -> usize {
        bytes(&self.groups)
    }
}
