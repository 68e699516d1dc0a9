/// One child of a parallel: still to be ticked, or finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Slot<S> {
    Open(S),
    Succeeded,
    Failed,
}
