//! Tests of the grid and of picking from outside.

mod geometry;
mod histories;
