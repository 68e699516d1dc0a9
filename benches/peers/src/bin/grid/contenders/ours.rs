//! `bt_space::grid`, whose entities move one by one, with a list, or in the order in which the grid
//! stores them.

use crate::contender::{Contender, bytes};
use crate::world::{Point, TILE, World};
use bt_space::grid::{ALL, Circle, Found, Grid, Handle, Neighbor};

pub(crate) struct OneByOne(Entities);

pub(crate) struct ByList(Entities);

pub(crate) struct InItsOrder(Entities);

struct Entities {
    grid: Grid,
    handles: Vec<Handle>,
    nearest: Vec<Neighbor<Point>>,
}

impl Entities {
    fn new(world: &World) -> Self {
        let mut grid = Grid::new([0.0; 2], [world.size(); 2], TILE).expect("these are good tiles");
        let each = world.start.iter().zip(&world.groups);
        let inserted =
            each.map(|(at, group)| grid.insert(*at, 1 << group, ()).expect("it is there"));
        let handles = inserted.collect();
        Self { grid, handles, nearest: Vec::new() }
    }

    fn moves<'a>(handles: &'a [Handle], to: &'a [Point]) -> impl Iterator<Item = (Handle, Point)> {
        handles.iter().copied().zip(to.iter().copied())
    }
}

/// The queries are the same.
macro_rules! questions {
    () => {
        type Found = Handle;

        fn new(world: &World) -> Self {
            Self(Entities::new(world))
        }

        fn count(&self, center: Point, radius: f32) -> usize {
            self.0.grid.count(Circle { center, radius }, ALL)
        }

        fn count_group(&self, center: Point, radius: f32, group: u8) -> usize {
            self.0.grid.count(Circle { center, radius }, 1 << group)
        }

        fn collect(&self, center: Point, radius: f32, found: &mut Vec<Handle>) {
            self.0.grid.collect_into(Circle { center, radius }, ALL, found);
        }

        fn number(&self, found: Handle) -> u32 {
            u32::try_from(found.index()).expect("there are few enough")
        }

        fn nearest(&mut self, center: Point, count: usize, distances: &mut Vec<f32>) -> bool {
            let nearest = &mut self.0.nearest;
            self.0.grid.nearest_k(center, count, f32::INFINITY, ALL, nearest);
            distances.extend(nearest.iter().map(|one| one.distance_squared));
            true
        }

        fn beside(&self) -> usize {
            bytes(&self.0.handles)
        }
    };
}

impl Contender for OneByOne {
    questions!();

    fn move_all(&mut self, positions: &[Point]) {
        let Entities { grid, handles, .. } = &mut self.0;
        for (handle, to) in Entities::moves(handles, positions) {
            grid.move_to(handle, to).expect("it is there");
        }
    }
}

impl Contender for ByList {
    questions!();

    fn move_all(&mut self, positions: &[Point]) {
        let Entities { grid, handles, .. } = &mut self.0;
        grid.move_all(Entities::moves(handles, positions)).expect("they are there");
    }
}

impl Contender for InItsOrder {
    questions!();

    fn move_all(&mut self, positions: &[Point]) {
        let step = |found: Found<Point>| positions[found.handle.index()];
        self.0.grid.move_each(step).expect("they are positions");
    }
}
