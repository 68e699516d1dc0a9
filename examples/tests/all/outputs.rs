//! The output of the examples of this package does not change, and a page that an example records is one file and contains
//! the tree. To accept the current output:
//!
//! ```sh
//! BLESS=1 cargo test -p examples outputs
//! ```

#[path = "../../../tests/examples/compare.rs"]
mod compare;

use crate::{soldier, vacuum};
use std::error::Error;
use std::fs;
use std::path::Path;

fn check(name: &str, program: &str, arguments: &[&str]) {
    let golden =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../tests/examples/{name}.txt"));
    compare::check(Path::new(program), arguments, &golden, "cargo test -p examples outputs");
}

#[test]
fn picking() {
    check("picking", env!("CARGO_BIN_EXE_picking"), &[]);
}

/// The story by the trees that are loaded from `village.tree`.
#[test]
fn studio() {
    check("studio", env!("CARGO_BIN_EXE_studio"), &[]);
}

/// The same story by the trees that are compiled from the same file.
#[test]
fn studio_compiled() {
    check("studio", env!("CARGO_BIN_EXE_studio"), &["--release-like"]);
}

/// Two days by the trees of the file that `--edit` edits.
#[test]
fn workshop() {
    check("workshop", env!("CARGO_BIN_EXE_workshop"), &[]);
}

fn check_page<E: Error>(name: &str, save: impl FnOnce(&str) -> Result<(), E>, leaf: &str) {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("examples_{name}_page.html"));
    save(path.to_str().expect("the folder is plain text")).expect("the page can be written");
    let page = fs::read_to_string(path).expect("the page is written");
    assert!(page.contains("<html") && page.contains(leaf), "{name}");
}

#[test]
fn a_page_of_the_soldier() {
    check_page("soldier", soldier::record::save, "npc.run_away()");
}

#[test]
fn a_page_of_the_vacuum() {
    check_page("vacuum", vacuum::record, "robot.house.tour()");
}
