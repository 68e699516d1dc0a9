//! Runs the proofs of the examples; each stands in its example.
#![allow(clippy::duplicate_mod, reason = "several examples have the same module")]

#[allow(dead_code, reason = "only its trees are used")]
#[path = "../examples/door.rs"]
mod door;
#[allow(dead_code, reason = "only its trees are used")]
#[path = "../examples/soldier/main.rs"]
mod soldier;
#[allow(dead_code, reason = "only its trees are used")]
#[path = "../examples/squad/main.rs"]
mod squad;
