//! Writes random trees of `behavior_tree!`, and files with random trees.
//!
//! `MEANING_FIRST_TREE=1000 MEANING_TREES=300 cargo test` generates other trees.

#[allow(dead_code, unreachable_pub, reason = "the library uses the rest")]
#[path = "src/filed.rs"]
mod filed;
#[path = "build/files.rs"]
mod files;
#[allow(dead_code, unreachable_pub, reason = "the library uses the rest")]
#[path = "src/generator.rs"]
mod generator;
#[allow(dead_code, unreachable_pub, reason = "the library uses the rest")]
#[path = "src/language.rs"]
mod language;
#[allow(dead_code, unreachable_pub, reason = "the library uses the rest")]
#[path = "src/printer.rs"]
mod printer;
#[allow(dead_code, unreachable_pub, reason = "the library uses the rest")]
#[path = "src/random.rs"]
mod random;
#[path = "build/shapes.rs"]
mod shapes;

use language::Node;
use std::env;
use std::fmt::Write;
use std::fs;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=src");
    let first = number("MEANING_FIRST_TREE", 1);
    let count = number("MEANING_TREES", 150);
    let mut trees = String::new();
    let mut table = String::new();
    for seed in first..first + count {
        let name = format!("Tree{seed}");
        let forest = generator::forest(seed, &name);
        let _ = writeln!(trees, "behavior_tree! {{\n{}}}\n", printer::source(&forest));
        let mut labels = String::new();
        write_labels(&forest.main().root, &name, &mut labels);
        let parameters = forest.main().parameters.iter().zip(1..);
        let parameters: Vec<_> =
            parameters.map(|(_, number)| format!("Kept::new({number})")).collect();
        let new = format!("{name}::new({})", parameters.join(", "));
        let _ = writeln!(
            table,
            "    Entry {{
        seed: {seed},
        make: || Box::new({new}),
        prove: |world| run(&explore_with::<{name}>(limits()), world, || {new}),
        labels: &[{labels}],
    }},"
        );
    }
    let table = format!(
        "#[allow(clippy::redundant_closure, reason = \"some trees have parameters\")]\npub(crate) const MACHINES: &[Entry] = &[\n{table}];\n"
    );
    let directory = env::var("OUT_DIR").expect("cargo sets it");
    let directory = Path::new(&directory);
    fs::write(directory.join("trees.rs"), trees + &table).expect("can write");
    fs::write(directory.join("files.rs"), files::written(directory, first)).expect("can write");
}

/// A number from the environment, which the library reads too.
fn number(variable: &str, default: u64) -> u64 {
    println!("cargo::rerun-if-env-changed={variable}");
    let number = env::var(variable).map_or(default, |text| text.parse().expect("a number"));
    println!("cargo::rustc-env={variable}={number}");
    number
}

/// The labels of a tree and its constants for them.
fn write_labels(node: &Node, tree: &str, labels: &mut String) {
    if let Some(label) = &node.label {
        let _ = write!(labels, "(\"{label}\", {tree}::{}), ", label.to_uppercase());
    }
    for child in &node.children {
        write_labels(child, tree, labels);
    }
}
