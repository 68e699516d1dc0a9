//! The nodes of a loaded tree.

use super::{Assembled, Assembler};
use crate::files::texts::kept;
use crate::{Node, NodeId, NodeKind};
use std::format;
use std::string::ToString;

impl Assembler<'_> {
    /// Adds the nodes of a tree; the nodes of a subtree follow the node that calls it.
    #[allow(clippy::cast_possible_truncation, reason = "there are fewer than MOST_NODES")]
    pub(super) fn table(&mut self, tree: usize, above: Option<NodeId>) -> Assembled<()> {
        let machines = self.machines;
        let machine = &machines[tree];
        let mut ids = std::vec::Vec::with_capacity(machine.nodes.len());
        for node in &machine.nodes {
            let id = NodeId(self.code.nodes.len() as u32);
            ids.push(id);
            let parent = node.parent.and_then(|parent| ids.get(parent.place()).copied()).or(above);
            let Some(kind) = NodeKind::from_word(node.kind.word().as_str()) else {
                return Err(format!("nobody knows the word `{}`", node.kind.word()));
            };
            self.code.nodes.push(Node {
                id,
                parent,
                kind,
                label: node.label.as_ref().map(|label| kept(&label.to_string())),
                key: node.key.as_deref().map(kept),
                source: kept(&node.source),
                description: node.description.as_deref().map(kept),
                line: u32::try_from(node.line).unwrap_or_default(),
                end: id,
            });
            match (self.tree_of(node), self.word_of(node)) {
                (Some(tree), _) => self.table(tree, Some(id))?,
                (None, Some(word)) => self.nested((self.nodes_of)(word), id),
                _ => {}
            }
        }
        let last = NodeId(self.code.nodes.len() as u32);
        for node in &machine.nodes {
            let end = ids.get(node.end.place()).copied().unwrap_or(last);
            self.code.nodes[ids[node.id.place()].index()].end = end;
        }
        Ok(())
    }

    /// Adds the nodes of a tree of the vocabulary below a node.
    fn nested(&mut self, nodes: &[Node], above: NodeId) {
        let offset = above.0 + 1;
        let first = self.code.nodes.len();
        self.code.foreign.push(first..first + nodes.len());
        self.code.nodes.extend(nodes.iter().map(|node| Node {
            id: node.id.after(offset),
            end: node.end.after(offset),
            parent: Some(node.parent.map_or(above, |parent| parent.after(offset))),
            ..*node
        }));
    }
}
