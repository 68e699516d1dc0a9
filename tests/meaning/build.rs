//! Writes random trees of `behavior_tree!`, files with random trees, the trees of cases and of recorded traces, and imported
//! trees.
//!
//! rustc takes most of the time of these tests, so a sample is compiled; `tests/README.md` has the variables for more.

#[allow(unreachable_pub, reason = "the library has it, too")]
#[path = "src/archive.rs"]
mod archive;
#[allow(dead_code, unreachable_pub, reason = "the library uses the rest")]
#[path = "src/cases/text.rs"]
mod cases;
#[allow(dead_code, unreachable_pub, reason = "the library uses the rest")]
#[path = "src/filed.rs"]
mod filed;
#[path = "build/files.rs"]
mod files;
#[allow(dead_code, unreachable_pub, reason = "the library uses the rest")]
#[path = "src/generator.rs"]
mod generator;
#[path = "build/imports.rs"]
mod imports;
#[allow(dead_code, unreachable_pub, reason = "the library uses the rest")]
#[path = "src/language.rs"]
mod language;
#[allow(dead_code, unreachable_pub, reason = "the library uses the rest")]
#[path = "src/printer.rs"]
mod printer;
#[allow(dead_code, unreachable_pub, reason = "the library uses the rest")]
#[path = "src/random.rs"]
mod random;
#[allow(dead_code, unreachable_pub, reason = "the library uses the rest")]
#[path = "src/recorded.rs"]
mod recorded;
#[path = "build/vocabulary.rs"]
mod vocabulary;

use language::Node;
use std::env;
use std::fmt::Write;
use std::fs;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=cases");
    println!("cargo::rerun-if-changed=recorded");
    println!("cargo::rerun-if-changed=src");
    let first = number("MEANING_FIRST_TREE", 1);
    let count = number("MEANING_TREES", 12);
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
    let files = files::written(directory, first, number("MEANING_FILES", 4));
    fs::write(directory.join("files.rs"), files).expect("can write");
    fs::write(directory.join("imports.rs"), imports::modules(directory)).expect("can write");
    fs::write(directory.join("recorded.rs"), recorded_trees()).expect("can write");
    fs::write(directory.join("cases.rs"), cases(directory)).expect("can write");
}

/// The trees of the sample of recorded traces, and a table of them.
fn recorded_trees() -> String {
    let sample = recorded::sample();
    let mut trees = String::new();
    let mut table = String::new();
    for file in recorded::FILES {
        for case in recorded::cases(file) {
            if !sample.contains(&(file, case.id)) {
                continue;
            }
            let name = format!("Tree{}{}", file[..1].to_uppercase() + &file[1..], case.id);
            let tree = recorded::source(&case.tree, recorded::Place::Macro, 2);
            let _ = write!(
                trees,
                "behavior_tree! {{\n    #[allow(unreachable_code)]\n    \
                 tree {name}(world: &mut World) {{\n{tree}    }}\n}}\n\n"
            );
            let _ = writeln!(table, "    (\"{file}\", {}, machine::<{name}>),", case.id);
        }
    }
    format!("{trees}const MACHINES: &[Entry] = &[\n{table}];\n")
}

/// The macro call that compiles the trees of all cases, with a table of them.
fn cases(directory: &Path) -> String {
    let (mut trees, mut table) = (String::new(), String::new());
    for case in cases::files().iter().flat_map(|file| cases::read(file).1) {
        trees += &case.trees;
        let _ = writeln!(table, "    (\"{0}\", || Box::new({0}::new())),", case.name());
    }
    let path = directory.join("cases.tree");
    fs::write(&path, trees).expect("can write");
    let path = path.to_str().expect("the path is a text");
    format!(
        "with_case_words! {{ #[derive(Clone, PartialEq)] trees from {path:?} with Words; }}\n\n\
         const COMPILED: &[(&str, Start)] = &[\n{table}];\n"
    )
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
