//! The grid gives the same results as a plain list, in long random histories.
//!
//! `HISTORIES=1000000` plays that many operations instead of forty thousand, and `HISTORY=17` plays only
//! the history with this number.

use grid_histories::{Size, history, play, shrunk};
use std::env::var;

/// One in this number of histories has thousands of entities.
const LARGE: u64 = 50;

#[test]
fn the_grid_does_what_a_list_does() {
    let number = |name| var(name).ok().map(|number| number.parse().expect("it is a number"));
    if let Some(one) = number("HISTORY") {
        play_one(one);
        return;
    }
    let wanted = number("HISTORIES").unwrap_or(40_000);
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
