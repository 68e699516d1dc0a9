//! Random histories: worlds of all shapes, operations on a grid, and positions for which errors are likely.

use super::{Grid, Point, REACH};
use bt_space::grid::{ALL, Outside, Tile};
use fastrand::Rng;

/// The number of entities in a history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    /// A few entities, and all operations are frequent.
    Small,
    /// From a hundred to three thousand, and back.
    Large,
}

/// The probabilities of an insertion and of a removal, per thousand operations.
#[derive(Clone, Copy)]
struct Traffic {
    comes: u32,
    goes: u32,
}

/// A world and its operations; the same number gives the same history.
pub(crate) fn history(number: u64, size: Size) -> (World, Vec<Operation>) {
    let mut random = Rng::with_seed(number);
    let worlds = worlds();
    let world = worlds[random.usize(..worlds.len())];
    let positions = Positions::new(world, &mut random);
    let mut generator =
        Generator { random, positions, size, empty: world.grid(), operations: Vec::new() };
    match size {
        Size::Small => {
            let most = generator.random.usize(5..80);
            generator.phase(Traffic { comes: 500, goes: 0 }, most);
            generator.phase(Traffic { comes: 80, goes: 80 }, 400);
            generator.phase(Traffic { comes: 0, goes: 300 }, 60);
        }
        Size::Large => {
            generator.phase(Traffic { comes: 1000, goes: 0 }, 100);
            generator.phase(Traffic { comes: 650, goes: 60 }, 4_915);
            generator.phase(Traffic { comes: 100, goes: 100 }, 2_500);
            generator.phase(Traffic { comes: 60, goes: 650 }, 4_915);
            generator.phase(Traffic { comes: 100, goes: 100 }, 500);
        }
    }
    (world, generator.operations)
}

struct Generator {
    random: Rng,
    positions: Positions,
    size: Size,
    /// An empty grid, used for its tiles.
    empty: Grid,
    operations: Vec<Operation>,
}

impl Generator {
    fn phase(&mut self, traffic: Traffic, count: usize) {
        for _ in 0..count {
            let chance = self.random.u32(..1000);
            let operation = if chance < traffic.comes {
                Operation::Insert(self.positions.any(&mut self.random), self.groups())
            } else if chance < traffic.comes + traffic.goes {
                Operation::Remove(self.who())
            } else {
                self.other()
            };
            self.operations.push(operation);
        }
    }

    /// Any operation except an insertion or a removal.
    fn other(&mut self) -> Operation {
        // Operations that are slow for many entities are less frequent for many.
        let rarely = if self.size == Size::Large { 2 } else { 20 };
        match self.random.u32(..1000) {
            0..350 => Operation::Move(self.who(), self.position()),
            350..400 => {
                let few = self.random.usize(..20);
                Operation::MoveAll((0..few).map(|_| (self.who(), self.position())).collect())
            }
            400..460 => Operation::SetGroups(self.who(), self.groups()),
            460..680 => Operation::Find(self.area(), self.groups()),
            680..800 => self.nearest(),
            800..860 => self.cast_ray(),
            860..880 => Operation::TileAt(self.position()),
            880..900 => {
                let random = &mut self.random;
                let (direction, from) = (Positions::direction(random), self.positions.any(random));
                Operation::TilesAlong(from, direction, self.positions.radius(from, random))
            }
            900..910 => Operation::Compact,
            rare if rare < 910 + rarely => self.rare(),
            _ => Operation::Find(self.area(), ALL),
        }
    }

    fn rare(&mut self) -> Operation {
        match self.random.u32(..20) {
            0..4 => Operation::MoveEach(self.random.u64(..)),
            4..7 => Operation::Renumber,
            7..10 => Operation::Reload,
            10..14 => Operation::Census,
            14..18 => Operation::Pairs(self.radius(), self.groups()),
            18 if self.size == Size::Small => Operation::Clear,
            18 => Operation::Reserve(self.random.usize(..100)),
            _ => {
                let rule = if self.random.bool() { Outside::Keep } else { Outside::Refuse };
                Operation::Outside(rule)
            }
        }
    }

    fn nearest(&mut self) -> Operation {
        let center = self.position();
        let radius = self.positions.radius(center, &mut self.random);
        let radius = if self.random.u32(..3) == 0 { f32::INFINITY } else { radius };
        let count = [0, 1, 1, 2, 3, 8, 8, 20, 100, usize::MAX][self.random.usize(..10)];
        let but = self.random.bool().then(|| self.who());
        Operation::Nearest(center, count, radius, self.groups(), but)
    }

