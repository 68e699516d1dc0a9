//! Recorded traces of other behavior-tree libraries; see `recorded/README.md`.

mod recorded;
mod source;

pub use recorded::{Case, FILES, Tree, cases};
pub use source::{Place, source};
