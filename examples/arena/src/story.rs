//! The action of an agent and its reason, for a label in the world.

use crate::world::Mind;
use bt_core::observe::Reasons;
use bt_core::{Node, NodeId};

/// Follows the ticks of one tree.
#[derive(Clone, Debug)]
pub(crate) struct Story {
    pub(crate) reasons: Reasons,
    /// The innermost active node of the last tick in which one was active.
    tip: Option<NodeId>,
    /// The reason for which the last tick ended the tree.
    ended: Option<String>,
    doing: String,
    why: String,
    is_new: bool,
}

impl Story {
    pub(crate) fn new(mind: &Mind) -> Self {
        let nodes = mind.nodes();
        let tip = mind.active().last();
        let doing = tip.map(|tip| path(nodes, tip)).unwrap_or_default();
        let mut reasons = Reasons::new(nodes);
        reasons.set_active(mind.active());
        let why = "It was selected.".to_owned();
        Self { reasons, tip, ended: None, doing, why, is_new: false }
    }

    /// The labels on the way to the running node: `graze > eat > wait`.
    pub(crate) fn doing(&self) -> &str {
        &self.doing
    }

    /// The reason: `HunterNear(within = 9) turned true, so flee took over from graze.`
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

    /// Reads the reason after a tick.
    pub(crate) fn after_tick(&mut self, mind: &Mind) {
        self.is_new = false;
        let reason = self.reasons.last().map(str::to_owned);
        let Some(tip) = mind.active().last() else {
            // The next tick starts the tree again.
            self.ended = reason;
            return;
        };
        if self.tip != Some(tip) || self.ended.is_some() {
            let reasons: Vec<String> = self.ended.take().into_iter().chain(reason).collect();
            if !reasons.is_empty() {
                self.why = reasons.join(" ");
            }
            self.doing = path(mind.nodes(), tip);
            self.is_new = true;
        }
        self.tip = Some(tip);
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
