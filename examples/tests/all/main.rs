//! The examples: what they print, and the rules of their trees.
#![allow(clippy::duplicate_mod, reason = "several examples have the same module")]

mod awaits;
mod outputs;
mod proofs;
mod robot;
mod village;

#[allow(dead_code, reason = "only a part of it is tested")]
#[path = "../../chase_flee.rs"]
mod chase_flee;
#[allow(dead_code, reason = "only a part of it is tested")]
#[path = "../../crowd/main.rs"]
mod crowd;
#[allow(dead_code, reason = "only a part of it is tested")]
#[path = "../../day.rs"]
mod day;
#[allow(dead_code, reason = "only a part of it is tested")]
#[path = "../../door.rs"]
mod door;
#[allow(dead_code, reason = "only a part of it is tested")]
#[path = "../../picking/src/main.rs"]
mod picking;
#[allow(dead_code, reason = "only a part of it is tested")]
#[path = "../../seat.rs"]
mod seat;
#[allow(dead_code, reason = "only a part of it is tested")]
#[path = "../../soldier/main.rs"]
mod soldier;
#[allow(dead_code, reason = "only a part of it is tested")]
#[path = "../../squad/main.rs"]
mod squad;
#[allow(dead_code, reason = "only a part of it is tested")]
#[path = "../../studio/src/main.rs"]
mod studio;
#[allow(dead_code, reason = "only a part of it is tested")]
#[path = "../../vacuum/main.rs"]
mod vacuum;
#[allow(dead_code, reason = "only a part of it is tested")]
#[path = "../../villager.rs"]
mod villager;
