//! The names that the functions of a node are given: those of the values around it that an expression below it
//! uses. With all values around it, the parameters of nested `let`s would grow with the square of their number.

use super::unused::{expressions, given, may_use};
use crate::program::Program;
use bt_language::machine::{Node, NodeId};
use std::collections::BTreeSet;

impl Program {
    /// Removes from the scope of each node the names that nothing below it uses.
    pub(crate) fn keep_needed_names(&mut self) {
        let nodes = &mut self.machine.nodes;
        let mut needed: Vec<BTreeSet<String>> = nodes.iter().map(used).collect();
        // Children come after their parents.
        for place in (0..nodes.len()).rev() {
            let Some(parent) = nodes[place].parent.map(NodeId::place) else { continue };
            let own = given(&nodes[parent]);
            let inner = std::mem::take(&mut needed[place]);
            needed[parent]
                .extend(inner.iter().filter(|name| own.is_none_or(|own| own != *name)).cloned());
            needed[place] = inner;
        }
        for (node, needed) in nodes.iter_mut().zip(needed) {
            let is_needed = |name: &proc_macro2::Ident| needed.contains(&name.to_string());
            if !node.scope.iter().all(|binding| is_needed(&binding.name)) {
                node.scope =
                    node.scope.iter().filter(|binding| is_needed(&binding.name)).cloned().collect();
            }
        }
    }
}

/// The names that the expressions of a node itself use.
fn used(node: &Node) -> BTreeSet<String> {
    if node.scope.is_empty() {
        return BTreeSet::new();
    }
    let expressions = expressions(&node.kind);
    let names = node.scope.iter().map(|binding| &binding.name);
    names
        .filter(|name| expressions.iter().any(|expression| may_use(expression, name)))
        .map(ToString::to_string)
        .collect()
}
