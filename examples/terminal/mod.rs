//! Shows in a terminal what a tree does: which leaf runs, how each node ended, what was aborted.
//!
//! [`Trace`] is an [`Observer`] over the `NODES` of any tree. Colour is used where standard output
//! is a terminal and `NO_COLOR` is not set; what is piped is plain text.

use bt_core::{BehaviorTree, Node, NodeId, NodeKind, Observer, Status};
use std::fmt;

mod text;
pub(crate) use text::{Tone, paint};
use text::{one_line, sign, tone, written};

/// What happened to a node in a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// It gave this status.
    Ticked(Status),
    /// It was running and was stopped.
    Aborted,
}

/// Remembers what the last tick did to every node of one tree.
#[derive(Clone, Debug)]
pub(crate) struct Trace {
    nodes: &'static [Node],
    marks: Vec<Option<Mark>>,
    errors: Vec<(NodeId, String)>,
    aborted: Vec<NodeId>,
    active: Vec<NodeId>,
    last_leaf: Option<NodeId>,
    story: String,
    changed: bool,
}

impl Trace {
    /// For a tree with these nodes: `Trace::new(Soldier::NODES)`.
    pub(crate) fn new(nodes: &'static [Node]) -> Self {
        Self {
            nodes,
            marks: vec![None; nodes.len()],
            errors: Vec::new(),
            aborted: Vec::new(),
            active: Vec::new(),
            last_leaf: None,
            story: String::new(),
            changed: false,
        }
    }

    /// Forgets the tick before, ticks the tree and watches it.
    pub(crate) fn tick<B, T: BehaviorTree<B>>(
        &mut self,
        tree: &mut T,
        blackboard: &mut B,
    ) -> Status {
        self.tick_by(tree, blackboard, T::tick_with)
    }

    /// As [`tick`](Self::tick), where somebody else ticks the tree with this as an observer.
    pub(crate) fn tick_by<B, T: BehaviorTree<B>>(
        &mut self,
        tree: &mut T,
        blackboard: &mut B,
        tick: impl FnOnce(&mut T, &mut B, &mut Self) -> Status,
    ) -> Status {
        self.marks.fill(None);
        self.errors.clear();
        self.aborted.clear();
        self.last_leaf = None;
        let status = tick(tree, blackboard, self);
        self.active = tree.active().collect();
        for node in &self.active {
            self.marks[node.index()] = Some(Mark::Ticked(Status::Running));
        }
        let story = self.story();
        self.changed = !self.aborted.is_empty() || story != self.story && !self.between_rounds();
        if self.changed {
            self.story = story;
        }
        status
    }

    /// What the last tick did to the node; `None` if it left the node alone.
    pub(crate) fn mark(&self, node: NodeId) -> Option<Mark> {
        self.marks[node.index()]
    }

    /// Whether the node was running and was stopped in the last tick.
    pub(crate) fn was_aborted(&self, node: NodeId) -> bool {
        self.aborted.contains(&node)
    }

    /// Whether the last tick aborted something or ended elsewhere than before; the tick that a
    /// `repeat` or `retry` spends between two rounds does not count.
    pub(crate) fn changed(&self) -> bool {
        self.changed
    }

    /// The last tick in a line; with `"tick 37"`, for example
    /// `tick 37: flee > npc.run_away() running; aborted: npc.attack()`.
    pub(crate) fn summary(&self, when: impl fmt::Display) -> String {
        let title = paint(Tone::Strong, format_args!("{when}:"));
        format!("{title} {}{}", self.story, self.stopped())
    }

    /// The tree, a line for each node. What the last tick left alone is faint.
    pub(crate) fn tree(&self) -> String {
        self.lines(false)
    }

    /// As [`tree`](Self::tree), without what lies below a node that the last tick left alone.
    pub(crate) fn folded_tree(&self) -> String {
        self.lines(true)
    }

    fn lines(&self, folded: bool) -> String {
        let mut text = String::new();
        let mut index = 0;
        while let Some(node) = self.nodes.get(index) {
            let mark = self.marks[index];
            let fold = folded && mark.is_none();
            let more = if fold && !is_leaf(node) { " …" } else { "" };
            let depth = self.ancestors(node).count();
            let (sign, tone) = sign(mark);
            let line = paint(tone, format_args!("{sign} {}{more}", written(node)));
            text += &"  ".repeat(depth);
            text += &line;
            if let Some((_, error)) = self.errors.iter().find(|(id, _)| *id == node.id) {
                text += &paint(Tone::Bad, format_args!("  \"{error}\""));
            }
            text += "\n";
            index = if fold { node.end.index() } else { index + 1 };
        }
        text
    }

    fn ancestors(&self, node: &Node) -> impl Iterator<Item = &'static Node> {
        let nodes = self.nodes;
        std::iter::successors(node.parent, |id| nodes[id.index()].parent)
            .map(|id| &nodes[id.index()])
    }

    /// What runs, or else what the last leaf gave.
    fn story(&self) -> String {
        let tips: Vec<NodeId> = self.active.iter().copied().filter(|id| self.is_tip(*id)).collect();
        let tips = if tips.is_empty() { Vec::from_iter(self.last_leaf) } else { tips };
        let paths: Vec<String> = tips.iter().map(|id| self.path(*id)).collect();
        let paths = paths.join(" + ");
        match tips.first().and_then(|id| self.mark(*id)) {
            Some(Mark::Ticked(status)) => format!("{paths} {}", paint(tone(status), status)),
            _ => paths,
        }
    }

    /// The leaves and the labelled nodes among what was aborted.
    fn stopped(&self) -> String {
        let aborted = self.aborted.iter().map(|id| &self.nodes[id.index()]);
        let worth_naming = aborted.filter(|node| node.label.is_some() || is_leaf(node));
        let names: Vec<String> = worth_naming.map(|node| one_line(node.name())).collect();
        if names.is_empty() {
            return String::new();
        }
        paint(Tone::Stopped, format_args!("; aborted: {}", names.join(", ")))
    }

    fn between_rounds(&self) -> bool {
        let kind = self.active.last().map(|id| self.nodes[id.index()].kind);
        matches!(kind, Some(NodeKind::Repeat | NodeKind::Retry))
    }

    fn is_tip(&self, id: NodeId) -> bool {
        let node = &self.nodes[id.index()];
        !self.active.iter().any(|other| *other > node.id && *other < node.end)
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

impl Observer for Trace {
    fn leaf(&mut self, node: NodeId, status: Status, error: Option<fmt::Arguments<'_>>) {
        self.marks[node.index()] = Some(Mark::Ticked(status));
        self.last_leaf = Some(node);
        self.errors.extend(error.map(|error| (node, error.to_string())));
    }

    fn finished(&mut self, node: NodeId, status: Status) {
        self.marks[node.index()] = Some(Mark::Ticked(status));
    }

    fn aborted(&mut self, node: NodeId) {
        self.marks[node.index()] = Some(Mark::Aborted);
        self.aborted.push(node);
    }
}

fn is_leaf(node: &Node) -> bool {
    node.end.index() == node.id.index() + 1
}
