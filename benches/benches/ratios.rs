//! Times as ratios: `cargo bench -p benches --bench ratios`, optionally with the beginning of a tree's
//! name.
//!
//! The contenders alternate in one process, so that disturbances of the machine affect all of them. A
//! ratio is nearly the same on another machine, a time is not.

use benches::cases::{Case, Prepared, cases};
use std::time::{Duration, Instant};

const AGENTS: u32 = 10_000;
const TICKS: u32 = 20;
const ROUNDS: usize = 60;

fn main() {
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    println!(
        "Best and median are in times of the `match` by hand, or of the tree compiled from a file."
    );
    println!("| tree | leaves | | best | median | ns per tick | state bytes | allocations |");
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for group in cases().chunk_by(Case::is_beside) {
        if wanted.as_deref().is_none_or(|wanted| group[0].tree.starts_with(wanted)) {
            compare(group);
        }
    }
}

/// One case of a group, and its times.
struct Runner {
    case: Case,
    agents: Prepared,
    times: Vec<Duration>,
    statuses: u32,
    allocations: u64,
}

impl Runner {
    fn new(case: Case) -> Self {
        let agents = case.prepare(AGENTS);
        Self { case, agents, times: Vec::new(), statuses: 0, allocations: 0 }
    }

    fn round(&mut self) {
        let mut elapsed = Duration::ZERO;
        let allocated = allocation_counter::measure(|| {
            let start = Instant::now();
            self.statuses = self.statuses.rotate_left(1) ^ self.agents.run(TICKS);
            elapsed = start.elapsed();
        });
        self.times.push(elapsed);
        self.allocations += allocated.count_total;
    }

    fn best(&self) -> f64 {
        self.times.iter().min().map_or(f64::NAN, Duration::as_secs_f64)
    }

    fn median(&self) -> f64 {
        let mut times = self.times.clone();
        times.sort_unstable();
        times[times.len() / 2].as_secs_f64()
    }

    /// A fingerprint of all statuses and actions.
    fn fingerprint(&self) -> (u32, u32) {
        (self.statuses, self.agents.checksum())
    }
}

fn compare(group: &[Case]) {
    let mut runners: Vec<Runner> = group.iter().copied().map(Runner::new).collect();
    for _ in 0..ROUNDS {
        for runner in &mut runners {
            runner.round();
        }
    }
    check(&runners);
    let of_hand = |time: fn(&Runner) -> f64| {
        let of = |variant| runners.iter().find(|runner| runner.case.variant == variant);
        of("match").or_else(|| of("file")).map_or(f64::NAN, time)
    };
    let (best, median) = (of_hand(Runner::best), of_hand(Runner::median));
    // A tree that is neither written by hand nor compiled from a file has a time and no ratio.
    let shown = |ratio: f64| if ratio.is_nan() { String::new() } else { format!("{ratio:.2}") };
    for runner in &runners {
        println!(
            "| {} | {} | {} | {} | {} | {:.1} | {} | {} |",
            runner.case.tree,
            runner.case.leaves,
            runner.case.variant,
            shown(runner.best() / best),
            shown(runner.median() / median),
            runner.best() / f64::from(AGENTS * TICKS) * 1e9,
            runner.agents.state_bytes(),
            runner.allocations,
        );
    }
}

/// Checks that all have done the same, except the ones that do nothing.
fn check(runners: &[Runner]) {
    let mut ticked = runners.iter().filter(|runner| runner.case.variant != "nothing");
    let Some(first) = ticked.next() else { return };
    for runner in ticked {
        assert_eq!(runner.fingerprint(), first.fingerprint(), "{} differs", runner.case);
    }
}
