//! The facts about all states of a tree.

use super::counterexample::{Counterexample, Reason};
use super::coverage::Transitions;
use super::report::{Abilities, Report, Unreached};
use super::rule::{Assumption, Demands, Predicate, Rule};
use super::rules::{OwnRule, Rules};
use super::tick::status;
use super::{Coverage, Limits, Tick, Tree};
use bt_core::__internal::Collected;
use bt_core::{Can, Node, NodeId};
use bt_language::explore::{Answers, Event, Found, Known, Model, Part, Search, Seen, Watch};
use core::fmt;
use core::panic::Location;
use std::rc::Rc;
use std::sync::Arc;

/// All states of a tree: made by [`explore`](super::explore).
pub struct Proof {
    pub(super) tree: Arc<Tree>,
    /// The machine of the tree, which mutants change; an error if the tree cannot be explored at all.
    pub(super) root: Result<Part, String>,
    /// The results that the types of the nodes allow.
    pub(super) known: Vec<Known>,
    pub(super) model: Result<Model, String>,
    pub(super) limits: Limits,
    pub(super) assumptions: Vec<Assumption>,
    /// The places of the assumptions in the source.
    pub(super) assumed_at: Vec<&'static Location<'static>>,
    report: Report,
}

impl Proof {
    pub(super) fn of(
        name: &str,
        nodes: &[Node],
        (machine, facts): (&[u8], Collected),
        limits: Limits,
    ) -> Self {
        let name = name.rsplit("::").next().unwrap_or(name).to_string();
        let root = Part::read(machine, &|node| facts.subtrees.get(&node).copied());
        let can = |node| known(facts.can.get(&node).copied().unwrap_or(Can::ANYTHING));
        let known: Vec<Known> = (0..nodes.len()).map(can).collect();
        let model = root.as_ref().map_err(String::clone);
        let model = model.and_then(|root| root.model(&known, limits.same_answers));
        let tree = Arc::new(Tree { name, nodes: nodes.to_vec() });
        let report = Report::of_nothing(nodes.len());
        let (assumptions, assumed_at) = (Vec::new(), Vec::new());
        let mut proof = Self { tree, root, known, model, limits, assumptions, assumed_at, report };
        proof.explore();
        proof
    }

    fn explore(&mut self) {
        let Ok(model) = &self.model else { return };
        let judge = Demands { assumptions: &self.assumptions, rule: None };
        let search = Search { model, bounds: self.limits.bounds(), judge: &judge };
        self.report = Report::of(&search, &self.tree.nodes);
    }

