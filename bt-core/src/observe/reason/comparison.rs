//! Compares a tick with the one before.

use super::ticks::{ROOT, is_in, is_leaf};
use super::{Part, Row, Tick};
use crate::language::node::line::Line;
use crate::observe::Mark;
use crate::{NodeId, NodeKind, Status};
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::iter;

/// The maximum number of causes in a sentence.
const MOST_CAUSES: usize = 2;
/// The maximum length of an error in a sentence, in characters.
const LONGEST_ERROR: usize = 60;

const FAILURE: Mark = Mark::Ticked(Status::Failure);
const SUCCESS: Mark = Mark::Ticked(Status::Success);
const RUNNING: Mark = Mark::Ticked(Status::Running);

/// A tick and the one before.
#[derive(Clone, Copy)]
pub struct Comparison<'a, R> {
    pub rows: &'a [R],
    pub now: &'a Tick,
    /// `None` if it is not known.
    pub before: Option<&'a Tick>,
}

/// A change, as a page shows it.
pub struct Change {
    /// The sentence; empty if there is nothing to explain.
    pub reason: Vec<Part>,
    /// The indices of the events of other nodes that had a different result in the tick before.
    pub others: Vec<usize>,
}

/// The nodes that began and stopped running; one runs instead of the other.
struct Switch {
    new_tip: NodeId,
    old_tip: NodeId,
    /// The innermost node above both; the root, if the tree started again.
    common: NodeId,
    /// The names of the two in a sentence: the outermost labelled nodes below `common`, or else the tips.
    new: NodeId,
    old: NodeId,
    /// The children of `common` on the two paths.
    new_branch: NodeId,
    old_branch: NodeId,
}

