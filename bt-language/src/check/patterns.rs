//! Checks the patterns of `if let` and `match`: a pattern only chooses a branch, because its
//! bindings do not live until the branch is ticked.

use super::{each, each_mut};
use crate::ast::{Node, Purpose, Tree};
use crate::mistakes::Mistakes;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use syn::Pat;
use syn::parse::Parser;

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
        leave_out(&mut tree.root, &name);
    }
}

/// Removes nodes that use the name, so that the compiler does not report it again.
fn leave_out(root: &mut Node, name: &Ident) {
    each_mut(root, &mut |node| {
        if used(node, name).is_some() {
            node.reject();
            node.children.clear();
        }
    });
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
        while let Some(token) = tokens.next_if(|token| !is_equals(token)) {
            pattern.extend([token]);
        }
        names.extend(names_in(pattern));
    }
    names
}

fn is_equals(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == '=')
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
    if let Some(span) = used(node, name) {
        return Some(span);
    }
    let binds = node.kind.as_ref().and_then(|kind| kind.definition().binds());
    if binds.is_some_and(|own| own.name == *name) {
        return None;
    }
    let inside_of_pattern = bound(node);
    node.children.iter().enumerate().find_map(|(place, child)| {
        let is_bound_again = inside_of_pattern.get(place).is_some_and(|names| names.contains(name));
        if is_bound_again { None } else { used_below(child, name) }
    })
}

fn used(node: &Node, name: &Ident) -> Option<Span> {
    node.expressions.iter().find_map(|(purpose, expression)| match purpose {
        // These, or the patterns for them, may bind the name.
        Purpose::Decision | Purpose::Scrutinee | Purpose::Pattern | Purpose::Length => None,
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
    let is_punct = |place: Option<usize>, wanted: char| {
        let token = place.and_then(|place| tokens.get(place));
        matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == wanted)
    };
    tokens.iter().enumerate().find_map(|(place, token)| match token {
        TokenTree::Group(group) => free(&group.stream(), name),
        TokenTree::Ident(word) if word == name => {
            let before = place.checked_sub(1);
            let is_called = matches!(tokens.get(place + 1), Some(TokenTree::Group(_)));
            let is_other = is_called
                || is_punct(before, '.')
                || is_punct(before, ':')
                || is_punct(Some(place + 1), ':');
            (!is_other).then(|| word.span())
        }
        _ => None,
    })
}
