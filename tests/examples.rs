//! The output of the examples does not change.
//!
//! Each example is run as a program with its output piped, and compared with `examples/NAME.txt` next to
//! this file. `cargo test` builds the examples first; `cargo test --test examples` alone does not. To
//! accept the current output:
//!
//! ```sh
//! cargo build --examples && BLESS=1 cargo test --test examples
//! ```

use std::{
    env, fs, iter,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Cargo builds the examples before it runs the tests, into a folder next to theirs.
fn program(name: &str) -> PathBuf {
    let test = env::current_exe().expect("a test knows where it is");
    let profile = test.ancestors().nth(2).expect("a test lies in the folder `deps` of its profile");
    profile.join("examples").join(format!("{name}{}", env::consts::EXE_SUFFIX))
}

fn output(name: &str, arguments: &[&str]) -> String {
    let program = program(name);
    let output = Command::new(&program)
        .args(arguments)
        .output()
        .unwrap_or_else(|error| panic!("{}: {error}; `cargo build --examples`", program.display()));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "example `{name}` failed: {}\n{errors}", output.status);
    String::from_utf8(output.stdout).expect("examples print UTF-8")
}

/// The first line that differs: its number, the expected text, the actual text.
fn first_difference<'a>(expected: &'a str, actual: &'a str) -> Option<(usize, &'a str, &'a str)> {
    const END: &str = "(the end)";
    let length = expected.lines().count().max(actual.lines().count());
    let expected = expected.lines().chain(iter::repeat(END));
    let actual = actual.lines().chain(iter::repeat(END));
    let mut numbered = (1..=length).zip(expected.zip(actual));
    let (number, (expected, actual)) =
        numbered.find(|(_, (expected, actual))| expected != actual)?;
    Some((number, expected, actual))
}

fn check(name: &str) {
    check_file(&format!("tests/examples/{name}.txt"), name, &[]);
}

fn check_file(golden: &str, name: &str, arguments: &[&str]) {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join(golden);
    let actual = output(name, arguments);
    if env::var_os("BLESS").is_some() {
        fs::write(&golden, actual).expect("the golden file can be written");
        return;
    }
    let expected = fs::read_to_string(&golden).expect("there is a golden file: BLESS=1 writes it");
    if let Some((line, expected, actual)) = first_difference(&expected, &actual) {
        panic!(
            "example `{name}`, line {line}:\n  expected: {expected}\n    actual: {actual}\n\
             if the new output is right: `BLESS=1 cargo test --test examples`"
        );
    }
}

#[test]
fn soldier() {
    check("soldier");
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
fn picking() {
    check("picking");
}

#[test]
fn seat() {
    check("seat");
}

/// The story by the trees that are loaded from `village.tree`.
#[test]
fn studio() {
    check("studio");
}

/// The same story by the trees that are compiled from the same file.
#[test]
fn studio_compiled() {
    check_file("tests/examples/studio.txt", "studio", &["--release-like"]);
}

/// Two days by the trees of the file that `--edit` edits.
#[test]
fn workshop() {
    check("workshop");
}

#[test]
fn vacuum() {
    check("vacuum");
}

/// The page is one file and contains the robot's tree.
#[test]
fn vacuum_page() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("examples_vacuum_page.html");
    let path = path.to_str().expect("the folder is plain text");
    assert!(output("vacuum", &["--record", path]).contains(path));
    let page = fs::read_to_string(path).expect("the page is written");
    assert!(page.contains("<html") && page.contains("robot.house.tour()"));
}