    fn cast_ray(&mut self) -> Operation {
        let from = self.position();
        let length = self.positions.radius(from, &mut self.random);
        let length = if self.random.u32(..3) == 0 { f32::INFINITY } else { length };
        let direction = Positions::direction(&mut self.random);
        Operation::CastRay(from, direction, length, self.radius(), self.groups())
    }

    fn area(&mut self) -> Area {
        match self.random.u32(..20) {
            0..9 => {
                let center = self.position();
                Area::Circle(center, self.positions.radius(center, &mut self.random))
            }
            9..14 => self.rectangle(),
            14..17 => Area::Tile(self.tile()),
            17..19 => Area::Around(self.tile()),
            _ => Area::Everywhere,
        }
    }

    fn rectangle(&mut self) -> Area {
        let (one, other) = (self.position(), self.position());
        let near = one.map(|at| at + self.positions.world.tile_size * self.random.f32() * 2.0);
        match self.random.u32(..10) {
            0..4 => Area::Rectangle(one, near),
            4..6 => Area::Rectangle(one, one),
            6 => Area::Rectangle(near, one),
            7 => Area::Rectangle([f32::NEG_INFINITY, one[1]], [other[0], f32::INFINITY]),
            _ => {
                let low = [one[0].min(other[0]), one[1].min(other[1])];
                Area::Rectangle(low, [one[0].max(other[0]), one[1].max(other[1])])
            }
        }
    }

    /// Usually a tile that exists.
    fn tile(&mut self) -> Tile {
        let at = self.positions.good(&mut self.random);
        let Tile { column, row } = self.empty.tile_at(at).unwrap_or(Tile { column: 0, row: 0 });
        match self.random.u32(..20) {
            0 => Tile { column: self.empty.columns(), row },
            1 => Tile { column, row: u32::MAX },
            2 => Tile { column: u32::MAX, row: self.empty.rows() },
            _ => Tile { column, row },
        }
    }

    fn position(&mut self) -> Point {
        self.positions.any(&mut self.random)
    }

    fn radius(&mut self) -> f32 {
        let center = self.positions.good(&mut self.random);
        self.positions.radius(center, &mut self.random)
    }

    fn who(&mut self) -> Who {
        let number = self.random.usize(..);
        if self.random.u32(..12) == 0 { Who::Gone(number) } else { Who::There(number) }
    }

    fn groups(&mut self) -> u32 {
        match self.random.u32(..10) {
            0 => 0,
            1..4 => ALL,
            4..8 => 1 << self.random.u32(..8),
            _ => self.random.u32(..),
        }
    }
}

/// One step of a history.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Operation {
    /// Adds an entity at a position, in these groups.
    Insert(Point, u32),
    /// Moves an entity.
    Move(Who, Point),
    /// Moves several, in this order.
    MoveAll(Vec<(Who, Point)>),
    /// Moves all entities, near or far; the number is a seed.
    MoveEach(u64),
    /// Removes an entity.
    Remove(Who),
    /// Puts an entity into other groups.
    SetGroups(Who, u32),
    /// Removes all entities.
    Clear,
    /// Calls `compact`.
    Compact,
    /// Gives all entities new handles.
    Renumber,
    /// Reserves memory.
    Reserve(usize),
    /// Changes the treatment of positions outside.
    Outside(Outside),
    /// Saves the grid, and continues with the loaded one.
    Reload,
    /// Checks all entities.
    Census,
    /// Runs all kinds of queries for an area.
    Find(Area, u32),
    /// Finds the nearest entities: center, number, maximum radius, groups, and an excluded entity.
    Nearest(Point, usize, f32, u32, Option<Who>),
    /// Origin, direction, maximum length, radius of the entities, groups.
    CastRay(Point, Point, f32, f32, u32),
    /// Finds all pairs within a distance.
    Pairs(f32, u32),
    /// Finds the tile of a position, and the tiles around it.
    TileAt(Point),
    /// Finds the tiles along a ray: origin, direction, maximum length.
    TilesAlong(Point, Point, f32),
}

/// An entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    /// An existing entity: the number wraps around.
    There(usize),
    /// A removed entity: the number wraps around.
    Gone(usize),
}

