//! The subtrees whose tree is in the same text: no tree contains itself, each parameter has a value, and a
//! subtree derives what its tree derives.

use super::{each, each_mut, list, needs};
use crate::ast::{Cleanup, Outline, Parameter, Subtree, Tree};
use crate::mistakes::Mistakes;
use crate::nodes::call_of;
use crate::source::first_span;
use crate::words;
use proc_macro2::{Span, TokenStream};
use std::collections::{BTreeMap, BTreeSet};

/// The header of a tree, as far as other trees of a text need it.
pub(super) struct Interface {
    parameters: Vec<String>,
    results: Vec<String>,
    /// The derived traits; `None` if other attributes may derive anything.
    derives: Option<Vec<String>>,
}

/// The trees of a text by their names; `None` for a tree of which only a part can be read.
pub(super) type Interfaces = BTreeMap<String, Option<Interface>>;

pub(super) fn interfaces(trees: &[Result<Tree, Outline>]) -> Interfaces {
    let names = |of: &[Parameter]| of.iter().map(|one| one.name.to_string()).collect();
    let of = |tree: &Tree| Interface {
        parameters: names(&tree.parameters),
        results: names(&tree.results),
        derives: derived(&tree.outline.attributes),
    };
    let name = |tree| super::outline(tree).name.to_string();
    trees.iter().map(|tree| (name(tree), tree.as_ref().ok().map(of))).collect()
}

/// The names of the traits: `#[derive(Clone, fmt::Debug)]` → `Clone`, `Debug`
fn derived(attributes: &[syn::Attribute]) -> Option<Vec<String>> {
    let mut names = Vec::new();
    for attribute in attributes {
        if attribute.path().is_ident("cfg_attr") || attribute.path().is_ident("cfg") {
            return None;
        }
        if !attribute.path().is_ident("derive") {
            continue;
        }
        let parse = syn::punctuated::Punctuated::<syn::Path, syn::Token![,]>::parse_terminated;
        let paths = attribute.parse_args_with(parse).ok()?;
        names.extend(paths.iter().filter_map(|path| Some(path.segments.last()?.ident.to_string())));
    }
    names.retain(|name| name != "Default");
    Some(names)
}

/// Reports missing and unknown parameters, and then traits that a subtree does not derive; removes such
/// subtrees.
pub(super) fn check_subtrees(tree: &mut Tree, interfaces: &Interfaces, errors: &mut Mistakes) {
    let own = tree.outline.name.to_string();
    let of_own = interfaces.get(&own).and_then(Option::as_ref);
    let wanted = of_own.and_then(|own| own.derives.as_ref());
    reject(tree, errors, |name, subtree| {
        let Some(Some(interface)) = interfaces.get(name) else { return Vec::new() };
        let mut mistakes = arguments(name, subtree, &interface.parameters);
        mistakes.extend(results(name, subtree, &interface.results));
        let derived = interface.derives.as_ref().filter(|_| mistakes.is_empty());
        if let (Some(wanted), Some(derived)) = (wanted, derived) {
            mistakes.extend(traits(&own, name, subtree, wanted, derived));
        }
        mistakes
    });
}

/// Reports the mistakes in the subtrees of a tree that name a tree of this call, and removes those subtrees.
fn reject(
    tree: &mut Tree,
    errors: &mut Mistakes,
    mistakes: impl Fn(&str, &Subtree) -> Vec<(Span, String)>,
) {
    let own = tree.outline.name.to_string();
    each_mut(&mut tree.root, &mut |node| {
        let Some(subtree) = node.calls() else { return };
        let Some(name) = named(&subtree.tree, &own) else { return };
        let mistakes = mistakes(&name, subtree);
        if !mistakes.is_empty() {
            for (span, text) in mistakes {
                errors.add(span, text);
            }
            node.reject();
        }
    });
}

/// The mistakes in the values of parameters.
fn arguments(name: &str, subtree: &Subtree, parameters: &[String]) -> Vec<(Span, String)> {
    let Subtree { tree, arguments, .. } = subtree;
    let mut mistakes = Vec::new();
    for (argument, _) in arguments {
        let written = argument.to_string();
        if parameters.contains(&written) {
            continue;
        }
        let near = words::nearest(&written, &mut parameters.iter().map(String::as_str));
        let advice = match (parameters, near) {
            ([], _) => "it has none".to_owned(),
            (_, Some(near)) => format!("did you mean `{near}`?"),
            (parameters, None) => format!("it has {}", list(parameters)),
        };
        let text = format!("`{name}` has no parameter `{written}`; {advice}");
        mistakes.push((argument.span(), text));
    }
    let is_missing = |parameter: &&String| !arguments.iter().any(|(name, _)| name == *parameter);
    let missing: Vec<&String> = parameters.iter().filter(is_missing).collect();
    if !missing.is_empty() && mistakes.is_empty() {
        mistakes.push((first_span(tree), needs(name, "subtree ", &missing)));
    }
    mistakes
}

