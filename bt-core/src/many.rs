//! Many agents: which of them has to be ticked.

#[cfg(feature = "alloc")]
pub mod crowd;
