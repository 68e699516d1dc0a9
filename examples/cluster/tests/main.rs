//! The meadow is the same for any number of workers and processes, goes on from checkpoints, and says what is wrong.

mod bad_input;
mod checkpoints;

use examples::cluster::run::{Plan, Report};
use examples::cluster::world::World;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Ends a test that would hang.
pub(crate) const LONG: Duration = Duration::from_secs(240);

pub(crate) fn plan(agents: u32, ticks: u64, workers: usize) -> Plan {
    let world = World::new(agents, 7).unwrap();
    Plan { world, ticks, workers, patience: LONG, checkpoints: None, resume: false }
}

/// The report without the parts that depend on the workers and on the machine.
pub(crate) fn outcome(report: &Report) -> (usize, u64) {
    (report.agents, report.checksum)
}

/// A process that is killed when the test ends.
pub(crate) struct Process {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Process {
    pub(crate) fn start(arguments: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cluster"))
            .args(arguments.split_whitespace())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, output }
    }

    /// Reads the output up to the line with a text, and returns the rest of that line.
    pub(crate) fn line_after(&mut self, text: &str) -> String {
        let mut all = String::new();
        loop {
            let mut line = String::new();
            let length = self.output.read_line(&mut line).unwrap();
            assert!(length > 0, "no line with {text:?} in {all:?}, and {:?}", self.errors());
            if let Some((_, rest)) = line.split_once(text) {
                return rest.trim().to_owned();
            }
            all += &line;
        }
    }

    pub(crate) fn errors(&mut self) -> String {
        let mut errors = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        errors
    }

    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub(crate) fn wait(&mut self) -> ExitStatus {
        let begin = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(begin.elapsed() < LONG, "the process hangs");
            sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts two processes with the same options, and waits until they have met.
pub(crate) fn two(arguments: &str) -> [Process; 2] {
    let mut first = Process::start(&format!(
        "--hosts 127.0.0.1:0,127.0.0.1:0 --process 0 --patience 240 {arguments}"
    ));
    let address = first.line_after("listens at ");
    let second = Process::start(&format!(
        "--hosts {address},127.0.0.1:0 --process 1 --patience 240 {arguments}"
    ));
    [first, second]
}

#[test]
fn any_number_of_workers_has_the_same_result() {
    let one = plan(5_000, 250, 1).run().unwrap();
    assert_eq!((one.agents, one.migrants, one.bytes), (5_000, 0, 0));
    for workers in [2, 4, 13] {
        let several = plan(5_000, 250, workers).run().unwrap();
        assert_eq!(outcome(&several), outcome(&one), "{workers} workers");
        assert!(several.migrants > 0 && several.bytes > 0, "the borders are crossed");
    }
}

#[test]
fn another_seed_or_another_tick_has_another_result() {
    let one = plan(1_000, 60, 2).run().unwrap();
    assert_eq!(plan(1_000, 60, 2).run().unwrap().checksum, one.checksum);
    assert_ne!(plan(1_000, 61, 2).run().unwrap().checksum, one.checksum);
    let mut other = plan(1_000, 60, 2);
    other.world.seed += 1;
    assert_ne!(other.run().unwrap().checksum, one.checksum);
}

#[test]
fn two_processes_have_the_same_result() {
    let one = plan(5_000, 120, 1).run().unwrap();
    for workers in [1, 2] {
        let processes = two(&format!("--agents 5000 --seed 7 --ticks 120 --workers {workers}"));
        for mut process in processes {
            let checksum = process.line_after("checksum ");
            assert_eq!(checksum, format!("{:016x}", one.checksum), "{workers} workers each");
            assert!(process.wait().success());
        }
    }
}

#[test]
fn a_run_without_ticks_has_only_a_beginning() {
    let one = plan(1_000, 0, 1).run().unwrap();
    assert_eq!(outcome(&plan(1_000, 0, 3).run().unwrap()), outcome(&one));
}

#[test]
fn one_worker_is_compared_with_several() {
    let mut process = Process::start("--agents 1000 --ticks 5 --workers 3 --compare 2");
    process.line_after("round 2: 1 worker ");
    process.line_after("1000 agents; ");
    process.line_after("wall clock, median: ");
    assert!(process.line_after("processor time, median: ").contains("3 workers"));
    assert!(process.wait().success());
}
