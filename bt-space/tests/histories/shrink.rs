//! Makes a failing history shorter.

use crate::{Operation, World, play};
use std::time::Instant;

/// Removes larger and smaller pieces as long as the rest still fails, for some seconds at most.
pub(crate) fn shrunk(world: World, operations: &[Operation]) -> Vec<Operation> {
    const SECONDS: u64 = 20;
    let mut failing = operations.to_vec();
    let start = Instant::now();
    let is_time = || start.elapsed().as_secs() < SECONDS;
    cut(world, &mut failing);
    let mut piece = failing.len() / 2;
    while piece > 0 && is_time() {
        let mut from = 0;
        while from < failing.len() && is_time() {
            let mut shorter = failing.clone();
            shorter.drain(from..(from + piece).min(failing.len()));
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

/// Cuts a history after its first failure; returns `false` if it does not fail.
fn cut(world: World, operations: &mut Vec<Operation>) -> bool {
    match play(world, operations) {
        Ok(_) => false,
        Err((place, _)) => {
            operations.truncate(place + 1);
            true
        }
    }
}
