//! Measures contenders that alternate.

use std::hint::black_box;
use std::time::{Duration, Instant};

const ROUNDS: usize = 60;
/// The maximum time for one task.
const LONGEST: Duration = Duration::from_secs(5);

/// The answer of a contender, for comparison: the number of hits, and a sum over them.
pub(crate) type Sum = (usize, f64);

/// One way to do a task.
pub(crate) struct Contender<'a> {
    pub(crate) name: &'static str,
    pub(crate) run: Box<dyn Fn() -> Sum + 'a>,
}

/// Boxes the function of a contender.
pub(crate) fn contender<'a>(name: &'static str, run: impl Fn() -> Sum + 'a) -> Contender<'a> {
    Contender { name, run: Box::new(run) }
}

/// The measured ratios, a line for each task.
pub(crate) struct Table {
    wanted: String,
    lines: Vec<String>,
}

impl Table {
    pub(crate) fn new(wanted: String) -> Self {
        Self { wanted, lines: Vec::new() }
    }

    /// The best times of the alternating contenders; ours is the first. They must find the same, except
    /// for rounding in `f32`.
    pub(crate) fn measure(&mut self, task: &str, count: usize, contenders: &[Contender<'_>]) {
        if !task.contains(&self.wanted) {
            return;
        }
        let sums: Vec<Sum> = contenders.iter().map(|contender| (contender.run)()).collect();
        for (contender, sum) in contenders.iter().zip(&sums) {
            assert!(
                is_near(*sum, sums[0]),
                "{task}: {} has {sum:?}, not {:?}",
                contender.name,
                sums[0]
            );
        }
        let mut best = vec![Duration::MAX; contenders.len()];
        let begin = Instant::now();
        for _ in (0..ROUNDS).take_while(|_| begin.elapsed() < LONGEST) {
            for (best, contender) in best.iter_mut().zip(contenders) {
                let start = Instant::now();
                black_box((contender.run)());
                *best = (*best).min(start.elapsed());
            }
        }
        let each = |time: Duration| time.as_secs_f64() * 1e9 / count as f64;
        let fastest = best[1..].iter().copied().min().unwrap_or_default();
        let ratio = best[0].as_secs_f64() / fastest.as_secs_f64();
        let others = contenders.iter().zip(&best).skip(1);
        let others = others.map(|(other, time)| format!("{} {:.1}", other.name, each(*time)));
        let others = others.collect::<Vec<_>>().join(", ");
        self.lines.push(format!("| {task} | {:.1} | {others} | {ratio:.2} |", each(best[0])));
    }

    pub(crate) fn print(&self) {
        println!("| | ns | others, ns | ratio to the fastest |\n| --- | --: | --- | --: |");
        println!("{}", self.lines.join("\n"));
    }
}

fn is_near((count, sum): Sum, (expected_count, expected): Sum) -> bool {
    let slack = expected_count / 1000 + 1;
    count.abs_diff(expected_count) <= slack
        && (sum - expected).abs() <= 2e-3 * expected.abs().max(count as f64)
}
