//! The rules of the language, each in one function.

mod bindings;
mod cleanup;
pub(crate) mod given;
pub(crate) mod meaning;
mod names;
pub(crate) mod outcomes;
pub(crate) mod reach;
mod subtrees;

pub(crate) use meaning::words_used;
pub(crate) use subtrees::check_helpers;

use crate::ast::{Node, Outline, Tree};
use crate::mistakes::Mistakes;
use crate::parse::Items;
use crate::place;
use crate::vocabulary::Vocabulary;
use crate::words::Family;
use std::collections::BTreeMap;
use std::fmt;

/// Checks all items of one macro call.
pub(crate) fn items(items: &mut Items, errors: &mut Mistakes) {
    trees(&mut items.trees, errors);
    names::check_vocabularies(items, errors);
    names::check_files(items, errors);
    names::check_rules(&mut items.rules, errors);
}

pub(crate) fn trees(trees: &mut Vec<Result<Tree, Outline>>, errors: &mut Mistakes) {
    names::check_trees(trees, errors);
    names::check_blackboards(trees, errors);
    let interfaces = subtrees::interfaces(trees);
    let mut readable: Vec<&mut Tree> = trees.iter_mut().flatten().collect();
    let calls = subtrees::check_recursion(&mut readable, errors);
    subtrees::mark_cleanups(&mut readable, &calls);
    for tree in readable {
        let item = format!("tree {}", tree.outline.name);
        names::check_lifetimes(&item, &tree.generics, &mut tree.blackboard, errors);
        bindings::check_bindings(tree, errors);
        subtrees::check_subtrees(tree, &interfaces, errors);
        bindings::check_borrows(tree, errors);
        bindings::check_patterns(tree, errors);
        given::check_values(tree, errors);
        check_tree(tree, false, errors);
    }
}

/// The same for the trees of a file, whose expressions are words of a vocabulary. `nodes_of` returns the number of nodes
/// of a tree of the vocabulary, by the index of its word.
pub(crate) fn trees_of_file(
    trees: &mut Vec<Result<Tree, Outline>>,
    vocabulary: &Vocabulary,
    nodes_of: &dyn Fn(usize) -> usize,
    has_all_files: bool,
    errors: &mut Mistakes,
) {
    names::check_trees(trees, errors);
    meaning::resolve(trees, vocabulary, has_all_files, errors);
    let mut readable: Vec<&mut Tree> = trees.iter_mut().flatten().collect();
    let calls = subtrees::check_recursion(&mut readable, errors);
    let places = vocabulary.places();
    let nodes_of = |name: &str| places.get(name).map_or(0, |place| nodes_of(*place));
    subtrees::check_size(&readable, &calls, &nodes_of, errors);
    subtrees::mark_cleanups(&mut readable, &calls);
    for tree in readable {
        given::check_values(tree, errors);
        check_tree(tree, true, errors);
    }
}

fn check_tree(tree: &mut Tree, is_file: bool, errors: &mut Mistakes) {
    check_labels(tree, errors);
    reach::check_reach(tree, is_file, errors);
    cleanup::check_cleanups(tree, is_file, errors);
    check_arguments(&tree.root, errors);
    each_mut(&mut tree.root, &mut |node| check_children(node, errors));
    check_depth(&mut tree.root, 0, errors);
}

fn check_arguments(root: &Node, errors: &mut Mistakes) {
    each(root, &mut |node| {
        let Some(kind) = &node.kind else { return };
        for (span, text) in kind.definition().mistakes(&node.children) {
            errors.add(span, text);
        }
    });
}

/// Returns `true` if the checks of reach and of arguments refuse a tree.
pub(crate) fn refuses(root: &Node) -> bool {
    let mut errors = Mistakes::default();
    reach::check_node(root, "", &mut errors);
    cleanup::refused(root, false, &mut errors);
    check_arguments(root, &mut errors);
    !errors.is_empty()
}

