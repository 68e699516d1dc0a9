//! The names that the functions of a node are given: those of the values around it that an expression below it
//! uses. With all values around it, the parameters of nested `let`s would grow with the square of their number.

use super::unused::{expressions, given, may_use};
use crate::program::Program;
use bt_language::machine::{Node, NodeId};

impl Program {
    /// Removes from the scope of each node the names that nothing below it uses.
    pub(crate) fn keep_needed_names(&mut self) {
        let nodes = &mut self.machine.nodes;
        let mut needed: Vec<Vec<String>> = vec![Vec::new(); nodes.len()];
        // Children come after their parents.
        for place in (0..nodes.len()).rev() {
            let mut names = std::mem::take(&mut needed[place]);
            add_used(&nodes[place], &mut names);
            if let Some(parent) = nodes[place].parent.map(NodeId::place) {
                let own = given(&nodes[parent]);
                for name in &names {
                    if own.is_none_or(|own| own != name) {
                        add(name, &mut needed[parent]);
                    }
                }
            }
            let mut scope = nodes[place].scope.to_vec();
            scope.retain(|binding| names.iter().any(|name| binding.name == name));
            if scope.len() < nodes[place].scope.len() {
                nodes[place].scope = scope.into();
            }
        }
    }
}

/// Adds the names that the expressions of a node itself use.
fn add_used(node: &Node, names: &mut Vec<String>) {
    if node.scope.is_empty() {
        return;
    }
    let expressions = expressions(&node.kind);
    for binding in node.scope.iter() {
        if expressions.iter().any(|expression| may_use(expression, &binding.name)) {
            add(&binding.name.to_string(), names);
        }
    }
}

fn add(name: &String, names: &mut Vec<String>) {
    if !names.contains(name) {
        names.push(name.clone());
    }
}
