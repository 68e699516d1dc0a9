//! Many agents: a schedule of the ones that have to be ticked.

#[cfg(feature = "alloc")]
pub mod crowd;
