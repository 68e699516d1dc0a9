//! The number of workers and processes changes nothing.

use crate::common::{Process, outcome, plan, two};

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
