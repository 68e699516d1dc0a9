use crate::Status;

/// One child of a parallel: still to be ticked, or finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Slot<S> {
    Open(S),
    Succeeded,
    Failed,
}

impl<S> Slot<S> {
    /// What a child that finished with `status` leaves behind.
    #[must_use]
    #[inline]
    pub fn closed(status: Status) -> Self {
        if matches!(status, Status::Success) { Self::Succeeded } else { Self::Failed }
    }

    #[inline]
    pub fn succeeded(&self) -> u32 {
        u32::from(matches!(self, Self::Succeeded))
    }

    #[inline]
    pub fn failed(&self) -> u32 {
        u32::from(matches!(self, Self::Failed))
    }
}
