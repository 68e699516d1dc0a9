//! The action of an agent and its reason: the sentence of the replay page, for a label in the world.

use crate::world::Mind;
use bt_core::observe::{Mark, Marks};
use bt_core::{Node, NodeId, NodeKind, Status};

/// Follows the ticks of one tree.
#[derive(Clone, Debug)]
pub(crate) struct Story {
    pub(crate) marks: Marks,
    /// The innermost active node of the last tick in which one was active.
    tip: Option<NodeId>,
    /// The last leaf of a tick that ended the tree, and its result.
    ended: Option<(NodeId, Status)>,
    doing: String,
    why: String,
    is_new: bool,
}

impl Story {
    pub(crate) fn new(mind: &Mind) -> Self {
        let nodes = mind.nodes();
        let tip = mind.active().last();
        let doing = tip.map(|tip| path(nodes, tip)).unwrap_or_default();
        let why = "It was selected.".to_owned();
        Self { marks: Marks::new(nodes), tip, ended: None, doing, why, is_new: false }
    }

    /// The labels on the way to the running node: `graze > eat > wait`.
    pub(crate) fn doing(&self) -> &str {
        &self.doing
    }

    /// The reason: `HunterNear(within = 9) is true, so flee took over from graze.`
    pub(crate) fn why(&self) -> &str {
        &self.why
    }

    /// Returns `true` if the agent does something else since the last tick.
    pub(crate) const fn is_new(&self) -> bool {
        self.is_new
    }

    /// Starts again with another version of the tree.
    pub(crate) fn renew(&mut self, mind: &Mind) {
        *self = Self { why: "The tree has a new version.".to_owned(), ..Self::new(mind) };
    }

    /// Reads the marks after a tick.
    pub(crate) fn after_tick(&mut self, nodes: &[Node]) {
        self.is_new = false;
        let Some(tip) = self.marks.active().last().copied() else {
            // The next tick starts the tree again.
            self.ended = self.end_of(nodes, NodeId::new(0));
            return;
        };
        if self.tip != Some(tip) || self.ended.is_some() {
            if let Some(old) = self.tip {
                self.why = self.sentence(nodes, old, tip);
            }
            self.doing = path(nodes, tip);
            self.is_new = true;
        }
        self.tip = Some(tip);
        self.ended = None;
    }

    /// The last leaf of a branch that ended, and its result. A leaf that a `timeout` aborted has none: then the
    /// outermost node.
    fn end_of(&self, nodes: &[Node], branch: NodeId) -> Option<(NodeId, Status)> {
        let below = &nodes[branch.index()..nodes[branch.index()].end.index()];
        let ended = |node: &Node| {
            let status = self.result(node.id).filter(|status| *status != Status::Running)?;
            (node.id.index() > 0).then_some((node.id, status))
        };
        let is_leaf = |node: &&Node| node.end.index() == node.id.index() + 1;
        let leaf = below.iter().filter(is_leaf).filter_map(ended).next_back();
        leaf.or_else(|| below.iter().find_map(ended))
    }

    fn result(&self, node: NodeId) -> Option<Status> {
        match self.marks.get(node)? {
            Mark::Ticked(status) => Some(status),
            Mark::Aborted => None,
        }
    }

    fn sentence(&self, nodes: &[Node], old: NodeId, now: NodeId) -> String {
        let common = if self.ended.is_some() { NodeId::new(0) } else { meeting(nodes, old, now) };
        let (old_branch, branch) = (branch(nodes, common, old), branch(nodes, common, now));
        let (old_name, name) = (named_below(nodes, common, old), named_below(nodes, common, now));
        let key = nodes[branch.index()].key.unwrap_or_default();
        if self.marks.aborted().contains(&old) && branch < old_branch {
            return format!("{key} is true, so {name} took over from {old_name}.");
        }
        let cause = self.cause(nodes, old_branch);
        let is_choice = nodes[common.index()].kind == NodeKind::PrioritySelector;
        let condition = if is_choice && key != "Always" && branch != old_branch {
            format!(" and {key} is true")
        } else {
            String::new()
        };
        match cause {
            Some(cause) => format!("{cause}{condition}, so {name} runs now."),
            None if condition.is_empty() => format!("{name} runs now."),
            None => format!("{key} is true, so {name} runs now."),
        }
    }

    /// `walk succeeded`, `chase failed (it is gone)`: the end of the old branch.
    fn cause(&self, nodes: &[Node], branch: NodeId) -> Option<String> {
        let (node, status) = self.ended.or_else(|| self.end_of(nodes, branch))?;
        let error = self.marks.error(node).map(|error| format!(" ({error})")).unwrap_or_default();
        let result = match (status, nodes[node.index()].kind) {
            (Status::Success, _) => "succeeded",
            (_, NodeKind::Timeout) => "timed out",
            _ => "failed",
        };
        Some(format!("{} {result}{error}", told(nodes, node)))
    }
}

/// The labels on the way to a node, and the node if it is a word of the file: code says less than its label.
fn path(nodes: &[Node], tip: NodeId) -> String {
    let labels = ancestors(nodes, tip).filter_map(|id| nodes[id.index()].label);
    let mut names: Vec<&str> = labels.collect();
    names.reverse();
    let tip = &nodes[tip.index()];
    if names.is_empty() || !is_code(tip) {
        names.push(name(tip));
    }
    names.join(" > ")
}

/// The name of a node in a sentence: the word, or the nearest label if the node is code.
fn told(nodes: &[Node], node: NodeId) -> &'static str {
    let label = ancestors(nodes, node).find_map(|id| nodes[id.index()].label);
    let node = &nodes[node.index()];
    label.filter(|_| is_code(node)).unwrap_or(name(node))
}

/// Returns `true` for a node of a tree that is written in Rust, if it has no label.
fn is_code(node: &Node) -> bool {
    node.label.is_none() && node.source.contains("view.")
}

/// The name without the parameters: `Flee` for `Flee(until = 15)`.
fn name(node: &Node) -> &'static str {
    let name = node.name();
    name.split_once('(').map_or(name, |(name, _)| name)
}

/// The ancestors of a node, the nearest first.
fn ancestors(nodes: &[Node], id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    std::iter::successors(nodes[id.index()].parent, |id| nodes[id.index()].parent)
}

/// The innermost node that contains both.
fn meeting(nodes: &[Node], one: NodeId, other: NodeId) -> NodeId {
    let contains = |id: &NodeId| *id <= other && other < nodes[id.index()].end;
    ancestors(nodes, one).find(contains).unwrap_or(NodeId::new(0))
}

/// The child of `above` that contains the node.
fn branch(nodes: &[Node], above: NodeId, node: NodeId) -> NodeId {
    let is_child = |id: &NodeId| nodes[id.index()].parent == Some(above);
    std::iter::once(node).chain(ancestors(nodes, node)).find(is_child).unwrap_or(node)
}

/// The name of the outermost node below `above` that has a label, on the way to the node.
fn named_below(nodes: &[Node], above: NodeId, node: NodeId) -> &'static str {
    let way = std::iter::once(node).chain(ancestors(nodes, node)).take_while(|id| *id > above);
    let labelled = way.filter(|id| nodes[id.index()].label.is_some()).last();
    name(&nodes[labelled.unwrap_or(node).index()])
}
