//! Finds the positions in which the tree need not be ticked, and the conditions for it.
//!
//! A tick of a position that rests changes nothing, unless a node above it evaluates an expression
//! of the user. An active composite ticks its earlier children again. That changes nothing if they
//! are *quiet*: constants, and nodes whose result a `cooldown` or a `once` keeps.
//!
//! More positions rest if all expressions give the same results as in the tick before, and no action has ended in that
//! tick: then only nodes that run can do something else.

use super::plan::{self, ItemId, Plan};
use crate::machine::{Keeps, Machine, Node, NodeId, PositionId, Question, RegionId, Rest, Term};
use crate::nodes::{Kind, Rest as Place};

/// The maximum number of words of memory that a rest depends on. Without a maximum, a wide
/// composite would need a number of tests that is quadratic in its children.
const MOST_TERMS: usize = 16;

/// Finds the positions that rest, in all regions that are asked from the root.
pub(super) fn find(machine: &mut Machine, plan: &Plan) {
    let quiet = Quiet::new(machine, plan);
    // A region comes before the regions inside of it.
    for place in (0..machine.regions.len()).rev() {
        let region = plan.region_of(RegionId::new(place));
        let [always, if_unchanged] = [false, true].map(|if_unchanged| {
            let found = Vec::new();
            let mut search = Search { machine, plan, region, quiet: &quiet, if_unchanged, found };
            search.item(region.root, &[]);
            search.found
        });
        let known = |rest: &Rest| {
            always.iter().any(|of| of.position == rest.position && of.terms == rest.terms)
        };
        let mut rests: Vec<Rest> = if_unchanged.into_iter().filter(|rest| !known(rest)).collect();
        rests.extend(always);
        machine.regions[place].rests = rests;
    }
    let mut asked = vec![false; machine.regions.len()];
    ask(machine, plan, Machine::ROOT, &mut asked);
    for (region, asked) in machine.regions.iter_mut().zip(asked) {
        if !asked {
            region.rests.clear();
        }
    }
}

/// Marks the regions that are asked when this one is asked.
fn ask(machine: &Machine, plan: &Plan, region: RegionId, asked: &mut [bool]) {
    let region = &machine[region];
    if region.rests.is_empty() {
        return;
    }
    asked[region.id.place()] = true;
    for rest in &region.rests {
        let position = &region.positions[rest.position.place()];
        // A frame that rests itself does so whatever its child does.
        let rests_itself = plan.rest(machine.node_of(position)) == Place::Itself;
        match &position.keeps {
            Keeps::Region(below) => ask(machine, plan, *below, asked),
            Keeps::Frame(frame) if !rests_itself => {
                let children = machine[*frame].children.iter();
                children.for_each(|child| ask(machine, plan, *child, asked));
            }
            Keeps::Nothing
            | Keeps::Deadline(_)
            | Keeps::Action(_)
            | Keeps::Tree(_)
            | Keeps::Frame(_) => {}
        }
    }
}

/// The search for resting positions in one region.
struct Search<'a> {
    machine: &'a Machine,
    plan: &'a Plan,
    region: &'a plan::Region,
    quiet: &'a Quiet,
    /// `true` if all expressions give the same results again.
    if_unchanged: bool,
    found: Vec<Rest>,
}

