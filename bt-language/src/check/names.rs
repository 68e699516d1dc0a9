//! Checks the names of trees, and the names in their headers.

use crate::ast::{Blackboard, Outline, Tree};
use crate::machine::Binding;
use crate::mistakes::Mistakes;
use crate::place;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};

type Trees = Vec<Result<Tree, Outline>>;

/// Checks that all trees of a call have different names; removes later trees with the same name.
pub(super) fn check_names(trees: &mut Trees, errors: &mut Mistakes) {
    let mut seen: Vec<Ident> = Vec::new();
    trees.retain(|tree| {
        let Outline { name, attributes, .. } = outline(tree);
        let may_be_absent = attributes.iter().any(|attribute| attribute.path().is_ident("cfg"));
        let first = seen.iter().find(|other| *other == name);
        if let Some(first) = first.filter(|_| !may_be_absent) {
            let line = place::line(first.span());
            let text = format!(
                "two trees are called `{name}`, the first in line {line}; give this one another name"
            );
            errors.add(name.span(), text);
            return false;
        }
        seen.push(name.clone());
        true
    });
}

/// Checks that a tree and its blackboard have different names; removes a tree that breaks this
/// rule.
pub(super) fn check_blackboards(trees: &mut Trees, errors: &mut Mistakes) {
    trees.retain(|tree| {
        let Ok(Tree { outline, blackboard, .. }) = tree else { return true };
        let name = &outline.name;
        let is_same = name == &blackboard.of.to_string();
        if is_same {
            let text = format!(
                "the tree and its blackboard are both called `{name}`; give the tree another name"
            );
            errors.add(name.span(), text);
        }
        !is_same
    });
}

fn outline(tree: &Result<Tree, Outline>) -> &Outline {
    match tree {
        Ok(tree) => &tree.outline,
        Err(outline) => outline,
    }
}

/// Checks that the lifetimes of a blackboard are declared; what else is wrong with them is left to the compiler.
/// `item` is the header up to the name: `tree Patrol`.
pub(super) fn check_lifetimes(
    item: &str,
    generics: &syn::Generics,
    blackboard: &mut Blackboard,
    errors: &mut Mistakes,
) {
    if declares_more(&blackboard.of) {
        return;
    }
    let declared: Vec<String> =
        generics.lifetimes().map(|of| of.lifetime.ident.to_string()).collect();
    let mut is_lifetime = false;
    let of = std::mem::take(&mut blackboard.of);
    blackboard.of = each_token(of, &mut |token| {
        let was_quote = std::mem::replace(
            &mut is_lifetime,
            matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '\''),
        );
        let TokenTree::Ident(word) = &token else { return token };
        let lifetime = word.to_string();
        let known = ["static", "_"].contains(&lifetime.as_str()) || declared.contains(&lifetime);
        if !was_quote || known {
            return token;
        }
        let text = format!(
            "the lifetime `'{lifetime}` is not declared; write `{item}<'{lifetime}>(…)`, or `'_` in its place"
        );
        errors.add(word.span(), text);
        Ident::new("_", Span::call_site()).into()
    });
}

/// Checks that no parameter, `let` or `for` has the name of the blackboard, and that parameters
/// have different names; removes the ones that break this rule.
pub(super) fn check_bindings(tree: &mut Tree, errors: &mut Mistakes) {
    let binder = &tree.blackboard.binder;
    let mut seen = vec![binder.clone()];
    tree.parameters.retain(|parameter| {
        let name = &parameter.name;
        let is_new = !seen.contains(name);
        if !is_new {
            let text = format!("`{name}` is the name of another parameter; choose another one");
            errors.add(name.span(), text);
        }
        seen.push(name.clone());
        is_new
    });
    super::each_mut(&mut tree.root, &mut |node| {
        let binds = node.kind.as_ref().and_then(|kind| kind.definition().binds());
        let Some(Binding { name, .. }) = binds else { return };
        if name == *binder {
            let text = format!(
                "`{name}` is the name of the blackboard; choose another name for this `{}`",
                node.word()
            );
            errors.add(name.span(), text);
            node.reject();
        }
    });
}

/// Returns `true` if tokens declare lifetimes: `dyn for<'x> Fn(&'x str)`
fn declares_more(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(word) => word == "for",
        TokenTree::Group(group) => declares_more(&group.stream()),
        _ => false,
    })
}

fn each_token(tokens: TokenStream, change: &mut dyn FnMut(TokenTree) -> TokenTree) -> TokenStream {
    let mut changed = TokenStream::new();
    for token in tokens {
        changed.extend([match token {
            TokenTree::Group(group) => {
                let inside = each_token(group.stream(), change);
                let mut inside = proc_macro2::Group::new(group.delimiter(), inside);
                inside.set_span(group.span());
                inside.into()
            }
            token => change(token),
        }]);
    }
    changed
}
