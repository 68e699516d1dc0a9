//! The output of the examples does not change, and documents agree with them.
//!
//! Each example is run as a program with its output piped, and compared with `NAME.txt` next to this file.
//! `cargo test` builds the examples first; `cargo test --test examples` alone does not. To accept the current
//! output:
//!
//! ```sh
//! cargo build --examples && BLESS=1 cargo test --test examples
//! ```

mod compare;
mod documents;
mod robot;

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Cargo builds the examples before it runs the tests, into a folder next to theirs.
fn program(name: &str) -> PathBuf {
    let test = env::current_exe().expect("a test knows where it is");
    let profile = test.ancestors().nth(2).expect("a test lies in the folder `deps` of its profile");
    profile.join("examples").join(format!("{name}{}", env::consts::EXE_SUFFIX))
}

fn check(name: &str) {
    check_file(&format!("tests/examples/{name}.txt"), name, &[]);
}

fn check_file(golden: &str, name: &str, arguments: &[&str]) {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join(golden);
    let accept = "cargo test --test examples";
    compare::check(&program(name), arguments, &golden, accept);
}

#[test]
fn soldier() {
    check("soldier");
}

#[test]
fn robot() {
    check("robot");
}

/// The picture of the README.
#[test]
fn soldier_picture() {
    check_file("examples/soldier/picture.svg", "soldier", &["--picture", "svg", "37"]);
}

/// As with `| head`.
#[test]
fn a_reader_that_goes_away_is_no_error() {
    for arguments in [&["--picture", "svg"][..], &[]] {
        let mut command = Command::new(program("soldier"));
        let command = command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("`cargo build --examples`");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && errors.is_empty(), "{arguments:?}: {errors}");
    }
}

#[test]
fn chase_flee() {
    check("chase_flee");
}

#[test]
fn villager() {
    check("villager");
}

#[test]
fn squad() {
    check("squad");
}

#[test]
fn crowd() {
    check("crowd");
}

#[test]
fn day() {
    check("day");
}

#[test]
fn door() {
    check("door");
}

#[test]
fn seat() {
    check("seat");
}

#[test]
fn vacuum() {
    check("vacuum");
}
