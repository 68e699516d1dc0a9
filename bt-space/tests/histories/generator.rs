//! The operations of a history.

use crate::positions::Positions;
use crate::{Area, Grid, Operation, Point, Who, World, worlds};
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
