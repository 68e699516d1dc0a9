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

/// What is known of one row.
pub(crate) struct Figures {
    pub(crate) row: Row,
    /// Nanoseconds of one tick of one agent, for each round, in order of size.
    pub(crate) times: Vec<f64>,
    pub(crate) allocations_per_tick: f64,
    pub(crate) allocations_per_agent: u64,
    pub(crate) bytes_per_agent: u64,
    pub(crate) checksums: Vec<u32>,
}

impl Figures {
    pub(crate) fn best(&self) -> f64 {
        self.times[0]
    }

    pub(crate) fn median(&self) -> f64 {
        self.times[self.times.len() / 2]
    }

    /// Whether its agents have done what those of `other` have.
    pub(crate) fn agrees_with(&self, other: &Self) -> bool {
        self.checksums.iter().zip(&other.checksums).all(|(one, other)| one == other)
    }
}

/// Measures all rows: a round of each, then the next round, so that what disturbs the machine disturbs all.
pub(crate) fn measure(rows: &[Row], effort: Effort) -> Vec<Figures> {
    // What counts allocations is left out while it runs against the clock.
    let mut times = Vec::new();
    allocation_counter::opt_out(|| times = self::times(rows, effort));
    rows.iter()
        .zip(times)
        .map(|(row, (times, checksums))| figures(*row, times, checksums))
        .collect()
}

fn times(rows: &[Row], effort: Effort) -> Vec<(Vec<f64>, Vec<u32>)> {
    let agents = |row: &Row| effort.agents.min(row.most_agents);
    let mut crowds: Vec<_> = rows.iter().map(|row| awake(row, agents(row))).collect();
    let mut times = vec![Vec::new(); rows.len()];
    // The first round only warms up.
    for round in 0..=effort.rounds {
        for ((crowd, times), row) in crowds.iter_mut().zip(&mut times).zip(rows) {
            let time = round_time(&mut **crowd, agents(row), effort.ticks);
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

/// Agents that are in different states: they begin one after the other.
fn awake(row: &Row, agents: usize) -> Box<dyn Crowd> {
    const TICKS: usize = 400;
    let mut crowd = (row.crowd)(agents);
    for at in 1..=TICKS {
        crowd.tick(agents * at / TICKS);
    }
    crowd
}

/// Nanoseconds of one tick of one agent.
#[allow(clippy::cast_precision_loss, reason = "they are small")]
fn round_time(crowd: &mut dyn Crowd, agents: usize, ticks: u32) -> f64 {
    let start = ThreadTime::now();
    for _ in 0..ticks {
        crowd.tick(agents);
    }
    start.elapsed().as_secs_f64() * 1e9 / (f64::from(ticks) * agents as f64)
}

#[allow(clippy::cast_precision_loss, reason = "they are small")]
fn figures(row: Row, times: Vec<f64>, checksums: Vec<u32>) -> Figures {
    const AGENTS: usize = 10;
    const TICKS: u32 = 300;
    let run = |agents, ticks| {
        let mut crowd = None;
        let spent = allocation_counter::measure(|| {
            let mut made = (row.crowd)(agents);
            (0..ticks).for_each(|_| made.tick(agents));
            crowd = Some(made);
        });
        (spent.count_total, spent.bytes_current.unsigned_abs())
    };
    // What is made once for all is made before, and what one crowd takes is taken off.
    run(1, 1);
    let per_agent = |ticks| {
        let (few, many) = (run(1, ticks), run(1 + AGENTS, ticks));
        ((many.0 - few.0) as f64 / AGENTS as f64, (many.1 - few.1) / AGENTS as u64)
    };
    let (made, after) = (per_agent(0), per_agent(TICKS));
    Figures {
        row,
        times,
        checksums,
        allocations_per_tick: (after.0 - made.0) / f64::from(TICKS),
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count")]
        allocations_per_agent: made.0.round() as u64,
        bytes_per_agent: after.1 - row.world as u64,
    }
}
