//! Errors say what to do.

use crate::{LONG, Process, plan};
use examples::cluster::error::Error;
use examples::cluster::run::Plan;
use examples::cluster::sockets::{Meeting, Processes};
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

fn fails(arguments: &str, code: i32) -> String {
    let mut process = Process::start(arguments);
    let errors = process.errors();
    assert_eq!(process.wait().code(), Some(code), "{errors}");
    errors
}

#[test]
fn an_unknown_option_shows_the_options() {
    let errors = fails("--threads 2", 2);
    assert!(errors.contains("unexpected argument '--threads'"), "{errors}");
    for option in ["--workers", "--agents", "--hosts", "--checkpoint", "--resume", "--compare"] {
        assert!(errors.contains(option), "{errors}");
    }
}

#[test]
fn values_that_do_not_fit_are_refused() {
    assert!(fails("--agents 0", 1).contains("choose a number from 1 to 10000000"));
    assert!(fails("--agents 5000 --workers 99", 1).contains("room for at most 13 workers"));
    assert!(fails("--agents 5000 --workers 0", 1).contains("room for at most 13 workers"));
    assert!(fails("--resume", 2).contains("--checkpoint"));
    assert!(fails("--every 0 --checkpoint x", 2).contains("'0' for '--every"));
    assert!(fails("--patience=-1", 2).contains("a number of seconds"));
    assert!(fails("--hosts a:1,b:2 --process 2", 1).contains("`--process` counts from 0"));
}

#[test]
fn a_port_in_use_is_an_error() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap();
    let errors = fails(&format!("--hosts {address},127.0.0.1:0 --process 0"), 1);
    assert!(errors.contains(&format!("cannot listen on {address}")), "{errors}");
    assert!(errors.contains("choose another port in `--hosts`"), "{errors}");
}

#[test]
fn a_missing_process_is_an_error() {
    let hosts = "--hosts 127.0.0.1:0,127.0.0.1:0,127.0.0.1:0 --patience 0.1";
    let errors = fails(&format!("{hosts} --process 0"), 1);
    assert!(errors.contains("start it with `--process 1` and the same `--hosts`"), "{errors}");
    let errors = fails(&format!("{hosts} --process 2"), 1);
    assert!(errors.contains("start it with `--process 0` and the same `--hosts`"), "{errors}");
}

/// Two ends in this process; the second has the address of the first.
fn meet() -> [Meeting; 2] {
    let hosts = vec!["127.0.0.1:0".to_owned(); 2];
    let mut processes = Processes { process: 0, hosts, patience: LONG };
    let first = processes.clone().listen().unwrap();
    processes.process = 1;
    processes.hosts[0] = first.address().unwrap().to_string();
    [first, processes.listen().unwrap()]
}

#[test]
fn a_process_with_other_options_is_refused() {
    type Change = fn(&mut Plan);
    let changes: [(Change, &str); 4] = [
        (|plan| plan.world.seed += 1, "`--agents` or `--seed`"),
        (|plan| plan.ticks += 1, "`--ticks`"),
        (|plan| plan.workers += 1, "`--workers`"),
        (|plan| plan.world.agents += 1, "`--agents` or `--seed`"),
    ];
    for (change, name) in changes {
        let [first, second] = meet();
        let mut other = plan(2_000, 10, 1);
        change(&mut other);
        let first = thread::spawn(move || first.connect(plan(2_000, 10, 1).terms().unwrap()));
        let second = second.connect(other.terms().unwrap());
        for (met, number) in [(first.join().unwrap(), 1), (second, 0)] {
            match met {
                Err(Error::Different { process, what }) => {
                    assert_eq!((process, what), (number, name));
                }
                met => panic!("{met:?}"),
            }
        }
    }
}

#[test]
fn a_process_that_hangs_is_an_error() {
    let [first, second] = meet();
    let plan = Plan { patience: Duration::from_millis(300), ..plan(2_000, 10, 1) };
    let terms = plan.terms().unwrap();
    // The second process meets the first, and then does nothing.
    let second = thread::spawn(move || second.connect(terms).unwrap());
    let sockets = first.connect(terms).unwrap();
    let error = plan.run_with(terms, sockets).unwrap_err();
    assert!(matches!(error, Error::Silent { tick: 0, .. }), "{error}");
    assert!(error.to_string().contains("look whether a process hangs"));
    drop(second.join().unwrap());
}

#[test]
fn a_visitor_does_not_stop_the_meeting() {
    let [first, second] = meet();
    let mut visitor = TcpStream::connect(first.address().unwrap()).unwrap();
    visitor.write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
    let terms = plan(2_000, 10, 1).terms().unwrap();
    let first = thread::spawn(move || first.connect(terms).unwrap());
    assert!(second.connect(terms).unwrap()[0].is_some());
    assert!(first.join().unwrap()[1].is_some());
}
