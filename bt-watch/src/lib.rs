//! Pictures and recordings of behavior trees, and a page in a browser that shows them, also while they run.
//!
//! Trees are written with `behavior_tree!` of the crate [`bt_core`], whose module [`observe`](bt_core::observe) has logs,
//! marks, reasons and statistics. The [guide] begins with an example.
//!
//! | feature | adds | needs |
//! | --- | --- | --- |
//! | none | [`picture`]: trees as text, Graphviz DOT and Mermaid | `core` |
//! | `alloc` | pictures with the results of a tick, and as SVG | `alloc` |
//! | `record` (default) | `record`, `replay` and `live`: recordings, the page that shows them, and the same page for a running program | `std`, `serde_json` |
//! | `edit` | the page edits the file of the trees, and the program takes the result | `files` of `bt-core` |
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "record")]
extern crate std;

#[doc = include_str!("guide.md")]
pub mod guide {}

#[cfg(feature = "record")]
pub mod live;
pub mod picture;
#[cfg(feature = "record")]
pub mod record;
#[cfg(feature = "record")]
pub mod replay;
