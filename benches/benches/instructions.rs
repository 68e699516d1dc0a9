//! Counts the instructions of every case; `--bin instructions` makes a table of them.
#![allow(missing_docs, reason = "gungraun writes modules")]

use benches::cases::{AGENTS, Prepared, TICKS, cases};
use gungraun::prelude::*;

fn prepare(case: usize) -> Prepared {
    cases()[case].prepare(AGENTS)
}

#[library_benchmark]
#[benches::case(iter = 0..cases().len(), setup = prepare)]
fn ticks(mut prepared: Prepared) -> (Prepared, u32) {
    let statuses = prepared.run(TICKS);
    (prepared, statuses)
}

library_benchmark_group!(name = instructions, benchmarks = ticks);
main!(library_benchmark_groups = instructions);
