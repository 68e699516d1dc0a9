//! Observers, pictures and recordings of trees, and the pages that show them.

#[cfg(feature = "live")]
pub mod live;
pub mod observe;
pub mod picture;
#[cfg(feature = "record")]
pub mod record;
#[cfg(feature = "record")]
pub mod replay;
