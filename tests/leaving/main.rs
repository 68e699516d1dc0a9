//! `return` and `?` leave their expression and never the tree, even if they come from a macro. An
//! expression that never returns is allowed everywhere.
//!
//! Each file tests one kind of place; `tests/compiler/errors/leaving.txt` has the errors.
#![deny(warnings)]

mod actions;
mod conditions;
mod data;
mod endless;
mod fields;
mod values;
mod world;

/// Leaves its expression with `$value` if `$condition` is true.
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

/// Leaves its expression with `None` or `Err`.
#[macro_export]
macro_rules! ask {
    ($value:expr) => {
        $value?
    };
}