impl Search<'_> {
    /// Finds the resting positions below an item, above which nothing is evaluated as long as these
    /// terms hold.
    fn item(&mut self, item: ItemId, terms: &[Term]) {
        if self.plan.is_cut(self.region, item) || self.plan.keeps_data(self.node(item)) {
            return self.find(self.holds_rest(item), item, terms);
        }
        match self.plan.rest(self.node(item)) {
            Place::ChildrenIfUnchanged | Place::FirstChild if self.repeats_choice(item) => {
                self.children(item, terms);
            }
            // A node that rests while it is idle has a frame.
            Place::Never | Place::WhileIdle | Place::ChildrenIfUnchanged => {}
            Place::Itself => self.find(true, item, terms),
            Place::Children => self.children(item, terms),
            Place::ItselfAndChildren => {
                self.find(true, item, terms);
                self.children(item, terms);
            }
            Place::FirstChild => {
                if let Some(first) = self.plan.children(item).first() {
                    self.item(*first, terms);
                }
            }
            Place::BetweenRounds { .. } if self.if_unchanged => {
                self.find(true, item, terms);
                self.children(item, terms);
            }
            Place::BetweenRounds { after } => self.endless(item, after, terms),
            Place::AfterQuiet if self.if_unchanged => self.children(item, terms),
            Place::AfterQuiet => self.active_composite(item, terms),
        }
    }

    /// Returns `true` if a node chooses the same child again. A `cooldown` in front of a child may end before the next tick.
    fn repeats_choice(&self, item: ItemId) -> bool {
        let waits = |child: &NodeId| {
            let gates = self.plan.gates(self.machine, *child).unwrap_or_default();
            gates.iter().any(|gate| matches!(gate, Question::IsReady(_)))
        };
        self.if_unchanged && !self.node(item).children.iter().any(waits)
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

    /// The result of a child after which a composite goes on to the next.
    fn goes_on(&self, item: ItemId) -> bool {
        self.plan.kind(self.plan.place(item).node).row().goes_on.unwrap_or_default()
    }

    fn find(&mut self, rests: bool, item: ItemId, terms: &[Term]) {
        let position = PositionId::new(self.plan.positions(self.region, item).start);
        let if_unchanged = self.if_unchanged;
        self.found.extend(rests.then(|| Rest { position, if_unchanged, terms: terms.to_vec() }));
    }

    fn children(&mut self, item: ItemId, terms: &[Term]) {
        for child in self.plan.children(item) {
            self.item(*child, terms);
        }
    }

    /// A child rests only after earlier children that are quiet.
    fn active_composite(&mut self, item: ItemId, terms: &[Term]) {
        let goes_on = self.goes_on(item);
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
            let rests = below.map(|region| &self.machine[region].rests);
            rests.is_some_and(|rests| {
                rests.iter().any(|rest| self.if_unchanged || !rest.if_unchanged)
            })
        };
        if self.plan.is_cut(self.region, item) {
            return rests(&item);
        }
        match self.plan.rest(self.node(item)) {
            Place::Itself | Place::WhileIdle => true,
            Place::Never => false,
            // A frame does not tell its first child from the others.
            Place::ChildrenIfUnchanged | Place::FirstChild if !self.repeats_choice(item) => false,
            Place::Children
            | Place::ChildrenIfUnchanged
            | Place::ItselfAndChildren
            | Place::FirstChild
            | Place::BetweenRounds { .. }
            | Place::AfterQuiet => self.plan.children(item).iter().any(rests),
        }
    }

    /// The terms under which an inactive item gives this result and does nothing else.
    fn quiet(&self, item: ItemId, success: bool) -> Option<Vec<Term>> {
        let node = self.node(item);
        if self.plan.place(item).run.is_none() {
            return self.quiet.of(node.id, success).cloned();
        }
        // A run of children goes on as a whole, or not at all.
        if success != self.goes_on(item) {
            return None;
        }
        let children = self.plan.children(item).iter().map(|child| self.quiet(*child, success));
        Some(children.collect::<Option<Vec<_>>>()?.concat())
    }
}

fn joined(terms: &[Term], more: &[Term]) -> Vec<Term> {
    [terms, more].concat()
}

/// For each node, the terms under which it gives failure, and success, without doing anything else.
struct Quiet(Vec<[Option<Vec<Term>>; 2]>);

impl Quiet {
    /// Computes each node once, children first: a recursion from above would visit each node twice
    /// per ancestor.
    fn new(machine: &Machine, plan: &Plan) -> Self {
        let mut quiet = Self(vec![[None, None]; machine.nodes.len()]);
        for node in machine.nodes.iter().rev() {
            for success in [false, true] {
                let terms = quiet.terms(plan.kind(node.id), node, success);
                quiet.0[node.id.place()][usize::from(success)] =
                    terms.filter(|terms| terms.len() <= MOST_TERMS);
            }
        }
        quiet
    }

    fn of(&self, node: NodeId, success: bool) -> Option<&Vec<Term>> {
        self.0[node.place()][usize::from(success)].as_ref()
    }

    fn terms(&self, kind: &Kind, node: &Node, success: bool) -> Option<Vec<Term>> {
        let child = |success| self.of(*node.children.first()?, success).cloned();
        match kind.row().goes_on {
            Some(goes_on) => self.composite(node, success, goes_on),
            None => kind.definition().quiet(node, success, &child),
        }
    }

    /// All children let the composite go on, or the first that does not gives the result.
    fn composite(&self, node: &Node, success: bool, goes_on: bool) -> Option<Vec<Term>> {
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