fn each_mut(node: &mut Node, visit: &mut dyn FnMut(&mut Node)) {
    visit(node);
    for child in &mut node.children {
        each_mut(child, visit);
    }
}

pub(crate) fn each<'a>(node: &'a Node, visit: &mut dyn FnMut(&'a Node)) {
    visit(node);
    for child in &node.children {
        each(child, visit);
    }
}

fn outline(tree: &Result<Tree, Outline>) -> &Outline {
    tree.as_ref().map_or_else(|outline| outline, |tree| &tree.outline)
}

/// `` `target` and `speed` ``
fn list(names: &[impl fmt::Display]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

/// `` `MoveTo` needs `x` and `y`; write `MoveTo(x = …, y = …)` ``
fn needs(name: &str, word: &str, missing: &[&String]) -> String {
    let values: Vec<String> = missing.iter().map(|name| format!("{name} = …")).collect();
    format!("`{name}` needs {}; write `{word}{name}({})`", list(missing), values.join(", "))
}

/// Checks that each label is unique and that its constant does not collide with another one; drops
/// labels that break this rule.
fn check_labels(tree: &mut Tree, errors: &mut Mistakes) {
    let mut labels: BTreeMap<String, proc_macro2::Ident> = BTreeMap::new();
    each_mut(&mut tree.root, &mut |node| {
        let Some(label) = &node.label else { return };
        let constant = crate::names::constant(label).to_string();
        let text = if !constant.contains(char::is_alphabetic) {
            format!("the label `'{label}` needs a letter")
        } else if crate::names::is_of_tree(&constant) {
            format!(
                "the label `'{label}` would hide the tree's constant `{constant}`; choose another name"
            )
        } else if let Some(first) = labels.get(&constant) {
            let line = place::line(first.span());
            if first == label {
                format!("the label `'{label}` is already used in line {line}; choose another name")
            } else {
                format!(
                    "the labels `'{label}` and `'{first}` (line {line}) would be the same constant, `{constant}`; choose another name"
                )
            }
        } else {
            labels.insert(constant, label.clone());
            return;
        };
        errors.add(label.span(), text);
        node.label = None;
    });
}

/// Refuses nodes with more children than the compiler can handle. Such a node is replaced by one
/// that has no limit, so that errors in the children are still reported and their labels still
/// exist.
fn check_children(node: &mut Node, errors: &mut Mistakes) {
    let Some(kind) = &node.kind else { return };
    let Some((most, what)) = kind.row().most_children else { return };
    if node.children.len() > most + kind.definition().conditions() {
        errors.add(node.span, format!("{what}; nest two of them"));
        node.reject();
    }
}

/// The maximum nesting depth of the types of the state: rustc stops at 128, and a program may nest
/// the tree in a few types.
const LEVELS: usize = 110;

/// The number of levels that a node takes. If a node has several children of which all run, or one
/// is chosen, the states of the children are nested in an additional type.
fn levels(node: &Node) -> usize {
    match &node.kind {
        Some(kind) if kind.keeps_data(node.children.len(), node.cleans_up) => {
            match kind.word().family() {
                Family::Composite => 3,
                Family::Decorator | Family::Leaf => 1,
            }
        }
        _ => 0,
    }
}

/// Refuses repeats, timeouts, parallels and other nodes with data that are nested deeper than the
/// compiler can handle.
fn check_depth(node: &mut Node, depth: usize, errors: &mut Mistakes) {
    let depth = depth + levels(node);
    if depth > LEVELS {
        let text = format!(
            "nodes that keep data are nested here more deeply than the compiler can go: counters, timers and decorators {LEVELS} deep, nodes that run or choose among several {} deep; take some of them away",
            LEVELS / 3
        );
        errors.add(node.span, text);
        node.reject();
        node.children.clear();
    }
    for child in &mut node.children {
        check_depth(child, depth, errors);
    }
}
