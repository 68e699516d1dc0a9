//! A player that walks up a stair: a tree above the character controller of rapier.
//!
//! The README explains it.

pub mod chart;
pub mod check;
pub mod course;
pub mod game;
pub mod tour;
pub mod tuning;
pub mod walker;
pub mod watch;
pub mod words;
