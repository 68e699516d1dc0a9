//! Makes a table of the instructions per tick that callgrind has counted:
//!
//! ```sh
//! cargo bench -p benches --features callgrind --bench instructions -- --output-format=json |
//!     cargo run -p benches --features callgrind --bin instructions
//! ```

use benches::cases::{AGENTS, Case, TICKS, cases};
use serde_json::Value;
use std::io;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut counted: Vec<(Case, f64)> = Vec::new();
    let cases = cases();
    for line in io::stdin().lines() {
        let line: Value = serde_json::from_str(&line?)?;
        let id = line["id"].as_str().ok_or("no id")?;
        let case = id.trim_start_matches("case_").parse::<usize>()?;
        let instructions = find(&line["profiles"], "Ir").ok_or("no instructions")?;
        counted.push((cases[case], instructions / f64::from(AGENTS) / f64::from(TICKS)));
    }
    println!("| tree | leaves | no tree | tree | observed | by hand | tree / best by hand |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for group in counted.chunk_by(|(one, _), (next, _)| one.is_beside(next)) {
        row(group);
    }
    Ok(())
}

fn row(group: &[(Case, f64)]) {
    let of = |variant| {
        let case = group.iter().find(|(case, _)| case.variant == variant);
        case.map_or(f64::NAN, |(_, instructions)| *instructions)
    };
    let hand: Vec<_> = group.iter().filter(|(case, _)| case.is_by_hand()).collect();
    let best = hand.iter().map(|(_, instructions)| *instructions).fold(f64::INFINITY, f64::min);
    let hand: Vec<_> =
        hand.iter().map(|(case, count)| format!("{} {count:.1}", case.variant)).collect();
    let (case, tree) = (group[0].0, of("tree"));
    let ratio = if hand.is_empty() { String::new() } else { format!("{:.2}", tree / best) };
    println!(
        "| {} | {} | {:.1} | {tree:.1} | {:+.2} | {} | {ratio} |",
        case.tree,
        case.leaves,
        of("nothing"),
        of("observed") - tree,
        hand.join(", "),
    );
}

/// The new value of a metric, wherever it stands.
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
