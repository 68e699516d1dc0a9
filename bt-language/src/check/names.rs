//! The names of items, and the names in their headers.

use crate::ast::{Blackboard, Outline, Tree};
use crate::mistakes::Mistakes;
use crate::names::plain;
use crate::parse::Items;
use crate::place;
use crate::rules::Rules;
use crate::vocabulary::declared::{Declaration, Means};
use crate::vocabulary::{Vocabulary, mistake_in_rule};
use crate::words::nearest;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

type Trees = Vec<Result<Tree, Outline>>;

/// The first item of each name.
type Names = BTreeMap<String, Span>;

/// Checks that all trees of a call have different names; removes later trees with the same name.
pub(super) fn check_trees(trees: &mut Trees, errors: &mut Mistakes) {
    let mut names = Names::new();
    trees.retain(|tree| {
        is_new(super::outline(tree), &mut names, errors, |name, line| {
            format!(
                "two trees are called `{name}`, the first in line {line}; give this one another name"
            )
        })
    });
}

/// Checks that no item before this one has its name, unless one of them may be absent.
fn is_new(
    outline: &Outline,
    names: &mut Names,
    errors: &mut Mistakes,
    text: impl Fn(&Ident, usize) -> String,
) -> bool {
    let Outline { name, attributes, .. } = outline;
    let may_be_absent = attributes.iter().any(|attribute| attribute.path().is_ident("cfg"));
    match names.entry(name.to_string()) {
        Entry::Vacant(free) => drop(free.insert(name.span())),
        Entry::Occupied(_) if may_be_absent => {}
        Entry::Occupied(first) => {
            errors.add(name.span(), text(name, place::line(*first.get())));
            return false;
        }
    }
    true
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
        let is_known = ["static", "_"].contains(&lifetime.as_str()) || declared.contains(&lifetime);
        if !was_quote || is_known {
            return token;
        }
        let text = format!(
            "the lifetime `'{lifetime}` is not declared; write `{item}<'{lifetime}>(…)`, or `'_` in its place"
        );
        errors.add(word.span(), text);
        Ident::new("_", Span::call_site()).into()
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

/// Checks that no other item of the call has the name of a vocabulary or of one of its words; only a word for a
/// subtree may have the name of a tree. Drops a vocabulary that breaks this rule.
pub(super) fn check_vocabularies(items: &mut Items, errors: &mut Mistakes) {
    let Items { trees, vocabularies, .. } = items;
    let names = trees.iter().map(|tree| &super::outline(tree).name);
    let trees: Names = names.map(|name| (name.to_string(), name.span())).collect();
    let mut names = trees.clone();
    vocabularies.retain_mut(|vocabulary| {
        let is_new = is_new(outline(vocabulary), &mut names, errors, |name, line| {
            format!(
                "two items are called `{name}`, the first in line {line}; give this vocabulary another name"
            )
        });
        if let (true, Ok(declaration)) = (is_new, vocabulary) {
            check_words(declaration, &trees, errors);
            check_rules_of_words(declaration, errors);
            let item = format!("vocabulary {}", declaration.outline.name);
            check_lifetimes(&item, &declaration.generics, &mut declaration.blackboard, errors);
        }
        is_new
    });
}

/// A word that is not the tree of its name would hide it in files.
fn check_words(declaration: &mut Declaration, trees: &Names, errors: &mut Mistakes) {
    let is_whole = &mut declaration.is_whole;
    declaration.words.retain(|word| {
        let is_subtree = matches!(word.means, Means::Subtree(_));
        let name = &word.name;
        let is_tree = !is_subtree && trees.contains_key(&name.to_string());
        if is_tree {
            let text = format!(
                "`{name}` is also a tree of this call; give this {} another name",
                word.role().name()
            );
            errors.add(name.span(), text);
            *is_whole = false;
        }
        !is_tree
    });
}

/// A rule names words of its vocabulary, and asks what they can answer. Drops one that does not.
fn check_rules_of_words(declaration: &mut Declaration, errors: &mut Mistakes) {
    let Vocabulary { words, .. } = declaration.vocabulary();
    let Declaration { rules, is_whole, .. } = declaration;
    rules.retain(|rule| {
        let before = errors.count();
        rule.claim.each(&mut |named, property| {
            let Some(name) = named.word.as_ref().map(plain) else { return };
            // A word that is missing may be one that could not be read.
            let is_known = *is_whole || words.iter().any(|word| word.name == name);
            let mistake = mistake_in_rule(&name, property, &words).filter(|_| is_known);
            if let Some(text) = mistake {
                errors.add(named.span, text);
            }
        });
        errors.count() == before
    });
}

/// The vocabulary of a file stands in the same call; a file without one is left out.
pub(super) fn check_files(items: &mut Items, errors: &mut Mistakes) {
    let Items { vocabularies, files, .. } = items;
    let known: Vec<String> = vocabularies.iter().map(|of| outline(of).name.to_string()).collect();
    files.retain(|file| {
        let name = file.vocabulary.to_string();
        if known.contains(&name) {
            return true;
        }
        let text = match nearest(&name, &mut known.iter().map(String::as_str)) {
            Some(near) => format!("there is no vocabulary `{name}` in this call; did you mean `{near}`?"),
            None => format!(
                "there is no vocabulary `{name}` in this call; it has to stand in the same `behavior_tree!` as the file"
            ),
        };
        errors.add(file.vocabulary.span(), text);
        false
    });
}

/// A tree has one list of rules.
pub(super) fn check_rules(rules: &mut Vec<Rules>, errors: &mut Mistakes) {
    let mut names = Names::default();
    rules.retain(|rules| {
        let (name, span) = (rules.tree.to_string(), rules.tree.span());
        let Some(first) = names.get(&name) else {
            names.insert(name, span);
            return true;
        };
        let line = place::line(*first);
        let text = format!("`{name}` has rules already, in line {line}; put them together");
        errors.add(span, text);
        false
    });
}

fn outline(vocabulary: &Result<Declaration, Outline>) -> &Outline {
    vocabulary.as_ref().map_or_else(|outline| outline, |declaration| &declaration.outline)
}