/// The mistake in the results that are taken.
fn results(name: &str, subtree: &Subtree, results: &[String]) -> Option<(Span, String)> {
    let first = subtree.gives.first()?;
    let text = match results {
        [] => format!(
            "`{name}` has no results; remove the `->`, or write `tree {name}(…) -> ({first}: Type)`"
        ),
        results if results.len() == subtree.gives.len() => return None,
        [one] => format!("`{name}` has one result, `{one}`; write one name behind the `->`"),
        several => {
            let count = several.len();
            format!(
                "`{name}` has {count} results, {}; write {count} names in parentheses behind the `->`",
                list(several)
            )
        }
    };
    Some((first.span(), text))
}

/// The mistake of a subtree that does not derive what its tree derives.
fn traits(
    own: &str,
    name: &str,
    subtree: &Subtree,
    wanted: &[String],
    derived: &[String],
) -> Option<(Span, String)> {
    let missing: Vec<&str> =
        wanted.iter().filter(|one| !derived.contains(one)).map(String::as_str).collect();
    let first = missing.first()?;
    let text = format!(
        "`{own}` derives `{first}`, and its subtree `{name}` does not; write `#[derive({})]` before `tree {name}` too",
        missing.join(", ")
    );
    Some((first_span(&subtree.tree), text))
}

/// The calls among the trees of one text.
pub(super) struct Calls {
    /// For each tree, the trees that it contains directly: one index for each call.
    below: Vec<Vec<usize>>,
    /// All trees, each after those that it contains.
    order: Vec<usize>,
    /// For each tree, those of its calls that lead back to it.
    back: Vec<BTreeSet<usize>>,
}

impl Calls {
    fn of(trees: &[&mut Tree], names: &[String]) -> Self {
        let places: BTreeMap<&str, usize> =
            names.iter().enumerate().map(|(place, name)| (name.as_str(), place)).collect();
        let below = trees.iter().zip(names).map(|(tree, own)| subtrees(tree, own, &places));
        let mut calls = Self {
            below: below.collect(),
            order: Vec::new(),
            back: vec![BTreeSet::new(); names.len()],
        };
        let mut visited = vec![Visited::No; names.len()];
        (0..names.len()).for_each(|root| calls.visit(root, &mut visited));
        calls
    }

