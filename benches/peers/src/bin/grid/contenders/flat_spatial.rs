//! `flat_spatial`: a hash map of cells, each with a list of handles and positions.

use crate::contender::{Contender, bytes, squared_distance};
use crate::world::{Point, TILE, World};
use flat_spatial::Grid;
use flat_spatial::grid::GridHandle;

pub(crate) struct FlatSpatial {
    grid: Grid<(u32, u8), Point>,
    handles: Vec<GridHandle>,
}

impl FlatSpatial {
    /// Its own `query_around` excludes the border of the circle; this visits the cells in the faster
    /// way.
    fn visit(&self, center: Point, radius: f32, mut visit: impl FnMut(GridHandle)) {
        let (low, high) = (center.map(|at| at - radius), center.map(|at| at + radius));
        self.grid.query_visitor(low, high, |(handle, at)| {
            if squared_distance(at, center) <= radius * radius {
                visit(handle);
            }
        });
    }

    fn object(&self, handle: GridHandle) -> (u32, u8) {
        *self.grid.get(handle).expect("nobody leaves").1
    }
}

impl Contender for FlatSpatial {
    type Found = GridHandle;

    fn new(world: &World) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "it is a whole number")]
        let mut grid = Grid::new(TILE as i32);
        let each = (0..).zip(world.start.iter().zip(&world.groups));
        let handles =
            each.map(|(number, (at, group))| grid.insert(*at, (number, *group))).collect();
        Self { grid, handles }
    }

    fn move_all(&mut self, positions: &[Point]) {
        for (handle, at) in self.handles.iter().zip(positions) {
            self.grid.set_position(*handle, *at);
        }
        self.grid.maintain();
    }

    fn count(&self, center: Point, radius: f32) -> usize {
        let mut count = 0;
        self.visit(center, radius, |_| count += 1);
        count
    }

    fn count_group(&self, center: Point, radius: f32, group: u8) -> usize {
        let mut count = 0;
        self.visit(center, radius, |handle| count += usize::from(self.object(handle).1 == group));
        count
    }

    fn collect(&self, center: Point, radius: f32, found: &mut Vec<GridHandle>) {
        self.visit(center, radius, |handle| found.push(handle));
    }

    fn number(&self, found: GridHandle) -> u32 {
        self.object(found).0
    }

    fn nearest(&mut self, _: Point, _: usize, _: &mut Vec<f32>) -> bool {
        false
    }

    fn beside(&self) -> usize {
        bytes(&self.handles)
    }
}
