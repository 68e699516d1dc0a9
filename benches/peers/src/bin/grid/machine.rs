//! The limits of the machine, with as much memory as the entities take.

use cpu_time::ThreadTime;
use fastrand::Rng;
use std::hint::black_box;

/// The size of a row of the grid in bytes.
const ROW: usize = 16;
/// The rows that a query reads: three runs of three tiles with four rows each.
const RUNS: usize = 3;
const RUN: usize = 12;

/// The best times, in nanoseconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Reading 64 bytes in sequential order.
    pub(crate) read: f64,
    /// Copying 48 bytes in sequential order.
    pub(crate) copy: f64,
    /// Changing a random cache line of 64 bytes.
    pub(crate) update: f64,
    /// Reading three runs of twelve rows, each run at a random place.
    pub(crate) runs: f64,
    /// Reading the cache lines that the grid needs for the nearest entities: the bounds of three rows of
    /// tiles, and then their positions, groups and handles.
    pub(crate) lines: f64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { read: f64::MAX, copy: f64::MAX, update: f64::MAX, runs: f64::MAX, lines: f64::MAX }
    }
}

impl Limits {
    pub(crate) fn keep_best(&mut self, other: &Self) {
        self.read = self.read.min(other.read);
        self.copy = self.copy.min(other.copy);
        self.update = self.update.min(other.update);
        self.runs = self.runs.min(other.runs);
        self.lines = self.lines.min(other.lines);
    }
}

/// The bytes of a line of the cache.
const LINE: usize = 64;

/// A line of the cache.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Line([u64; 8]);

/// Measures once.
pub(crate) fn limits(entities: usize) -> Limits {
    let mut lines = vec![Line([1; 8]); (entities * ROW).div_ceil(64)];
    let mut copy = lines.clone();
    Limits {
        read: read(&lines),
        copy: copying(&lines, &mut copy) * 48.0 / 64.0,
        update: update(&mut lines),
        runs: runs(&lines),
        lines: Rows::new(entities).lines(),
    }
}

/// The minimum of several measurements, in nanoseconds per item.
fn best(count: usize, mut turn: impl FnMut()) -> f64 {
    // Few items are measured several times, so that reading the clock does not count.
    let again = (50_000 / count).max(1);
    let once = |_| {
        let start = ThreadTime::now();
        (0..again).for_each(|_| turn());
        start.elapsed().as_secs_f64()
    };
    (0..4).map(once).fold(f64::MAX, f64::min) * 1e9 / (count * again) as f64
}

fn read(lines: &[Line]) -> f64 {
    best(lines.len(), || {
        let mut sum = [0_u64; 8];
        for line in lines {
            for (sum, word) in sum.iter_mut().zip(line.0) {
                *sum = sum.wrapping_add(word);
            }
        }
        black_box(sum);
    })
}

fn copying(lines: &[Line], copy: &mut [Line]) -> f64 {
    best(lines.len(), || {
        copy.copy_from_slice(black_box(lines));
        black_box(&mut *copy);
    })
}

fn update(lines: &mut [Line]) -> f64 {
    let mut random = Rng::with_seed(1);
    let order: Vec<_> = (0..lines.len() * 4).map(|_| random.usize(..lines.len())).collect();
    best(order.len(), || {
        for at in &order {
            lines[*at].0[0] += 1;
        }
        black_box(&mut *lines);
    })
}

fn runs(lines: &[Line]) -> f64 {
    const LINES: usize = RUN * ROW / 64;
    let mut random = Rng::with_seed(2);
    let some = (lines.len() / 2).max(64);
    let last = lines.len().saturating_sub(LINES).max(1);
    let order: Vec<_> = (0..some * RUNS).map(|_| random.usize(..last)).collect();
    best(some, || {
        let mut sum = 0_u64;
        for at in &order {
            for line in &lines[*at..(*at + LINES).min(lines.len())] {
                sum = line.0.iter().fold(sum, |sum, word| sum.wrapping_add(*word));
            }
        }
        black_box(sum);
    })
}

/// The layout of the grid: four entities in a tile, and one more place.
struct Rows {
    columns: usize,
    bounds: Vec<[u32; 2]>,
    positions: Vec<[f32; 2]>,
    groups: Vec<u32>,
    handles: Vec<[u32; 2]>,
}

impl Rows {
    const PLACES: usize = 5;

    #[expect(clippy::cast_possible_truncation, reason = "there are few enough")]
    fn new(entities: usize) -> Self {
        let columns = (entities / 4).isqrt().max(4);
        let tiles = columns * columns;
        let places = (tiles + 4) * Self::PLACES;
        Self {
            columns,
            bounds: (0..tiles).map(|tile| [(tile * Self::PLACES) as u32, 4]).collect(),
            positions: vec![[1.0; 2]; places],
            groups: vec![1; places],
            handles: vec![[1; 2]; places],
        }
    }

    /// Reads one number of each cache line and ignores it.
    fn lines(&self) -> f64 {
        let mut random = Rng::with_seed(3);
        let inner = 1..self.columns - 2;
        let mut anywhere =
            || random.usize(inner.clone()) * self.columns + random.usize(inner.clone());
        let order: Vec<_> = (0..(self.bounds.len() / 2).max(64)).map(|_| anywhere()).collect();
        best(order.len(), || {
            let mut sum = 0;
            for tile in &order {
                let rows = [tile - self.columns, *tile, tile + self.columns];
                let starts = rows.map(|tile| self.bounds[tile - 1][0] as usize);
                for start in starts {
                    for place in (start..=start + 3 * Self::PLACES).step_by(LINE / 8) {
                        sum ^= self.positions[place][0].to_bits() ^ self.handles[place][0];
                    }
                    sum ^= self.groups[start] ^ self.groups[start + 3 * Self::PLACES];
                }
            }
            black_box(sum);
        })
    }
}
