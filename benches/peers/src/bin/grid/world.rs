//! The positions of all entities, frame by frame, and the entities that ask.

use fastrand::Rng;

pub(crate) type Point = [f32; 2];

/// The side of a tile, and the radius of the queries.
pub(crate) const TILE: f32 = 10.0;
/// The number of nearest neighbors in a query.
pub(crate) const NEAREST: usize = 8;
pub(crate) const GROUPS: u8 = 8;
const PER_TILE: f32 = 4.0;
/// The mean length of a step in tiles.
const STEP: f32 = 0.03;
/// One entity in this number asks in a frame.
pub(crate) const ASKING: usize = 10;

/// The layout of the entities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Entities are anywhere; neighbors in the list are not neighbors in the world.
    Uniform,
    /// Half of the entities are in crowds, eight times as dense.
    Clustered,
    /// Like `Uniform`, but neighbors in the list are neighbors in the world.
    Coherent,
}

impl Layout {
    pub(crate) const ALL: [Self; 3] = [Self::Uniform, Self::Clustered, Self::Coherent];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Clustered => "clustered",
            Self::Coherent => "coherent",
        }
    }
}

/// Everything that happens, computed before the measurement.
pub(crate) struct World {
    pub(crate) layout: Layout,
    /// The number of tiles along each side.
    pub(crate) tiles: usize,
    /// The group of each entity.
    pub(crate) groups: Vec<u8>,
    pub(crate) start: Vec<Point>,
    pub(crate) frames: Vec<Frame>,
}

/// The positions in one frame, and the entities that run queries in it.
pub(crate) struct Frame {
    pub(crate) positions: Vec<Point>,
    /// The entities that run queries.
    pub(crate) askers: Vec<u32>,
}

impl World {
    pub(crate) fn new(layout: Layout, entities: usize, frames: usize) -> Self {
        let mut random = Rng::with_seed(0x9e37 ^ entities as u64);
        let tiles = tiles(entities);
        let size = tiles as f32 * TILE;
        let start = positions(layout, entities, size, &mut random);
        let groups = (0..entities).map(|_| random.u8(..GROUPS)).collect();
        let mut walks: Vec<_> = start.iter().map(|at| (*at, step(&mut random))).collect();
        let frames = (0..frames)
            .map(|_| {
                for walk in &mut walks {
                    walk_on(walk, size);
                }
                let positions = walks.iter().map(|walk| walk.0).collect();
                let some = (0..entities).filter(|_| random.usize(..ASKING) == 0);
                #[expect(clippy::cast_possible_truncation, reason = "there are few enough")]
                let askers = some.map(|entity| entity as u32).collect();
                Frame { positions, askers }
            })
            .collect();
        Self { layout, tiles, groups, start, frames }
    }

    /// The side of the world.
    pub(crate) fn size(&self) -> f32 {
        self.tiles as f32 * TILE
    }

    pub(crate) fn entities(&self) -> usize {
        self.start.len()
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is small")]
fn tiles(entities: usize) -> usize {
    (entities as f32 / PER_TILE).sqrt().ceil() as usize
}

fn positions(layout: Layout, entities: usize, size: f32, random: &mut Rng) -> Vec<Point> {
    let mut anywhere = |_| [random.f32() * size, random.f32() * size];
    let mut positions: Vec<Point> = (0..entities).map(&mut anywhere).collect();
    match layout {
        Layout::Uniform => {}
        Layout::Clustered => crowd(&mut positions, size, random),
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "these are tiles"
        )]
        Layout::Coherent => {
            positions.sort_by_key(|[x, y]| ((y / TILE) as usize, (x / TILE) as usize));
        }
    }
    positions
}

/// Moves every other entity to one of the crowds: about a hundred in a circle with the radius of one
/// tile.
fn crowd(positions: &mut [Point], size: f32, random: &mut Rng) {
    let crowds: Vec<Point> = (0..positions.len().div_ceil(200))
        .map(|_| [0, 1].map(|_| TILE.mul_add(2.0, random.f32() * TILE.mul_add(-4.0, size))))
        .collect();
    for position in positions.iter_mut().step_by(2) {
        let middle = crowds[random.usize(..crowds.len())];
        let (turn, away) = (random.f32() * std::f32::consts::TAU, random.f32().sqrt() * TILE);
        *position = [middle[0] + turn.cos() * away, middle[1] + turn.sin() * away];
    }
}

fn step(random: &mut Rng) -> Point {
    let turn = random.f32() * std::f32::consts::TAU;
    let length = STEP * TILE * 2.0 * random.f32();
    [turn.cos() * length, turn.sin() * length]
}

/// Moves on, and turns round at the edge of the world.
fn walk_on((at, step): &mut (Point, Point), size: f32) {
    for (at, step) in at.iter_mut().zip(step) {
        let next = *at + *step;
        if (0.0..size).contains(&next) {
            *at = next;
        } else {
            *step = -*step;
        }
    }
}