/// The area of a query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Area {
    /// Center and radius.
    Circle(Point, f32),
    /// Two corners.
    Rectangle(Point, Point),
    /// A tile, which may not exist.
    Tile(Tile),
    /// A tile and those around it.
    Around(Tile),
    /// The whole world.
    Everywhere,
}

/// The dimensions of a grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct World {
    /// The corner with the lower coordinates.
    pub(crate) min: Point,
    /// The corner with the higher coordinates.
    pub(crate) max: Point,
    /// The side of a tile.
    pub(crate) tile_size: f32,
    /// The initial treatment of positions outside.
    pub(crate) outside: Outside,
}

impl World {
    /// An empty grid.
    ///
    /// # Panics
    ///
    /// If the grid does not accept the world.
    pub(crate) fn grid(&self) -> Grid {
        let grid = Grid::new(self.min, self.max, self.tile_size);
        grid.expect("the world is good").with_outside(self.outside)
    }
}

/// All worlds, with both rules for positions outside.
pub(crate) fn worlds() -> Vec<World> {
    let shapes: [(Point, Point, f32); 14] = [
        // Every border is exactly representable.
        ([0.0, 0.0], [32.0, 32.0], 1.0),
        ([-16.0, -8.0], [16.0, 24.0], 2.0),
        ([-0.5, -0.25], [3.5, 1.75], 0.125),
        // No border is exactly representable, and the last tiles extend beyond the end.
        ([-37.3, 1002.7], [12.9, 1031.1], 3.7),
        ([0.1, 0.1], [7.3, 9.7], 0.3),
        ([-1.0e3, -1.0e3], [-990.3, -985.1], 0.7),
        // One tile, a row of tiles, a column of tiles.
        ([3.0, 5.0], [4.0, 6.0], 100.0),
        ([-64.0, 7.0], [64.0, 7.5], 0.9),
        ([2.0, -100.0], [3.0, 99.0], 1.5),
        // So far from the origin that a tile has only eight numbers along its side.
        ([1.0e6, -1.0e6], [1_000_016.0, -999_990.0], 0.5),
        // More tiles than entities.
        ([-500.0, -300.0], [500.0, 300.0], 2.5),
        // Very small and very large.
        ([1.0e-9, -1.0e-9], [9.0e-9, 5.0e-9], 1.0e-9),
        ([-1.0e15, -1.0e15], [1.0e15, 3.0e15], 2.0e14),
        ([-4.0e18, -1.0], [4.0e18, 1.0], 5.0e17),
    ];
    let rules = [Outside::Keep, Outside::Refuse];
    let all = shapes.into_iter().flat_map(|(min, max, tile_size)| {
        rules.map(|outside| World { min, max, tile_size, outside })
    });
    all.collect()
}

/// Chooses positions, radii and directions for one world.
pub(crate) struct Positions {
    pub(crate) world: World,
    /// The centers of crowds.
    middles: Vec<Point>,
    /// Some positions that were chosen before.
    before: Vec<Point>,
}

impl Positions {
    pub(crate) fn new(world: World, random: &mut Rng) -> Self {
        let mut positions = Self { world, middles: Vec::new(), before: Vec::new() };
        positions.middles = (0..3).map(|_| positions.anywhere(random)).collect();
        positions
    }

    /// A position that is valid, but possibly outside of the world.
    pub(crate) fn good(&mut self, random: &mut Rng) -> Point {
        let position = match random.u32(..100) {
            0..35 => self.anywhere(random),
            35..60 => self.in_crowd(random),
            60..80 => self.at_border(random),
            80..92 if !self.before.is_empty() => *self.choose_before(random),
            92..96 => self.outside(random),
            _ => self.at_corner(random),
        };
        self.remember(position, random);
        position
    }

    /// A position that may be invalid.
    pub(crate) fn any(&mut self, random: &mut Rng) -> Point {
        match random.u32(..60) {
            0 => self.bad(random),
            1 => self.far(random),
            _ => self.good(random),
        }
    }

    fn anywhere(&self, random: &mut Rng) -> Point {
        let World { min, max, .. } = self.world;
        [0, 1].map(|axis| min[axis] + (max[axis] - min[axis]) * random.f32())
    }

    fn in_crowd(&self, random: &mut Rng) -> Point {
        let middle = self.middles[random.usize(..self.middles.len())];
        middle.map(|at| at + (random.f32() + random.f32() - 1.0) * self.world.tile_size)
    }

