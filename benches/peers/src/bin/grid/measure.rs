//! Times, answers, bytes and allocations.

use crate::contender::Contender;
use crate::machine::{self, Limits};
use crate::world::{ASKING, Frame, GROUPS, NEAREST, TILE, World};
use cpu_time::ThreadTime;

/// The measured operations, in this order.
pub(crate) const METRICS: [&str; 5] = ["move", "count", "group", "collect", "8 nearest"];
pub(crate) const MOVE: usize = 0;
pub(crate) const QUESTIONS: std::ops::Range<usize> = 1..METRICS.len();

/// A value for each metric.
pub(crate) type Each<T> = [T; METRICS.len()];

/// A contender, with its functions.
#[derive(Clone, Copy)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    /// With more entities it would take minutes.
    pub(crate) most: usize,
    timed: fn(&World, usize) -> Vec<Timed>,
    checked: fn(&World, usize) -> Checked,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Ours,
    Peer,
    /// Hand-written code.
    Hand,
}

impl Row {
    pub(crate) fn of<C: Contender>(name: &'static str, kind: Kind, most: usize) -> Self {
        Self { name, kind, most, timed: timed::<C>, checked: checked::<C> }
    }
}

/// One frame: nanoseconds of all moves and of all queries, and the sum of the answers, if there is one.
struct Timed {
    times: Each<f64>,
    sums: Each<Option<u64>>,
}

/// Properties that are measured without a clock.
struct Checked {
    /// For each frame, sums over the entities that were found.
    sums: Vec<Each<Option<u64>>>,
    allocations_per_frame: f64,
    bytes: f64,
}

/// The figures of one contender in one world.
pub(crate) struct Figures {
    pub(crate) row: Row,
    /// Nanoseconds of a move, and of each query that it supports.
    pub(crate) times: Each<Option<f64>>,
    pub(crate) allocations_per_frame: f64,
    pub(crate) bytes_per_entity: f64,
    /// `true` if all its answers equal those of the others.
    pub(crate) agrees: bool,
}

impl Figures {
    /// Nanoseconds per entity of a frame in which all entities move and one in ten runs the query.
    pub(crate) fn frame(&self, question: usize) -> Option<f64> {
        Some(self.times[MOVE]? + self.times[question]? / ASKING as f64)
    }
}

/// How much is measured.
#[derive(Clone, Copy)]
pub(crate) struct Effort {
    /// The number of frames before the first that counts.
    pub(crate) warm: usize,
    pub(crate) frames: usize,
    pub(crate) rounds: usize,
}

/// Measures all rows: one round of each, then the next round, so that disturbances of the machine affect
/// all. Every round does the same work. For each frame the best time counts, and then the mean over the
/// frames, so that work that is done only in some frames counts too.
pub(crate) fn measure(rows: &[Row], world: &World, effort: Effort) -> (Vec<Figures>, Limits) {
    let rows: Vec<_> = rows.iter().filter(|row| row.most >= world.entities()).collect();
    let checked: Vec<_> = rows.iter().map(|row| (row.checked)(world, effort.warm)).collect();
    let mut answers = Answers::default();
    let mut agree: Vec<_> = checked.iter().map(|checked| answers.agree(&checked.sums)).collect();
    let mut answers = Answers::default();
    let mut best: Vec<Vec<Timed>> = Vec::new();
    let mut limits = Limits::default();
    // The allocation counter is off while the clock runs.
    allocation_counter::opt_out(|| {
        for _ in 0..effort.rounds {
            for (at, row) in rows.iter().enumerate() {
                let frames = (row.timed)(world, effort.warm);
                let sums: Vec<_> = frames.iter().map(|frame| frame.sums).collect();
                agree[at] &= answers.agree(&sums);
                match best.get_mut(at) {
                    Some(best) => keep_best(best, &frames),
                    None => best.push(frames),
                }
            }
            limits.keep_best(&machine::limits(world.entities()));
        }
    });
    let all = rows.iter().zip(&checked).zip(best.iter().zip(agree));
    let figures =
        all.map(|((row, checked), (best, agrees))| figures(row, world, checked, best, agrees));
    (figures.collect(), limits)
}

fn keep_best(best: &mut [Timed], frames: &[Timed]) {
    for (best, frame) in best.iter_mut().zip(frames) {
        for (best, time) in best.times.iter_mut().zip(frame.times) {
            *best = best.min(time);
        }
    }
}

/// The answers of the first contender that supports each query.
#[derive(Default)]
struct Answers(Vec<Each<Option<u64>>>);

impl Answers {
    fn agree(&mut self, sums: &[Each<Option<u64>>]) -> bool {
        self.0.resize(sums.len(), Each::default());
        self.0.iter_mut().zip(sums).all(|(first, sums)| {
            first
                .iter_mut()
                .zip(sums)
                .all(|(first, sum)| sum.is_none_or(|sum| *first.get_or_insert(sum) == sum))
        })
    }
}

fn figures(row: &Row, world: &World, checked: &Checked, best: &[Timed], agrees: bool) -> Figures {
    let moves = world.entities() * best.len();
    let counted = &world.frames[world.frames.len() - best.len()..];
    let questions: usize = counted.iter().map(|frame| frame.askers.len()).sum();
    let times = std::array::from_fn(|metric| {
        best[0].sums[metric]?;
        let time: f64 = best.iter().map(|frame| frame.times[metric]).sum();
        Some(time / if metric == MOVE { moves } else { questions } as f64)
    });
    Figures {
        row: *row,
        times,
        allocations_per_frame: checked.allocations_per_frame,
        bytes_per_entity: checked.bytes / world.entities() as f64,
        agrees,
    }
}

