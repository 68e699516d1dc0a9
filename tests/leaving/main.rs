//! `return` and `?` leave the expression that they stand in and never the tree, whether they are written there or come
//! out of a macro; and what never returns may stand wherever an expression stands.
//!
//! Each file has a kind of places, and what is refused there is in `tests/compile-errors/leaving`.
#![deny(warnings)]

mod actions;
mod conditions;
mod data;
mod endless;
mod fields;
mod values;
mod world;

/// Leaves if `$condition` holds, with `$value`.
#[macro_export]
macro_rules! leave_if {
    ($condition:expr) => {
        if $condition {
            return;
        }
    };
    ($condition:expr, $value:expr) => {
        if $condition {
            return $value;
        }
    };
}

/// Leaves with what is missing.
#[macro_export]
macro_rules! ask {
    ($value:expr) => {
        $value?
    };
}
