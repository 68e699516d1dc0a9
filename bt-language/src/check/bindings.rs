//! The names in the leaves, and what the tree keeps from tick to tick.
//!
//! A pattern of `if let` or `match` only chooses a branch: its bindings do not live until the branch is
//! ticked. The value of a stateful action or of a decorator must not borrow from the blackboard.

use super::{each, each_mut};
use crate::ast::{Node, Parameter, Purpose, Tree};
use crate::mistakes::Mistakes;
use crate::source::first_span;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::Pat;
use syn::parse::Parser;

/// Checks that no parameter, `let` or `for` has the name of the blackboard, and that parameters and results
/// have different names; removes the ones that break this rule.
pub(super) fn check_bindings(tree: &mut Tree, errors: &mut Mistakes) {
    let binder = &tree.blackboard.binder;
    let mut names = vec![binder.clone()];
    let mut is_new = |parameter: &Parameter| {
        let name = &parameter.name;
        let is_new = !names.contains(name);
        if !is_new {
            let text = format!("`{name}` is the name of another parameter; choose another one");
            errors.add(name.span(), text);
        }
        names.push(name.clone());
        is_new
    };
    tree.parameters.retain(&mut is_new);
    tree.results.retain(&mut is_new);
    each_mut(&mut tree.root, &mut |node| {
        if let Some(name) = own_name(node).filter(|name| name == binder) {
            let text = format!(
                "`{name}` is the name of the blackboard; choose another name for this `{}`",
                node.word()
            );
            errors.add(name.span(), text);
            node.reject();
        }
    });
}

/// The name that a `let` or a `for` gives to the nodes below.
fn own_name(node: &Node) -> Option<Ident> {
    node.kind.as_ref()?.definition().binds().map(|binding| binding.name)
}

/// Reports names in a branch that come from its pattern.
pub(super) fn check_patterns(tree: &mut Tree, errors: &mut Mistakes) {
    let mut mistakes = Vec::new();
    each(&tree.root, &mut |node| {
        for (child, names) in node.children.iter().zip(bound(node)) {
            for name in names {
                mistakes.extend(used_below(child, &name).map(|span| (span, name)));
            }
        }
    });
    for (span, name) in mistakes {
        let text = format!(
            "`{name}` is bound by a pattern, which only chooses the branch and keeps nothing; keep the value with `let({name}: Type = …)` before a node"
        );
        errors.add(span, text);
        // So that the compiler does not report it again.
        each_mut(&mut tree.root, &mut |node| {
            if used(node, &name).is_some() {
                node.reject();
                node.children.clear();
            }
        });
    }
}

/// For each child, the names that its pattern binds.
fn bound(node: &Node) -> Vec<Vec<Ident>> {
    let decisions = node.expressions.of(Purpose::Decision).map(|decision| of_condition(decision));
    decisions.chain(node.expressions.of(Purpose::Pattern).map(|pattern| of_arm(pattern))).collect()
}

/// `let Some(enemy) = npc.enemy` → `enemy`
fn of_condition(condition: &TokenStream) -> Vec<Ident> {
    let mut names = Vec::new();
    let mut tokens = condition.clone().into_iter().peekable();
    while let Some(token) = tokens.next() {
        if !matches!(&token, TokenTree::Ident(word) if word == "let") {
            continue;
        }
        let mut pattern = TokenStream::new();
        while let Some(token) = tokens.next_if(|token| !is_punct(token, '=')) {
            pattern.extend([token]);
        }
        names.extend(names_in(pattern));
    }
    names
}

fn is_punct(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

/// `Some(enemy) if enemy.is_near()` → `enemy`
fn of_arm(arm: &TokenStream) -> Vec<Ident> {
    let is_if = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "if");
    names_in(arm.clone().into_iter().take_while(|token| !is_if(token)).collect())
}

fn names_in(pattern: TokenStream) -> Vec<Ident> {
    let mut names = Vec::new();
    if let Ok(pattern) = Pat::parse_multi_with_leading_vert.parse2(pattern) {
        collect(&pattern, &mut names);
    }
    names
}

