//! Tables in Markdown.

use crate::machine::Limits;
use crate::measure::{Figures, METRICS};
use crate::world::World;

/// The queries for which whole frames are printed.
const FRAMES: [usize; 3] = [1, 2, 3];

/// Prints what was measured in one world.
pub(crate) fn print(world: &World, figures: &[Figures], limits: &Limits) {
    println!("\n### {} entities, {}\n", thousands(world.entities()), world.layout.name());
    let frames = FRAMES.map(|question| format!("frame, {}", METRICS[question]));
    println!("| | {} | {} | bytes | allocations |", METRICS.join(" | "), frames.join(" | "));
    println!("| --- |{}", " --: |".repeat(METRICS.len() + FRAMES.len() + 2));
    for figures in figures {
        let times = figures.times.map(time).join(" | ");
        let frames = FRAMES.map(|question| time(figures.frame(question))).join(" | ");
        let (bytes, allocations) = (figures.bytes_per_entity, figures.allocations_per_frame);
        let name = figures.row.name;
        println!("| {name} | {times} | {frames} | {bytes:.0} | {allocations:.1} |");
        if !figures.agrees {
            println!("| **{name} has other answers than the first** |");
        }
    }
    let Limits { read, copy, update, runs, lines } = *limits;
    println!(
        "\nThe machine, with 16 bytes for each entity: 64 bytes read in {read:.1} ns ({:.1} GB/s), 48 bytes copied in \
         {copy:.1} ns, a line of 64 bytes changed anywhere in {update:.1} ns, three runs of twelve rows read anywhere \
         in {runs:.0} ns. The lines of memory that the grid needs for the nearest, read and no more: {lines:.0} ns.",
        64.0 / read
    );
}

fn time(nanoseconds: Option<f64>) -> String {
    match nanoseconds {
        None => String::new(),
        Some(time) if time < 100.0 => format!("{time:.1}"),
        Some(time) => format!("{time:.0}"),
    }
}

/// `100000` → `100,000`
pub(crate) fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let parts: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    parts.join(",")
}
