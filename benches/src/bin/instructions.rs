//! Makes a table of the instructions per tick that callgrind has counted, and fails if one of the targets is missed:
//!
//! ```sh
//! cargo bench -p benches --features callgrind --bench instructions -- --output-format=json |
//!     cargo run --release -p benches --features callgrind --bin instructions
//! ```

use benches::cases::{AGENTS, Case, TICKS, cases, visits};
use serde_json::Value;
use std::io;
use std::process::ExitCode;

/// The instructions of a tree relative to those of the hand-written `match`, with inlinable and with
/// opaque leaves.
const TARGETS: [(&str, f64, f64); 12] = [
    ("soldier memory", 1.02, 1.02),
    ("soldier reactive", 1.02, 1.02),
    ("errands", 0.92, 0.92),
    // The machine code differs in one instruction: no improvement is possible.
    ("descent", 1.03, 1.04),
    ("levels", 1.02, 0.96),
    ("ship", 0.90, 0.90),
    ("random 10", 1.02, 1.02),
    ("random 100", 1.02, 1.02),
    // The same decisions; three additional jumps around the code that would abort.
    ("nothing to abort", 1.15, 1.15),
    ("preferences", 1.03, 1.03),
    // The tree also runs the cleanup if a leaf panics.
    ("kept value", 1.06, 1.06),
    ("cleanup", 1.02, 1.02),
];

/// The ticks of the first tree take no more instructions than those of the second.
const SAME: [(&str, &str); 1] = [("depth 300", "depth 3")];

/// The most instructions of a loaded tree, relative to those of the `match` by hand or, if there is none, of the tree
/// compiled from the file, with inlinable and with opaque leaves.
const LOADED: [(&str, f64, f64); 5] = [
    ("soldier memory", 2.2, 1.8),
    ("soldier reactive", 2.4, 1.9),
    ("errands", 2.1, 1.4),
    ("descent", 2.7, 2.1),
    ("dog", 5.1, 4.5),
];

