//! A run that was killed goes on from its last checkpoint.

use crate::{LONG, Process, plan, two};
use examples::cluster::checkpoint::Checkpoints;
use examples::cluster::error::Error;
use examples::cluster::run::Plan;
use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::{TempDir, tempdir};

fn saving(mut plan: Plan, directory: &TempDir, every: u64) -> Plan {
    plan.checkpoints = Some(Checkpoints { directory: directory.path().to_owned(), every });
    plan
}

/// Waits until a checkpoint of this tick or a later one is complete.
fn await_checkpoint(plan: &Plan, tick: u64) {
    let begin = Instant::now();
    let checkpoints = plan.checkpoints.as_ref().unwrap();
    while !checkpoints.last(plan.world).is_ok_and(|last| last >= tick) {
        assert!(begin.elapsed() < LONG, "no checkpoint");
        sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_run_goes_on_with_any_number_of_workers() {
    let directory = tempdir().unwrap();
    let whole = plan(2_000, 130, 1).run().unwrap();
    let begun = saving(plan(2_000, 90, 3), &directory, 40).run().unwrap();
    assert_ne!(begun.checksum, whole.checksum);
    for workers in [1, 2, 5] {
        let rest = Plan { resume: true, ..saving(plan(2_000, 130, workers), &directory, 1_000) };
        assert_eq!(rest.terms().unwrap().first, 80);
        let report = rest.run().unwrap();
        assert_eq!((report.checksum, report.ticks), (whole.checksum, 50), "{workers} workers");
    }
}

#[test]
fn old_checkpoints_are_deleted() {
    let directory = tempdir().unwrap();
    saving(plan(1_000, 55, 2), &directory, 10).run().unwrap();
    let entries = fs::read_dir(directory.path()).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["tick-00000040", "tick-00000050"]);
}

#[test]
fn a_killed_process_goes_on() {
    let directory = tempdir().unwrap();
    let path = directory.path().to_str().unwrap();
    let options = format!("--agents 2000 --seed 7 --workers 2 --checkpoint {path} --every 20");
    let mut process = Process::start(&format!("{options} --ticks 100000000"));
    let plan = saving(plan(2_000, 0, 1), &directory, 20);
    await_checkpoint(&plan, 40);
    process.kill();

    let last = plan.checkpoints.as_ref().unwrap().last(plan.world).unwrap();
    let mut process = Process::start(&format!("{options} --ticks {} --resume", last + 30));
    assert_eq!(process.line_after("checkpoint of tick "), last.to_string());
    let checksum = process.line_after("checksum ");
    let whole = crate::plan(2_000, last + 30, 1).run().unwrap();
    assert_eq!(checksum, format!("{:016x}", whole.checksum));
}

#[test]
fn two_processes_go_on_after_one_was_killed() {
    let directory = tempdir().unwrap();
    let path = directory.path().to_str().unwrap();
    let options = format!("--agents 2000 --seed 7 --checkpoint {path} --every 20");
    let [mut first, mut second] = two(&format!("{options} --ticks 100000000"));
    let plan = saving(plan(2_000, 0, 1), &directory, 20);
    await_checkpoint(&plan, 40);
    second.kill();
    assert_eq!(first.wait().code(), Some(1));
    let errors = first.errors();
    assert!(errors.starts_with("error: the connection to another process is lost"), "{errors}");
    assert!(errors.contains("`--resume`") && errors.lines().count() == 1, "{errors}");

    let last = plan.checkpoints.as_ref().unwrap().last(plan.world).unwrap();
    let whole = crate::plan(2_000, last + 30, 1).run().unwrap();
    for mut process in two(&format!("{options} --ticks {} --resume", last + 30)) {
        assert_eq!(process.line_after("checksum "), format!("{:016x}", whole.checksum));
    }
}

#[test]
fn other_checkpoints_are_refused() {
    let directory = tempdir().unwrap();
    let begun = saving(plan(1_000, 40, 2), &directory, 10);
    let resumed = Plan { resume: true, ticks: 60, ..begun.clone() };
    let message = |plan: &Plan| plan.run().unwrap_err().to_string();
    assert!(message(&resumed).contains("run without `--resume`"), "there is none");

    begun.run().unwrap();
    let mut other = resumed.clone();
    other.world.seed = 8;
    assert!(message(&other).contains("go on with `--agents 1000 --seed 7`"));
    let mut other = resumed.clone();
    other.world.agents = 9_000;
    assert!(message(&other).contains("go on with `--agents 1000 --seed 7`"));
    let late = Plan { ticks: 30, ..resumed.clone() };
    assert!(message(&late).contains("choose a higher `--ticks`"));

    let strip = directory.path().join("tick-00000040/strip-00000");
    // Bytes 8 to 16 are the schema, the last ones are an agent.
    damage(&strip, |bytes| *bytes.last_mut().unwrap() ^= 1);
    assert!(matches!(resumed.run(), Err(Error::Damaged { .. })));
    damage(&strip, |bytes| bytes.truncate(20));
    assert!(matches!(resumed.run(), Err(Error::Damaged { .. })));
    damage(&strip, Vec::clear);
    assert!(matches!(resumed.run(), Err(Error::Damaged { .. })));

    assert!(message(&begun).contains("go on with `--resume`, or choose another directory"));
    fs::remove_dir_all(directory.path()).unwrap();
    begun.run().unwrap();
    damage(&strip, |bytes| bytes[8] ^= 1);
    assert!(matches!(resumed.run(), Err(Error::OtherVersion { .. })));
    assert!(message(&resumed).contains("another version of the program"));
}

fn damage(path: &Path, change: impl FnOnce(&mut Vec<u8>)) {
    let mut bytes = fs::read(path).unwrap();
    change(&mut bytes);
    fs::write(path, bytes).unwrap();
}

#[test]
fn a_checkpoint_that_is_not_complete_is_left_out() {
    let directory = tempdir().unwrap();
    let plan = Plan { resume: true, ..saving(plan(1_000, 40, 1), &directory, 10) };
    Plan { resume: false, ..plan.clone() }.run().unwrap();
    fs::remove_file(directory.path().join("tick-00000040/strip-00003")).unwrap();
    assert_eq!(plan.terms().unwrap().first, 30);
}
