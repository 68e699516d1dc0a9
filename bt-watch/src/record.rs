//! Recordings of trees: thousands of ticks of many agents, in a bounded amount of memory.
//!
//! A [`Recorder`] ticks the trees for the program and records the events. The result is a [`Recording`],
//! which has an answer for every moment and can be saved and loaded.
//!
//! ```
//! use bt_core::observe::Mark;
//! use bt_watch::record::{Recorder, Recording};
//! use bt_core::{Status, behavior_tree};
//! use serde::Serialize;
//!
//! #[derive(Serialize)]
//! struct Npc {
//!     health: u32,
//! }
//!
//! behavior_tree! {
//!     tree Guard(npc: &mut Npc) {
//!         active_selector {
//!             'flee: sequence {
//!                 condition npc.health < 20;
//!                 running;
//!             }
//!             'watch: running;
//!         }
//!     }
//! }
//!
//! let mut recorder = Recorder::with_capacity(1 << 20); // bytes; the oldest moments are dropped first
//! let guard = recorder.agent::<Guard>("guard");
//!
//! let (mut tree, mut npc) = (Guard::new(), Npc { health: 100 });
//! for _ in 0..10 {
//!     recorder.tick_with_snapshot(guard, &mut tree, &mut npc);
//!     npc.health -= 9;
//! }
//!
//! let recording: Recording = recorder.into_recording();
//! let loaded = Recording::from_json(&recording.to_json())?;
//! assert_eq!(loaded, recording);
//!
//! // Moments are numbered from 0. In moment 9 the health was 19, and the guard fled.
//! let agent = loaded.agent(guard).unwrap();
//! assert!(agent.active_at(8).contains(&Guard::WATCH));
//! assert!(agent.active_at(9).contains(&Guard::FLEE));
//! let frame = agent.frame_at(9).unwrap();
//! assert!(frame.events().any(|event| event == (Guard::WATCH, Mark::Aborted)));
//! assert_eq!(agent.blackboard_at(9).unwrap()["health"], 19);
//! # Ok::<(), bt_watch::record::RecordingError>(())
//! ```
//!
//! # Moments
//!
//! A *moment* is one step of the world. If an agent is ticked that was already ticked in this moment, the
//! next moment begins, so a program that ticks its agents in turn need not care about moments.
//! [`Recorder::next_moment`] begins a moment in which all agents may rest, and [`Recorder::next_moment_at`]
//! also sets its time: `recorder.next_moment_at(world.now())`. The recorder reads no clock, not even that of
//! a blackboard. If moments have no time, the page uses a `Duration` in a snapshot with the name `time` or
//! `now`. An agent that is not ticked in a moment has no frame in it: it rests, and its state does not
//! change.
//!
//! # Costs
//!
//! A [`Frame`] takes about 60 bytes and one byte for each event; equal frames in a row are stored as one. A
//! snapshot stores only the values of a blackboard that have changed. Of a struct, only the fields that have
//! changed are converted, by serializing them a second time. The same calls give the same recording, byte for
//! byte: the recorder does not read the system's clock and does not depend on the order of a hash map. There
//! are two exceptions: a `HashSet` is recorded in its own order, and so are keys of a `HashMap` that
//! serialize to the same value. Use `BTreeSet` and `BTreeMap` for reproducible recordings.
//!
//! # The values of nodes
//!
//! The values of `let`, the numbers of `for` and the parameters of trees are recorded without being asked for, as the text
//! that their `Debug` writes, cut after some hundred bytes; of types that are not `Debug`, nothing is. Only changes are kept.
//! [`Agent::values_at`] returns them, and the page shows them at their nodes.
//!
//! ```
//! # use bt_core::behavior_tree; use bt_watch::record::Recorder;
//! behavior_tree! {
//!     tree Hunt(deer: &mut Vec<u32>) {
//!         'hunt: let(prey: u32 = deer.pop()) repeat(2) action *prey += 1;
//!     }
//! }
//!
//! let mut recorder = Recorder::with_capacity(10_000);
//! let agent = recorder.agent::<Hunt>("wolf");
//! recorder.tick(agent, &mut Hunt::new(), &mut vec![7]);
//! let wolf = recorder.recording().agent(agent).unwrap();
//! assert_eq!(wolf.values_at(0), [(Hunt::HUNT, "prey = 8".to_string())]);
//! ```
//!
//! # The values of a blackboard
//!
//! Values are recorded as `serde` serializes them, as JSON, under the names of the fields. A blackboard
//! without fields is one value, `value`. Numbers are exact, and a recording that is loaded equals the one
//! that was saved. A value that JSON cannot express is a map with one key:
//!
//! * `{"$number": "NaN"}`: `NaN`, `inf`, `-inf`, or an integer that does not fit into 64 bits,
//! * `{"$error": "…"}`: a value that cannot be serialized, or is nested more than 100 deep; all other values
//!   are recorded.
//!
//! A map of your own with a single key that begins with `$` gets one more `$` there.
//!
//! A key that is not text is written as JSON: `1` is `"1"`, `(1, 2)` is `"[1,2]"`, and a map is `"{1:2}"`,
//! with its own keys written in the same way. Text that could be confused with such a key, like `null`, a
//! number or text that begins with `[`, `{` or a quotation mark, is quoted: the text `1` is `"\"1\""`. So no
//! two keys of a map are equal. Keys that serialize to the same value, like `None` and `Some(None)`, are
//! numbered in the order of the map: `null`, `null (2)`.
//!
//! ```
//! # use bt_core::behavior_tree; use bt_watch::record::Recorder;
//! # behavior_tree! { tree Rest(it: &mut ()) { running; } }
//! #[derive(serde::Serialize)]
//! struct Robot {
//!     speed: f32,
//!     heading: f64,
//!     charge: u64,
//! }
//!
//! let mut recorder = Recorder::with_capacity(10_000);
//! let agent = recorder.agent::<Rest>("robot");
//! recorder.tick(agent, &mut Rest::new(), &mut ());
//! recorder.snapshot(agent, &Robot { speed: 0.1, heading: f64::NAN, charge: u64::MAX });
//! let blackboard = recorder.recording().agent(agent).unwrap().blackboard_at(0).unwrap();
//! assert_eq!(blackboard["speed"], 0.1);
//! assert_eq!(blackboard["heading"]["$number"], "NaN");
//! assert_eq!(blackboard["charge"], u64::MAX);
//! ```

mod error;
mod frame;
mod load;
mod notes;
mod part;
mod place;
mod reasons;
mod recorder;
mod recording;
mod reel;
mod save;
mod snapshot;
#[cfg(test)]
mod tests;
mod tree;
mod value;
mod values;

pub use error::RecordingError;
pub use frame::{Agent, Frame};
pub(crate) use notes::Notes;
pub(crate) use part::{Part, Wish};
pub use recorder::Recorder;
pub use recording::{AgentId, Recording};
pub(crate) use reel::{News, Reel};
pub use tree::{Tree, TreeNode};
