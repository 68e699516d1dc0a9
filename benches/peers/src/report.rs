//! Prints what was measured.

use crate::measure::Figures;
use crate::tables::Table;

/// Prints a table; tells whether all that say nothing else have done what is done by hand.
pub(crate) fn print(table: &Table, figures: &[Figures]) -> bool {
    let [hand, ours, ..] = figures else { return false };
    println!("\n### {}: {}\n", table.name, table.title);
    println!(
        "| | ns best | ns median | to hand | to ours | allocations per tick | per agent | bytes per agent | |"
    );
    println!("| --- | --: | --: | --: | --: | --: | --: | --: | --- |");
    let mut rows: Vec<_> = figures.iter().collect();
    rows.sort_by(|one, other| one.best().total_cmp(&other.best()));
    let mut agree = true;
    for row in rows {
        agree &= row.agrees_with(hand);
        println!(
            "| {} | {} | {} | {} | {} | {:.2} | {:.0} | {:.0} | {}{} |",
            row.row.name,
            number(row.best()),
            number(row.median()),
            number(row.best() / hand.best()),
            number(row.best() / ours.best()),
            row.allocations_per_tick,
            row.allocations_per_agent,
            row.bytes_per_agent,
            row.row.note,
            if row.agrees_with(hand) { "" } else { " **does something else**" },
        );
    }
    agree
}

/// Three digits: `0.98`, `12.5`, `843`.
fn number(number: f64) -> String {
    match number {
        ..10.0 => format!("{number:.2}"),
        10.0..100.0 => format!("{number:.1}"),
        _ => format!("{number:.0}"),
    }
}
