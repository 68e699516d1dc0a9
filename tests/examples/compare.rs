//! Compares what examples print with files.

use std::path::Path;
use std::process::Command;
use std::{env, fs, iter};

/// Runs a program with its output piped, and compares that with a file below `tests/examples`.
pub(crate) fn check(program: &Path, arguments: &[&str], golden: &Path, accept: &str) {
    let output = Command::new(program).args(arguments).output().unwrap_or_else(|error| {
        panic!("{}: {error}; cargo builds it if no test is named", program.display())
    });
    let errors = String::from_utf8_lossy(&output.stderr);
    let program = program.display();
    assert!(output.status.success(), "{program} failed: {}\n{errors}", output.status);
    let actual = String::from_utf8(output.stdout).expect("examples print UTF-8");
    if env::var_os("BLESS").is_some() {
        fs::write(golden, actual).expect("the golden file can be written");
        return;
    }
    let expected = fs::read_to_string(golden).expect("there is a golden file: BLESS=1 writes it");
    if let Some((line, expected, actual)) = first_difference(&expected, &actual) {
        panic!(
            "{program}, line {line}:\n  expected: {expected}\n    actual: {actual}\n\
             if the new output is right: `BLESS=1 {accept}`"
        );
    }
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
