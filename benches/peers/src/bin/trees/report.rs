//! Prints what was measured.

use crate::measure::Figures;
use crate::tables::Table;

/// Prints a table; returns `true` if all rows have the checksums of the hand-written code.
pub(crate) fn print(table: &Table, figures: &[Figures]) -> bool {
    let [hand, ours, ..] = figures else { return false };
    println!("\n### {}: {}\n", table.name, table.title);
    println!(
        "| | ns best | ns median | to hand | to ours | allocations per tick | allocations per agent \
         | bytes per agent | |"
    );
    println!("| --- | --: | --: | --: | --: | --: | --: | --: | --- |");
    let mut rows: Vec<_> = figures.iter().collect();
    rows.sort_by(|one, other| one.best().total_cmp(&other.best()));
    for row in &rows {
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
    rows.iter().all(|row| row.agrees_with(hand))
}

/// Prints the times relative to hand-written code, with one column for each table.
pub(crate) fn summary(tables: &[(Table, Vec<Figures>)]) {
    println!("\n### All trees, relative to hand-written code\n");
    let titles: Vec<_> = tables.iter().map(|(table, _)| table.name).collect();
    println!("| | {} |", titles.join(" | "));
    println!("| --- {}|", "| --: ".repeat(titles.len()));
    let mut rows: Vec<(&str, Vec<Option<f64>>)> = Vec::new();
    for (_, figures) in tables {
        for Figures { row, .. } in figures {
            if rows.iter().all(|(name, _)| *name != row.name) {
                rows.push((
                    row.name,
                    tables.iter().map(|table| to_hand(table, row.name)).collect(),
                ));
            }
        }
    }
    // The hand-written code and our library come first.
    if let Some(others) = rows.get_mut(2..) {
        others.sort_by(|(_, one), (_, other)| mean(one).total_cmp(&mean(other)));
    }
    for (name, ratios) in rows {
        let ratios = ratios.iter().map(|ratio| ratio.map_or(String::new(), number));
        println!("| {name} | {} |", ratios.collect::<Vec<_>>().join(" | "));
    }
}

fn to_hand((_, figures): &(Table, Vec<Figures>), name: &str) -> Option<f64> {
    let row = figures.iter().find(|row| row.row.name == name)?;
    Some(row.best() / figures.first()?.best())
}

/// The geometric mean of the existing ratios.
fn mean(ratios: &[Option<f64>]) -> f64 {
    let logarithms: Vec<_> = ratios.iter().flatten().map(|ratio| ratio.ln()).collect();
    let count = logarithms.len() as f64;
    logarithms.iter().sum::<f64>() / count
}

/// A number with three digits: `0.98`, `12.5`, `843`.
fn number(number: f64) -> String {
    match number {
        ..10.0 => format!("{number:.2}"),
        10.0..100.0 => format!("{number:.1}"),
        _ => format!("{number:.0}"),
    }
}
