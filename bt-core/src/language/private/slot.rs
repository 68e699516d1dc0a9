/// One child of a parallel: still to be ticked, or finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Slot<S> {
    Open(S),
    Succeeded,
    Failed,
}

impl<S> Slot<S> {
    #[inline]
    pub const fn has_succeeded(&self) -> bool {
        matches!(self, Self::Succeeded)
    }

    #[inline]
    pub const fn has_failed(&self) -> bool {
        matches!(self, Self::Failed)
    }
}

/// Counts the values that are `true`.
#[must_use]
#[inline]
pub fn count(ways: &[bool]) -> u32 {
    ways.iter().map(|way| u32::from(*way)).sum()
}
