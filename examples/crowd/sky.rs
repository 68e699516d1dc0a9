//! The sky: the grid, and the birds in arrays, at the indices of their handles.

use super::bird::{Bird, Body, SIGHT, Seen};
use super::terminal::{Tone, paint};
use super::{Hawk, Starling};
use bt_core::BehaviorTree;
use bt_core::grid::{Error, Grid, Rectangle};
use glam::Vec2;
use std::time::Duration;

pub(crate) const STARLING: u32 = 1;
pub(crate) const HAWK: u32 = 1 << 1;

const STEP: Duration = Duration::from_millis(100);
/// The number of starlings per hawk.
const STARLINGS_PER_HAWK: usize = 200;
/// Square meters for each starling.
const ROOM: f32 = 6.0;
/// How quickly a bird turns to the velocity that its tree wants: the fraction per step.
const AGILITY: f32 = 0.3;

/// The size of the picture, in characters.
const COLUMNS: u16 = 76;
const LINES: u16 = 19;

#[derive(Clone, Debug)]
enum Mind {
    Starling(Starling),
    Hawk(Hawk),
}

pub(crate) struct Sky {
    grid: Grid<(), Vec2>,
    bodies: Vec<Body>,
    minds: Vec<Mind>,
    size: Vec2,
    hawks: usize,
    caught: usize,
    now: Duration,
    chance: fastrand::Rng,
}

impl Sky {
    /// Makes a sky that is large enough for this number of starlings, twice as wide as high.
    pub(crate) fn new(starlings: usize, seed: u64) -> Result<Self, Error> {
        let height = (starlings as f32 * ROOM / 2.0).sqrt().max(4.0 * SIGHT);
        let size = Vec2::new(2.0 * height, height);
        let mut sky = Self {
            grid: Grid::new(Vec2::ZERO, size, SIGHT)?,
            bodies: Vec::new(),
            minds: Vec::new(),
            size,
            hawks: starlings.div_ceil(STARLINGS_PER_HAWK),
            caught: 0,
            now: Duration::ZERO,
            chance: fastrand::Rng::with_seed(seed),
        };
        for _ in 0..starlings {
            let place = sky.somewhere();
            sky.add(place, STARLING, Mind::Starling(Starling::new()))?;
        }
        for _ in 0..sky.hawks {
            let place = sky.somewhere();
            sky.add(place, HAWK, Mind::Hawk(Hawk::new()))?;
        }
        Ok(sky)
    }

    fn somewhere(&mut self) -> Vec2 {
        Vec2::new(self.chance.f32(), self.chance.f32()) * self.size
    }

    /// Stores a new bird at the index of its handle, which an earlier bird may have used.
    fn add(&mut self, position: Vec2, group: u32, mind: Mind) -> Result<(), Error> {
        let velocity = 3.0 * Vec2::new(self.chance.f32() - 0.5, self.chance.f32() - 0.5);
        let handle = self.grid.insert(position, group, ())?;
        let body =
            Body { handle, position, velocity, wish: velocity, prey: None, seen: Seen::default() };
        let index = handle.index();
        if index == self.bodies.len() {
            self.bodies.push(body);
            self.minds.push(mind);
        } else {
            self.bodies[index] = body;
            self.minds[index] = mind;
        }
        Ok(())
    }

    /// All birds look around. No bird has moved yet, so the order does not matter.
    pub(crate) fn look(&mut self) {
        for index in 0..self.bodies.len() {
            if matches!(self.minds[index], Mind::Starling(_)) {
                self.bodies[index].seen = self.bodies[index].look(&self.grid, &self.bodies);
            }
        }
    }

