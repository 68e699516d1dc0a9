//! The names of values that no expression uses: rustc warns about them, as about any unused variable.
//!
//! A name is a parameter of each function below it, which need not use it; so it is also declared as a variable
//! that is never used.

use super::scope;
use crate::program::Program;
use bt_language::ast::{Expression, Kind};
use bt_language::machine::{Node, NodeId};
use proc_macro2::{Ident, TokenStream, TokenTree};
use std::collections::BTreeSet;

/// The place that gives a name: a node, or the header of the tree.
type Giver = (Option<NodeId>, String);

/// `fn unused_names() { let prey = true; }`, if there are such names.
pub(super) fn function(program: &Program) -> TokenStream {
    let names = unused(program);
    if names.is_empty() {
        return TokenStream::new();
    }
    hygienic! {
        fn unused_names() {
            #(let #names = true;)*
        }
    }
}

fn unused(program: &Program) -> Vec<&Ident> {
    let used = used(program);
    let parameters = program.parameters.iter().map(|parameter| (None, &parameter.name));
    let given = program.nodes().iter().filter_map(|node| Some((Some(node.id), given(node)?)));
    parameters
        .chain(given)
        .filter(|(_, name)| !scope::is_marked(name))
        .filter(|(giver, name)| !used.contains(&(*giver, name.to_string())))
        .map(|(_, name)| name)
        .collect()
}

/// The name that a node declares for the nodes below it.
pub(super) fn given(node: &Node) -> Option<&Ident> {
    match &node.kind {
        Kind::Let { name, .. } | Kind::For { name, .. } => Some(name),
        _ => None,
    }
}

fn used(program: &Program) -> BTreeSet<Giver> {
    let mut used = BTreeSet::new();
    for node in program.nodes().iter().filter(|node| !node.scope.is_empty()) {
        let expressions = expressions(&node.kind);
        for binding in node.scope.iter() {
            if expressions.iter().any(|expression| may_use(expression, &binding.name)) {
                used.insert(giver(program, node, &binding.name));
            }
        }
    }
    used
}

/// The place that gives a name to a node.
fn giver(program: &Program, node: &Node, name: &Ident) -> Giver {
    let mut above = node.parent.map(|parent| program.node(parent));
    while let Some(node) = above.filter(|node| given(node) != Some(name)) {
        above = node.parent.map(|parent| program.node(parent));
    }
    (above.map(|node| node.id), name.to_string())
}

pub(super) fn expressions(kind: &Kind) -> Vec<Expression> {
    let mut expressions = Vec::new();
    kind.clone().each_expression(&mut |expression| expressions.push(expression.clone()));
    expressions.extend(kind.duration().map(|duration| duration.value.clone()));
    expressions
}

/// Returns `true` if an expression uses a name, or gives it to a macro, which may use it in a way of its own.
pub(super) fn may_use(expression: &TokenStream, name: &Ident) -> bool {
    scope::uses(expression, name) || (calls_macro(expression) && scope::mentions(expression, name))
}

fn calls_macro(expression: &TokenStream) -> bool {
    let tokens: Vec<TokenTree> = expression.clone().into_iter().collect();
    let is_call = |pair: &[TokenTree]| matches!(pair, [TokenTree::Punct(bang), TokenTree::Group(_)] if bang.as_char() == '!');
    tokens.windows(2).any(is_call)
        || tokens
            .iter()
            .any(|token| matches!(token, TokenTree::Group(group) if calls_macro(&group.stream())))
}
