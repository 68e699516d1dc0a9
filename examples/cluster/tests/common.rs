//! Runs of the program, as a user starts it.

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