impl<R: Row> Comparison<'_, R> {
    /// The sentence as parts: `guard(npc.health < 30)`, ` turned true`, …; none if there is nothing to explain.
    #[must_use]
    pub fn reason(&self) -> Vec<Part> {
        if self.now.has_panicked {
            return ["The program panicked in the middle of this tick.".into()].into();
        }
        let Some(result) = ticked(self.now.result()) else {
            return ["The tree was aborted.".into()].into();
        };
        let Some(before) = self.before.filter(|before| self.differs(before)) else {
            return Vec::new();
        };
        let switch = self.switch(before);
        let is_anew = result == Status::Running && before.result() != RUNNING;
        let key = switch.as_ref().and_then(|switch| self.key(before, switch));
        let causes = match key {
            Some(key) => key.into(),
            None => self.causes(before, switch.as_ref()),
        };
        let effect = match (result, causes.is_empty()) {
            (Status::Running, _) => switch.as_ref().map(|switch| self.takeover(switch)),
            (Status::Success, false) => Some(ending("the tree succeeded", switch.as_ref())),
            (Status::Success, true) => Some(ending("The tree succeeded", switch.as_ref())),
            (Status::Failure, false) => Some(ending("the tree failed", switch.as_ref())),
            (Status::Failure, true) => Some(ending("The tree failed", switch.as_ref())),
        };
        let Some(effect) = effect else {
            let anew = is_anew.then(|| "The tree started again.".into());
            return anew.into_iter().collect();
        };
        let anew = is_anew.then(|| "The tree started again: ".into());
        let so = (!causes.is_empty()).then(|| ", so ".into());
        let parts = anew.into_iter().chain(causes).chain(so).chain(effect);
        self.with_labels(&parts.chain([".".into()]).collect::<Vec<_>>())
    }

    /// Adds the label of a node whose word stands in a sentence, unless the sentence has it already.
    fn with_labels(&self, parts: &[Part]) -> Vec<Part> {
        let label = |part: &Part| match part {
            Part::Word(node) if self.has_label(*node) => Some(Part::Name(*node)),
            Part::Word(_)
            | Part::Name(_)
            | Part::Text(_)
            | Part::Key(_)
            | Part::Changes(_)
            | Part::KeyChanges(_) => None,
        };
        let with_label = |part: &Part| match label(part).filter(|label| !parts.contains(label)) {
            Some(label) => Vec::from([label, ": ".into(), part.clone()]),
            None => [part.clone()].into(),
        };
        parts.iter().flat_map(with_label).collect()
    }

    /// The sentence, and the other nodes with a different result.
    #[must_use]
    pub fn change(&self) -> Change {
        let reason = self.reason();
        let is_named = |id: NodeId| {
            reason.iter().any(|part| match part {
                Part::Name(node) | Part::Word(node) => *node == id,
                Part::Text(_) | Part::Key(_) | Part::Changes(_) | Part::KeyChanges(_) => false,
            })
        };
        let before = self.before.filter(|before| self.differs(before));
        let turned = before.map(|before| self.turned(before, |_| true)).unwrap_or_default();
        let others = turned.into_iter().filter(|place| !is_named(self.now.events[*place].0));
        Change { others: others.collect(), reason }
    }

    /// Returns `true` if the result or the activity is a different one.
    fn differs(&self, before: &Tick) -> bool {
        let is_same = !self.now.has_panicked
            && self.now.result() == before.result()
            && self.now.activity(self.rows) == before.activity(self.rows);
        !is_same
    }

    /// `None` if no node began to run, or none stopped.
    fn switch(&self, before: &Tick) -> Option<Switch> {
        let [now, old] = [self.now, before].map(|tick| tick.activity(self.rows));
        let new_tip = *now.iter().find(|node| !old.contains(node))?;
        let old_tip = *old.iter().find(|node| !now.contains(node))?;
        // A tree that starts again has only the root in common.
        let common = self.way(new_tip).find(|node| is_in(self.rows, old_tip, *node));
        let common = common.filter(|_| before.result() == RUNNING).unwrap_or(ROOT);
        let is_below = |node: &NodeId| *node > common;
        let named = |tip: NodeId| {
            let labelled =
                self.above(tip).take_while(is_below).filter(|node| self.has_label(*node));
            labelled.last().unwrap_or(tip)
        };
        let branch = |tip| self.way(tip).take_while(is_below).last().unwrap_or(common);
        Some(Switch {
            new_tip,
            old_tip,
            common,
            new: named(new_tip),
            old: named(old_tip),
            new_branch: branch(new_tip),
            old_branch: branch(old_tip),
        })
    }

    /// The ancestors of a node, the nearest first.
    fn above(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let parent = |node: NodeId| self.rows.get(node.index())?.parent();
        iter::successors(parent(node), move |node| parent(*node))
    }

    /// The node and its ancestors, the nearest first.
    fn way(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        iter::once(node).chain(self.above(node))
    }

    fn has_label(&self, node: NodeId) -> bool {
        self.rows.get(node.index()).is_some_and(Row::has_label)
    }

    fn has_one_child(&self, node: NodeId) -> bool {
        let end = |node: NodeId| self.rows.get(node.index()).map(Row::end);
        !is_leaf(self.rows, node) && end(node.after(1)) == end(node)
    }

    fn is_kind(&self, node: NodeId, kinds: &[NodeKind]) -> bool {
        self.rows.get(node.index()).is_some_and(|row| kinds.contains(&row.kind()))
    }

    /// Describes the change while the tree runs: `fight took over from patrol`, `reload runs now`
    fn takeover(&self, switch: &Switch) -> Vec<Part> {
        let Switch { new_tip, old_tip, common, new, old, .. } = *switch;
        let (old_name, new_name) = (Part::Name(old), Part::Name(new));
        if common == old_tip {
            return [Part::Name(old_tip), " went on to ".into(), new_name].into();
        }
        if common == new_tip {
            return [Part::Name(new_tip), " waits".into()].into();
        }
        if !self.now.events.contains(&(old_tip, Mark::Aborted)) {
            return [new_name, " runs now".into()].into();
        }
        let mut parts = Vec::from([new_name, " took over from ".into(), old_name]);
        if old != old_tip {
            parts.extend([", and ".into(), Part::Name(old_tip), " was aborted".into()]);
        }
        parts
    }

    /// The key of an earlier child that has aborted a later one: nothing else can have done it.
    fn key(&self, before: &Tick, switch: &Switch) -> Option<[Part; 3]> {
        let Switch { common, new_branch, old_branch, .. } = *switch;
        let takes_over = self.is_kind(common, &[NodeKind::PrioritySelector])
            && new_branch < old_branch
            && before.result() == RUNNING
            && self.now.events.contains(&(old_branch, Mark::Aborted));
        // The key of a child that failed in the tick before was true then, too.
        let is_new = before.mark(self.rows, new_branch).is_none();
        let words = if is_new { " turned true" } else { " was true" };
        takes_over.then(|| [Part::Key(new_branch), words.into(), Part::KeyChanges(new_branch)])
    }

    /// The causes of a change: leaves with a different result; if there are none, a decorator that no longer fails, or a
    /// choice with a different decision.
    fn causes(&self, before: &Tick, switch: Option<&Switch>) -> Vec<Part> {
        let is_relevant = |node: NodeId| {
            // A node that always gives the same result decides nothing.
            let is_constant = self.is_kind(node, &[NodeKind::Succeed, NodeKind::Fail]);
            let is_near = switch.is_none_or(|switch| {
                let branches = [switch.new_branch, switch.old_branch];
                branches.iter().any(|branch| is_in(self.rows, node, *branch))
            });
            !is_constant && is_near
        };
        // A leaf that was evaluated for the first time, after the one that ran, is also a cause.
        let is_later = |node: NodeId| {
            let is_behind = |switch: &Switch| {
                node > switch.old_tip && is_in(self.rows, node, switch.old_branch)
            };
            switch.is_some_and(is_behind) && before.result() == RUNNING
        };
        let is_first = |place: &usize| {
            let (node, mark) = self.now.events[*place];
            is_relevant(node)
                && is_leaf(self.rows, node)
                && is_later(node)
                && (mark == SUCCESS || mark == FAILURE)
                && before.mark(self.rows, node).is_none()
        };
        let turned = self.turned(before, is_relevant);
        let places = 0..self.now.events.len();
        let found: Vec<_> =
            places.filter(|place| turned.contains(place) || is_first(place)).collect();
        if found.is_empty() {
            return switch.map(|switch| self.gate(before, switch)).unwrap_or_default();
        }
        let more = found.len().saturating_sub(MOST_CAUSES);
        let mut parts = Vec::new();
        for place in &found[more..] {
            if !parts.is_empty() {
                parts.push(", ".into());
            }
            parts.extend(self.cause(before, *place));
        }
        if more > 0 {
            parts.push(Part::Text(format!(" ({more} more turned before)").into()));
        }
        parts
    }

    /// The indices of the events of leaves with a different result than in the tick before. If there are none, those of
    /// decorators, except decorators above another such decorator.
    fn turned(&self, before: &Tick, is_relevant: impl Fn(NodeId) -> bool) -> Vec<usize> {
        let differs = |node, mark| match before.mark(self.rows, node) {
            Some(Mark::Ticked(earlier)) => Mark::Ticked(earlier) != mark,
            Some(Mark::Aborted) | None => false,
        };
        let events = self.now.events.iter().enumerate();
        let flipped = events.filter(|(_, (node, mark))| {
            let has_ended = *mark == SUCCESS || *mark == FAILURE;
            has_ended && is_relevant(*node) && differs(*node, *mark)
        });
        let flipped: Vec<_> = flipped.map(|(place, (node, _))| (place, *node)).collect();
        let leaves = flipped.iter().filter(|(_, node)| is_leaf(self.rows, *node));
        let leaves: Vec<_> = leaves.map(|(place, _)| *place).collect();
        if !leaves.is_empty() {
            return leaves;
        }
        let decorators: Vec<_> =
            flipped.into_iter().filter(|(_, node)| self.has_one_child(*node)).collect();
        let hands_on = |node: NodeId| {
            decorators.iter().any(|(_, other)| *other != node && is_in(self.rows, *other, node))
        };
        decorators.iter().filter(|(_, node)| !hands_on(*node)).map(|(place, _)| *place).collect()
    }

    /// Describes one cause: `npc.health < 20 turned true`, `npc.reload() failed (no rounds)`
    fn cause(&self, before: &Tick, place: usize) -> [Part; 3] {
        let (node, mark) = self.now.events[place];
        let name = if is_leaf(self.rows, node) { Part::Name } else { Part::Word };
        let is_question = self.is_kind(node, &[NodeKind::Condition, NodeKind::Guard]);
        let was_known = before.mark(self.rows, node).is_some();
        let words = match (is_question, mark == SUCCESS, was_known) {
            (true, true, true) => " turned true".into(),
            (true, true, false) => " was true".into(),
            (true, false, true) => " turned false".into(),
            (true, false, false) => " was false".into(),
            (false, true, _) => " succeeded".into(),
            (false, false, _) => self.failed(node),
        };
        [name(node), words, Part::Changes(node)]
    }

    /// ` failed (no rounds)`
    fn failed(&self, node: NodeId) -> Part {
        let text = self.now.error(node).unwrap_or_default();
        let text = Line { text, longest: usize::MAX }.to_string();
        match text.chars().count() {
            1..=LONGEST_ERROR => Part::Text(format!(" failed ({text})").into()),
            _ => " failed".into(),
        }
    }

    /// Names a decorator that failed in the tick before and runs now, or else an active choice with a different decision.
    /// Running nodes have no events, so this compares their states.
    fn gate(&self, before: &Tick, switch: &Switch) -> Vec<Part> {
        let Switch { common, new_tip, .. } = *switch;
        let is_open = |node: &NodeId| {
            self.has_one_child(*node)
                && before.mark(self.rows, *node) == Some(FAILURE)
                && self.now.mark(self.rows, *node) == Some(RUNNING)
        };
        let mut below = self.above(new_tip).take_while(|node| *node > common);
        if let Some(gate) = below.find(is_open) {
            let is_guard = self.is_kind(gate, &[NodeKind::Guard]);
            // In a tree that starts again, each node that failed in its last tick may run.
            if !is_guard && before.result() != RUNNING {
                return Vec::new();
            }
            let words = if is_guard { " turned true" } else { " no longer failed" };
            return [Part::Word(gate), words.into(), Part::Changes(gate)].into();
        }
        if self.is_kind(common, &[NodeKind::ActiveIf, NodeKind::ActiveMatch]) {
            return [Part::Word(common), " chose again".into(), Part::Changes(common)].into();
        }
        Vec::new()
    }
}

/// Describes the end of the tree: `the tree failed after shoot`
fn ending(words: &'static str, switch: Option<&Switch>) -> Vec<Part> {
    let after = switch.map(|switch| [" after ".into(), Part::Name(switch.new_tip)]);
    iter::once(words.into()).chain(after.into_iter().flatten()).collect()
}

/// The status of a node that was not aborted.
fn ticked(mark: Mark) -> Option<Status> {
    match mark {
        Mark::Ticked(status) => Some(status),
        Mark::Aborted => None,
    }
}
