//! Runs the meadow. The README explains the program; `--help` lists the options.

use examples::cluster::error::Error;
use examples::cluster::run::{Plan, Report};
use options::Options;
use std::fs;
use std::io::{self, Write};
use std::panic;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

mod options;

fn main() -> ExitCode {
    let options = Options::read();
    hide_panics_of_lost_connections();
    match start(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn start(options: &Options) -> Result<(), Error> {
    let plan = options.plan()?;
    if let Some(rounds) = options.compare {
        return compare(&plan, rounds);
    }
    let terms = plan.terms()?;
    if terms.first > 0 {
        say(&format!("goes on from the checkpoint of tick {}", terms.first));
    }
    let report = match options.processes() {
        None => plan.run()?,
        Some(processes) => {
            let process = processes.process;
            let meeting = processes.listen()?;
            if let Some(address) = meeting.address() {
                say(&format!("process {process} listens at {address}"));
            }
            plan.run_with(terms, meeting.connect(terms)?)?
        }
    };
    say(&summary(&plan, &report));
    if let Some(path) = &options.picture {
        let title = format!(
            "{} agents in {} strips, {} workers, tick {}",
            report.agents,
            plan.world.strips(),
            report.workers,
            plan.ticks
        );
        let svg = report.census.draw(plan.world, &title);
        fs::write(path, svg).map_err(|cause| Error::File { path: path.clone(), cause })?;
    }
    Ok(())
}

fn summary(plan: &Plan, report: &Report) -> String {
    let in_a_tick = |all: u64| all as f64 / report.ticks.max(1) as f64;
    format!(
        "{} agents, {} strips, {} ticks in {:.2?}: {:.1} ticks/s, {:.2} million agents/s\n\
         in each tick: {:.0} trees are ticked, {:.2} agents change the worker, {:.0} bytes are sent\n\
         checksum {:016x}",
        report.agents,
        plan.world.strips(),
        report.ticks,
        report.time,
        report.ticks_per_second(),
        report.ticks_per_second() * report.agents as f64 / 1e6,
        in_a_tick(report.awake),
        in_a_tick(report.migrants),
        in_a_tick(report.bytes),
        report.checksum,
    )
}

/// Runs the same world with one worker and with all, in turn, so that a machine that becomes slower meanwhile slows both down.
fn compare(plan: &Plan, rounds: u32) -> Result<(), Error> {
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

/// Prints a line at once, also into a pipe. A reader that has gone does not end the run.
fn say(line: &str) {
    let mut output = io::stdout().lock();
    let _ = writeln!(output, "{line}").and_then(|()| output.flush());
}

/// When a process is lost, the threads of the engine panic one after the other. The error of the run says what to do, so the
/// panics of these threads are not printed.
#[expect(clippy::incompatible_msrv, reason = "the engine needs a newer Rust too")]
fn hide_panics_of_lost_connections() {
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        let message = panic.payload_as_str().unwrap_or_default();
        let is_lost = ["timely communication error", "MergeQueue poisoned"]
            .iter()
            .any(|begin| message.starts_with(begin));
        let of_engine = thread::current().name().is_some_and(|name| name.starts_with("timely:"));
        if !(is_lost && of_engine) {
            print(panic);
        }
    }));
}