    /// Ticks the trees of all birds. A starling that is caught is replaced by a new one at another
    /// place.
    pub(crate) fn think(&mut self) -> Result<(), Error> {
        self.now += STEP;
        let mut caught = Vec::new();
        for (body, mind) in self.bodies.iter_mut().zip(&mut self.minds) {
            let middle = self.size / 2.0;
            let mut bird =
                Bird { body, grid: &self.grid, caught: &mut caught, now: self.now, middle };
            match mind {
                Mind::Starling(tree) => tree.tick(&mut bird),
                Mind::Hawk(tree) => tree.tick(&mut bird),
            };
        }
        for handle in caught {
            // Two hawks can catch the same starling: then it has already been removed.
            if self.grid.remove(handle).is_some() {
                self.caught += 1;
                let elsewhere = Vec2::new(0.0, self.chance.f32() * self.size.y);
                self.add(elsewhere, STARLING, Mind::Starling(Starling::new()))?;
            }
        }
        Ok(())
    }

    /// Moves all birds, and updates the grid.
    pub(crate) fn fly(&mut self) -> Result<(), Error> {
        for body in &mut self.bodies {
            body.velocity = body.velocity.lerp(body.wish, AGILITY);
            let position = body.position + body.velocity * STEP.as_secs_f32();
            body.position = position.clamp(Vec2::ZERO, self.size);
            // A bird at the edge turns round.
            let turned = body.position.cmpne(position);
            body.velocity = Vec2::select(turned, -body.velocity, body.velocity);
            self.grid.move_to(body.handle, body.position)?;
        }
        Ok(())
    }

    /// Sorts the arrays by position, so that neighbors in the sky are neighbors in memory.
    pub(crate) fn sort(&mut self) {
        let mut renamed = vec![None; self.bodies.len()];
        let (mut bodies, mut minds) = (Vec::new(), Vec::new());
        self.grid.renumber(|old, new| {
            renamed[old.index()] = Some((old, new));
            bodies.push(Body { handle: new, ..self.bodies[old.index()].clone() });
            minds.push(self.minds[old.index()].clone());
        });
        for body in &mut bodies {
            let prey = body.prey.and_then(|prey| Some((prey, renamed[prey.index()]?)));
            body.prey = prey.and_then(|(prey, (old, new))| (prey == old).then_some(new));
        }
        (self.bodies, self.minds) = (bodies, minds);
    }

    pub(crate) fn len(&self) -> usize {
        self.grid.len()
    }

    pub(crate) fn hawks(&self) -> usize {
        self.hawks
    }

    pub(crate) fn caught(&self) -> usize {
        self.caught
    }

    /// Prints the sky. Each character is the result of a query for a part of the sky.
    pub(crate) fn print(&self) {
        let cell = self.size / Vec2::new(COLUMNS.into(), LINES.into());
        let usual = self.len() as f32 / f32::from(COLUMNS * LINES);
        for line in 0..LINES {
            let glyph = |column: u16| {
                let min = Vec2::new(column.into(), line.into()) * cell;
                let part = Rectangle { min, max: min + cell };
                if self.grid.any(part, HAWK) {
                    return paint(Tone::Bad, 'W');
                }
                let starlings = self.grid.count(part, STARLING) as f32 / usual;
                match starlings {
                    0.0 => " ".into(),
                    ..0.7 => paint(Tone::Faint, '.'),
                    ..1.5 => ":".into(),
                    ..3.0 => paint(Tone::Good, 'o'),
                    ..6.0 => paint(Tone::Good, 'O'),
                    _ => paint(Tone::Good, '@'),
                }
            };
            let line: String = (0..COLUMNS).map(glyph).collect();
            println!("{}", line.trim_end());
        }
    }

    /// The numbers of birds at the nodes with these labels: `flee 12, roam 3`.
    pub(crate) fn at(&self, labels: &[&str]) -> String {
        let count = |label: &&str| {
            let is_at = |mind: &&Mind| match mind {
                Mind::Starling(tree) => is_active(tree, label),
                Mind::Hawk(tree) => is_active(tree, label),
            };
            format!("{label} {}", self.minds.iter().filter(is_at).count())
        };
        labels.iter().map(count).collect::<Vec<_>>().join(", ")
    }
}

fn is_active<'a, T: BehaviorTree<Bird<'a>>>(tree: &T, label: &str) -> bool {
    tree.active().any(|node| T::NODES[node.index()].label == Some(label))
}
