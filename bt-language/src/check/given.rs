//! The values that nodes give with `->`: each has a place, and no node uses one that may be missing.
//!
//! A value is missing as long as none of its givers has succeeded. So the check finds what can happen in an
//! activation of the `let` in which they never succeed: a value may be missing at each node that can be ticked then,
//! and at no other. What the kinds of nodes allow is known from [`outcomes`](super::outcomes), as exactly as for nodes
//! that can never be ticked.

use super::each_mut;
use super::outcomes::Ticks;
use super::reach::{Reach, at, call};
use crate::ast::{Kind, Node, Tree};
use crate::machine::{Binding, Bound};
use crate::mistakes::Mistakes;
use crate::words::nearest;
use proc_macro2::{Ident, Span};
use std::collections::{BTreeMap, BTreeSet};

/// Reports results without a place, and uses of values that may be missing; removes these nodes.
pub(super) fn check_values(tree: &mut Tree, errors: &mut Mistakes) {
    let mut found = Found::default();
    for binding in tree.scope().iter() {
        found.bind(binding.clone(), None);
    }
    found.visit(&tree.root, errors);
    let Found { places, mut rejected, .. } = found;
    if !places.is_empty() {
        let reach = Reach::of(&tree.root);
        let within = within(&reach);
        for place in &places {
            place.check(&within, &mut rejected, errors);
        }
    }
    let rejected: BTreeSet<*const Node> = rejected.into_iter().map(std::ptr::from_ref).collect();
    each_mut(&mut tree.root, &mut |node| {
        if rejected.contains(&std::ptr::from_ref(&*node)) {
            node.reject();
        }
    });
}

/// For each node, in pre-order: `true` if it can be ticked while a `let` around it has no value.
#[cfg(any(test, feature = "inspect"))]
#[must_use]
pub fn missing(tree: &Tree) -> Vec<bool> {
    let mut found = Found::default();
    for binding in tree.scope().iter() {
        found.bind(binding.clone(), None);
    }
    found.visit(&tree.root, &mut Mistakes::default());
    let reach = Reach::of(&tree.root);
    let within = within(&reach);
    let mut all = Vec::new();
    super::each(&tree.root, &mut |node| all.push((node, false)));
    for place in &found.places {
        let missing = place.missing(&within).map_or_else(BTreeSet::new, |(_, missing)| missing);
        let mut inside = Vec::new();
        place.collect_inside(place.node.map_or(&tree.root, |node| &node.children[0]), &mut inside);
        for (node, is_missing) in &mut all {
            let is_inside = inside.iter().any(|other| std::ptr::eq(*other, *node));
            *is_missing |= is_inside && missing.contains(&std::ptr::from_ref(*node));
        }
    }
    all.into_iter().map(|(_, is_missing)| is_missing).collect()
}

/// The results and the uses of values in a tree.
#[derive(Default)]
struct Found<'n> {
    /// The names in scope, each with the index of its place, if it has one.
    scope: Vec<(Binding, Option<usize>)>,
    places: Vec<Place<'n>>,
    /// Nodes with a mistake.
    rejected: Vec<&'n Node>,
}

/// A place for a value: a `let` without one, or a result of the tree.
struct Place<'n> {
    name: Ident,
    /// The `let`.
    node: Option<&'n Node>,
    givers: BTreeSet<*const Node>,
    users: Vec<(&'n Node, Span)>,
}

impl<'n> Found<'n> {
    fn visit(&mut self, node: &'n Node, errors: &mut Mistakes) {
        self.use_values(node);
        self.give_values(node, errors);
        let binding = node.kind.as_ref().and_then(|kind| kind.definition().binds());
        let scope = self.scope.len();
        if let Some(binding) = binding {
            self.bind(binding, Some(node));
        }
        // A node that cannot be read may have been meant to give any value.
        if node.kind.is_none() {
            for place in self.scope.iter().filter_map(|(_, place)| *place) {
                self.places[place].givers.insert(std::ptr::from_ref(node));
            }
        }
        for child in &node.children {
            self.visit(child, errors);
        }
        self.scope.truncate(scope);
    }

    fn bind(&mut self, binding: Binding, node: Option<&'n Node>) {
        let place = match binding.of {
            Bound::Place(_) => {
                let (name, givers, users) = (binding.name.clone(), BTreeSet::new(), Vec::new());
                self.places.push(Place { name, node, givers, users });
                Some(self.places.len() - 1)
            }
            Bound::Value(_) | Bound::Number => None,
        };
        self.scope.push((binding, place));
    }

