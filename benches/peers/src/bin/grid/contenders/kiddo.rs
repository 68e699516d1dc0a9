//! `kiddo`: a k-d tree that is rebuilt in each frame, or changed.

use crate::contender::{Contender, bytes};
use crate::world::{Point, World};
use kiddo::{ImmutableKdTree, MutableKdTree, SquaredEuclidean};
use std::num::NonZero;

pub(crate) struct Rebuilt {
    tree: ImmutableKdTree<f32, 2>,
    groups: Vec<u8>,
}

pub(crate) struct Changed {
    tree: MutableKdTree<f32, 2>,
    positions: Vec<Point>,
    groups: Vec<u8>,
}

/// The queries are the same for both types.
macro_rules! questions {
    () => {
        type Found = u32;

        fn count(&self, center: Point, radius: f32) -> usize {
            let mut count = 0;
            let query = self.tree.query(&center).within::<SquaredEuclidean<f32>>(radius * radius);
            query.unsorted().visit(|_| count += 1);
            count
        }

        fn count_group(&self, center: Point, radius: f32, group: u8) -> usize {
            let mut count = 0;
            let query = self.tree.query(&center).within::<SquaredEuclidean<f32>>(radius * radius);
            query.unsorted().visit(|one| {
                count += usize::from(self.groups[one.item as usize] == group);
            });
            count
        }

        fn collect(&self, center: Point, radius: f32, found: &mut Vec<u32>) {
            let query = self.tree.query(&center).within::<SquaredEuclidean<f32>>(radius * radius);
            query.unsorted().visit(|one| found.push(one.item));
        }

        fn number(&self, found: u32) -> u32 {
            found
        }

        fn nearest(&mut self, center: Point, count: usize, distances: &mut Vec<f32>) -> bool {
            let Some(count) = NonZero::new(count) else { return true };
            let query = self.tree.query(&center).nearest_n::<SquaredEuclidean<f32>>(count);
            distances.extend(query.execute().iter().map(|one| one.distance));
            true
        }
    };
}

impl Contender for Rebuilt {
    questions!();

    fn new(world: &World) -> Self {
        let tree = ImmutableKdTree::new_from_slice(&world.start).expect("they are finite");
        Self { tree, groups: world.groups.clone() }
    }

    fn move_all(&mut self, positions: &[Point]) {
        self.tree = ImmutableKdTree::new_from_slice(positions).expect("they are finite");
    }

    fn beside(&self) -> usize {
        bytes(&self.groups)
    }
}

impl Contender for Changed {
    questions!();

    fn new(world: &World) -> Self {
        let tree = MutableKdTree::new_from_slice(&world.start).expect("they are finite");
        Self { tree, positions: world.start.clone(), groups: world.groups.clone() }
    }

    fn move_all(&mut self, positions: &[Point]) {
        for (number, (from, to)) in (0..).zip(self.positions.iter_mut().zip(positions)) {
            self.tree.remove(from, number);
            self.tree.add(to, number).expect("no more than 32 stand on one spot");
            *from = *to;
        }
    }

    fn beside(&self) -> usize {
        bytes(&self.positions) + bytes(&self.groups)
    }
}
