//! Trees of every kind in a crate that turns on every lint: `cargo clippy` must report nothing.
//!
//! The exceptions below are for code that the author of this crate has written, or for matters of taste;
//! each would be reported without any tree. No lint is allowed for the code of the macro.
#![no_std]
#![deny(
    warnings,
    future_incompatible,
    keyword_idents,
    let_underscore,
    nonstandard_style,
    refining_impl_trait,
    rust_2018_compatibility,
    rust_2018_idioms,
    rust_2021_compatibility,
    rust_2024_compatibility,
    unused,
    absolute_paths_not_starting_with_crate,
    ambiguous_negative_literals,
    deprecated_in_future,
    elided_lifetimes_in_paths,
    explicit_outlives_requirements,
    if_let_rescope,
    impl_trait_overcaptures,
    impl_trait_redundant_captures,
    let_underscore_drop,
    macro_use_extern_crate,
    meta_variable_misuse,
    missing_copy_implementations,
    missing_debug_implementations,
    missing_docs,
    non_ascii_idents,
    redundant_imports,
    redundant_lifetimes,
    single_use_lifetimes,
    tail_expr_drop_order,
    trivial_casts,
    trivial_numeric_casts,
    unit_bindings,
    unnameable_types,
    unreachable_pub,
    unsafe_code,
    unstable_features,
    unused_crate_dependencies,
    unused_extern_crates,
    unused_import_braces,
    unused_lifetimes,
    unused_macro_rules,
    unused_qualifications,
    unused_results,
    variant_size_differences,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::restriction
)]
#![cfg_attr(
    test,
    allow(unused_crate_dependencies, reason = "only the programs in `tests` use them")
)]
#![allow(clippy::blanket_clippy_restriction_lints, reason = "turning all on is the point here")]
#![allow(clippy::arbitrary_source_item_ordering, reason = "fields stand where they make sense")]
#![allow(clippy::implicit_return, reason = "the opposite of `needless_return`")]
#![allow(clippy::pub_use, reason = "the crate is used as one module")]
#![allow(clippy::question_mark_used, reason = "a leaf with `?` belongs to every kind of node")]
#![allow(clippy::renamed_function_params, reason = "the blackboard here is a robot")]
#![allow(clippy::exhaustive_structs, reason = "the blackboard has public fields")]
#![allow(clippy::missing_trait_methods, reason = "the actions rely on default methods")]

mod blackboard;
mod composites;
mod data;
mod decorators;
mod generic;
mod leaves;
mod left;
mod words;

pub use blackboard::{Mode, Robot, Steady, WalkTo};
pub use composites::{Chances, Choices, Parallels, Rows};
pub use data::{Given, Gives, Goal, Keeps, Prefers, Round, Rounds, Unused};
pub use decorators::{Counts, Timers, Wrapped};
pub use generic::{Borrowed, Explorer, Navigator, Route};
pub use leaves::{Leaves, Quiet};
pub use left::{Answers, Endless, Place, Values};
pub use words::{Drill, Errand, Rest};