    /// Notes the values that the expressions of a node use.
    fn use_values(&mut self, node: &'n Node) {
        for (at, (binding, place)) in self.scope.iter().enumerate() {
            let is_hidden = || self.scope[at + 1..].iter().any(|(of, _)| of.name == binding.name);
            let Some(place) = place.filter(|_| !is_hidden()) else { continue };
            let mut expressions = node.expressions.iter();
            if let Some(span) = expressions.find_map(|(_, of)| of.use_of(&binding.name)) {
                self.places[place].users.push((node, span));
            }
        }
    }

    /// Notes the values that a node gives.
    fn give_values(&mut self, node: &'n Node, errors: &mut Mistakes) {
        let Some(kind) = &node.kind else { return };
        let names = kind.definition().gives();
        for (at, name) in names.iter().enumerate() {
            let innermost = self.scope.iter().rfind(|(binding, _)| binding.name == *name);
            let text = match innermost {
                _ if names[..at].contains(name) => {
                    format!(
                        "`{name}` stands twice in this result; each part needs a `let` of its own"
                    )
                }
                Some((Binding { of: Bound::Place(_) | Bound::Value(_), .. }, place)) => {
                    if let Some(place) = *place {
                        self.places[place].givers.insert(std::ptr::from_ref(node));
                    }
                    continue;
                }
                Some((Binding { of: Bound::Number, .. }, _)) => format!(
                    "`{name}` is the number of a `for`, which cannot be changed; name a `let` here"
                ),
                None => self.no_place(name),
            };
            errors.add(name.span(), text);
            self.rejected.push(node);
        }
    }

    /// The message for a result whose name is unknown.
    fn no_place(&self, name: &Ident) -> String {
        let names: Vec<String> =
            self.scope.iter().map(|(binding, _)| binding.name.to_string()).collect();
        let text = format!("there is no `let` with the name `{name}` around this node");
        match nearest(&name.to_string(), &mut names.iter().map(String::as_str)) {
            Some(near) => format!("{text}; did you mean `{near}`?"),
            None => format!("{text}; write `let({name}: Type)` before a node around it"),
        }
    }
}

impl<'n> Place<'n> {
    fn check(&self, within: &Within<'_, 'n>, rejected: &mut Vec<&'n Node>, errors: &mut Mistakes) {
        let name = &self.name;
        if self.givers.is_empty() {
            let text = format!("nothing gives `{name}` a value; write `-> {name}` after an action");
            let text = match self.node {
                Some(_) => format!(
                    "{text} inside of this `let`, or give it one here: `let({name}: Type = …)`"
                ),
                None => format!("{text} in this tree"),
            };
            errors.add(name.span(), text);
            rejected.extend(self.users.iter().map(|(node, _)| node));
            return;
        }
        let Some((without, missing)) = self.missing(within) else { return };
        if self.node.is_none() && !without.outcomes.success.is_empty() {
            if let Some(giver) = self.giver(&without) {
                let text = format!(
                    "`{name}` may have no value when the tree succeeds: {}; give it one on each way there",
                    self.succeeds_without(&without, giver.node, None)
                );
                errors.add(name.span(), text);
            }
        }
        for (user, span) in &self.users {
            if missing.contains(&std::ptr::from_ref(*user)) {
                let text = format!(
                    "`{name}` may have no value here: {}; give it one on each way to this node",
                    self.why(&without, user)
                );
                errors.add(*span, text);
                rejected.push(user);
            }
        }
    }

    /// What can happen as long as no node has given the value, and the nodes that can be ticked then.
    fn missing(&self, within: &Within<'_, 'n>) -> Option<(Reach<'n>, BTreeSet<*const Node>)> {
        let (below, limit) = *within.get(&self.node.map(std::ptr::from_ref))?;
        let without = below.without(&|node| self.is_giver(node));
        let mut missing = BTreeSet::new();
        collect(&without, limit, &mut missing);
        Some((without, missing))
    }

    /// Collects the nodes in which the name is not hidden by another one.
    #[cfg(any(test, feature = "inspect"))]
    fn collect_inside(&self, node: &'n Node, nodes: &mut Vec<&'n Node>) {
        nodes.push(node);
        let binding = node.kind.as_ref().and_then(|kind| kind.definition().binds());
        if binding.is_none_or(|binding| binding.name != self.name) {
            node.children.iter().for_each(|child| self.collect_inside(child, nodes));
        }
    }

