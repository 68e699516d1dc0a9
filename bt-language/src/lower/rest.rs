//! Finds the positions in which the tree need not be ticked, and the conditions for it.
//!
//! A tick of a position that rests changes nothing, unless a node above it evaluates an expression
//! of the user. An active composite ticks its earlier children again. That changes nothing if they
//! are *quiet*: constants, and nodes whose result a `cooldown` or a `once` keeps.

use super::plan::{self, ItemId, Plan};
use crate::ast::{Duration, Kind};
use crate::machine::{Keeps, Machine, Node, NodeId, PositionId, RegionId, Rest, Term};
use crate::source;

/// The maximum number of words of memory that a rest depends on. Without a maximum, a wide
/// composite would need a number of tests that is quadratic in its children.
const MOST_TERMS: usize = 16;

/// Finds the positions that rest, in all regions that are asked from the root.
pub(super) fn find(machine: &mut Machine, plan: &Plan) {
    let quiet = Quiet::new(machine);
    // A region comes before the regions inside of it.
    for place in (0..machine.regions.len()).rev() {
        let region = plan.region_of(RegionId::new(place));
        let mut search = Search { machine, plan, region, quiet: &quiet, found: Vec::new() };
        search.item(region.root, &[]);
        machine.regions[place].rests = search.found;
    }
    let mut asked = vec![false; machine.regions.len()];
    ask(machine, Machine::ROOT, &mut asked);
    for (region, asked) in machine.regions.iter_mut().zip(asked) {
        if !asked {
            region.rests.clear();
        }
    }
}

/// Marks the regions that are asked when this one is asked.
fn ask(machine: &Machine, region: RegionId, asked: &mut [bool]) {
    let region = &machine[region];
    if region.rests.is_empty() {
        return;
    }
    asked[region.id.place()] = true;
    for rest in &region.rests {
        let position = &region.positions[rest.position.place()];
        match position.keeps {
            Keeps::Region(below) => ask(machine, below, asked),
            Keeps::Frame(frame) if !rests_alone(machine.node_of(position)) => {
                machine[frame].children.iter().for_each(|child| ask(machine, *child, asked));
            }
            _ => {}
        }
    }
}

/// The search for resting positions in one region.
struct Search<'a> {
    machine: &'a Machine,
    plan: &'a Plan,
    region: &'a plan::Region,
    quiet: &'a Quiet,
    found: Vec<Rest>,
}

