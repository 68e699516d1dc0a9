//! A page that an example records is one file and contains the tree.

use crate::{soldier, vacuum};
use std::error::Error;
use std::fs;
use std::path::Path;

fn check<E: Error>(name: &str, save: impl FnOnce(&str) -> Result<(), E>, leaf: &str) {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("examples_{name}_page.html"));
    save(path.to_str().expect("the folder is plain text")).expect("the page can be written");
    let page = fs::read_to_string(path).expect("the page is written");
    assert!(page.contains("<html") && page.contains(leaf), "{name}");
}

#[test]
fn soldier() {
    check("soldier", soldier::record::save, "npc.run_away()");
}

#[test]
fn vacuum() {
    check("vacuum", vacuum::record::save, "robot.house.tour()");
}
