//! One agent of a recording.

use super::frame::Packed;
use super::recording::{Run, Track};
use super::{AgentId, Frame, Recording, Tree, values};
use bt_core::NodeId;
use serde_json::{Map, Value};
use std::borrow::ToOwned;
use std::string::String;
use std::vec::Vec;

/// The recording of one agent; made by [`Recording::agent`] and [`Recording::agents`].
#[derive(Clone, Copy, Debug)]
pub struct Agent<'a> {
    pub(super) recording: &'a Recording,
    pub(super) id: AgentId,
    pub(super) track: &'a Track,
}

impl<'a> Agent<'a> {
    /// The agent's number.
    #[must_use]
    pub const fn id(&self) -> AgentId {
        self.id
    }

    /// The name of the agent.
    #[must_use]
    pub fn name(&self) -> &'a str {
        &self.track.name
    }

    /// The moment in which it was [retired](super::Recorder::retire).
    #[must_use]
    pub const fn retired(&self) -> Option<u64> {
        self.track.retired
    }

    /// The agent in whose place it goes on with a new version of the tree, and its first moment. That agent has the
    /// same name, and may be forgotten already.
    #[must_use]
    pub fn renews(&self) -> Option<(AgentId, u64)> {
        self.track.renews.map(|(agent, moment)| (AgentId(agent), moment))
    }

    /// The agent's tree.
    #[must_use]
    pub fn tree(&self) -> &'a Tree {
        &self.recording.trees[self.track.tree]
    }

    /// The frames of the agent, in chronological order.
    pub fn frames(&self) -> impl Iterator<Item = Frame<'a>> + use<'a> {
        let agent = *self;
        self.track.runs.iter().map(move |run| agent.frame(run))
    }

    /// The frame in that moment; `None` if the agent rested, or if that moment is not kept.
    #[must_use]
    pub fn frame_at(&self, moment: u64) -> Option<Frame<'a>> {
        let run = self.last_run(moment).filter(|run| moment < run.end())?;
        Some(self.frame(run))
    }

    /// The nodes that were active at the end of that moment, in pre-order, also if the agent rested.
    #[must_use]
    pub fn active_at(&self, moment: u64) -> Vec<NodeId> {
        match self.last_run(moment) {
            Some(run) => self.frame(run).active(),
            None => self.tree().active(self.track.before.iter().copied()),
        }
    }

    /// The values of the blackboard in that moment; `None` if there was no snapshot until then.
    #[must_use]
    pub fn blackboard_at(&self, moment: u64) -> Option<Map<String, Value>> {
        self.track.snapshots.at(moment)
    }

    /// The values that its nodes keep at the end of that moment, those of `let` and `for` and parameters, with
    /// their names and by node: `prey = Deer { id: 7 }`. Those that are not `Debug` are left out, and long ones
    /// are cut.
    #[must_use]
    pub fn values_at(&self, moment: u64) -> Vec<(NodeId, String)> {
        let values = self.track.values.at(moment).unwrap_or_default().into_iter();
        let node = |(name, value): (String, Value)| {
            Some((values::node_of(&name)?, value.as_str()?.to_owned()))
        };
        let mut values: Vec<_> = values.filter_map(node).collect();
        values.sort_unstable();
        values
    }

    fn last_run(&self, moment: u64) -> Option<&'a Run> {
        let begun = self.track.runs.partition_point(|run| run.moment <= moment);
        self.track.runs.get(begun.checked_sub(1)?)
    }

    fn frame(&self, run: &'a Run) -> Frame<'a> {
        let packed: &Packed = &run.frame;
        Frame { tree: self.tree(), moment: run.moment, count: run.count, packed }
    }
}
