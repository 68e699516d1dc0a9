//! The contenders: each library, and code by hand.

/// Scans all entities: columns of x and of y, so that the compiler can compare several at once.
pub(crate) mod brute_force {
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

        #[expect(
            clippy::needless_bitwise_bool,
            reason = "it takes several at once without a branch"
        )]
        fn count_group(&self, center: Point, radius: f32, group: u8) -> usize {
            let each = self.squared(center).zip(&self.groups);
            let near: u32 =
                each.map(|(d, of)| u32::from((d <= radius * radius) & (*of == group))).sum();
            near as usize
        }

        fn collect(&self, center: Point, radius: f32, found: &mut Vec<u32>) {
            found.extend(
                (0..)
                    .zip(self.squared(center))
                    .filter(|one| one.1 <= radius * radius)
                    .map(|one| one.0),
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
}

/// `flat_spatial`: a hash map of cells, each with a list of handles and positions.
pub(crate) mod flat_spatial {
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
            self.visit(center, radius, |handle| {
                count += usize::from(self.object(handle).1 == group)
            });
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
}

/// `kiddo`: a k-d tree that is rebuilt in each frame, or changed.
pub(crate) mod kiddo {
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
                let query =
                    self.tree.query(&center).within::<SquaredEuclidean<f32>>(radius * radius);
                query.unsorted().visit(|_| count += 1);
                count
            }

            fn count_group(&self, center: Point, radius: f32, group: u8) -> usize {
                let mut count = 0;
                let query =
                    self.tree.query(&center).within::<SquaredEuclidean<f32>>(radius * radius);
                query.unsorted().visit(|one| {
                    count += usize::from(self.groups[one.item as usize] == group);
                });
                count
            }

            fn collect(&self, center: Point, radius: f32, found: &mut Vec<u32>) {
                let query =
                    self.tree.query(&center).within::<SquaredEuclidean<f32>>(radius * radius);
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
}

/// `bt_space::grid`, whose entities move one by one, with a list, or in the order in which the grid
/// stores them.
pub(crate) mod ours {
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
            let mut grid =
                Grid::new([0.0; 2], [world.size(); 2], TILE).expect("these are good tiles");
            let each = world.start.iter().zip(&world.groups);
            let inserted =
                each.map(|(at, group)| grid.insert(*at, 1 << group, ()).expect("it is there"));
            let handles = inserted.collect();
            Self { grid, handles, nearest: Vec::new() }
        }

        fn moves<'a>(
            handles: &'a [Handle],
            to: &'a [Point],
        ) -> impl Iterator<Item = (Handle, Point)> {
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
}

/// `rstar`: an R*-tree that is rebuilt in each frame, or changed.
pub(crate) mod rstar {
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
}

/// The plain tiles of the founding article: a list of entities for each tile, and, as it suggests, for
/// each tile and group.
pub(crate) mod tiles {
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
            (low / side..=high / side).flat_map(move |row| {
                (low % side..=high % side).map(move |column| row * side + column)
            })
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
}

/// `zelll`: cell lists for particles, rebuilt in each frame.
pub(crate) mod zelll {
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
}
