//! One worker and several, in turn, in one run of the program.

use crate::say;
use examples::cluster::error::Error;
use examples::cluster::run::{Plan, Report};
use std::time::Duration;

/// Runs the same world with one worker and with all, in turn, so that a machine that becomes slower meanwhile slows both down.
pub(crate) fn compare(plan: &Plan, rounds: u32) -> Result<(), Error> {
    let one = Plan { workers: 1, ..plan.clone() };
    let (mut alone, mut together) = (Vec::new(), Vec::new());
    for round in 1..=rounds.max(1) {
        let reports = [one.run()?, plan.run()?];
        assert_eq!(
            reports[0].checksum, reports[1].checksum,
            "the number of workers changes nothing"
        );
        let [one, all] = reports.each_ref().map(Report::ticks_per_second);
        let workers = plan.workers;
        say(&format!(
            "round {round}: 1 worker {one:.1} ticks/s, {workers} workers {all:.1} ticks/s"
        ));
        let [one, all] = reports;
        alone.push(one);
        together.push(all);
    }
    let last = &together[together.len() - 1];
    let (agents, bytes, checksum) = (last.agents, last.bytes / last.ticks.max(1), last.checksum);
    say(&format!("{agents} agents; {bytes} bytes are sent in each tick; checksum {checksum:016x}"));
    for (name, time) in [
        ("wall clock", (|report| report.time) as fn(&Report) -> Duration),
        ("processor time", |report| report.processor_time),
    ] {
        let [one, all] = [&alone, &together].map(|reports| median(reports.iter().map(time)));
        let speedup = one.as_secs_f64() / all.as_secs_f64();
        let efficiency = 100.0 * speedup / plan.workers as f64;
        let ticks = last.ticks.max(1) as f64;
        let [one, all] = [one, all].map(|time| ticks / time.as_secs_f64());
        say(&format!(
            "{name}, median: 1 worker {one:.1} ticks/s, {} workers {all:.1} ticks/s, efficiency {efficiency:.0} %",
            plan.workers
        ));
    }
    Ok(())
}

fn median(times: impl Iterator<Item = Duration>) -> Duration {
    let mut times: Vec<_> = times.collect();
    times.sort_unstable();
    times[times.len() / 2]
}
