//! The nodes of a tree, numbered in pre-order.

use crate::ast::{self, Kind};
use crate::machine::{self, Binding, Bound, Node, NodeId, Scope};
use crate::parse;
use crate::place::Lines;

/// Flattens a syntax tree.
pub(super) fn numbered(root: ast::Node, scope: &Scope, lines: &Lines) -> Vec<Node> {
    let mut nodes = Vec::new();
    number(root, None, scope, &mut nodes);
    let mut subtrees = 0;
    for node in &mut nodes {
        node.line = lines.line(node.span);
        node.subtrees_before = subtrees;
        subtrees += usize::from(node.is_subtree());
    }
    nodes
}

fn number(
    written: ast::Node,
    parent: Option<NodeId>,
    scope: &Scope,
    nodes: &mut Vec<Node>,
) -> NodeId {
    let id = NodeId::new(nodes.len());
    let mut written = mended(written);
    let source = written.kind.source();
    let keys = written.kind.key_texts();
    written.kind.each_expression(&mut |expression| parse::written_out(expression));
    let inside = inside(&written.kind, scope);
    nodes.push(Node {
        kind: written.kind,
        id,
        end: id,
        parent,
        children: Vec::with_capacity(written.children.len()),
        label: written.label,
        key: None,
        description: written.description,
        source,
        span: written.span,
        line: 0,
        scope: scope.clone(),
        subtrees_before: 0,
    });
    for (place, child) in written.children.into_iter().enumerate() {
        let child = number(child, Some(id), &inside, nodes);
        nodes[child.place()].key = keys.get(place).cloned().flatten();
        nodes[id.place()].children.push(child);
    }
    nodes[id.place()].end = NodeId::new(nodes.len());
    id
}

/// The names that the nodes below a node can use.
fn inside(kind: &Kind, scope: &Scope) -> Scope {
    let (name, of) = match kind {
        Kind::Let { name, of, .. } => (name, Bound::Value(of.clone())),
        Kind::For { name, .. } => (name, Bound::Number),
        _ => return scope.clone(),
    };
    machine::with(scope, &Binding { name: name.clone(), of })
}

/// Replaces a node that could not be read by its readable children, in order.
fn mended(node: ast::Node) -> ast::Node {
    let kind = match node.kind {
        Kind::Broken if node.children.is_empty() => Kind::Running,
        Kind::Broken => Kind::Sequence,
        kind => kind,
    };
    ast::Node { kind, ..node }
}
