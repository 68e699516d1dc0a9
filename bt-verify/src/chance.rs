//! Random draws that can be replayed and made smaller.

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
