//! Reproducible pseudorandom numbers.

/// A pseudorandom number generator (`SplitMix64`).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Makes a generator; each seed gives a different sequence.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(mix(seed, 0x5eed))
    }

    /// The next number.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0, 0)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        below(self.draw(), bound)
    }

    /// Returns `true` in `percent` of a hundred cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// A random choice, with a probability proportional to its weight.
    ///
    /// # Panics
    ///
    /// If there are no choices.
    pub fn weighted<T: Copy>(&mut self, choices: &[(usize, T)]) -> T {
        let mut point = self.below(choices.iter().map(|(weight, _)| weight).sum());
        for &(weight, choice) in choices {
            if point < weight {
                return choice;
            }
            point -= weight;
        }
        unreachable!("the point is below the sum of the weights")
    }
}

/// A number that depends on both arguments; a small change of either changes it completely.
#[must_use]
pub fn mix(one: u64, other: u64) -> u64 {
    let mut value = one ^ other.wrapping_mul(0xd6e8_feb8_6659_fd93);
    value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// Maps a number to the range below `bound`.
///
/// # Panics
///
/// If `bound` is 0.
#[must_use]
pub fn below(number: u64, bound: usize) -> usize {
    let bound = u64::try_from(bound).expect("64 bits are enough");
    usize::try_from(number % bound).expect("it is below a usize")
}
