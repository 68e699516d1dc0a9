//! Compares neighbor queries of the grid with those of other crates.
//!
//! `cargo run --release --features grid --bin grid -- [uniform|clustered|coherent…] [ENTITIES…] [--rounds N] [--frames N]`

mod contender;
mod contenders;
mod machine;
mod measure;
mod report;
mod short;
mod targets;
mod world;

use contenders::tiles::{ByGroup, Tiles, Whole};
use contenders::{brute_force, flat_spatial, kiddo, ours, rstar, zelll};
use measure::{Effort, Kind, Row};
use std::process::ExitCode;
use targets::Told;
use world::{Layout, World};

const SIZES: [usize; 4] = [1_000, 10_000, 100_000, 1_000_000];

/// The contenders; all have to agree with the first.
fn rows() -> Vec<Row> {
    const ALL: usize = usize::MAX;
    vec![
        Row::of::<ours::OneByOne>("`grid`, `move_to`", Kind::Ours, ALL),
        Row::of::<ours::ByList>("`grid`, `move_all`", Kind::Ours, ALL),
        Row::of::<ours::InItsOrder>("`grid`, `move_each`", Kind::Ours, ALL),
        Row::of::<Tiles<Whole>>("tiles by hand", Kind::Hand, ALL),
        Row::of::<Tiles<ByGroup>>("tiles x groups by hand", Kind::Hand, ALL),
        Row::of::<brute_force::BruteForce>("brute force", Kind::Hand, 10_000),
        Row::of::<flat_spatial::FlatSpatial>("flat_spatial 0.6.1", Kind::Peer, ALL),
        Row::of::<kiddo::Rebuilt>("kiddo 6.3, rebuilt", Kind::Peer, ALL),
        Row::of::<kiddo::Changed>("kiddo 6.3, changed", Kind::Peer, ALL),
        Row::of::<rstar::Rebuilt>("rstar 0.14, rebuilt", Kind::Peer, ALL),
        Row::of::<rstar::Changed>("rstar 0.14, changed", Kind::Peer, 100_000),
        Row::of::<zelll::Zelll>("zelll 0.5", Kind::Peer, ALL),
    ]
}

/// The arguments on the command line.
#[derive(Default)]
struct Wanted {
    layouts: Vec<Layout>,
    sizes: Vec<usize>,
    rounds: Option<usize>,
    frames: Option<usize>,
}

fn main() -> ExitCode {
    let wanted = match wanted(std::env::args().skip(1)) {
        Ok(wanted) => wanted,
        Err(argument) => {
            eprintln!("What is {argument}?");
            return ExitCode::FAILURE;
        }
    };
    let rows = rows();
    let mut all = Vec::new();
    for &entities in &wanted.sizes {
        for &layout in &wanted.layouts {
            let mut effort = effort(entities);
            effort.rounds = wanted.rounds.unwrap_or(effort.rounds);
            effort.frames = wanted.frames.unwrap_or(effort.frames);
            let world = World::new(layout, entities, effort.warm + effort.frames);
            let (figures, limits) = measure::measure(&rows, &world, effort);
            report::print(&world, &figures, &limits);
            all.push(Told { layout, entities, figures });
        }
    }
    short::print(&all);
    targets::print(&all);
    let agree = all.iter().flat_map(|told| &told.figures).all(|figures| figures.agrees);
    if agree { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn wanted(mut arguments: impl Iterator<Item = String>) -> Result<Wanted, String> {
    let mut wanted = Wanted::default();
    while let Some(argument) = arguments.next() {
        let layout = Layout::ALL.into_iter().find(|layout| layout.name() == argument);
        let mut number = || arguments.next()?.parse().ok().filter(|number| *number > 0);
        match argument.as_str() {
            "--rounds" => wanted.rounds = Some(number().ok_or(argument)?),
            "--frames" => wanted.frames = Some(number().ok_or(argument)?),
            _ => match (layout, argument.parse().ok().filter(|size| *size > 0)) {
                (Some(layout), _) => wanted.layouts.push(layout),
                (None, Some(size)) => wanted.sizes.push(size),
                (None, None) => return Err(argument),
            },
        }
    }
    if wanted.layouts.is_empty() {
        wanted.layouts.extend(Layout::ALL);
    }
    if wanted.sizes.is_empty() {
        wanted.sizes.extend(SIZES);
    }
    Ok(wanted)
}

/// The more entities, the fewer rounds: with a million entities, a round takes half a minute.
fn effort(entities: usize) -> Effort {
    match entities {
        0..5_000 => Effort { warm: 8, frames: 20, rounds: 60 },
        5_000..50_000 => Effort { warm: 6, frames: 12, rounds: 15 },
        50_000..500_000 => Effort { warm: 5, frames: 10, rounds: 5 },
        _ => Effort { warm: 3, frames: 5, rounds: 2 },
    }
}