    /// A position on the border of a tile, or the next number before or after it.
    fn at_border(&self, random: &mut Rng) -> Point {
        let World { min, max, tile_size, .. } = self.world;
        let mut at = self.anywhere(random);
        for axis in 0..2 {
            if random.u32(..3) > 0 {
                let tiles = ((at[axis] - min[axis]) / tile_size).round();
                at[axis] = nudged((tiles * tile_size + min[axis]).min(max[axis]), random);
            }
        }
        at
    }

    fn at_corner(&self, random: &mut Rng) -> Point {
        let World { min, max, .. } = self.world;
        [0, 1].map(|axis| {
            let corner = [min[axis], max[axis], 0.0, -0.0][random.usize(..4)];
            nudged(corner, random)
        })
    }

    fn outside(&self, random: &mut Rng) -> Point {
        let World { min, max, tile_size, .. } = self.world;
        let mut at = self.anywhere(random);
        let away = tile_size * [0.5, 3.0, 1000.0][random.usize(..3)] * random.f32();
        let axis = random.usize(..2);
        at[axis] = if random.bool() { min[axis] - away } else { max[axis] + away };
        at
    }

    fn far(&self, random: &mut Rng) -> Point {
        let mut at = self.anywhere(random);
        at[random.usize(..2)] = [REACH, -REACH, 1.0e10, -1.0e10][random.usize(..4)];
        at
    }

    fn bad(&self, random: &mut Rng) -> Point {
        let values = [
            f32::NAN,
            f32::INFINITY,
            f32::NEG_INFINITY,
            f32::MAX,
            f32::MIN,
            next(REACH),
            -f32::NAN,
        ];
        let mut at = self.anywhere(random);
        at[random.usize(..2)] = values[random.usize(..values.len())];
        at
    }

    fn choose_before(&self, random: &mut Rng) -> &Point {
        &self.before[random.usize(..self.before.len())]
    }

    fn remember(&mut self, position: Point, random: &mut Rng) {
        const KEPT: usize = 64;
        if self.before.len() < KEPT {
            self.before.push(position);
        } else {
            self.before[random.usize(..KEPT)] = position;
        }
    }

    /// A radius such that an entity is often exactly on the border.
    pub(crate) fn radius(&self, center: Point, random: &mut Rng) -> f32 {
        let tile = self.world.tile_size;
        match random.u32(..100) {
            0..30 => tile * random.f32(),
            30..55 => tile * 3.0 * random.f32(),
            55..60 => tile,
            60..85 if !self.before.is_empty() => {
                let [x, y] = *self.choose_before(random);
                let (x, y) = ((x - center[0]).abs(), (y - center[1]).abs());
                nudged([x, y, (x * x + y * y).sqrt()][random.usize(..3)], random)
            }
            85..90 => tile * 100.0 * random.f32(),
            90..92 => 0.0,
            _ => {
                [f32::NAN, -1.0, f32::INFINITY, 1.0e30, f32::MAX, -0.0, f32::NEG_INFINITY, 1.0e-40]
                    [random.usize(..8)]
            }
        }
    }

    /// A direction of any length.
    pub(crate) fn direction(random: &mut Rng) -> Point {
        let length = [1.0, 1.0, 1.0, 7.3, 1.0e-3, 1.0e6, 1.0e-30, 1.0e30][random.usize(..8)];
        let axes = [
            [1.0, 0.0],
            [0.0, 1.0],
            [-1.0, 0.0],
            [0.0, -1.0],
            [1.0, 1.0],
            [1.0, -1.0],
            [-1.0, -1.0],
        ];
        let turn = random.f32() * std::f32::consts::TAU;
        let direction = match random.u32(..40) {
            0..14 => axes[random.usize(..axes.len())],
            14 => [0.0, 0.0],
            15 => [f32::NAN, 1.0],
            16 => [f32::INFINITY, 1.0],
            17..20 => [1.0, 1.0e-7],
            _ => [turn.cos(), turn.sin()],
        };
        direction.map(|along| along * length)
    }
}

/// The number, or the next before or after it.
fn nudged(number: f32, random: &mut Rng) -> f32 {
    match random.u32(..4) {
        0 => next(number),
        1 => -next(-number),
        _ => number,
    }
}

/// The next larger number.
fn next(number: f32) -> f32 {
    let bits = number.to_bits();
    if number == 0.0 {
        f32::from_bits(1)
    } else {
        f32::from_bits(if number > 0.0 { bits + 1 } else { bits - 1 })
    }
}
