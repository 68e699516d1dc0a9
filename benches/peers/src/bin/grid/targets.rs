//! The targets, and which of them are met.

use crate::measure::{Figures, Kind, METRICS, MOVE};
use crate::report::thousands;
use crate::world::Layout;

/// Everything that was measured in one world.
pub(crate) struct Told {
    pub(crate) layout: Layout,
    pub(crate) entities: usize,
    pub(crate) figures: Vec<Figures>,
}

/// A fraction of the best other crate's time, with a hundred thousand and with a million entities.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    pub(crate) name: &'static str,
    pub(crate) of: fn(&Figures) -> Option<f64>,
    most: [f64; 2],
}

const SIZES: [usize; 2] = [100_000, 1_000_000];
pub(crate) const PARTS: [Part; 8] = [
    Part { name: "move", of: |of| of.times[MOVE], most: [0.33; 2] },
    Part { name: METRICS[1], of: |of| of.times[1], most: [0.4; 2] },
    Part { name: METRICS[2], of: |of| of.times[2], most: [0.3, 0.4] },
    Part { name: METRICS[3], of: |of| of.times[3], most: [0.4, 0.7] },
    Part { name: METRICS[4], of: |of| of.times[4], most: [0.5; 2] },
    Part { name: "frame, count", of: |of| of.frame(1), most: [0.33; 2] },
    Part { name: "frame, group", of: |of| of.frame(2), most: [0.33; 2] },
    Part { name: "frame, collect", of: |of| of.frame(3), most: [0.33; 2] },
];

/// Prints each target that can be judged. Returns `true` if all of them are met.
pub(crate) fn print(all: &[Told]) -> bool {
    println!("\n### Targets\n");
    println!("| | ours | | the other | | ratio | at most | |");
    println!("| --- | --- | --: | --- | --: | --: | --: | --- |");
    let mut met = true;
    for told in all {
        for ours in told.figures.iter().filter(|of| of.row.kind == Kind::Ours) {
            let place = format!("{}, {}", thousands(told.entities), told.layout.name());
            met &= parts(told, ours, &place)
                & brute_force(told, ours, &place)
                & memory(told, ours, &place);
        }
    }
    met
}

fn parts(told: &Told, ours: &Figures, place: &str) -> bool {
    let Some(size) = SIZES.iter().position(|size| *size == told.entities) else { return true };
    let mut met = true;
    // Ways to move do not affect queries.
    let is_first = told.figures[0].row.name == ours.row.name;
    let moves =
        |part: &&Part| is_first || part.name.starts_with("move") || part.name.starts_with("frame");
    for part in PARTS.iter().filter(|_| told.layout == Layout::Uniform).filter(moves) {
        let peers = told.figures.iter().filter(|of| of.row.kind == Kind::Peer);
        let best = peers
            .filter_map(|of| Some((of.row.name, (part.of)(of)?)))
            .min_by(|a, b| a.1.total_cmp(&b.1));
        let (Some(our), Some(best)) = ((part.of)(ours), best) else { continue };
        met &=
            line(&format!("{place}: {}", part.name), (ours.row.name, our), best, part.most[size]);
    }
    met
}

fn brute_force(told: &Told, ours: &Figures, place: &str) -> bool {
    let Some(brute) = told.figures.iter().find(|of| of.row.name == "brute force") else {
        return true;
    };
    let mut met = true;
    for part in PARTS.iter().filter(|part| told.entities == 1_000 && part.name.starts_with("frame"))
    {
        let (Some(our), Some(other)) = ((part.of)(ours), (part.of)(brute)) else { continue };
        met &= line(
            &format!("{place}: {}", part.name),
            (ours.row.name, our),
            (brute.row.name, other),
            1.0,
        );
    }
    met
}

fn memory(told: &Told, ours: &Figures, place: &str) -> bool {
    let mut met = true;
    for (name, have, most) in [
        ("bytes per entity", ours.bytes_per_entity, 48.0),
        ("allocations per frame", ours.allocations_per_frame, 0.0),
    ] {
        if told.layout == Layout::Uniform || have > most {
            println!(
                "| {place}: {name} | {} | {have:.1} | | | | {most} | {} |",
                ours.row.name,
                verdict(have <= most)
            );
            met &= have <= most;
        }
    }
    met
}

fn line(what: &str, ours: (&str, f64), other: (&str, f64), most: f64) -> bool {
    let ratio = ours.1 / other.1;
    let met = ratio <= most;
    println!(
        "| {what} | {} | {:.1} | {} | {:.1} | {ratio:.2} | {most} | {} |",
        ours.0,
        ours.1,
        other.0,
        other.1,
        verdict(met)
    );
    met
}

fn verdict(met: bool) -> &'static str {
    if met { "met" } else { "**missed**" }
}
