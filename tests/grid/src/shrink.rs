//! Makes a history that fails shorter.

use crate::{Operation, World, play};

/// Leaves out what can be left out, in larger and smaller pieces, as long as the rest fails, too.
#[must_use]
pub fn shrunk(world: World, operations: &[Operation]) -> Vec<Operation> {
    // A long history takes long to play.
    const TRIES: usize = 3_000;
    let mut failing = operations.to_vec();
    let mut tries = 0;
    cut(world, &mut failing);
    let mut piece = failing.len() / 2;
    while piece > 0 && tries < TRIES {
        let mut from = 0;
        while from < failing.len() && tries < TRIES {
            let mut shorter = failing.clone();
            shorter.drain(from..(from + piece).min(failing.len()));
            tries += 1;
            if cut(world, &mut shorter) {
                failing = shorter;
            } else {
                from += piece;
            }
        }
        piece /= 2;
    }
    failing
}

/// Ends a history where it fails. Whether it does.
fn cut(world: World, operations: &mut Vec<Operation>) -> bool {
    match play(world, operations) {
        Ok(_) => false,
        Err((place, _)) => {
            operations.truncate(place + 1);
            true
        }
    }
}