/// Runs with a clock.
fn timed<C: Contender>(world: &World, warm: usize) -> Vec<Timed> {
    let mut contender = C::new(world);
    let mut buffers = Buffers::<C>::new();
    let mut frames = Vec::with_capacity(world.frames.len());
    for (at, frame) in world.frames.iter().enumerate() {
        let mut times = Each::default();
        let start = ThreadTime::now();
        contender.move_all(&frame.positions);
        times[MOVE] = start.elapsed().as_secs_f64() * 1e9;
        let mut sums = [Some(0), None, None, None, None];
        // There are no queries until shortly before the frames that count.
        for metric in QUESTIONS.filter(|_| at + 1 >= warm) {
            let start = ThreadTime::now();
            sums[metric] = ask(&mut contender, world, frame, metric, &mut buffers);
            times[metric] = start.elapsed().as_secs_f64() * 1e9;
        }
        frames.push(Timed { times, sums });
    }
    frames.split_off(warm)
}

/// Buffers for the results.
struct Buffers<C: Contender> {
    found: Vec<C::Found>,
    distances: Vec<f32>,
}

impl<C: Contender> Buffers<C> {
    /// The capacity exceeds every result, so the buffers never grow.
    fn new() -> Self {
        Self { found: Vec::with_capacity(1 << 14), distances: Vec::with_capacity(NEAREST) }
    }
}

/// The group that a query counts.
fn wanted(world: &World, asker: u32) -> u8 {
    (world.groups[asker as usize] + 1) % GROUPS
}

fn ask<C: Contender>(
    contender: &mut C,
    world: &World,
    frame: &Frame,
    metric: usize,
    buffers: &mut Buffers<C>,
) -> Option<u64> {
    let askers = frame.askers.iter().map(|asker| (*asker, frame.positions[*asker as usize]));
    let sum: usize = match metric {
        1 => askers.map(|(_, at)| contender.count(at, TILE)).sum(),
        2 => askers.map(|(who, at)| contender.count_group(at, TILE, wanted(world, who))).sum(),
        3 => askers
            .map(|(_, at)| {
                buffers.found.clear();
                contender.collect(at, TILE, &mut buffers.found);
                buffers.found.len()
            })
            .sum(),
        _ => {
            let mut sum = 0;
            for (_, at) in askers {
                buffers.distances.clear();
                if !contender.nearest(at, NEAREST, &mut buffers.distances) {
                    return None;
                }
                sum += buffers
                    .distances
                    .iter()
                    .map(|distance| distance.to_bits() as usize)
                    .sum::<usize>();
            }
            sum
        }
    };
    Some(sum as u64)
}

/// Runs without a clock, and checks every answer.
fn checked<C: Contender>(world: &World, warm: usize) -> Checked {
    let mut held = None;
    let mut sums = Vec::new();
    let mut allocations = 0;
    let mut bytes = 0;
    let made = allocation_counter::measure(|| held = Some(C::new(world)));
    bytes += made.bytes_current;
    let mut contender = held.expect("just made");
    let mut buffers = Buffers::<C>::new();
    for (at, frame) in world.frames.iter().enumerate() {
        let moved = allocation_counter::measure(|| contender.move_all(&frame.positions));
        bytes += moved.bytes_current;
        if at + 1 < warm {
            continue;
        }
        let mut told = Each::default();
        let asked = allocation_counter::measure(|| {
            told = answers(&mut contender, world, frame, &mut buffers);
        });
        if at >= warm {
            allocations += moved.count_total + asked.count_total;
            sums.push(told);
        }
    }
    let beside = contender.beside() as f64;
    Checked {
        allocations_per_frame: allocations as f64 / sums.len() as f64,
        sums,
        bytes: bytes as f64 - beside,
    }
}

/// Sums that depend on which entity found which.
fn answers<C: Contender>(
    contender: &mut C,
    world: &World,
    frame: &Frame,
    buffers: &mut Buffers<C>,
) -> Each<Option<u64>> {
    let mut sums = [Some(0), Some(0), Some(0), Some(0), Some(0)];
    let mut add = |metric: usize, asker: u32, answer: u64| {
        let mixed = mix((u64::from(asker) << 32) ^ answer);
        sums[metric] = sums[metric].map(|sum: u64| sum.wrapping_add(mixed));
    };
    let Buffers { found, distances } = buffers;
    let mut can_tell = true;
    for asker in &frame.askers {
        let at = frame.positions[*asker as usize];
        add(1, *asker, contender.count(at, TILE) as u64);
        add(2, *asker, contender.count_group(at, TILE, wanted(world, *asker)) as u64);
        found.clear();
        contender.collect(at, TILE, found);
        for one in found.iter() {
            add(3, *asker, u64::from(contender.number(*one)));
        }
        distances.clear();
        can_tell = can_tell && contender.nearest(at, NEAREST, distances);
        let order = distances.iter().fold(0, |order, one| mix(order ^ u64::from(one.to_bits())));
        add(4, *asker, order);
    }
    sums[4] = sums[4].filter(|_| can_tell);
    sums
}

/// Splitmix64.
fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
