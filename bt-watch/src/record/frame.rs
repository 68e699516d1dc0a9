//! One agent of a recording, and what it does in one moment.

use super::recording::{Run, Track};
use super::{AgentId, Recording, Tree, values};
use bt_core::observe::Mark;
use bt_core::{NodeId, Status};
use serde_json::{Map, Value};
use std::borrow::ToOwned;
use std::boxed::Box;
use std::format;
use std::ops::Range;
use std::string::String;
use std::vec::Vec;

/// The bytes of a frame: the number of events, the events, and the active tips, all as varints (LEB128). An
/// event is the id of its node times four plus its mark. The texts of errors are stored separately.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Packed {
    pub(super) bytes: Box<[u8]>,
    pub(super) errors: Box<[(NodeId, Box<str>)]>,
    /// `true` if the tick panicked.
    pub(super) unfinished: bool,
    /// What a page has changed in the tick; `None` in nearly all.
    pub(super) touched: Option<Box<Touched>>,
}

/// What a page has changed in a tick.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Touched {
    /// The leaves whose answers were forced, in the order in which they were asked.
    pub(super) forced: Vec<NodeId>,
    /// The fields of the blackboard that were set before the tick, and their values as they were written.
    pub(super) set: Vec<(Box<str>, Box<str>)>,
}

impl Touched {
    fn weight(&self) -> usize {
        let texts = self.set.iter().map(|(field, value)| field.len() + value.len());
        size_of::<Self>()
            + size_of_val(&*self.forced)
            + size_of_val(&*self.set)
            + texts.sum::<usize>()
    }
}

impl Packed {
    /// The memory that it takes besides its own size.
    pub(super) fn weight(&self) -> usize {
        let errors = self.errors.iter().map(|(_, text)| text.len());
        let touched = self.touched.as_ref().map_or(0, |touched| touched.weight());
        self.bytes.len() + size_of_val(&*self.errors) + errors.sum::<usize>() + touched
    }

    pub(super) fn events(&self) -> impl Iterator<Item = u32> {
        let mut numbers = Varints::new(&self.bytes);
        let count = numbers.next().unwrap_or(0);
        numbers.take(count as usize)
    }

    pub(super) fn tips(&self) -> impl Iterator<Item = NodeId> {
        let mut numbers = Varints::new(&self.bytes);
        let count = numbers.next().unwrap_or(0);
        numbers.skip(count as usize).map(NodeId::new)
    }
}

/// Packs the events of a tick; `bytes` is a buffer that is reused.
pub(super) fn pack(events: &[u32], tips: &[NodeId], bytes: &mut Vec<u8>) {
    bytes.clear();
    push_varint(events.len(), bytes);
    for event in events {
        push_varint(*event as usize, bytes);
    }
    for tip in tips {
        push_varint(tip.index(), bytes);
    }
}

fn push_varint(mut number: usize, bytes: &mut Vec<u8>) {
    while number > 0x7f {
        bytes.push(0x80 | low_bits(number));
        number >>= 7;
    }
    bytes.push(low_bits(number));
}

#[allow(clippy::cast_possible_truncation, reason = "it is masked")]
const fn low_bits(number: usize) -> u8 {
    (number & 0x7f) as u8
}

pub(super) const fn event(node: NodeId, mark: Mark) -> u32 {
    let mark = match mark {
        Mark::Ticked(Status::Failure) => 0,
        Mark::Ticked(Status::Success) => 1,
        Mark::Ticked(Status::Running) => 2,
        Mark::Aborted => 3,
    };
    node.number() << 2 | mark
}

pub(super) const fn node_and_mark(event: u32) -> (NodeId, Mark) {
    let mark = match event & 3 {
        0 => Mark::Ticked(Status::Failure),
        1 => Mark::Ticked(Status::Success),
        2 => Mark::Ticked(Status::Running),
        _ => Mark::Aborted,
    };
    (NodeId::new(event >> 2), mark)
}

/// The numbers of a frame; ends at the first bytes that are not a number.
struct Varints<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Varints<'a> {
    const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }
}

impl Iterator for Varints<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let mut number = 0_u32;
        for (place, byte) in self.bytes[self.at..].iter().enumerate().take(5) {
            let bits = u32::from(byte & 0x7f);
            number |= bits.checked_mul(1 << (7 * place))?;
            if *byte < 0x80 {
                self.at += place + 1;
                return Some(number);
            }
        }
        None
    }
}

