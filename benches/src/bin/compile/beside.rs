//! Compares the compile time of trees with that of hand-written programs that do the same.

use crate::libraries::{Libraries, Mode};
use crate::rustc::{Cost, compile, program};
use crate::{hand, mixture};
use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

const RUNS: usize = 3;

/// The sizes for nodes that keep data: two, because in release the time of one large `match` grows
/// faster than its size.
const GROUPS: [usize; 2] = [24, 96];

/// The tables, in markdown: one of plain nodes, and those of nodes that keep data.
pub(crate) fn print(directory: &Path) -> Result<(), Box<dyn Error>> {
    let nodes = 1_000;
    let by_hand = [("by hand", hand::machine(nodes))];
    table(directory, nodes, &by_hand, &program(&hand::tree(nodes)))?;
    for groups in GROUPS {
        let by_hand = [
            ("by hand", mixture::machine(groups, false)),
            ("by hand, with an observer", mixture::machine(groups, true)),
        ];
        let tree = program(&mixture::tree(groups));
        table(directory, groups * mixture::GROUP_NODES, &by_hand, &tree)?;
    }
    Ok(())
}

fn table(
    directory: &Path,
    nodes: usize,
    by_hand: &[(&str, String)],
    tree: &str,
) -> Result<(), Box<dyn Error>> {
    let mut lines: Vec<String> = by_hand.iter().map(|(name, _)| format!("| {name} |")).collect();
    lines.extend(["| as a tree |", "| as a tree, the macro included |"].map(String::from));
    let mut head = format!("\n| {nodes} nodes |");
    for mode in [Mode::Debug, Mode::Release] {
        let _ = write!(head, " {0}: ms a node | {0}: bytes a node |", mode.name());
        let libraries = Libraries::build(directory, mode, false)?;
        let empty = compile(directory, &libraries, ("", 1), RUNS)?.compiler;
        let mut cells = Vec::new();
        for (_, program) in by_hand {
            let cost = compile(directory, &libraries, (program, nodes), RUNS)?;
            cells.push(cell(&cost, cost.compiler, empty));
        }
        let cost = compile(directory, &libraries, (tree, nodes), RUNS)?;
        cells.push(cell(&cost, cost.compiler, empty));
        cells.push(cell(&cost, cost.compiler + cost.expansion, empty));
        lines.iter_mut().zip(cells).for_each(|(line, cell)| *line += &cell);
    }
    println!("{head}\n| --- | --: | --: | --: | --: |\n{}", lines.join("\n"));
    Ok(())
}

/// A time minus the time of an empty library, and the machine code, for each node.
fn cell(cost: &Cost, time: Duration, empty: Duration) -> String {
    let time = cost.each(time.saturating_sub(empty).as_secs_f64()) * 1e3;
    format!(" {time:.2} | {:.0} |", cost.bytes())
}
