//! Long random histories of a grid, and a plain list that gives the right result of every step.
#![allow(clippy::float_cmp, reason = "what is promised is exact")]

mod area;
mod generator;
mod model;
mod operation;
mod player;
mod positions;
mod questions;
mod ray;
mod shrink;
mod walk;
mod worlds;

pub use generator::{Size, history};
pub use model::Model;
pub use operation::{Area, Operation, Who};
pub use player::{Player, play};
pub use shrink::shrunk;
pub use worlds::{World, worlds};

/// A point.
pub type Point = [f32; 2];

/// The type of the tested grid; the payload is a different number for each entity.
pub type Grid = bt_core::grid::Grid<u64>;

/// The maximum absolute value of a coordinate: 2^62.
const REACH: f32 = 4_611_686_018_427_387_904.0;

/// The description of a mismatch.
pub type Mismatch = String;

/// Returns a description of the mismatch, if there is one.
fn check(is_right: bool, what: impl FnOnce() -> Mismatch) -> Result<(), Mismatch> {
    if is_right { Ok(()) } else { Err(what()) }
}
