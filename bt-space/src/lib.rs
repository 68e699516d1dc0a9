//! Queries for nearby entities, and touches on the screen.
//!
//! | feature | adds | needs |
//! | --- | --- | --- |
//! | `alloc` | `grid`: which of many moving entities are near | `alloc` |
//! | `std` (default) | rays in a `grid` | the standard library |
//! | `serde` | saving and loading a `grid` | `serde` |
//! | `rayon` | a `grid` moves entities and runs queries on all processors | `std`, `rayon` |
//! | `picking` | `picking`: cameras, rays and shapes | `glam` |
//!
//! The crate `bt-core` exports both modules, as `bt_core::grid` and `bt_core::picking`, with features of the same names.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "alloc")]
pub mod grid;
#[cfg(feature = "picking")]
pub mod picking;
