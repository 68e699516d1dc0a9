//! The output of the examples of this package does not change. To accept the current output:
//!
//! ```sh
//! BLESS=1 cargo test -p examples outputs
//! ```

#[path = "../../../tests/examples/compare.rs"]
mod compare;

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
