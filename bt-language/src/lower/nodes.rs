//! The nodes of a tree, numbered in pre-order.

use crate::ast::{self, Form, Kind};
use crate::machine::{self, Binding, Bound, Node, NodeId, Scope};
use crate::parse;
use crate::place::Lines;
use crate::source;

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
    let source = source(&written.kind);
    let keys = keys(&written.kind);
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

/// The texts in front of a node's children. A weight of 1 need not be written.
fn keys(kind: &Kind) -> Vec<Option<String>> {
    let texts = kind.keys().iter().map(|key| source::of(key));
    let is_weight = matches!(kind, Kind::Random { .. });
    texts.map(|text| Some(text).filter(|text| !(is_weight && text == "1"))).collect()
}

/// The text of a node's arguments.
fn source(kind: &Kind) -> String {
    match kind {
        Kind::Condition(tokens)
        | Kind::Action(tokens)
        | Kind::Guard(tokens)
        | Kind::Finally(tokens)
        | Kind::Random { draw: tokens, .. }
        | Kind::If { condition: tokens, .. }
        | Kind::Match { scrutinee: tokens, .. }
        | Kind::Repeat(Some(tokens))
        | Kind::Retry(Some(tokens)) => source::of(tokens),
        Kind::Stateful(literal)
            if literal.form == Form::Expression && literal.value.call().is_none() =>
        {
            format!("{} = {}", source::of(&literal.path), source::of(&literal.value))
        }
        Kind::Stateful(literal) | Kind::With(literal) => source::of(&literal.value),
        Kind::Let { name, of, value } => {
            format!("{name}: {} = {}", source::of(of), source::of(value))
        }
        Kind::For { name, range } => format!("{name} in {}", source::of(range)),
        Kind::ActiveUtility { margin: Some(margin), .. } => {
            format!("margin = {}", source::of(margin))
        }
        Kind::Wait(duration)
        | Kind::Timeout(duration)
        | Kind::Delay(duration)
        | Kind::Cooldown(duration)
        | Kind::Every(duration) => duration.text.clone(),
        Kind::Service(duration, run) => format!("{}, {}", duration.text, source::of(run)),
        Kind::Subtree { tree, blackboard, arguments } => {
            let part = blackboard.as_ref().map(|part| source::of(part));
            let named = arguments.iter().map(|(name, of)| format!("{name} = {}", source::of(of)));
            let given: Vec<String> = part.into_iter().chain(named).collect();
            match given.as_slice() {
                [] => source::of(tree),
                given => format!("{}({})", source::of(tree), given.join(", ")),
            }
        }
        Kind::Parallel(policies) | Kind::Monitor { policies, .. } => policies.text(),
        _ => String::new(),
    }
}
