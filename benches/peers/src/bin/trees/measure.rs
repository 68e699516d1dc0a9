//! Times and allocations.

use crate::contender::{Crowd, Row};
use cpu_time::ThreadTime;

/// How much is measured.
#[derive(Clone, Copy)]
pub(crate) struct Effort {
    pub(crate) agents: usize,
    pub(crate) ticks: u32,
    pub(crate) rounds: usize,
}

/// The figures of one row.
pub(crate) struct Figures {
    pub(crate) row: Row,
    /// Nanoseconds of one tick of one agent, for each round, sorted.
    pub(crate) times: Vec<f64>,
    pub(crate) allocations_per_tick: f64,
    pub(crate) allocations_per_agent: f64,
    pub(crate) bytes_per_agent: f64,
    pub(crate) checksums: Vec<u32>,
}

impl Figures {
    pub(crate) fn best(&self) -> f64 {
        self.times[0]
    }

    pub(crate) fn median(&self) -> f64 {
        self.times[self.times.len() / 2]
    }

    /// Returns `true` if its agents have the same checksums as those of `other`.
    pub(crate) fn agrees_with(&self, other: &Self) -> bool {
        self.checksums == other.checksums
    }
}

/// Measures all rows: one round of each, then the next round, so that disturbances of the machine affect
/// all.
pub(crate) fn measure(rows: &[Row], effort: Effort) -> Vec<Figures> {
    // The allocation counter is off while the clock runs.
    let mut times = Vec::new();
    allocation_counter::opt_out(|| times = self::times(rows, effort));
    rows.iter()
        .zip(times)
        .map(|(row, (times, checksums))| figures(*row, times, checksums))
        .collect()
}

fn times(rows: &[Row], effort: Effort) -> Vec<(Vec<f64>, Vec<u32>)> {
    let mut crowds: Vec<_> = rows.iter().map(|row| awake(row, effort.agents)).collect();
    let mut times = vec![Vec::new(); rows.len()];
    // The first round only warms up.
    for round in 0..=effort.rounds {
        for (crowd, times) in crowds.iter_mut().zip(&mut times) {
            let time = round_time(&mut **crowd, effort);
            if round > 0 {
                times.push(time);
            }
        }
    }
    for times in &mut times {
        times.sort_by(f64::total_cmp);
    }
    times.into_iter().zip(crowds.iter().map(|crowd| crowd.checksums())).collect()
}

/// Agents in different states: they start one after the other.
fn awake(row: &Row, agents: usize) -> Box<dyn Crowd> {
    const TICKS: usize = 400;
    let mut crowd = (row.crowd)();
    for at in 1..=TICKS {
        crowd.join(agents * at / TICKS);
        crowd.tick();
    }
    crowd
}

/// Nanoseconds of one tick of one agent.
fn round_time(crowd: &mut dyn Crowd, effort: Effort) -> f64 {
    let start = ThreadTime::now();
    for _ in 0..effort.ticks {
        crowd.tick();
    }
    start.elapsed().as_secs_f64() * 1e9 / (f64::from(effort.ticks) * effort.agents as f64)
}

fn figures(row: Row, times: Vec<f64>, checksums: Vec<u32>) -> Figures {
    // Lists that grow by doubling are full at both numbers.
    const FEW: usize = 64;
    const MANY: usize = 256;
    const TICKS: u32 = 300;
    // This creates everything that all agents share.
    spent(&row, 1, 1);
    // The memory that does not depend on the number of agents is subtracted.
    let per_agent = |ticks| {
        let (few, many) = (spent(&row, FEW, ticks), spent(&row, MANY, ticks));
        [many.0 - few.0, many.1 - few.1].map(|spent| spent as f64 / (MANY - FEW) as f64)
    };
    let ([made, _], [later, bytes]) = (per_agent(0), per_agent(TICKS));
    Figures {
        row,
        times,
        checksums,
        allocations_per_tick: (later - made) / f64::from(TICKS),
        allocations_per_agent: made,
        bytes_per_agent: bytes - row.world as f64,
    }
}

/// The allocations, and the bytes in use, of a number of agents after a number of ticks.
fn spent(row: &Row, agents: usize, ticks: u32) -> (u64, u64) {
    let mut crowd = None;
    let spent = allocation_counter::measure(|| {
        let mut made = (row.crowd)();
        made.join(agents);
        (0..ticks).for_each(|_| made.tick());
        crowd = Some(made);
    });
    (spent.count_total, spent.bytes_current.unsigned_abs())
}
