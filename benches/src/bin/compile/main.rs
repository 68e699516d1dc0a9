//! Measures the compile time of trees by their size: processor time in the macro and in the rest of
//! rustc, machine code, memory. Ends with an error if a target is missed.
//!
//! ```text
//! cargo run --release -p benches --features compile --bin compile
//! cargo run --release -p benches --features compile --bin compile -- hand  # only beside programs by hand
//! cargo run --release -p benches --features compile --bin compile -- values  # only with values and without
//! ```

mod beside;
mod hand;
mod libraries;
mod mixture;
mod rustc;
mod targets;
mod values;

use benches::generated::{Shape, tree};
use libraries::{Libraries, Mode};
use rustc::{Cost, compile, program};
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use targets::Targets;

const SIZES: [usize; 7] = [10, 30, 100, 300, 1_000, 3_000, 10_000];

const CHAINS: [(&str, Shape, &[usize]); 6] = [
    ("sequence and selector, nested", Shape::Composites, &[10, 100, 1_000]),
    ("active composites, nested", Shape::Active, &[10, 100, 1_000]),
    ("decorators with data, nested", Shape::Decorators, &[10, 50, 111]),
    ("values, nested", Shape::Lets, &[10, 50, 111]),
    ("parallels, nested", Shape::Parallels, &[11, 33, 75]),
    ("one sequence", Shape::Row, &[10, 100, 1_000]),
];

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let directory = &std::env::current_exe()?.with_file_name("compiled");
    std::fs::create_dir_all(directory)?;
    match std::env::args().nth(1).as_deref() {
        Some("hand") => beside::print(directory)?,
        Some("values") => values::print(directory)?,
        _ => return all(directory),
    }
    Ok(ExitCode::SUCCESS)
}

fn all(directory: &Path) -> Result<ExitCode, Box<dyn Error>> {
    let mut targets = Targets::default();
    let clean = libraries::clean_build(directory)?;
    targets.at_most("clean build of bt-core, s", clean.as_secs_f64(), 5.0);
    for mode in [Mode::Debug, Mode::Release] {
        let libraries = Libraries::build(directory, mode, false)?;
        let costs = sizes(directory, &libraries)?;
        targets.judge(mode, &costs);
        if mode == Mode::Debug {
            chains(directory, &libraries)?;
        }
    }
    beside::print(directory)?;
    values::print(directory)?;
    let fast = Libraries::build(directory, Mode::Debug, true)?;
    println!("\nrandom trees, debug, the macro optimised");
    targets.judge_fast(&table(directory, &fast, &[100, 1_000, 10_000], shaped(Shape::Random(1)))?);
    Ok(targets.report())
}

fn sizes(directory: &Path, libraries: &Libraries) -> Result<Vec<Cost>, Box<dyn Error>> {
    println!("\nrandom trees, {}", libraries.mode.name());
    table(directory, libraries, &SIZES, shaped(Shape::Random(1)))
}

fn chains(directory: &Path, libraries: &Libraries) -> Result<(), Box<dyn Error>> {
    for (name, shape, depths) in CHAINS {
        println!("\n{name}, {}", libraries.mode.name());
        table(directory, libraries, depths, shaped(shape))?;
    }
    Ok(())
}

/// The program with the tree of a shape and a size.
fn shaped(shape: Shape) -> impl Fn(usize) -> String {
    move |nodes| program(&tree("Tree", shape, nodes))
}

/// Compiles a program of each size and prints a line for each.
fn table(
    directory: &Path,
    libraries: &Libraries,
    sizes: &[usize],
    program: impl Fn(usize) -> String,
) -> Result<Vec<Cost>, Box<dyn Error>> {
    println!("   nodes   macro, s   rustc, s   macro, us/node   rustc, us/node   B/node   MB");
    let mut costs = Vec::new();
    for &nodes in sizes {
        let runs = if nodes < 3_000 { 3 } else { 1 };
        let cost = compile(directory, libraries, (&program(nodes), nodes), runs)?;
        let [expansion, compiler] = [cost.expansion, cost.compiler].map(|time| time.as_secs_f64());
        println!(
            "{nodes:8} {expansion:10.3} {compiler:10.3} {:16.0} {:16.0} {:8.0} {:4}",
            cost.each(expansion) * 1e6,
            cost.each(compiler) * 1e6,
            cost.bytes(),
            cost.memory / 1_000_000,
        );
        costs.push(cost);
    }
    Ok(costs)
}
