//! Prints the ticks of a tree in a terminal: the running leaf, the result of each node, the reason of a
//! change.
//!
//! [`Trace`] works with the nodes of any tree, compiled or loaded. It uses color if standard output is a terminal and
//! `NO_COLOR` is not set, and plain text otherwise.

use bt_core::observe::{Mark, Marks, Reasons};
use bt_core::{Agent, Node, NodeId, NodeKind, Status};
use bt_watch::picture::Picture;
use std::fmt;

pub(crate) mod text;
pub(crate) use text::{Tone, paint};
use text::{is_coloured, one_line, tone};

/// Stores the result of each node in the last tick, and detects that another node runs than before.
#[derive(Clone, Debug)]
pub(crate) struct Trace {
    nodes: Vec<Node>,
    marks: Marks,
    reasons: Reasons,
    story: String,
    changed: bool,
}

impl Trace {
    /// Makes a trace for a tree with these nodes: `Trace::new(Soldier::NODES)`.
    pub(crate) fn new(nodes: &[Node]) -> Self {
        let (marks, reasons) = (Marks::new(nodes), Reasons::new(nodes));
        Self { nodes: nodes.to_vec(), marks, reasons, story: String::new(), changed: false }
    }

    /// Removes the results of the tick before, and ticks the tree.
    pub(crate) fn tick<B, T: Agent<B>>(&mut self, tree: &mut T, blackboard: &mut B) -> Status {
        self.tick_by(tree, blackboard, |tree, blackboard, observers| {
            tree.tick_with(blackboard, observers)
        })
    }

    /// Does the same as [`tick`](Self::tick), if other code ticks the tree with these observers.
    pub(crate) fn tick_by<B, T: Agent<B>>(
        &mut self,
        tree: &mut T,
        blackboard: &mut B,
        tick: impl FnOnce(&mut T, &mut B, &mut (&mut Marks, &mut Reasons)) -> Status,
    ) -> Status {
        let status = tick(tree, blackboard, &mut (&mut self.marks, &mut self.reasons));
        let story = self.story();
        let aborted = !self.marks.aborted().is_empty();
        self.changed = aborted || story != self.story && !self.between_rounds();
        if self.changed {
            self.story = story;
        }
        status
    }

    /// Sets the active nodes, for a tree that was ticked before.
    pub(crate) fn set_active(&mut self, active: impl IntoIterator<Item = NodeId>) {
        self.marks.set_active(active);
        self.reasons.set_active(self.marks.active().iter().copied());
    }

    /// The last event of the node in the last tick; `None` if it had none.
    pub(crate) fn mark(&self, node: NodeId) -> Option<Mark> {
        self.marks.get(node)
    }

    /// Returns `true` if the last tick aborted the node.
    pub(crate) fn was_aborted(&self, node: NodeId) -> bool {
        self.marks.aborted().contains(&node)
    }

    /// Returns `true` if the last tick aborted a node or ended at another leaf than before; the tick
    /// that a `for`, `repeat` or `retry` spends between two rounds does not count.
    pub(crate) fn changed(&self) -> bool {
        self.changed
    }

    /// Describes the last tick in a line; with `"tick 37"`, for example
    /// `tick 37: flee > npc.run_away() running. npc.health < 20 turned true, so flee took over from npc.attack().`
    pub(crate) fn summary(&self, when: impl fmt::Display) -> String {
        let title = paint(Tone::Strong, format_args!("{when}:"));
        let reason = self.reasons.last();
        let reason = reason.map(|reason| paint(Tone::Stopped, format_args!(". {reason}")));
        format!("{title} {}{}", self.story, reason.unwrap_or_default())
    }

    /// The tree, with a line for each node. Nodes without an event in the last tick are faint.
    pub(crate) fn tree(&self) -> String {
        self.picture().text().colored(is_coloured()).to_string()
    }

    /// Does the same as [`tree`](Self::tree), but hides the nodes below nodes without an event in the
    /// last tick.
    pub(crate) fn folded_tree(&self) -> String {
        self.picture().fold_idle().text().colored(is_coloured()).to_string()
    }

    fn picture(&self) -> Picture<'_> {
        Picture::new(&self.nodes).marks(&self.marks)
    }

    fn ancestors(&self, node: &Node) -> impl Iterator<Item = &Node> {
        let nodes = &self.nodes;
        std::iter::successors(node.parent, |id| nodes[id.index()].parent)
            .map(|id| &nodes[id.index()])
    }

    /// The running leaves, or the result of the last leaf.
    fn story(&self) -> String {
        let active = self.marks.active().iter().copied();
        let tips: Vec<NodeId> = active.filter(|id| self.is_tip(*id)).collect();
        let tips = if tips.is_empty() { Vec::from_iter(self.marks.last_leaf()) } else { tips };
        let paths: Vec<String> = tips.iter().map(|id| self.path(*id)).collect();
        let paths = paths.join(" + ");
        match tips.first().and_then(|id| self.mark(*id)) {
            Some(Mark::Ticked(status)) => format!("{paths} {}", paint(tone(status), status)),
            _ => paths,
        }
    }

    fn between_rounds(&self) -> bool {
        let kind = self.marks.active().last().map(|id| self.nodes[id.index()].kind);
        matches!(kind, Some(NodeKind::For | NodeKind::Repeat | NodeKind::Retry))
    }

    fn is_tip(&self, id: NodeId) -> bool {
        let node = &self.nodes[id.index()];
        !self.marks.active().iter().any(|other| *other > node.id && *other < node.end)
    }

    /// The labels on the way to the node, and the node.
    fn path(&self, id: NodeId) -> String {
        let labels = self.ancestors(&self.nodes[id.index()]).filter_map(|node| node.label);
        let mut names: Vec<String> = labels.map(str::to_owned).collect();
        names.reverse();
        names.push(one_line(self.nodes[id.index()].name()));
        names.join(" > ")
    }
}