impl Search<'_> {
    /// Finds the resting positions below an item, above which nothing is evaluated as long as these
    /// terms hold.
    fn item(&mut self, item: ItemId, terms: &[Term]) {
        let node = self.node(item);
        if self.plan.is_cut(self.region, item) || node.keeps_data() {
            return self.find(self.holds_rest(item), item, terms);
        }
        match &node.kind {
            Kind::Wait(_) | Kind::Running | Kind::Stateful(_) => self.find(true, item, terms),
            Kind::Subtree { blackboard, .. } => {
                let rests = blackboard.as_ref().is_none_or(|part| source::is_place(part));
                self.find(rests, item, terms);
            }
            Kind::Delay(_) => {
                self.find(true, item, terms);
                self.children(item, terms);
            }
            Kind::Repeat(_) => self.endless(item, true, terms),
            Kind::Retry(_) => self.endless(item, false, terms),
            Kind::ActiveSequence | Kind::ActiveSelector => self.active_composite(item, terms),
            Kind::Sequence
            | Kind::Selector
            | Kind::Parallel(_)
            | Kind::If { active: false, .. }
            | Kind::Match { active: false, .. }
            | Kind::Not
            | Kind::ForceSuccess
            | Kind::ForceFailure
            | Kind::Cooldown(_)
            | Kind::Once => self.children(item, terms),
            // No condition comes before the first child.
            Kind::Priority { .. } => {
                if let Some(first) = self.plan.children(item).first() {
                    self.item(*first, terms);
                }
            }
            // These evaluate an expression in every tick.
            Kind::Guard(_)
            | Kind::Monitor { .. }
            | Kind::If { active: true, .. }
            | Kind::Match { active: true, .. }
            // These never run, or are ticked again in the next tick.
            | Kind::Broken
            | Kind::Condition(_)
            | Kind::Action(_)
            | Kind::Succeed
            | Kind::Fail
            // These keep data.
            | Kind::Random { .. }
            | Kind::Utility { .. }
            | Kind::ActiveUtility { .. }
            | Kind::Let { .. }
            | Kind::For { .. }
            | Kind::Finally(_)
            | Kind::Timeout(_)
            | Kind::Every(_)
            | Kind::Service(..)
            | Kind::With(_) => {}
        }
    }

    /// A node that starts its child again after this result. Between two rounds, the child may be
    /// quiet.
    fn endless(&mut self, item: ItemId, after: bool, terms: &[Term]) {
        let child = self.plan.children(item).first().copied();
        if let Some(quiet) = child.and_then(|child| self.quiet(child, after)) {
            self.find(true, item, &joined(terms, &quiet));
        }
        self.children(item, terms);
    }

    fn node(&self, item: ItemId) -> &Node {
        &self.machine[self.plan.place(item).node]
    }

    fn find(&mut self, rests: bool, item: ItemId, terms: &[Term]) {
        let position = PositionId::new(self.plan.positions(self.region, item).start);
        self.found.extend(rests.then(|| Rest { position, terms: terms.to_vec() }));
    }

    fn children(&mut self, item: ItemId, terms: &[Term]) {
        for child in self.plan.children(item) {
            self.item(*child, terms);
        }
    }

    /// A child rests only after earlier children that are quiet.
    fn active_composite(&mut self, item: ItemId, terms: &[Term]) {
        let goes_on = goes_on(&self.node(item).kind);
        let mut terms = terms.to_vec();
        for child in self.plan.children(item) {
            self.item(*child, &terms);
            let Some(quiet) = self.quiet(*child, goes_on) else { return };
            terms = joined(&terms, &quiet);
            if terms.len() > MOST_TERMS {
                return;
            }
        }
    }

    /// Returns `true` if a cut or a frame can rest.
    fn holds_rest(&self, item: ItemId) -> bool {
        let rests = |root: &ItemId| {
            let below = self.plan.region_below(*root);
            below.is_some_and(|region| !self.machine[region].rests.is_empty())
        };
        let node = self.node(item);
        if self.plan.is_cut(self.region, item) {
            return rests(&item);
        }
        match node.kind {
            _ if rests_alone(node) => true,
            Kind::Monitor { .. } | Kind::ActiveUtility { .. } | Kind::With(_) => false,
            _ => self.plan.children(item).iter().any(rests),
        }
    }

    /// The terms under which an inactive item gives this result and does nothing else.
    fn quiet(&self, item: ItemId, success: bool) -> Option<Vec<Term>> {
        let node = self.node(item);
        if self.plan.place(item).run.is_none() {
            return self.quiet.of(node.id, success).cloned();
        }
        // A run of children goes on as a whole, or not at all.
        if success != goes_on(&node.kind) {
            return None;
        }
        let children = self.plan.children(item).iter().map(|child| self.quiet(*child, success));
        Some(children.collect::<Option<Vec<_>>>()?.concat())
    }
}

/// Returns `true` if a frame rests independently of its child.
fn rests_alone(frame: &Node) -> bool {
    matches!(frame.kind, Kind::Every(_))
}

fn joined(terms: &[Term], more: &[Term]) -> Vec<Term> {
    [terms, more].concat()
}

/// The result of a child after which a composite goes on to the next.
fn goes_on(composite: &Kind) -> bool {
    matches!(composite, Kind::Sequence | Kind::ActiveSequence)
}

/// For each node, the terms under which it gives failure, and success, without doing anything else.
struct Quiet(Vec<[Option<Vec<Term>>; 2]>);

impl Quiet {
    /// Computes each node once, children first: a recursion from above would visit each node twice
    /// per ancestor.
    fn new(machine: &Machine) -> Self {
        let mut quiet = Self(vec![[None, None]; machine.nodes.len()]);
        for node in machine.nodes.iter().rev() {
            for success in [false, true] {
                let terms = quiet.terms(node, success);
                quiet.0[node.id.place()][usize::from(success)] =
                    terms.filter(|terms| terms.len() <= MOST_TERMS);
            }
        }
        quiet
    }

    fn of(&self, node: NodeId, success: bool) -> Option<&Vec<Term>> {
        self.0[node.place()][usize::from(success)].as_ref()
    }

    fn terms(&self, node: &Node, success: bool) -> Option<Vec<Term>> {
        let child = |success| self.of(*node.children.first()?, success).cloned();
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
            Kind::Timeout(Duration { constant: Some(_), .. })
            | Kind::Every(Duration { constant: Some(_), .. }) => child(success),
            Kind::Sequence | Kind::ActiveSequence | Kind::Selector | Kind::ActiveSelector => {
                self.composite(node, success)
            }
            _ => None,
        }
    }

    /// All children let the composite go on, or the first that does not gives the result.
    fn composite(&self, node: &Node, success: bool) -> Option<Vec<Term>> {
        let goes_on = goes_on(&node.kind);
        let mut terms = Vec::new();
        for child in &node.children {
            let decides = if success == goes_on { None } else { self.of(*child, success) };
            if let Some(decides) = decides {
                return Some(joined(&terms, decides));
            }
            terms.extend_from_slice(self.of(*child, goes_on)?);
        }
        (success == goes_on).then_some(terms)
    }
}
