//! Which positions can be left alone, and what else must stand still for it.
//!
//! A tick of a position that rests ends where it began, unless something above it asks a question
//! of the user's. A reactive composite asks its elder children again; that is harmless if they are
//! *quiet*: constants, and what a `cooldown` or a `once` keeps.

use super::{ItemId, Model, Node, is_frame};
use bt_language::ast::{Duration, Kind};
use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};

/// More words of memory than this are not looked at: a wide composite would ask for the square of
/// their number.
const MOST_TERMS: usize = 16;

/// A word of memory that has to stay as it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Term {
    /// This `cooldown` goes on.
    Cools(usize),
    /// This `once` keeps this result.
    Keeps(usize, bool),
}

/// A position that can rest, as long as these terms hold.
pub(crate) struct Sleeper {
    pub(crate) item: ItemId,
    pub(crate) terms: Vec<Term>,
}

/// The sleepers of all regions in which there are any, by the roots of the regions.
pub(crate) struct Sleepers {
    regions: BTreeMap<ItemId, Vec<Sleeper>>,
}

impl Sleepers {
    pub(crate) fn new(model: &Model) -> Self {
        let mut sleepers = Self { regions: BTreeMap::new() };
        let quiet = Quiet::new(model);
        // A region stands before those that lie in it.
        for region in model.plan.regions.iter().rev() {
            let mut search = Search {
                model,
                root: region.root,
                known: &sleepers,
                quiet: &quiet,
                found: Vec::new(),
            };
            search.item(region.root, &[]);
            let found = search.found;
            if !found.is_empty() {
                sleepers.regions.insert(region.root, found);
            }
        }
        let mut asked = BTreeSet::new();
        sleepers.ask(model, model.plan.regions[0].root, &mut asked);
        sleepers.regions.retain(|root, _| asked.contains(root));
        sleepers
    }

    /// Collects the regions that are asked when this one is.
    fn ask(&self, model: &Model, root: ItemId, asked: &mut BTreeSet<ItemId>) {
        let Some(sleepers) = self.of(root) else { return };
        asked.insert(root);
        for Sleeper { item, .. } in sleepers {
            if *item != root && model.plan.item(*item).cut {
                self.ask(model, *item, asked);
            } else if is_frame(model.node_of(*item)) && !rests_alone(model.node_of(*item)) {
                for child in &model.plan.item(*item).children {
                    self.ask(model, *child, asked);
                }
            }
        }
    }

    /// Those of the region below this root, if there are any.
    pub(crate) fn of(&self, root: ItemId) -> Option<&[Sleeper]> {
        self.regions.get(&root).map(Vec::as_slice)
    }
}

/// The search for the sleepers of one region.
struct Search<'a> {
    model: &'a Model,
    root: ItemId,
    known: &'a Sleepers,
    quiet: &'a Quiet,
    found: Vec<Sleeper>,
}

impl Search<'_> {
    /// Finds the sleepers below an item that is asked nothing as long as these terms hold.
    fn item(&mut self, item: ItemId, terms: &[Term]) {
        let node = self.model.node_of(item);
        let is_cut = item != self.root && self.model.plan.item(item).cut;
        if is_cut || is_frame(node) {
            let rests = if is_cut { self.known.of(item).is_some() } else { self.frame(item) };
            return self.find(rests, item, terms);
        }
        match &node.kind {
            Kind::Wait(_) | Kind::Running | Kind::Stateful(_) => self.find(true, item, terms),
            Kind::Subtree { blackboard, .. } => {
                let rests = blackboard.as_ref().is_none_or(is_place);
                self.find(rests, item, terms);
            }
            Kind::Delay(_) => {
                self.find(true, item, terms);
                self.children(item, terms);
            }
            Kind::Repeat(_) | Kind::Retry(_) => {
                // Between two rounds it begins its child anew, which may be quiet.
                let again = matches!(node.kind, Kind::Repeat(_));
                let child = self.model.plan.item(item).children[0];
                let between = self.quiet(child, again).map(|quiet| joined(terms, quiet));
                self.found.extend(between.map(|terms| Sleeper { item, terms }));
                self.children(item, terms);
            }
            Kind::ActiveSequence | Kind::ActiveSelector => self.active_composite(item, terms),
            Kind::Guard(_)
            | Kind::Monitor { .. }
            | Kind::If { active: true, .. }
            | Kind::Match { active: true, .. } => {}
            _ => self.children(item, terms),
        }
    }

    fn find(&mut self, rests: bool, item: ItemId, terms: &[Term]) {
        self.found.extend(rests.then(|| Sleeper { item, terms: terms.to_vec() }));
    }

    fn children(&mut self, item: ItemId, terms: &[Term]) {
        for child in &self.model.plan.item(item).children {
            self.item(*child, terms);
        }
    }

    /// A child rests only behind elders that are quiet.
    fn active_composite(&mut self, item: ItemId, terms: &[Term]) {
        let goes_on = goes_on(&self.model.node_of(item).kind);
        let mut terms = terms.to_vec();
        for child in &self.model.plan.item(item).children {
            self.item(*child, &terms);
            let Some(quiet) = self.quiet(*child, goes_on) else { return };
            terms = joined(&terms, quiet);
            if terms.len() > MOST_TERMS {
                return;
            }
        }
    }

    /// Whether a frame can rest.
    fn frame(&self, item: ItemId) -> bool {
        let node = self.model.node_of(item);
        match node.kind {
            _ if rests_alone(node) => true,
            Kind::Monitor { .. } | Kind::With(_) => false,
            _ => {
                let mut children = self.model.plan.item(item).children.iter();
                children.any(|child| self.known.of(*child).is_some())
            }
        }
    }

    /// The terms under which an item that is not active gives this result and does nothing else.
    fn quiet(&self, item: ItemId, success: bool) -> Option<Vec<Term>> {
        let of = self.model.plan.item(item);
        let node = self.model.node(of.node);
        if !of.silent {
            return self.quiet.of(node.id, success).cloned();
        }
        // A run of children goes on as a whole, or not at all.
        if success != goes_on(&node.kind) {
            return None;
        }
        let children = of.children.iter().map(|child| self.quiet(*child, success));
        Some(children.collect::<Option<Vec<_>>>()?.concat())
    }
}

