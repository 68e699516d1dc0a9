//! The same trees in the same worlds on every library for behavior trees in Rust.
//!
//! `cargo run --release --features trees --bin trees -- [TABLE…] [--agents N] [--ticks N] [--rounds N]`
//!
//! With `--features bevior_tree,bevy_behave` only the plugins for Bevy are built.

#![cfg_attr(
    not(all(feature = "bevior_tree", feature = "others")),
    allow(dead_code, unused_mut, reason = "the libraries that are left out need it")
)]

#[cfg(feature = "others")]
mod ambient;
mod contender;
mod descent;
mod errands;
mod measure;
mod peers;
mod report;
mod soldier;
mod tables;
mod tree;

use measure::Effort;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut effort = Effort { agents: 1_000, ticks: 50, rounds: 40 };
    let mut wanted = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next()?.parse::<u32>().ok().filter(|number| *number > 0);
        let known = match argument.as_str() {
            "--agents" => number().map(|agents| effort.agents = agents as usize),
            "--ticks" => number().map(|ticks| effort.ticks = ticks),
            "--rounds" => number().map(|rounds| effort.rounds = rounds as usize),
            table => {
                wanted.push(table.to_owned());
                Some(())
            }
        };
        if known.is_none() {
            eprintln!("{argument} takes a number");
            return ExitCode::FAILURE;
        }
    }
    let mut measured = Vec::new();
    let mut agree = true;
    for table in tables::tables() {
        if wanted.is_empty() || wanted.iter().any(|wanted| wanted == table.name) {
            let figures = measure::measure(&table.rows, effort);
            agree &= report::print(&table, &figures);
            measured.push((table, figures));
        }
    }
    report::summary(&measured);
    if agree { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
