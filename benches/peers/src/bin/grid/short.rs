//! The summary: all results in one table.

use crate::measure::{Figures, Kind};
use crate::report::thousands;
use crate::targets::{PARTS, Told};

/// Prints the time of the grid, moved one by one, relative to the best crate; and the bytes.
pub(crate) fn print(all: &[Told]) {
    println!("\n### Summary\n");
    let names = PARTS.map(|part| part.name).join(" | ");
    println!("| | {names} | bytes |");
    println!("| --- |{}", " --: |".repeat(PARTS.len() + 1));
    for told in all {
        let Some(ours) = told.figures.iter().find(|of| of.row.kind == Kind::Ours) else { continue };
        let ratios = PARTS.map(|part| ratio(told, ours, part.of)).join(" | ");
        let place = format!("{}, {}", thousands(told.entities), told.layout.name());
        println!("| {place} | {ratios} | {:.0} |", ours.bytes_per_entity);
    }
}

fn ratio(told: &Told, ours: &Figures, of: fn(&Figures) -> Option<f64>) -> String {
    let peers = told.figures.iter().filter(|peer| peer.row.kind == Kind::Peer);
    let best = peers.filter_map(of).min_by(f64::total_cmp);
    match (of(ours), best) {
        (Some(our), Some(best)) => format!("{:.2}", our / best),
        _ => String::new(),
    }
}
