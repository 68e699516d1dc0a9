//! The expected table of nodes of a tree.

use super::{Instance, Interpreter};
use crate::language::{Head, Node};
use bt_core::{NodeId, NodeKind};

/// The properties of a node before anything runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row<'f> {
    /// Its index in pre-order.
    pub id: NodeId,
    /// Its parent.
    pub parent: Option<NodeId>,
    /// The kind of the node.
    pub kind: NodeKind,
    /// Its label.
    pub label: Option<&'f str>,
    /// Its doc comment.
    pub description: Option<&'f str>,
    /// The id after the last node below it.
    pub end: NodeId,
}

impl<'f> Interpreter<'f> {
    /// All nodes in pre-order; the nodes of a subtree follow its `subtree` node.
    #[must_use]
    pub fn rows(&self) -> Vec<Row<'f>> {
        let mut rows = Vec::new();
        self.root.collect_rows(None, &mut rows);
        rows
    }

    /// The node with this id, as it was written.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Option<&'f Node> {
        self.root.find(id)
    }
}

impl<'f> Instance<'f> {
    fn find(&self, id: NodeId) -> Option<&'f Node> {
        if self.id == id {
            return Some(self.node);
        }
        self.children.iter().find_map(|child| child.find(id))
    }

    fn collect_rows(&self, parent: Option<NodeId>, rows: &mut Vec<Row<'f>>) {
        let place = rows.len();
        rows.push(Row {
            id: self.id,
            parent,
            kind: kind(&self.node.head),
            label: self.node.label.as_deref(),
            description: self.node.description.as_deref(),
            end: self.id,
        });
        for child in &self.children {
            child.collect_rows(Some(self.id), rows);
        }
        let end = u32::try_from(rows.len()).expect("there are not that many nodes");
        rows[place].end = NodeId::new(end);
    }
}

fn kind(head: &Head) -> NodeKind {
    match head {
        Head::Condition(_) => NodeKind::Condition,
        Head::Action(..)
        | Head::Give(..)
        | Head::Gain(..)
        | Head::Both(..)
        | Head::Job(_)
        | Head::Hired(_)
        | Head::Nap(_)
        | Head::Vow(_) => NodeKind::Action,
        Head::Await(_) => NodeKind::Await,
        Head::Wait(_) => NodeKind::Wait,
        Head::Succeed => NodeKind::Succeed,
        Head::Fail => NodeKind::Fail,
        Head::Running => NodeKind::Running,
        Head::Subtree(_) => NodeKind::Subtree,
        Head::Sequence => NodeKind::Sequence,
        Head::Selector => NodeKind::Selector,
        Head::ActiveSequence => NodeKind::ActiveSequence,
        Head::ActiveSelector => NodeKind::ActiveSelector,
        Head::Parallel(_) => NodeKind::Parallel,
        Head::Monitor { .. } => NodeKind::Monitor,
        Head::Recover(_) => NodeKind::Recover,
        Head::Pipeline(_) => NodeKind::Pipeline,
        Head::RoundRobin => NodeKind::RoundRobin,
        Head::RandomSelector(..) => NodeKind::RandomSelector,
        Head::RandomSequence(..) => NodeKind::RandomSequence,
        Head::UtilitySelector(_) => NodeKind::UtilitySelector,
        Head::PrioritySelector(_) => NodeKind::PrioritySelector,
        Head::ActiveUtilitySelector(..) => NodeKind::ActiveUtilitySelector,
        Head::If(_) => NodeKind::If,
        Head::Match(_) => NodeKind::Match,
        Head::ActiveIf(_) => NodeKind::ActiveIf,
        Head::ActiveMatch(_) => NodeKind::ActiveMatch,
        Head::Not => NodeKind::Not,
        Head::ForceSuccess => NodeKind::ForceSuccess,
        Head::ForceFailure => NodeKind::ForceFailure,
        Head::Repeat(..) => NodeKind::Repeat,
        Head::Retry(..) => NodeKind::Retry,
        Head::Guard(_) => NodeKind::Guard,
        Head::Timeout(_) => NodeKind::Timeout,
        Head::Delay(_) => NodeKind::Delay,
        Head::Cooldown(..) => NodeKind::Cooldown,
        Head::Every(_) => NodeKind::Every,
        Head::Once => NodeKind::Once,
        Head::Service(..) => NodeKind::Service,
        Head::With(_) | Head::Ticket(_) => NodeKind::With,
        Head::Set(..) => NodeKind::Set,
        Head::Let(..) | Head::Place(..) | Head::Bind(..) => NodeKind::Let,
        Head::For(..) => NodeKind::For,
        Head::Finally(..) | Head::Cleanup => NodeKind::Finally,
    }
}
