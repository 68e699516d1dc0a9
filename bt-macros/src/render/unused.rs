//! The names of values that no expression uses: rustc warns about them, as about any unused variable.
//!
//! A name is a parameter of each function below it, which need not use it; so it is also declared as a variable
//! that is never used.

use super::scope;
use crate::program::Program;
use bt_language::ast::{Expression, Kind, Parameter};
use bt_language::machine::{Binding, Node, NodeId};
use proc_macro2::{Ident, TokenStream, TokenTree};

/// The names that the expressions of a tree use.
struct Used<'p> {
    /// The names of the tree's header.
    parameters: Vec<&'p Ident>,
    /// For each node, `true` if it gives a name that is used.
    nodes: Vec<bool>,
}

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
    let mut names = Vec::new();
    for Parameter { name, .. } in &program.parameters {
        if !used.parameters.contains(&name) {
            names.push(name);
        }
    }
    for (node, is_used) in program.nodes().iter().zip(used.nodes) {
        names.extend(given(node).filter(|_| !is_used));
    }
    names.retain(|name| !scope::is_marked(name));
    names
}

/// The name that a node declares for the nodes below it.
pub(super) fn given(node: &Node) -> Option<&Ident> {
    match &node.kind {
        Kind::Let { name, .. } | Kind::For { name, .. } => Some(name),
        _ => None,
    }
}

fn used(program: &Program) -> Used<'_> {
    let mut used = Used { parameters: Vec::new(), nodes: vec![false; program.nodes().len()] };
    for node in program.nodes() {
        if node.scope.is_empty() {
            continue;
        }
        let expressions = expressions(&node.kind);
        for Binding { name, .. } in node.scope.iter() {
            if !expressions.iter().any(|expression| may_use(expression, name)) {
                continue;
            }
            match giver(program, node, name) {
                Some(giver) => used.nodes[giver.place()] = true,
                None if used.parameters.contains(&name) => {}
                None => used.parameters.push(name),
            }
        }
    }
    used
}

/// The node that gives a name to another one below it; none if the header of the tree does.
fn giver(program: &Program, node: &Node, name: &Ident) -> Option<NodeId> {
    let mut above = node.parent.map(|parent| program.node(parent));
    while let Some(node) = above.filter(|node| given(node) != Some(name)) {
        above = node.parent.map(|parent| program.node(parent));
    }
    above.map(|node| node.id)
}

pub(super) fn expressions(kind: &Kind) -> Vec<Expression> {
    let mut expressions = Vec::new();
    kind.clone().each_expression(&mut |expression| expressions.push(expression.clone()));
    if let Some(duration) = kind.duration() {
        expressions.push(duration.value.clone());
    }
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
