//! Runs the tests of `edition`, a program of the edition of 2021 that has the library under another name.

use crate::library::{empty_folder, rustc};
use std::path::Path;
use std::process::Command;

#[test]
fn a_program_of_another_edition_passes_its_tests() {
    let program = empty_folder("edition").join("edition.exe");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("edition");
    let mut rustc = rustc(&folder, "trees");
    rustc.args(["--edition=2021", "--test", "edition.rs", "-o"]).arg(&program);
    assert!(rustc.status().expect("rustc runs").success(), "it does not compile");
    assert!(Command::new(program).status().expect("it runs").success(), "its tests fail");
}
