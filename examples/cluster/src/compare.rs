//! One worker and several, in turn, in one run of the program.

use crate::say;
use cluster::error::Error;
use cluster::run::{Plan, Report};

/// Runs the same world with one worker and with all, in turn, so that a machine that becomes slower meanwhile slows both down.
pub(crate) fn compare(plan: &Plan, rounds: u32) -> Result<(), Error> {
    let one = Plan { workers: 1, ..plan.clone() };
    let mut rates = [Vec::new(), Vec::new()];
    let mut last = Report::default();
    for round in 1..=rounds.max(1) {
        let alone = one.run()?;
        last = plan.run()?;
        assert_eq!(alone.checksum, last.checksum, "the number of workers changes nothing");
        let both = [alone.ticks_per_second(), last.ticks_per_second()];
        say(&format!(
            "round {round}: 1 worker {:.1} ticks/s, {} workers {:.1} ticks/s",
            both[0], plan.workers, both[1]
        ));
        for (rates, rate) in rates.iter_mut().zip(both) {
            rates.push(rate);
        }
    }
    let [alone, together] = rates.map(|mut rates| {
        rates.sort_by(f64::total_cmp);
        rates[rates.len() / 2]
    });
    say(&format!(
        "{} agents, medians: 1 worker {alone:.1} ticks/s, {} workers {together:.1} ticks/s, efficiency {:.0} %\n\
         {} bytes are sent in each tick; checksum {:016x}",
        last.agents,
        plan.workers,
        100.0 * together / alone / plan.workers as f64,
        last.bytes / last.ticks.max(1),
        last.checksum,
    ));
    Ok(())
}
