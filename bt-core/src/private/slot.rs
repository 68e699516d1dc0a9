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
    pub fn succeeded(&self) -> u32 {
        u32::from(matches!(self, Self::Succeeded))
    }

    #[inline]
    pub fn failed(&self) -> u32 {
        u32::from(matches!(self, Self::Failed))
    }
}
