//! Random draws that can be replayed, and made smaller if a run fails:
//!
//! ```text
//! 300 steps, 61 draws that are not zero → fewer steps → fewer draws → smaller draws, until nothing can be left out
//! ```
//!
//! A run is smaller if it has fewer steps, then if fewer of its draws are not zero, then if their sum is smaller. Each
//! attempt that is accepted is smaller than the run before, and the order of the attempts is fixed: so is the result.

use core::fmt;
use core::ops::Range;

/// The draws of each step of a run; a draw that is missing is zero.
pub(super) type Draws = Vec<Vec<u64>>;

/// The random numbers of one step of a world: an argument of the closure of [`simulate`](super::simulate).
///
/// Every draw is noted, so that a run can be repeated without its seed. When a run breaks a rule, its draws are made
/// smaller for as long as it still does. The smallest draw of each method means that nothing special happens.
pub struct Chance {
    source: Source,
    drawn: Vec<Drawn>,
}

enum Source {
    Random(SplitMix),
    /// The draws of the step, and how many have been used.
    Draws(Vec<u64>, usize),
}

/// One draw: what was asked for, and the result.
#[derive(Clone, Copy)]
struct Drawn {
    asked: Asked,
    result: u64,
}

#[derive(Clone, Copy)]
enum Asked {
    OneIn(u64),
    Between(i64, i64),
    Fraction,
}

/// The steps between zero and one that [`Chance::fraction`] tells apart.
const FRACTIONS: u64 = 1 << 24;

impl Chance {
    pub(super) fn random(seed: u64) -> Self {
        Self { source: Source::Random(SplitMix(seed)), drawn: Vec::new() }
    }

    pub(super) fn draws() -> Self {
        Self { source: Source::Draws(Vec::new(), 0), drawn: Vec::new() }
    }

    /// Begins a step; in a run that is repeated it has these draws.
    pub(super) fn begin(&mut self, step: &[u64]) {
        self.drawn.clear();
        if let Source::Draws(draws, next) = &mut self.source {
            *next = 0;
            draws.clear();
            draws.extend_from_slice(step);
        }
    }

    /// The draws of the step, without zeros at the end.
    pub(super) fn end(&self) -> Vec<u64> {
        let mut draws: Vec<u64> = self.drawn.iter().map(|drawn| drawn.result).collect();
        while draws.last() == Some(&0) {
            draws.pop();
        }
        draws
    }

    /// The draws of the step that are not zero, as text: `one_in(20) = true, between(0..100) = 7`.
    pub(super) fn text(&self) -> String {
        let disturbs = self.drawn.iter().filter(|drawn| drawn.result != 0);
        let texts: Vec<_> = disturbs.map(ToString::to_string).collect();
        texts.join(", ")
    }

    /// Returns `true` in one of `number` cases; the smaller draw is `false`.
    pub fn one_in(&mut self, number: u64) -> bool {
        let draw = |random: &mut SplitMix| u64::from(number > 0 && random.below(number) == 0);
        self.draw(Asked::OneIn(number), if number == 0 { 1 } else { 2 }, draw) == 1
    }

    /// A number of a range; the smallest draw is its start. Of an empty range it is the start too.
    pub fn between(&mut self, range: Range<i64>) -> i64 {
        let Range { start, end } = range;
        let length = if start < end { end.abs_diff(start) } else { 1 };
        let draw = self.draw(Asked::Between(start, end), length, |random| random.below(length));
        start.wrapping_add_unsigned(draw)
    }

    /// An index below `length`; the smallest draw is 0. It is also 0 if `length` is.
    pub fn index(&mut self, length: usize) -> usize {
        let end = i64::try_from(length).unwrap_or(i64::MAX);
        usize::try_from(self.between(0..end)).unwrap_or(0)
    }

    /// A number from 0 up to, and without, 1; the smallest draw is 0.
    #[allow(clippy::cast_possible_truncation, reason = "24 bits are what an f32 has")]
    pub fn fraction(&mut self) -> f32 {
        let draw = self.draw(Asked::Fraction, FRACTIONS, |random| random.below(FRACTIONS));
        (draw as f64 / FRACTIONS as f64) as f32
    }

    fn draw(&mut self, asked: Asked, limit: u64, new: impl Fn(&mut SplitMix) -> u64) -> u64 {
        let result = match &mut self.source {
            Source::Random(random) => new(random),
            Source::Draws(draws, next) => {
                let draw = draws.get(*next).copied().unwrap_or_default();
                *next += 1;
                draw
            }
        };
        let result = result.min(limit - 1);
        self.drawn.push(Drawn { asked, result });
        result
    }
}

impl fmt::Debug for Chance {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self.end()).finish()
    }
}

impl fmt::Display for Drawn {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.asked {
            Asked::OneIn(number) => write!(formatter, "one_in({number}) = {}", self.result == 1),
            Asked::Between(start, end) => {
                let result = start.wrapping_add_unsigned(self.result);
                write!(formatter, "between({start}..{end}) = {result}")
            }
            Asked::Fraction => {
                write!(formatter, "fraction() = {}", self.result as f64 / FRACTIONS as f64)
            }
        }
    }
}

/// The generator `SplitMix64`: the same numbers for a seed on every machine and in every version.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, which is not zero.
    #[allow(clippy::cast_possible_truncation, reason = "the upper half is less than `end`")]
    fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u64
    }
}

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