/// Differences below this number of instructions per tick count as zero: they come from the loop around
/// the ticks.
const NONE: f64 = 0.005;

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let mut counted: Vec<(Case, f64)> = Vec::new();
    let cases = cases();
    for line in io::stdin().lines() {
        let line: Value = serde_json::from_str(&line?)?;
        let id = line["id"].as_str().ok_or("no id")?;
        let case = id.trim_start_matches("case_").parse::<usize>()?;
        let instructions = find(&line["profiles"], "Ir").ok_or("no instructions")?;
        counted.push((cases[case], instructions / f64::from(AGENTS) / f64::from(TICKS)));
    }
    if counted.len() != cases.len() {
        return Err(format!("{} of {} cases were counted", counted.len(), cases.len()).into());
    }
    println!("| tree | leaves | no tree | tree | observed | loaded | by hand | tree / match |");
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    let mut missed = Vec::new();
    for group in counted.chunk_by(|(one, _), (next, _)| one.is_beside(next)) {
        missed.extend(row(group));
    }
    missed.extend(SAME.iter().filter_map(|pair| more(&counted, *pair)));
    print_visits(&counted);
    for target in &missed {
        eprintln!("missed: {target}");
    }
    Ok(if missed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints a tree with one kind of leaves, and returns the targets that it misses.
fn row(group: &[(Case, f64)]) -> Vec<String> {
    let of = |variant| {
        let case = group.iter().find(|(case, _)| case.variant == variant);
        case.map_or(f64::NAN, |(_, instructions)| *instructions)
    };
    let hand: Vec<String> = group
        .iter()
        .filter(|(case, _)| case.is_by_hand())
        .map(|(case, count)| format!("{} {count:.1}", case.variant))
        .collect();
    let (Case { tree, leaves, .. }, count) = (group[0].0, of("tree"));
    let (observed, ratio) = (of("observed") - count, count / of("match"));
    let shown = if hand.is_empty() { String::new() } else { format!("{ratio:.2}") };
    let more = if observed.is_nan() { String::new() } else { format!("{observed:+.2}") };
    let loaded = of("loaded");
    let interpreted = if loaded.is_nan() { String::new() } else { format!("{loaded:.1}") };
    println!(
        "| {tree} | {leaves} | {:.1} | {count:.1} | {more} | {interpreted} | {} | {shown} |",
        of("nothing"),
        hand.join(", "),
    );
    let mut missed = Vec::new();
    if observed > NONE {
        missed.push(format!("{tree}, {leaves}: an observer that does nothing takes {observed:.2}"));
    }
    missed.extend(from_file(&group[0].0, count, of("file")));
    if let Some((_, inlinable, opaque)) = LOADED.iter().find(|(name, ..)| *name == tree) {
        let most = if leaves == "opaque" { opaque } else { inlinable };
        let compiled = if hand.is_empty() { "file" } else { "match" };
        let ratio = loaded / of(compiled);
        // This is `false` also if one of them was not counted.
        let holds = ratio <= *most;
        if !holds {
            missed.push(format!(
                "{tree}, {leaves}, loaded: {ratio:.2} of the {compiled}, not {most}"
            ));
        }
    }
    if let Some((_, inlinable, opaque)) = TARGETS.iter().find(|(name, ..)| *name == tree) {
        let target = if leaves == "opaque" { opaque } else { inlinable };
        if ratio > target + NONE {
            missed.push(format!("{tree}, {leaves}: {ratio:.3} of the match, not {target}"));
        }
    }
    missed
}

/// The target that is missed if a tree from a file takes more than the same tree inline.
fn from_file(case: &Case, inline: f64, file: f64) -> Option<String> {
    // Only some trees stand in files. Code around the tick may be placed in another way.
    let is_more = !file.is_nan() && file > inline + 1.0;
    let text =
        || format!("{}, {}: {file:.2} from a file, {inline:.2} inline", case.tree, case.leaves);
    is_more.then(text)
}

/// The instructions of a case.
fn of(counted: &[(Case, f64)], tree: &str, leaves: &str, variant: &str) -> f64 {
    let is_it = |case: &Case| (case.tree, case.leaves, case.variant) == (tree, leaves, variant);
    let found = counted.iter().find(|(case, _)| is_it(case));
    found.map_or(f64::NAN, |(_, instructions)| *instructions)
}

/// The missed target, if one tree takes more instructions than the other.
fn more(counted: &[(Case, f64)], (one, other): (&str, &str)) -> Option<String> {
    let [one_takes, other_takes] = [one, other].map(|tree| of(counted, tree, "inlinable", "tree"));
    let more = one_takes - other_takes;
    // This is `false` also if one of them was not counted.
    let holds = more <= NONE;
    (!holds).then(|| format!("{one} takes {more:.2} more than {other}"))
}

/// Prints the nodes that ticks of random trees visit, and the instructions without those of no tree.
fn print_visits(counted: &[(Case, f64)]) {
    println!();
    println!(
        "| tree | visited in the run | leaves in a tick | finished in it | active behind it | inlinable | opaque |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for (tree, visits) in visits() {
        let [inlinable, opaque] = ["inlinable", "opaque"]
            .map(|leaves| of(counted, tree, leaves, "tree") - of(counted, tree, leaves, "nothing"));
        println!(
            "| {tree} | {} | {:.2} | {:.2} | {:.2} | {inlinable:.1} | {opaque:.1} |",
            visits.seen(),
            visits.leaves(),
            visits.finished(),
            visits.active(),
        );
    }
}

/// The new value of a metric, at any depth of the JSON.
fn find(value: &Value, metric: &str) -> Option<f64> {
    match value {
        Value::Object(fields) => match fields.get(metric) {
            Some(found) => found["values"]["new"].as_f64(),
            None => fields.values().find_map(|value| find(value, metric)),
        },
        Value::Array(items) => items.iter().find_map(|value| find(value, metric)),
        _ => None,
    }
}