    /// Goes down from a tree. The way down is kept in a list, because a text may have more trees than fit on the stack.
    fn visit(&mut self, root: usize, visited: &mut [Visited]) {
        if visited[root] != Visited::No {
            return;
        }
        visited[root] = Visited::Above;
        let mut way = vec![(root, 0)];
        while let Some((tree, next)) = way.last_mut() {
            let Some(below) = self.below[*tree].get(*next).copied() else {
                visited[*tree] = Visited::Yes;
                self.order.push(*tree);
                way.pop();
                continue;
            };
            *next += 1;
            match visited[below] {
                Visited::No => {
                    visited[below] = Visited::Above;
                    way.push((below, 0));
                }
                Visited::Above => drop(self.back[*tree].insert(below)),
                Visited::Yes => {}
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Visited {
    No,
    /// It contains the tree that is visited now.
    Above,
    Yes,
}

/// Checks that no tree contains itself, directly or through other trees of the call; removes the
/// subtrees that would.
pub(super) fn check_recursion(trees: &mut [&mut Tree], errors: &mut Mistakes) -> Calls {
    let names: Vec<String> = trees.iter().map(|tree| tree.outline.name.to_string()).collect();
    let calls = Calls::of(trees, &names);
    for ((tree, name), back) in trees.iter_mut().zip(&names).zip(&calls.back) {
        if back.is_empty() {
            continue;
        }
        let back: BTreeSet<&str> = back.iter().map(|place| names[*place].as_str()).collect();
        reject(tree, errors, |below, subtree| {
            if !back.contains(below) {
                return Vec::new();
            }
            let through = if below == name { String::new() } else { format!(" through `{below}`") };
            let text = format!(
                "`{name}` would contain itself{through} and never end; `repeat` does something again"
            );
            vec![(first_span(&subtree.tree), text)]
        });
    }
    calls
}

/// Marks the nodes with a cleanup that takes time, also in other trees of this call.
pub(super) fn mark_cleanups(trees: &mut [&mut Tree], calls: &Calls) {
    let names: Vec<String> = trees.iter().map(|tree| tree.outline.name.to_string()).collect();
    let mut known: BTreeMap<&str, Cleanup> = BTreeMap::new();
    for place in &calls.order {
        let own = &names[*place];
        each_mut(&mut trees[*place].root, &mut |node| {
            let Some(subtree) = node.calls() else { return };
            let cleanup = named(&subtree.tree, own).and_then(|name| known.get(name.as_str()));
            if let Some(cleanup) = cleanup.copied() {
                node.kind = Some(call_of(Subtree { cleanup, ..subtree.clone() }));
            }
        });
        let cleans_up = trees[*place].root.mark_cleanups();
        known.insert(own, if cleans_up { Cleanup::Some } else { Cleanup::None });
    }
}

impl Tree {
    /// The names of the trees that its nodes call.
    #[must_use]
    pub fn calls(&self) -> Vec<String> {
        let mut calls = Vec::new();
        each(&self.root, &mut |node| calls.extend(node.calls().map(|of| of.tree.to_string())));
        calls
    }
}

/// The trees of this call that a tree contains directly.
fn subtrees(tree: &Tree, own: &str, places: &BTreeMap<&str, usize>) -> Vec<usize> {
    let mut subtrees = Vec::new();
    each(&tree.root, &mut |node| {
        let name = node.calls().and_then(|subtree| named(&subtree.tree, own));
        subtrees.extend(name.and_then(|name| places.get(name.as_str()).copied()));
    });
    subtrees
}

/// Checks that the entries of a file call all of its other trees, directly or through others. `has_pub` says of a tree whether
/// its file names its entries.
pub(crate) fn check_helpers(
    trees: &[&Tree],
    has_pub: &dyn Fn(&Tree) -> bool,
    errors: &mut Mistakes,
) {
    let names: BTreeMap<String, usize> = trees
        .iter()
        .enumerate()
        .map(|(place, tree)| (tree.outline.name.to_string(), place))
        .collect();
    let mut called: Vec<bool> = trees.iter().map(|tree| tree.is_entry()).collect();
    let mut next: Vec<&Tree> = trees.iter().copied().filter(|tree| tree.is_entry()).collect();
    while let Some(tree) = next.pop() {
        for below in tree.calls().iter().filter_map(|name| names.get(name)) {
            if !std::mem::replace(&mut called[*below], true) {
                next.push(trees[*below]);
            }
        }
    }
    for (tree, is_called) in trees.iter().zip(called) {
        if !is_called && has_pub(tree) {
            let name = &tree.outline.name;
            let text = format!(
                "no `pub tree` calls `{name}`, directly or through others, so it never runs; write `pub tree {name}` if the program makes it, call it with `subtree {name}`, or remove it"
            );
            errors.add(name.span(), text);
        }
    }
}

/// The maximum number of nodes of all trees of a file, where each subtree counts with all of its nodes: a loaded tree
/// has its subtrees in it.
const MOST_NODES: usize = 200_000;

/// Checks that the trees of a file are not too large when each of them has its subtrees in it. `nodes_of` is the number
/// of nodes of a tree of the vocabulary, and 0 for other names.
pub(super) fn check_size(
    trees: &[&mut Tree],
    calls: &Calls,
    nodes_of: &dyn Fn(&str) -> usize,
    errors: &mut Mistakes,
) {
    let mut sizes = vec![0_usize; trees.len()];
    for place in &calls.order {
        let mut size: usize = calls.below[*place].iter().fold(0, |sum, below| {
            let below = if calls.back[*place].contains(below) { 0 } else { sizes[*below] };
            sum.saturating_add(below)
        });
        each(&trees[*place].root, &mut |node| {
            let foreign = node.calls().map_or(0, |subtree| nodes_of(&subtree.tree.to_string()));
            size = size.saturating_add(1).saturating_add(foreign);
        });
        sizes[*place] = size;
    }
    let mut sum = 0_usize;
    for (tree, size) in trees.iter().zip(sizes) {
        sum = sum.saturating_add(size);
        if sum > MOST_NODES {
            let name = &tree.outline.name;
            let text = format!(
                "with `{name}`, the trees of this file have more than {MOST_NODES} nodes, because each `subtree` counts with all of its nodes; write fewer of them, or several files"
            );
            errors.add(name.span(), text);
            return;
        }
    }
}

/// The tree of this call that a path names: `self::Patrol<N>` → `Patrol`; `Self` is the tree
/// itself.
fn named(path: &TokenStream, own: &str) -> Option<String> {
    let path: syn::Path = syn::parse2(path.clone()).ok()?;
    let mut segments = path.segments.iter();
    let mut first = segments.next()?;
    if first.ident == "self" && path.leading_colon.is_none() {
        first = segments.next()?;
    }
    let alone = segments.next().is_none() && path.leading_colon.is_none();
    let name = first.ident.to_string();
    alone.then(|| if name == "Self" { own.to_owned() } else { name })
}
