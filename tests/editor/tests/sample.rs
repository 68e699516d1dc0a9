//! The sample is compiled like any other code, so that it stays correct.

#![allow(dead_code, reason = "it is looked at, not run")]

#[path = "../sample/src/actions.rs"]
pub mod actions;
#[path = "../sample/src/errands.rs"]
pub mod errands;
#[path = "../sample/src/soldier.rs"]
pub mod soldier;
#[path = "../sample/src/world.rs"]
pub mod world;
