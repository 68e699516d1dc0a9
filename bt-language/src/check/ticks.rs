//! Sets of ticks, counted from the activation of a node: 1, 2, … and "the 64th or later".

/// Bit 0 is the first tick, bit 62 the 63rd; bit 63 stands for all later ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ticks(u64);

impl Ticks {
    /// The number of ticks that are distinguished; as a limit, it means no limit.
    pub(crate) const MANY: u32 = 64;
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const FIRST: Self = Self(1);
    pub(crate) const LATER: Self = Self(!1);
    pub(crate) const ALL: Self = Self(!0);

    /// The set of one tick; `tick` counts from 1.
    pub(crate) fn only(tick: u32) -> Self {
        Self(1 << (tick.clamp(1, Self::MANY) - 1))
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn has(self, tick: u32) -> bool {
        self.meets(Self::only(tick))
    }

    pub(crate) fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The earliest tick of the set.
    pub(crate) fn earliest(self) -> Option<u32> {
        (!self.is_empty()).then(|| self.0.trailing_zeros() + 1)
    }

    /// The ticks of the set up to and including this one.
    pub(crate) fn until(self, tick: u32) -> Self {
        if tick >= Self::MANY { self } else { Self(self.0 & ((1 << tick) - 1)) }
    }

    /// All ticks from the earliest of the set on.
    pub(crate) fn onwards(self) -> Self {
        Self(
            self.0
                .checked_shl(self.0.trailing_zeros())
                .map_or(0, |_| !0 << self.0.trailing_zeros()),
        )
    }

    /// The set moved later by a number of ticks.
    pub(crate) fn later(self, ticks: u32) -> Self {
        if ticks == 0 || self.is_empty() {
            return self;
        }
        if ticks >= Self::MANY {
            return Self::only(Self::MANY);
        }
        let beyond = if self.0 >> (Self::MANY - ticks) == 0 { 0 } else { 1 << (Self::MANY - 1) };
        Self(self.0 << ticks | beyond)
    }

    /// The ticks in which something ends that starts in one of these ticks and takes one of those
    /// numbers of ticks; both include the tick in which it starts.
    pub(crate) fn then(self, taken: Self) -> Self {
        if self.is_empty() || taken.is_empty() {
            return Self::NONE;
        }
        if self == self.onwards() || taken == taken.onwards() {
            return taken.onwards().later(self.0.trailing_zeros());
        }
        let mut ends = Self::NONE;
        let mut begins = self.0;
        while begins != 0 {
            ends = ends.or(taken.later(begins.trailing_zeros()));
            begins &= begins - 1;
        }
        ends
    }

    /// The tick from which on all ticks are in the set, or none.
    pub(crate) fn settled(self) -> u32 {
        let same =
            if self.has(Self::MANY) { self.0.leading_ones() } else { self.0.leading_zeros() };
        Self::MANY + 1 - same
    }
}

#[cfg(test)]
mod tests {
    use super::Ticks;

    fn ticks(list: &[u32]) -> Ticks {
        list.iter().fold(Ticks::NONE, |all, tick| all.or(Ticks::only(*tick)))
    }

    #[test]
    fn one_thing_comes_after_the_other_in_the_same_tick() {
        assert_eq!(ticks(&[1, 3]).then(ticks(&[1, 2])), ticks(&[1, 2, 3, 4]));
        assert_eq!(ticks(&[2]).then(Ticks::ALL), Ticks::LATER);
        assert_eq!(Ticks::LATER.then(ticks(&[2])), ticks(&[3]).onwards());
        assert_eq!(ticks(&[60]).then(ticks(&[3, 10])), ticks(&[62, 64]));
        assert_eq!(ticks(&[64]).then(ticks(&[1, 5])), ticks(&[64]));
        assert_eq!(Ticks::NONE.then(Ticks::ALL), Ticks::NONE);
    }

    #[test]
    fn what_is_beyond_the_last_stays_there() {
        assert_eq!(ticks(&[1, 63]).later(1), ticks(&[2, 64]));
        assert_eq!(ticks(&[64]).later(7), ticks(&[64]));
        assert_eq!(ticks(&[1]).later(100), ticks(&[64]));
    }

    #[test]
    fn a_set_settles() {
        assert_eq!(Ticks::ALL.settled(), 1);
        assert_eq!(Ticks::NONE.settled(), 1);
        assert_eq!(Ticks::LATER.settled(), 2);
        assert_eq!(ticks(&[1, 4]).settled(), 5);
        assert_eq!(ticks(&[64]).settled(), 64);
    }
}