/// Whether a frame rests whatever its child does.
fn rests_alone(frame: &Node) -> bool {
    matches!(frame.kind, Kind::Every(_))
}

fn joined(terms: &[Term], more: Vec<Term>) -> Vec<Term> {
    let mut terms = terms.to_vec();
    terms.extend(more);
    terms
}

/// The result of a child after which a composite goes on to the next.
fn goes_on(composite: &Kind) -> bool {
    matches!(composite, Kind::Sequence | Kind::ActiveSequence)
}

/// For each node the terms under which it gives failure, and success, without doing anything.
struct Quiet(Vec<[Option<Vec<Term>>; 2]>);

impl Quiet {
    /// Each node once, children first: asked from above, each would be asked twice per node above it.
    fn new(model: &Model) -> Self {
        let mut quiet = Self(vec![[None, None]; model.nodes.len()]);
        for node in model.nodes.iter().rev() {
            for success in [false, true] {
                let terms = quiet.terms(node, success);
                quiet.0[node.id][usize::from(success)] =
                    terms.filter(|terms| terms.len() <= MOST_TERMS);
            }
        }
        quiet
    }

    fn of(&self, node: usize, success: bool) -> Option<&Vec<Term>> {
        self.0[node][usize::from(success)].as_ref()
    }

    fn terms(&self, node: &Node, success: bool) -> Option<Vec<Term>> {
        let child = |success| self.of(node.children[0], success).cloned();
        match &node.kind {
            Kind::Succeed if success => Some(Vec::new()),
            Kind::Fail if !success => Some(Vec::new()),
            Kind::Cooldown(_) if !success => Some(vec![Term::Cools(node.id)]),
            Kind::Once => Some(vec![Term::Keeps(node.id, success)]),
            Kind::Not => child(!success),
            Kind::ForceSuccess if success => child(true).or_else(|| child(false)),
            Kind::ForceFailure if !success => child(false).or_else(|| child(true)),
            Kind::Repeat(None) if !success => child(false),
            Kind::Retry(None) if success => child(true),
            Kind::Timeout(Duration { constant: true, .. })
            | Kind::Every(Duration { constant: true, .. }) => child(success),
            Kind::Sequence | Kind::ActiveSequence | Kind::Selector | Kind::ActiveSelector => {
                self.composite(node, success)
            }
            _ => None,
        }
    }

    /// All children go on, or the first that does not gives the result.
    fn composite(&self, node: &Node, success: bool) -> Option<Vec<Term>> {
        let goes_on = goes_on(&node.kind);
        let mut terms = Vec::new();
        for child in &node.children {
            let decides = if success == goes_on { None } else { self.of(*child, success) };
            if let Some(decides) = decides {
                return Some(joined(&terms, decides.clone()));
            }
            terms.extend_from_slice(self.of(*child, goes_on)?);
        }
        (success == goes_on).then_some(terms)
    }
}

/// Whether an expression only names a part of the blackboard: `&mut npc.weapon`
fn is_place(expression: &TokenStream) -> bool {
    let mut tokens = expression.clone().into_iter().skip_while(|token| match token {
        TokenTree::Punct(punct) => punct.as_char() == '&' || punct.as_char() == '*',
        TokenTree::Ident(word) => word == "mut",
        _ => false,
    });
    tokens.all(|token| match token {
        TokenTree::Punct(punct) => punct.as_char() == '.',
        TokenTree::Ident(_) | TokenTree::Literal(_) => true,
        TokenTree::Group(_) => false,
    })
}
