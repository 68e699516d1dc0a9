//! The nodes of trees in files, as tables.

use super::Stop;
use bt_core::{Node, NodeId, NodeKind, behavior_tree};
use bt_language::ast::Tree;
use bt_language::file::Reading;
use bt_language::lower;
use bt_language::machine::{Call, Machine};
use bt_language::words::Word;
use std::collections::BTreeMap;

behavior_tree! {
    tree Blank(nothing: &mut ()) {
        action *nothing = ();
    }
}

/// A node without texts.
pub(super) fn blank(word: Word) -> Node {
    let mut node = *Blank::node(NodeId::new(0));
    // Both lists have the same order.
    node.kind = NodeKind::ALL[word as usize];
    (node.source, node.line) = ("", 0);
    node
}

/// The node at this place of a table.
pub(super) fn id(place: usize) -> NodeId {
    NodeId::new(u32::try_from(place).unwrap_or(u32::MAX))
}

/// A text for the rest of the program, which soon ends: tables of nodes are constants otherwise.
pub(super) fn leaked(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

/// A node as the reports name it: `'often: repeat 3`
pub(super) fn shown(node: &Node) -> String {
    let prefix = node.label.map_or_else(String::new, |label| format!("'{label}: "));
    format!("{prefix}{} {}", node.kind, node.source).trim_end().to_owned()
}

/// The trees of a file that has no mistakes.
#[derive(Default)]
pub(super) struct Trees {
    pub(super) machines: Vec<Machine>,
    /// The index of each, by its name.
    places: BTreeMap<String, usize>,
    /// The index of the first entry.
    first: usize,
}

impl Trees {
    pub(super) fn of(reading: Reading) -> Result<Self, Stop> {
        let first = reading.trees.iter().position(Tree::is_entry).unwrap_or_default();
        let lowered = reading.trees.into_iter().map(|tree| {
            let (name, header, scope) =
                (tree.outline.name.to_string(), tree.header(), tree.scope());
            let machine = lower(&name, header, &scope, tree.root, &reading.lines);
            machine.map_err(|internal| Stop(format!("internal error: {internal}")))
        });
        let machines = lowered.collect::<Result<Vec<Machine>, Stop>>()?;
        let names = machines.iter().enumerate();
        let places = names.map(|(place, machine)| (machine.name.clone(), place)).collect();
        Ok(Self { machines, places, first })
    }

    /// The tree with this name, or the first entry.
    pub(super) fn find(&self, name: Option<&str>) -> Result<&Machine, Stop> {
        let place = name.map_or(Some(&self.first), |name| self.places.get(name));
        place.and_then(|place| self.machines.get(*place)).ok_or_else(|| {
            let names = self.machines.iter().map(|machine| format!("`{}`", machine.name));
            let names = names.collect::<Vec<_>>().join(", ");
            Stop(format!("there is no tree `{}`; there are {names}", name.unwrap_or_default()))
        })
    }

    /// The tree of the file that is called.
    pub(super) fn called(&self, call: &Call) -> Option<&Machine> {
        self.places.get(&call.tree.to_string()).and_then(|place| self.machines.get(*place))
    }

    /// The nodes of a tree, and those of each subtree behind its node.
    pub(super) fn table(&self, machine: &Machine) -> Vec<Node> {
        let mut nodes = Vec::new();
        self.add(machine, None, &mut nodes);
        for place in (0..nodes.len()).rev() {
            let end = nodes[place].end.max(id(place + 1));
            nodes[place].end = end;
            if let Some(parent) = nodes[place].parent {
                nodes[parent.index()].end = nodes[parent.index()].end.max(end);
            }
        }
        nodes
    }

    fn add(&self, machine: &Machine, parent: Option<NodeId>, nodes: &mut Vec<Node>) {
        let mut places = Vec::new();
        let mut calls = machine.calls().peekable();
        for of in &machine.nodes {
            let own = id(nodes.len());
            places.push(own);
            let above = of.parent.and_then(|above| places.get(above.place()).copied());
            let mut node = blank(of.word);
            (node.id, node.parent) = (own, above.or(parent));
            node.label = of.label.as_ref().map(|label| leaked(&label.to_string()));
            node.key = of.key.as_deref().map(leaked);
            node.source = leaked(&of.source);
            node.description = of.description.as_deref().map(leaked);
            node.header = machine.header.as_deref().filter(|_| above.is_none()).map(leaked);
            node.line = u32::try_from(of.line).unwrap_or_default();
            nodes.push(node);
            let call = calls.next_if(|(caller, _)| *caller == of.id);
            if let Some(below) = call.and_then(|(_, call)| self.called(call)) {
                self.add(below, Some(own), nodes);
            }
        }
    }
}
