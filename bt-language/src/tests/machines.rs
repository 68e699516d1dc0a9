//! Machines that are stored as text: they document the lowering. `BLESS=1 cargo test -p bt-language`
//! writes them again.

use crate::machine::Machine;
use crate::{lower, read};
use std::path::Path;

/// The machine of the only tree of a source text.
pub(super) fn machine(source: &str) -> Machine {
    let tokens = source.parse().expect("sound tokens");
    let reading = read(tokens);
    let mistakes = reading.mistakes.in_order();
    assert!(mistakes.is_empty(), "a tree without mistakes: {mistakes:?}");
    let Some(Ok(tree)) = reading.trees.into_iter().next() else { panic!("a tree: {source}") };
    let machine = lower(
        &tree.outline.name.to_string(),
        tree.header(),
        &tree.scope(),
        tree.root,
        &reading.lines,
    )
    .expect("a machine");
    if let Err(faults) = machine.check() {
        panic!("{faults:?}\n{}", machine.to_text());
    }
    machine
}

fn check(name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("machines");
    let source = std::fs::read_to_string(folder.join(format!("{name}.tree"))).expect("a source");
    let text = machine(&source).to_text();
    let path = folder.join(format!("{name}.txt"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &text).expect("the machine can be written");
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    if golden != text {
        let line = golden.lines().zip(text.lines()).position(|(old, new)| old != new);
        panic!("{} has changed from line {:?} on", path.display(), line.map(|line| line + 1));
    }
}

#[test]
fn the_soldier() {
    check("soldier");
}

#[test]
fn a_parallel_under_an_active_selector() {
    check("parallel");
}

#[test]
fn each_decorator() {
    check("decorators");
}
