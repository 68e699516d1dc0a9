//! `rstar`: an R*-tree that is rebuilt in each frame, or changed.

use crate::contender::Contender;
use crate::world::{Point, World};
use rstar::primitives::GeomWithData;
use rstar::{PointDistance, RTree};

type Entity = GeomWithData<Point, (u32, u8)>;

pub(crate) struct Rebuilt(Tree);

pub(crate) struct Changed(Tree);

struct Tree {
    root: RTree<Entity>,
    positions: Vec<Point>,
    groups: Vec<u8>,
}

impl Tree {
    fn new(world: &World) -> Self {
        let (positions, groups) = (world.start.clone(), world.groups.clone());
        let mut tree = Self { root: RTree::new(), positions, groups };
        tree.rebuild();
        tree
    }

    fn rebuild(&mut self) {
        let each = (0..).zip(self.positions.iter().zip(&self.groups));
        let entities = each.map(|(number, (at, group))| Entity::new(*at, (number, *group)));
        self.root = RTree::bulk_load(entities.collect());
    }
}

/// The queries are the same.
macro_rules! questions {
    () => {
        type Found = u32;

        fn count(&self, center: Point, radius: f32) -> usize {
            self.0.root.locate_within_distance(center, radius * radius).count()
        }

        fn count_group(&self, center: Point, radius: f32, group: u8) -> usize {
            let near = self.0.root.locate_within_distance(center, radius * radius);
            near.filter(|one| one.data.1 == group).count()
        }

        fn collect(&self, center: Point, radius: f32, found: &mut Vec<u32>) {
            let near = self.0.root.locate_within_distance(center, radius * radius);
            found.extend(near.map(|one| one.data.0));
        }

        fn number(&self, found: u32) -> u32 {
            found
        }

        fn nearest(&mut self, center: Point, count: usize, distances: &mut Vec<f32>) -> bool {
            let nearest = self.0.root.nearest_neighbor_iter(center).take(count);
            distances.extend(nearest.map(|one| one.distance_2(&center)));
            true
        }

        fn beside(&self) -> usize {
            crate::contender::bytes(&self.0.positions) + crate::contender::bytes(&self.0.groups)
        }
    };
}

impl Contender for Rebuilt {
    questions!();

    fn new(world: &World) -> Self {
        Self(Tree::new(world))
    }

    fn move_all(&mut self, positions: &[Point]) {
        self.0.positions.copy_from_slice(positions);
        self.0.rebuild();
    }
}

impl Contender for Changed {
    questions!();

    fn new(world: &World) -> Self {
        Self(Tree::new(world))
    }

    fn move_all(&mut self, positions: &[Point]) {
        let Tree { root: tree, positions: old, groups } = &mut self.0;
        for (number, (from, to)) in (0..).zip(old.iter_mut().zip(positions)) {
            let data = (number, groups[number as usize]);
            tree.remove(&Entity::new(*from, data)).expect("it is there");
            tree.insert(Entity::new(*to, data));
            *from = *to;
        }
    }
}
