//! Scans all entities: columns of x and of y, so that the compiler can compare several at once.

use crate::contender::{Contender, bytes};
use crate::world::{Point, World};

pub(crate) struct BruteForce {
    xs: Vec<f32>,
    ys: Vec<f32>,
    groups: Vec<u8>,
    distances: Vec<f32>,
}

impl BruteForce {
    fn squared(&self, center: Point) -> impl Iterator<Item = f32> {
        self.xs.iter().zip(&self.ys).map(move |(x, y)| {
            let (x, y) = (x - center[0], y - center[1]);
            x * x + y * y
        })
    }
}

impl Contender for BruteForce {
    type Found = u32;

    fn new(world: &World) -> Self {
        Self {
            xs: world.start.iter().map(|at| at[0]).collect(),
            ys: world.start.iter().map(|at| at[1]).collect(),
            groups: world.groups.clone(),
            distances: Vec::new(),
        }
    }

    fn move_all(&mut self, positions: &[Point]) {
        for ((x, y), at) in self.xs.iter_mut().zip(&mut self.ys).zip(positions) {
            [*x, *y] = *at;
        }
    }

    fn count(&self, center: Point, radius: f32) -> usize {
        let near: u32 = self.squared(center).map(|d| u32::from(d <= radius * radius)).sum();
        near as usize
    }

    #[expect(clippy::needless_bitwise_bool, reason = "it takes several at once without a branch")]
    fn count_group(&self, center: Point, radius: f32, group: u8) -> usize {
        let each = self.squared(center).zip(&self.groups);
        let near: u32 =
            each.map(|(d, of)| u32::from((d <= radius * radius) & (*of == group))).sum();
        near as usize
    }

    fn collect(&self, center: Point, radius: f32, found: &mut Vec<u32>) {
        found.extend(
            (0..).zip(self.squared(center)).filter(|one| one.1 <= radius * radius).map(|one| one.0),
        );
    }

    fn number(&self, found: u32) -> u32 {
        found
    }

    fn nearest(&mut self, center: Point, count: usize, distances: &mut Vec<f32>) -> bool {
        let mut all = std::mem::take(&mut self.distances);
        all.clear();
        all.extend(self.squared(center));
        let count = count.min(all.len());
        if count < all.len() {
            all.select_nth_unstable_by(count, f32::total_cmp);
        }
        all[..count].sort_unstable_by(f32::total_cmp);
        distances.extend_from_slice(&all[..count]);
        self.distances = all;
        true
    }

    fn beside(&self) -> usize {
        bytes(&self.xs) + bytes(&self.ys) + bytes(&self.groups)
    }
}
