//! Makes the draws of a failing run smaller.
//!
//! ```text
//! 300 steps, 61 draws that are not zero → fewer steps → fewer draws → smaller draws, until nothing can be left out
//! ```
//!
//! A run is smaller if it has fewer steps, then if fewer of its draws are not zero, then if their sum is smaller. Each
//! attempt that is accepted is smaller than the run before, and the order of the attempts is fixed: so is the result.

use super::chance::Draws;

/// The largest number of runs that are tried.
const ATTEMPTS: usize = 5_000;

/// The smallest draws found that still fail; `run` returns the draws that a run has used up to its failure, and `None`
/// if it does not fail in the same way.
pub(super) fn smallest(draws: Draws, run: impl FnMut(&Draws) -> Option<Draws>) -> Draws {
    let mut shrinking = Shrinking { draws, run, left: ATTEMPTS };
    while shrinking.left > 0 {
        let before = size(&shrinking.draws);
        shrinking.remove_steps();
        shrinking.clear_draws();
        shrinking.lower_draws();
        if size(&shrinking.draws) == before {
            break;
        }
    }
    shrinking.draws
}

struct Shrinking<F> {
    draws: Draws,
    run: F,
    left: usize,
}

fn size(draws: &Draws) -> (usize, usize, u128) {
    let disturbances = draws.iter().flatten().filter(|draw| **draw != 0);
    let sum = draws.iter().flatten().map(|draw| u128::from(*draw)).sum();
    (draws.len(), disturbances.count(), sum)
}

/// The places of the draws that are not zero.
fn disturbances(draws: &Draws) -> Vec<(usize, usize)> {
    let steps = draws.iter().enumerate();
    let places = steps.flat_map(|(step, draws)| {
        let draws = draws.iter().enumerate().filter(|(_, draw)| **draw != 0);
        draws.map(move |(place, _)| (step, place))
    });
    places.collect()
}

impl<F: FnMut(&Draws) -> Option<Draws>> Shrinking<F> {
    /// Returns `true` if the run still fails, and is smaller.
    fn accept(&mut self, draws: &Draws) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        let Some(used) = (self.run)(draws) else { return false };
        let is_smaller = size(&used) < size(&self.draws);
        if is_smaller {
            self.draws = used;
        }
        is_smaller
    }

    /// Leaves out whole steps, many at once first.
    fn remove_steps(&mut self) {
        let mut length = self.draws.len();
        while length > 0 {
            let mut end = self.draws.len();
            while end > 0 {
                let start = end.saturating_sub(length);
                let mut draws = self.draws.clone();
                draws.drain(start..end);
                self.accept(&draws);
                end = start.min(self.draws.len());
            }
            length /= 2;
        }
    }

    /// Makes draws zero, many at once first.
    fn clear_draws(&mut self) {
        let mut length = disturbances(&self.draws).len();
        while length > 0 {
            let mut end = disturbances(&self.draws).len();
            while end > 0 {
                let start = end.saturating_sub(length);
                let mut draws = self.draws.clone();
                for (step, place) in &disturbances(&self.draws)[start..end] {
                    draws[*step][*place] = 0;
                }
                self.accept(&draws);
                end = start.min(disturbances(&self.draws).len());
            }
            length /= 2;
        }
    }

    /// Makes each draw smaller, in halves of what is left.
    fn lower_draws(&mut self) {
        for (step, place) in disturbances(&self.draws) {
            let draw = |draws: &Draws| draws.get(step)?.get(place).copied();
            let mut passes = 0;
            while let Some(high) = draw(&self.draws).filter(|draw| *draw > passes) {
                let middle = passes + (high - passes) / 2;
                let mut draws = self.draws.clone();
                draws[step][place] = middle;
                if !self.accept(&draws) {
                    passes = middle + 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Draws, smallest};

    /// Draws once in each step, and fails in the first one in which the sum is at least 10. As in a world, draws that are
    /// not used, and zeros at the end of a step, are not in the result.
    fn run(draws: &Draws) -> Option<Draws> {
        let mut sum = 0;
        let fails = draws.iter().position(|step| {
            sum += step.first().copied().unwrap_or_default();
            sum >= 10
        });
        let used =
            |step: &Vec<u64>| step.iter().copied().take(1).filter(|draw| *draw > 0).collect();
        fails.map(|step| draws[..=step].iter().map(used).collect())
    }

    #[test]
    fn what_does_not_matter_is_left_out() {
        let draws = vec![vec![3, 8], vec![], vec![0, 5], vec![5], vec![9, 1], vec![1]];
        let smallest = smallest(draws, run);
        assert_eq!(smallest.len(), 2, "{smallest:?}");
        assert!(smallest.iter().all(|step| step.len() == 1), "{smallest:?}");
        assert_eq!(smallest.iter().flatten().sum::<u64>(), 10, "{smallest:?}");
    }

    #[test]
    fn a_run_that_fails_at_once_needs_nothing() {
        let smallest = smallest(vec![vec![7], vec![8]], |_| Some(vec![vec![]]));
        assert_eq!(smallest, [Vec::<u64>::new()]);
    }
}