/// Checks the bytes of a frame; an error names the byte.
pub(super) fn check(bytes: &[u8], tree: &Tree) -> Result<(), String> {
    let nodes = tree.nodes.len();
    let mut numbers = Varints::new(bytes);
    let mut number = |what: &str| {
        let at = numbers.at;
        let number = numbers.next();
        number.map(|number| (at, number)).ok_or_else(|| format!("byte {at}: {what} is missing"))
    };
    let in_tree = |at: usize, node: NodeId| {
        let known = node.index() < nodes;
        known.then_some(()).ok_or_else(|| format!("byte {at}: there is no node {node}"))
    };
    let (_, count) = number("the number of events")?;
    for _ in 0..count {
        let (at, event) = number("an event")?;
        in_tree(at, node_and_mark(event).0)?;
    }
    let mut behind = NodeId::new(0);
    while numbers.at < bytes.len() {
        let at = numbers.at;
        let tip = numbers.next().ok_or_else(|| format!("byte {at}: an active node is missing"))?;
        let tip = NodeId::new(tip);
        in_tree(at, tip)?;
        if tip < behind {
            return Err(format!(
                "byte {at}: the active node {tip} lies before or in the one before"
            ));
        }
        behind = tree.nodes[tip.index()].end;
    }
    Ok(())
}

/// One agent in one moment, or in several consecutive moments with the same events.
///
/// Made by [`Agent::frames`](super::Agent::frames) and [`Agent::frame_at`](super::Agent::frame_at).
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    pub(super) tree: &'a Tree,
    pub(super) moment: u64,
    pub(super) count: u64,
    pub(super) packed: &'a Packed,
}

impl<'a> Frame<'a> {
    /// The moments to which this frame belongs.
    #[must_use]
    pub fn moments(&self) -> Range<u64> {
        self.moment..self.moment + self.count
    }

    /// The events of the nodes, in their order.
    pub fn events(&self) -> impl Iterator<Item = (NodeId, Mark)> + use<'a> {
        self.packed.events().map(node_and_mark)
    }

    /// The texts of the errors of actions and of `let`s, in the order of the events.
    pub fn errors(&self) -> impl Iterator<Item = (NodeId, &'a str)> + use<'a> {
        self.packed.errors.iter().map(|(node, text)| (*node, &**text))
    }

    /// The leaves whose answers a page of [`live`](crate::live) has forced, in the order in which the tree asked them.
    pub fn forced(&self) -> impl Iterator<Item = NodeId> + use<'a> {
        self.packed.touched.iter().flat_map(|touched| touched.forced.iter().copied())
    }

    /// The fields of the blackboard that a page of [`live`](crate::live) has set before the tick, and their values as the
    /// person wrote them.
    pub fn set(&self) -> impl Iterator<Item = (&'a str, &'a str)> + use<'a> {
        let set = self.packed.touched.iter().flat_map(|touched| &touched.set);
        set.map(|(field, value)| (&**field, &**value))
    }

    /// The nodes that were active after the tick, in pre-order.
    #[must_use]
    pub fn active(&self) -> Vec<NodeId> {
        self.tree.active(self.packed.tips())
    }

    /// Returns `true` if the tick ended with a panic; then the frame contains the events and the active nodes
    /// up to the panic.
    #[must_use]
    pub const fn is_unfinished(&self) -> bool {
        self.packed.unfinished
    }

    /// The result of the tree: the status of its root, or running.
    ///
    /// It is `None` if the program aborted the tree, or the tick panicked.
    #[must_use]
    pub fn status(&self) -> Option<Status> {
        if self.is_unfinished() {
            return None;
        }
        if self.packed.tips().next().is_some() {
            return Some(Status::Running);
        }
        let root = NodeId::new(0);
        match self.events().filter(|(node, _)| *node == root).last() {
            Some((_, Mark::Ticked(status))) => Some(status),
            _ => None,
        }
    }
}

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

#[cfg(test)]
mod tests {
    use super::{Varints, push_varint};
    use std::vec::Vec;

    fn read(bytes: &[u8]) -> Vec<u32> {
        Varints::new(bytes).collect()
    }

    #[test]
    fn varints_are_read_as_they_were_written() {
        for number in [0, 1, 127, 128, 300, 1 << 14, (1 << 21) - 1, u32::MAX] {
            let mut bytes = Vec::new();
            push_varint(number as usize, &mut bytes);
            assert_eq!(read(&bytes), [number], "{bytes:?}");
            bytes.pop();
            assert!(read(&bytes).is_empty(), "{bytes:?}");
        }
        assert!(read(&[0xff, 0xff, 0xff, 0xff, 0x1f]).is_empty(), "more than 32 bits");
        assert!(read(&[0x80; 9]).is_empty(), "no end");
    }
}