    /// Returns `true` if all states were visited, within the [limits](Limits).
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.report.is_complete
    }

    /// Why the exploration is not complete; `None` if it is.
    #[must_use]
    pub fn problem(&self) -> Option<String> {
        match (&self.model, &self.report.problem) {
            (Err(problem), _) => {
                Some(format!("`{}` cannot be explored: {problem}", self.tree.name))
            }
            (Ok(_), Some(reason)) => Some(format!(
                "an assumption cannot be asked about tick {}: {reason}",
                self.report.depth + 1
            )),
            (Ok(_), None) if self.is_complete() => None,
            (Ok(_), None) => Some(format!(
                "`{}` is too large: the exploration ended after {} states and {} transitions; all runs of {} ticks are explored",
                self.tree.name, self.report.states, self.report.transitions, self.report.depth
            )),
        }
    }

    /// The number of states.
    #[must_use]
    pub fn states(&self) -> usize {
        self.report.states
    }

    /// The number of parts of ticks that were tried. A part leads from a state, or from a choice in a tick, to the next
    /// choice or to the end of the tick; a condition is a choice, and the status of an action. Parts that ticks have in
    /// common are tried once.
    #[must_use]
    pub fn transitions(&self) -> u64 {
        self.report.transitions
    }

    /// The number of bytes that a state takes while states are explored, on average and rounded up.
    #[must_use]
    pub fn bytes_per_state(&self) -> usize {
        self.report.state_memory.div_ceil(self.states().max(1))
    }

    /// The number of bytes that the exploration takes at its end: all states, and the parts of ticks that were tried.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.report.state_memory + self.report.tick_memory
    }

    /// The abilities of a node; `None` if the tree has no such node.
    #[must_use]
    pub fn node(&self, node: NodeId) -> Option<Abilities> {
        self.report.nodes.get(node.index()).copied()
    }

    /// The things that never happen and should: parts of the tree that are never ticked, or never return what they could by
    /// their nature.
    #[must_use]
    pub fn unreached(&self) -> Unreached {
        Unreached::of(&self.tree.nodes, &self.report.nodes)
    }

    /// An observer that compares what a program does with what is possible. It explores the states once more, for the
    /// transitions between sets of active nodes.
    #[must_use]
    pub fn coverage(&self) -> Coverage {
        let mut coverage = Coverage::of(&self.tree, &self.report.nodes);
        let (Ok(model), true) = (&self.model, self.is_complete()) else { return coverage };
        let judge = Demands { assumptions: &self.assumptions, rule: None };
        let search = Search { model, bounds: self.limits.bounds(), judge: &judge };
        // Ticks from other active nodes are other transitions.
        let watch = Watch { before: (0..self.tree.nodes.len()).collect(), ..Watch::default() };
        let (found, possible) = search.run(watch, Transitions::default);
        if found.is_complete {
            coverage.allow(possible);
        }
        coverage
    }

    /// Checks rules, in their order.
    ///
    /// # Errors
    ///
    /// The shortest run that breaks the first rule that can be broken; also if the exploration is not complete.
    pub fn check(&self, rules: &Rules) -> Result<(), Counterexample> {
        let check = |rule: &OwnRule| {
            if rule.is_wish() {
                self.wished(rule.place, self.search_rule(rule.place, &rule.rule()))
            } else {
                self.check_rule(rule.place, &rule.rule())
            }
        };
        rules.rules.iter().try_for_each(check)
    }

    /// The active nodes of each state that cannot be left, whatever the leaves return: each tick returns running and
    /// leads back to the state, and no leaf is active.
    #[must_use]
    pub fn traps(&self) -> &[Vec<NodeId>] {
        &self.report.traps
    }

    /// The number of ticks of the longest run from the start to the end of the tree in which no leaf returns running;
    /// `None` if there is a run that does not end.
    #[must_use]
    pub fn longest_run(&self) -> Option<u32> {
        self.report.longest_run
    }

    /// The opposite result: a run that breaks the rule is what is wished for.
    fn wished(
        &self,
        place: &'static Location<'static>,
        result: Result<(), Counterexample>,
    ) -> Result<(), Counterexample> {
        match result {
            Ok(()) => Err(Counterexample::new(&self.tree, place, Reason::Impossible, Vec::new())),
            Err(found) if *found.reason() == Reason::Broken => Ok(()),
            Err(other) => Err(other),
        }
    }

    /// Leaves out all ticks in which something does not hold, and explores the rest.
    ///
    /// ```
    /// # use bt_core::{Status, behavior_tree};
    /// # use bt_verify::Rules;
    /// # behavior_tree! {
    /// #     tree Rest(npc: &mut (bool, bool)) {
    /// #         sequence { 'hurt: condition npc.0; 'healthy: condition npc.1; 'odd: succeed; }
    /// #     }
    /// # }
    /// let proof = bt_verify::explore::<Rest>().assume(|tick| {
    ///     let holds = |node| tick.result(node) == Some(Status::Success);
    ///     !(holds(Rest::HURT) && holds(Rest::HEALTHY))
    /// });
    /// proof.check(&Rules::new().never(|tick| tick.is_ticked(Rest::ODD))).unwrap();
    /// ```
    #[must_use]
    #[track_caller]
    pub fn assume(mut self, holds: impl Fn(&Tick<'_>) -> bool + 'static) -> Self {
        self.assumptions.push(Assumption::Always(Rc::new(holds)));
        self.assumed_at.push(Location::caller());
        self.explore();
        self
    }

    /// Assumes something only from the tick after one in which `begins` holds, up to the tick before one in which
    /// `ends` holds: what a robot has reached stays reached until it moves again.
    ///
    /// ```
    /// # use bt_core::{Status, behavior_tree};
    /// # behavior_tree! {
    /// #     tree Go(b: &mut bool) {
    /// #         active_selector { 'arrived: condition *b; 'go: action { let _ = &b; }; }
    /// #     }
    /// # }
    /// let proof = bt_verify::explore::<Go>().assume_between(
    ///     |tick| tick.result(Go::ARRIVED) == Some(Status::Success),
    ///     |tick| tick.started(Go::GO),
    ///     |tick| tick.result(Go::ARRIVED) != Some(Status::Failure),
    /// );
    /// # assert!(proof.is_complete());
    /// ```
    #[must_use]
    #[track_caller]
    pub fn assume_between(
        mut self,
        begins: impl Fn(&Tick<'_>) -> bool + 'static,
        ends: impl Fn(&Tick<'_>) -> bool + 'static,
        holds: impl Fn(&Tick<'_>) -> bool + 'static,
    ) -> Self {
        let (begins, ends, holds): (_, _, Rc<Predicate<'static>>) =
            (Rc::new(begins), Rc::new(ends), Rc::new(holds));
        self.assumptions.push(Assumption::Between { begins, ends, holds });
        self.assumed_at.push(Location::caller());
        self.explore();
        self
    }

    pub(super) fn check_rule(
        &self,
        place: &'static Location<'static>,
        rule: &Rule<'_>,
    ) -> Result<(), Counterexample> {
        let result = self.search_rule(place, rule);
        result.map_err(|broken| {
            if broken.is_empty() { broken } else { broken.saved(self.limits.pages.as_deref()) }
        })
    }

    /// Why no run of the proof has a tick.
    pub(super) fn excluded(&self, seen: &Seen) -> String {
        let mut declarations = self.declarations();
        for event in &seen.events {
            if let Event::Leaf(node, result) | Event::Finished(node, result) = event {
                let id = NodeId::new(u32::try_from(node.place()).unwrap_or(u32::MAX));
                declarations.note(id, status(*result));
            }
        }
        if declarations.broken().next().is_some() {
            return declarations.to_string();
        }
        "an answer has changed by itself in the middle of a tick, a clock has moved in it or has come to its end, a node whose `CAN` excludes it has refused to begin, or a panic was caught".into()
    }

    /// Searches for the shortest run that breaks a rule.
    fn search_rule(
        &self,
        place: &'static Location<'static>,
        rule: &Rule<'_>,
    ) -> Result<(), Counterexample> {
        let fault = |reason| Counterexample::new(&self.tree, place, reason, Vec::new());
        let Ok(model) = &self.model else {
            return Err(fault(Reason::Incomplete(self.problem().unwrap_or_default())));
        };
        let judge = Demands { assumptions: &self.assumptions, rule: Some(rule) };
        let search = Search { model, bounds: self.limits.bounds(), judge: &judge };
        let (mut found, ()) = search.run(Watch::default(), || ());
        match found.broken.pop() {
            Some(broken) => {
                let (_, path) = search.path(&found, &broken, &|_| true, usize::MAX);
                Err(Counterexample::new(&self.tree, place, broken.fault, path))
            }
            None if found.is_complete => Ok(()),
            None => Err(fault(Reason::Incomplete(too_large(&self.tree.name, &found)))),
        }
    }
}

fn too_large(name: &str, found: &Found<Reason>) -> String {
    format!(
        "`{name}` is too large: in {} states and {} transitions, among them all runs of {} ticks, the rule was not broken",
        found.states.count(),
        found.transitions,
        found.depth
    )
}

fn known(can: Can) -> Known {
    let answers = Answers { failure: can.fails(), running: can.runs(), ..Answers::default() };
    Known { answers, begins: !can.refuses() }
}

impl fmt::Debug for Proof {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Proof")
            .field("tree", &self.tree.name)
            .field("states", &self.states())
            .field("transitions", &self.transitions())
            .field("is_complete", &self.is_complete())
            .finish_non_exhaustive()
    }
}

/// The states, and what each node can do.
impl fmt::Display for Proof {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.report.write(&self.tree, self.problem().as_deref(), formatter)
    }
}