    fn is_giver(&self, node: &Node) -> bool {
        self.givers.contains(&std::ptr::from_ref(node))
    }

    /// The first giver in a node or below it.
    fn giver<'r>(&self, below: &'r Reach<'n>) -> Option<&'r Reach<'n>> {
        let mut children = below.children.iter();
        Some(below)
            .filter(|below| self.is_giver(below.node))
            .or_else(|| children.find_map(|child| self.giver(child)))
    }

    /// Why the value may be missing when a node is ticked.
    fn why(&self, root: &Reach<'n>, user: &Node) -> String {
        let mut way = Vec::new();
        find(root, user, &mut way);
        for (parent, place) in way {
            let (elders, others) = parent.children.split_at(place);
            let elder = elders.iter().rev().find_map(|elder| Some((elder, self.giver(elder)?)));
            let other = others.iter().skip(1).find_map(|other| self.giver(other));
            let row = parent.node.kind.as_ref().map(Kind::row);
            match (row.and_then(|row| row.goes_on.or(row.next_after)), elder, other) {
                (Some(true), Some((elder, giver)), _) => {
                    return self.succeeds_without(elder, giver.node, Some(user));
                }
                (Some(false), Some((elder, _)), _) => {
                    let (parent, elder) = (call(parent.node, user), call(elder.node, user));
                    return format!("{parent} goes on to it after a failure of {elder}");
                }
                (None, Some((_, giver)), _) | (None, None, Some(giver)) => {
                    let (parent, giver) = (call(parent.node, user), call(giver.node, user));
                    return format!("{parent} can tick this node before {giver} has succeeded");
                }
                (Some(_), None, _) | (None, None, None) => {}
            }
        }
        "nothing before this node gives it one".to_owned()
    }

    /// The way in which a node succeeds, and the value is missing: `` the `selector` in line 5 can succeed without the
    /// `action` in line 6 ``
    fn succeeds_without(&self, node: &Reach<'n>, giver: &Node, from: Option<&Node>) -> String {
        let mut below = node.children.iter().filter(|child| self.giver(child).is_some());
        if let (Some(child), None) = (below.next(), below.next()) {
            if !child.outcomes.lets_go(false).is_empty() {
                return self.succeeds_without(child, giver, from);
            }
        }
        let call = |node| from.map_or_else(|| at(node), |from| call(node, from));
        format!("{} can succeed without {}", call(node.node), call(giver))
    }
}

/// The node in which a value may be missing, by its `let`, and the number of ticks of one activation that it can get; the
/// root belongs to the results of the tree.
type Within<'r, 'n> = BTreeMap<Option<*const Node>, (&'r Reach<'n>, u32)>;

fn within<'r, 'n>(root: &'r Reach<'n>) -> Within<'r, 'n> {
    let mut all = Within::from([(None, (root, Ticks::MANY))]);
    let mut open = vec![(root, Ticks::MANY)];
    while let Some((reach, limit)) = open.pop() {
        let children = || reach.children.iter().zip(reach.limits(limit));
        let binding = reach.node.kind.as_ref().and_then(|kind| kind.definition().binds());
        if let (Some(_), Some(child)) = (binding, children().next()) {
            all.insert(Some(std::ptr::from_ref(reach.node)), child);
        }
        // A node that can never be ticked is treated as if it could, so that mistakes in it are reported too.
        open.extend(
            children().map(|(child, own)| (child, if own == 0 { Ticks::MANY } else { own })),
        );
    }
    all
}

/// The nodes that can be ticked.
fn collect(reach: &Reach<'_>, limit: u32, nodes: &mut BTreeSet<*const Node>) {
    if limit == 0 {
        return;
    }
    nodes.insert(std::ptr::from_ref(reach.node));
    for (child, own) in reach.children.iter().zip(reach.limits(limit)) {
        collect(child, own, nodes);
    }
}

/// Collects the nodes above a node, the parent first, each with the place of the child that contains it.
fn find<'r, 'n>(reach: &'r Reach<'n>, node: &Node, way: &mut Vec<(&'r Reach<'n>, usize)>) -> bool {
    if std::ptr::eq(reach.node, node) {
        return true;
    }
    let place = reach.children.iter().position(|child| find(child, node, way));
    way.extend(place.map(|place| (reach, place)));
    place.is_some()
}
