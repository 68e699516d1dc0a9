//! The grid gives the same results as a plain list, in long random histories.
//!
//! `HISTORIES=1000000` plays that many operations instead of 6,000, and `HISTORY=17` plays only
//! the history with this number.
#![allow(clippy::float_cmp, reason = "what is promised is exact")]

mod bad_input;
mod exact;
mod generator;
mod player;
mod questions;
mod saves;

use generator::{Area, Operation, Size, Who, World, history};
use player::{Model, Player, play, shrunk};
use std::env::var;

/// A point.
type Point = [f32; 2];

/// The type of the tested grid; the payload is a different number for each entity.
type Grid = bt_space::grid::Grid<u64>;

/// The maximum absolute value of a coordinate: 2^62.
const REACH: f32 = 4_611_686_018_427_387_904.0;

/// The description of a mismatch.
type Mismatch = String;

/// Returns a description of the mismatch, if there is one.
fn check(is_right: bool, what: impl FnOnce() -> Mismatch) -> Result<(), Mismatch> {
    if is_right { Ok(()) } else { Err(what()) }
}

/// One in this number of histories has thousands of entities.
const LARGE: u64 = 50;

#[test]
fn the_grid_does_what_a_list_does() {
    let number = |name| var(name).ok().map(|number| number.parse().expect("it is a number"));
    if let Some(one) = number("HISTORY") {
        play_one(one);
        return;
    }
    let wanted = number("HISTORIES").unwrap_or(6_000);
    let (mut played, mut next) = (0, 0);
    while played < wanted {
        played += play_one(next);
        next += 1;
    }
}

/// The number of its operations.
fn play_one(number: u64) -> u64 {
    let size = if number % LARGE == 0 { Size::Large } else { Size::Small };
    let (world, operations) = history(number, size);
    if let Err((place, mismatch)) = play(world, &operations) {
        let shorter = shrunk(world, &operations[..operations.len().min(place + 1)]);
        let why = play(world, &shorter).err().map(|failed| failed.1);
        let shorter: Vec<_> = shorter.iter().map(|operation| format!("{operation:?}")).collect();
        panic!(
            "HISTORY={number}, operation {place}: {mismatch}\nshorter: {why:?}, in {world:?} after\n{}",
            shorter.join("\n")
        );
    }
    operations.len() as u64
}