fn collect(pattern: &Pat, names: &mut Vec<Ident>) {
    match pattern {
        // A name in capitals is a constant, or a variant of an enum.
        Pat::Ident(name) => {
            let is_variable = name.ident.to_string().starts_with(char::is_lowercase);
            names.extend(is_variable.then(|| name.ident.clone()));
            name.subpat.iter().for_each(|(_, inside)| collect(inside, names));
        }
        Pat::Reference(of) => collect(&of.pat, names),
        Pat::Paren(of) => collect(&of.pat, names),
        Pat::Tuple(of) => of.elems.iter().for_each(|inside| collect(inside, names)),
        Pat::TupleStruct(of) => of.elems.iter().for_each(|inside| collect(inside, names)),
        Pat::Slice(of) => of.elems.iter().for_each(|inside| collect(inside, names)),
        Pat::Or(of) => of.cases.iter().for_each(|inside| collect(inside, names)),
        Pat::Struct(of) => of.fields.iter().for_each(|field| collect(&field.pat, names)),
        _ => {}
    }
}

/// The span at which a node, or one below it, uses a name that is not bound around it.
fn used_below(node: &Node, name: &Ident) -> Option<Span> {
    let span = used(node, name);
    if span.is_some() || own_name(node).is_some_and(|own| own == *name) {
        return span;
    }
    let patterns = bound(node);
    node.children.iter().enumerate().find_map(|(place, child)| {
        let is_bound_again = patterns.get(place).is_some_and(|names| names.contains(name));
        if is_bound_again { None } else { used_below(child, name) }
    })
}

fn used(node: &Node, name: &Ident) -> Option<Span> {
    node.expressions.iter().find_map(|(purpose, expression)| match purpose {
        // These, or the patterns for them, may bind the name.
        Purpose::Decision
        | Purpose::Scrutinee
        | Purpose::Pattern
        | Purpose::Length
        | Purpose::Lasting => None,
        _ => Some(expression).filter(|of| !binds(of)).and_then(|of| free(of, name)),
    })
}

/// Returns `true` if an expression may bind names.
fn binds(expression: &TokenStream) -> bool {
    expression.clone().into_iter().any(|token| match token {
        TokenTree::Punct(punct) => punct.as_char() == '|' || punct.as_char() == '!',
        TokenTree::Ident(word) => ["let", "for", "match", "fn"].iter().any(|binds| word == binds),
        TokenTree::Group(group) => binds(&group.stream()),
        TokenTree::Literal(_) => false,
    })
}

/// The span at which an expression uses a variable of this name: not `npc.enemy`, `enemy()`,
/// `enemy::X` or `enemy: 1`.
fn free(expression: &TokenStream, name: &Ident) -> Option<Span> {
    let tokens: Vec<TokenTree> = expression.clone().into_iter().collect();
    tokens.iter().enumerate().find_map(|(place, token)| match token {
        TokenTree::Group(group) => free(&group.stream(), name),
        TokenTree::Ident(word) if word == name => {
            let before = place.checked_sub(1).and_then(|before| tokens.get(before));
            let is_part = before.is_some_and(|token| is_punct(token, '.') || is_punct(token, ':'));
            let is_other = tokens
                .get(place + 1)
                .is_some_and(|next| matches!(next, TokenTree::Group(_)) || is_punct(next, ':'));
            (!is_part && !is_other).then(|| word.span())
        }
        _ => None,
    })
}

/// Refuses stateful actions and decorators that borrow a part of the blackboard, and removes them.
pub(super) fn check_borrows(tree: &mut Tree, errors: &mut Mistakes) {
    let binder = &tree.blackboard.binder;
    each_mut(&mut tree.root, &mut |node| {
        if let Some((field, span)) = borrowed_field(node, binder) {
            let text = format!(
                "`{field}` would borrow from the blackboard, but this value is kept longer than one tick; keep an id, a copy or a clone"
            );
            errors.add(span, text);
            node.reject();
            if let Some(child) = node.children.pop() {
                *node = child;
            }
        }
    });
}

/// The first field of a struct literal that is a borrow like `&npc.home`, with its span.
fn borrowed_field(node: &Node, binder: &Ident) -> Option<(String, Span)> {
    let is_made =
        |(purpose, _): &&(Purpose, _)| matches!(purpose, Purpose::Made | Purpose::Decorator);
    let (_, value) = node.expressions.iter().find(is_made)?;
    let read = syn::parse2::<syn::ExprStruct>(value.to_token_stream()).ok()?;
    read.fields.iter().find_map(|field| {
        let syn::Expr::Reference(reference) = &field.expr else { return None };
        let name = field.member.to_token_stream().to_string();
        is_part(&reference.expr, binder).then(|| (name, first_span(&field.expr.to_token_stream())))
    })
}

/// Returns `true` if an expression is `npc` or a field of it: `npc.base.home`
fn is_part(expression: &syn::Expr, binder: &Ident) -> bool {
    match expression {
        syn::Expr::Field(field) => is_part(&field.base, binder),
        syn::Expr::Path(path) => path.path.is_ident(binder),
        _ => false,
    }
}
