//! Whether a rule holds, also if the types of leaves are not all known.
//!
//! What holds under every result of every leaf holds for all types. A run that breaks a rule needs certain results of certain
//! leaves, which their types may exclude: a *doubt*. A verdict says for each doubt what follows if the type excludes it.

use super::{
    Answers, Bounds, Demand, Event, Followed, Known, Look, Model, Part, RuleJudge, Search, Seen,
};
use crate::machine::Status;
use crate::rules::Claim;
use std::cell::Cell;
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The largest number of searches for runs of one rule.
const MOST_SEARCHES: u32 = 64;

/// The number of transitions of the first search for all rules.
const MOST_AT_FIRST: u64 = 2_000;

/// The part of the limit in which all rules are searched for runs at once.
const PART_FOR_RUNS: u64 = 4;

/// How many times the transitions of a search for two rules one for several may take.
const MOST_TOGETHER: u64 = 3;

/// The number of ticks that a text shows, the last ones.
const MOST_TICKS: usize = 8;

/// A node, as far as its type is known.
#[derive(Clone, Copy, Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each of them can be known alone")]
pub struct Typed {
    /// The results that are possible as far as it is known.
    pub known: Known,
    /// `true` if its type may exclude failure and running.
    pub may_exclude: bool,
    /// `true` if its type may exclude that it refuses to begin.
    pub may_refuse: bool,
    /// `true` if nobody can be asked what its type excludes.
    pub is_secret: bool,
    /// `true` for a tree of which nothing is known.
    pub is_opaque: bool,
}

/// Something in a run that the type of a node may exclude.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// The place of the node.
    pub place: usize,
    /// What it does.
    pub doubted: Doubted,
}

/// What the type of a node may exclude.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubted {
    /// It fails.
    Failure,
    /// It runs.
    Running,
    /// It refuses to begin.
    Refusal,
}

/// The last ticks of a run; for each, `true` if the tree was aborted before it.
pub struct Run {
    /// The number of ticks before them.
    pub before: usize,
    /// The ticks.
    pub ticks: Vec<(bool, Seen)>,
}

/// The result of all searches for runs that break a rule, or that make possible what has to be.
pub enum Verdict {
    /// There are none.
    Holds(Demand),
    /// This one, if the types allow all of these results; for each the verdict if they exclude it.
    Run(Run, Vec<(Doubt, Verdict)>),
    /// There are too many states, or too many runs.
    Unknown,
    /// It depends on a node that is [secret](Typed::is_secret).
    Secret,
}

/// Why a rule is not decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Open {
    /// A larger limit may decide it.
    Limit,
    /// Only a proof that knows all types decides it.
    Secret,
}

impl Verdict {
    /// Why the rule is not decided, even if all types that are no secret are known.
    #[must_use]
    pub fn open(&self) -> Option<Open> {
        match self {
            Self::Holds(_) => None,
            Self::Run(_, others) => others.iter().filter_map(|(_, verdict)| verdict.open()).max(),
            Self::Unknown => Some(Open::Limit),
            Self::Secret => Some(Open::Secret),
        }
    }

    /// Visits the runs of the verdict and then those of the others, each with its own others behind it.
    pub fn each_run(&self, visit: &mut dyn FnMut(&Run)) {
        if let Self::Run(run, others) = self {
            visit(run);
            for (_, verdict) in others {
                verdict.each_run(visit);
            }
        }
    }

    /// Adds the places of the nodes whose types matter.
    pub fn add_places(&self, places: &mut Vec<usize>) {
        if let Self::Run(_, others) = self {
            for (doubt, verdict) in others {
                places.push(doubt.place);
                verdict.add_places(places);
            }
        }
    }
}

/// The result of one search.
enum Outcome {
    Holds(Demand),
    Run(Run),
    Unknown,
}

impl Outcome {
    /// The verdict if all types are known.
    fn verdict(self) -> Verdict {
        match self {
            Self::Holds(demand) => Verdict::Holds(demand),
            Self::Run(run) => Verdict::Run(run, Vec::new()),
            Self::Unknown => Verdict::Unknown,
        }
    }
}

/// A tree whose rules are proved.
pub struct Prover {
    part: Part,
    nodes: Vec<Typed>,
    /// The model for types of which no more is known.
    model: Model,
    /// The same model that computes what the file computes, if there is something to compute.
    values: Option<Model>,
    /// `true` while searches compute it.
    computes: Cell<bool>,
    /// `true` if a run was found that is possible only because a name had too many values.
    lost_values: Cell<bool>,
    /// The number of parts of ticks that are left for all searches.
    limit: Cell<u64>,
    /// `true` if runs are kept from their first tick on.
    keeps_runs: bool,
    /// The number of states that all searches have reached.
    states: Cell<usize>,
    stop: Option<Arc<AtomicBool>>,
}

impl Prover {
    /// Proves rules about a tree with these nodes; all searches together may take this number of parts of ticks.
    ///
    /// # Errors
    ///
    /// If the tree has no model.
    pub fn new(part: Part, nodes: Vec<Typed>, limit: u64) -> Result<Self, String> {
        let known: Vec<Known> = nodes.iter().map(|node| node.known).collect();
        let model = part.model(&known, true)?;
        let values = part.has_values(&model).then(|| part.model_with_values(&known)).transpose()?;
        let (limit, states) = (Cell::new(limit), Cell::new(0));
        let (computes, lost_values) = (Cell::new(false), Cell::new(false));
        Ok(Self {
            part,
            nodes,
            model,
            values,
            computes,
            lost_values,
            limit,
            keeps_runs: false,
            states,
            stop: None,
        })
    }

    /// The same, until another thread sets a flag: what is not known then is [`Verdict::Unknown`].
    #[must_use]
    pub fn until(self, stop: Option<Arc<AtomicBool>>) -> Self {
        Self { stop, ..self }
    }

    /// The same, with runs from their first tick on.
    #[must_use]
    pub fn keeping_runs(self) -> Self {
        Self { keeps_runs: true, ..self }
    }

    /// Returns `true` if a verdict may be unknown because a name has more values than are kept.
    #[must_use]
    pub fn lost_values(&self) -> bool {
        self.lost_values.get()
    }

    /// The number of states that all searches have reached.
    #[must_use]
    pub fn states(&self) -> usize {
        self.states.get()
    }

    /// The number of parts of ticks that are left.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.limit.get()
    }

    /// Searches for runs that break a rule, or that make possible what has to be; rules share their searches.
    #[must_use]
    pub fn verdicts(&self, claims: &[&Claim<usize>]) -> Vec<Verdict> {
        let Some(values) = &self.values else { return self.verdicts_in(claims, &self.model) };
        // What holds whatever is computed has fewer states.
        let mut verdicts = self.share(2, || self.verdicts_in(claims, &self.model));
        let with_claims = verdicts.iter_mut().zip(claims.iter().copied());
        let open = with_claims.filter(|(of, _)| !matches!(of, Verdict::Holds(_)));
        let (open, rest): (Vec<&mut Verdict>, Vec<&Claim<usize>>) = open.unzip();
        self.computes.set(true);
        for (open, verdict) in open.into_iter().zip(self.verdicts_in(&rest, values)) {
            *open = verdict;
        }
        self.computes.set(false);
        verdicts
    }

    fn verdicts_in(&self, claims: &[&Claim<usize>], model: &Model) -> Vec<Verdict> {
        // Short runs break most of the rules that are broken. These come first, so that the others, which hold, get what is left.
        let mut verdicts = if claims.len() > 1 {
            let part = self.limit.get() / PART_FOR_RUNS;
            let (found, _) = self.search_together(claims, model, part);
            self.settled(claims, found)
        } else {
            claims.iter().map(|_| Verdict::Unknown).collect()
        };
        let with_claims = verdicts.iter_mut().zip(claims.iter().copied());
        let open = with_claims.filter(|(of, _)| matches!(of, Verdict::Unknown));
        let (open, rest): (Vec<&mut Verdict>, Vec<&Claim<usize>>) = open.unzip();
        let firsts = self.search_in(&rest, model);
        for (open, verdict) in open.into_iter().zip(self.settled(&rest, firsts)) {
            *open = verdict;
        }
        verdicts
    }

    /// The verdicts about rules after a search that knows no types.
    fn settled(&self, claims: &[&Claim<usize>], firsts: Vec<Outcome>) -> Vec<Verdict> {
        let is_run = |(claim, of)| matches!(of, &Outcome::Run(_)).then_some(claim);
        let open: Vec<&Claim<usize>> =
            claims.iter().copied().zip(&firsts).filter_map(is_run).collect();
        if open.is_empty() || self.all_is_known() {
            return firsts.into_iter().map(Outcome::verdict).collect();
        }
        // Every type allows success.
        let sure = self.nodes.iter().map(|node| {
            let mut known = node.known;
            if node.may_exclude {
                known.answers = Answers { success: true, failure: false, running: false };
            }
            known.begins |= node.may_refuse;
            known
        });
        let mut sure = self.search(&open, &sure.collect::<Vec<Known>>()).into_iter();
        let known: Vec<Known> = self.nodes.iter().map(|node| node.known).collect();
        let mut shares = open.len();
        let verdict = |(claim, first): (&&Claim<usize>, Outcome)| {
            let first = match first {
                Outcome::Holds(_) | Outcome::Unknown => return first.verdict(),
                Outcome::Run(run) => run,
            };
            match sure.next() {
                Some(Outcome::Run(run)) if self.doubts(&run, &known, false).is_some() => {
                    Verdict::Run(run, Vec::new())
                }
                Some(Outcome::Run(_) | Outcome::Holds(_) | Outcome::Unknown) | None => {
                    let left = &mut { MOST_SEARCHES };
                    let verdict =
                        self.share(shares, || self.verdict_of(claim, &known, first, left));
                    shares -= 1;
                    verdict
                }
            }
        };
        claims.iter().zip(firsts).map(verdict).collect()
    }

    fn all_is_known(&self) -> bool {
        self.nodes.iter().all(|node| !node.may_exclude && !node.may_refuse && !node.is_secret)
    }

    /// The verdict for types of which this is known, with a run that they may exclude; `left` is the number of searches.
    fn verdict_of(
        &self,
        claim: &Claim<usize>,
        known: &[Known],
        mut run: Run,
        left: &mut u32,
    ) -> Verdict {
        // A run shows that a node has failed, and not whether it has refused to begin. So one in which nothing does is better.
        let may_refuse = |(node, of): (&Typed, &Known)| node.may_refuse && !of.begins;
        let mut refuses = self.nodes.iter().zip(known).any(may_refuse);
        if refuses {
            let begins = self.nodes.iter().zip(known);
            let begins =
                begins.map(|(node, of)| Known { begins: of.begins || node.may_refuse, ..*of });
            match self.search_one(claim, &begins.collect::<Vec<Known>>()) {
                Outcome::Run(other) => (run, refuses) = (other, false),
                Outcome::Holds(_) => {}
                Outcome::Unknown => return Verdict::Unknown,
            }
        }
        let Some(doubts) = self.doubts(&run, known, refuses) else { return Verdict::Secret };
        let without = |doubt: Doubt, left: &mut u32| {
            let mut known = known.to_vec();
            let of = &mut known[doubt.place];
            match doubt.doubted {
                Doubted::Failure => of.answers.failure = false,
                Doubted::Running => of.answers.running = false,
                Doubted::Refusal => of.begins = true,
            }
            let other = if *left == 0 { Outcome::Unknown } else { self.search_one(claim, &known) };
            *left = left.saturating_sub(1);
            let verdict = match other {
                Outcome::Holds(demand) => Verdict::Holds(demand),
                Outcome::Unknown => Verdict::Unknown,
                Outcome::Run(run) => self.verdict_of(claim, &known, run, left),
            };
            (doubt, verdict)
        };
        let shares = (1..=doubts.len()).rev();
        let others = doubts.into_iter().zip(shares);
        let others = others.map(|(doubt, shares)| self.share(shares, || without(doubt, left)));
        Verdict::Run(run, others.collect())
    }

    /// Searches with one of these shares of the limit; what it does not need is left for the others.
    fn share<T>(&self, shares: usize, search: impl FnOnce() -> T) -> T {
        let all = self.limit.get();
        let own = all / u64::try_from(shares.max(1)).unwrap_or(u64::MAX);
        self.limit.set(own);
        let found = search();
        self.limit.set(all - own + self.limit.get());
        found
    }

    fn search_one(&self, claim: &Claim<usize>, known: &[Known]) -> Outcome {
        self.search(&[claim], known).pop().unwrap_or(Outcome::Unknown)
    }

    fn search(&self, claims: &[&Claim<usize>], known: &[Known]) -> Vec<Outcome> {
        let unknown = || claims.iter().map(|_| Outcome::Unknown).collect();
        // A model takes time, too.
        if self.limit.get() == 0 {
            return unknown();
        }
        let model = if self.computes.get() {
            self.part.model_with_values(known)
        } else {
            self.part.model(known, true)
        };
        model.map_or_else(|_| unknown(), |of| self.search_in(claims, &of))
    }

    /// Searches for runs that break the rules, for as many rules at once as takes less than to search for each alone.
    fn search_in(&self, claims: &[&Claim<usize>], model: &Model) -> Vec<Outcome> {
        if claims.len() > 1 {
            let first = self.limit.get().min(MOST_AT_FIRST);
            let (outcomes, _) = self.search_together(claims, model, first);
            if !outcomes.iter().any(|outcome| matches!(outcome, Outcome::Unknown)) {
                return outcomes;
            }
        }
        let mut outcomes = Vec::new();
        // The first complete search, for two rules, tells how much one for all others may take.
        let (mut rules, mut most) = (2, u64::MAX);
        while outcomes.len() < claims.len() {
            let rest = &claims[outcomes.len()..];
            let (found, transitions) =
                self.search_halves(&rest[..rest.len().min(rules)], model, most);
            outcomes.extend(found);
            if let Some(transitions) = transitions {
                (rules, most) = (usize::MAX, transitions.saturating_mul(MOST_TOGETHER));
            }
        }
        outcomes
    }

    /// Searches for all rules at once; if that takes more than `most`, for each half of those that are left.
    fn search_halves(
        &self,
        claims: &[&Claim<usize>],
        model: &Model,
        most: u64,
    ) -> (Vec<Outcome>, Option<u64>) {
        let left = self.limit.get();
        let is_several = claims.len() > 1;
        let limit = if is_several { left.min(most) } else { left };
        let (mut outcomes, transitions) = self.search_together(claims, model, limit);
        let unknown = outcomes.iter_mut().zip(claims);
        let unknown = unknown.filter(|(of, _)| matches!(of, Outcome::Unknown));
        let (unknown, claims): (Vec<&mut Outcome>, Vec<&Claim<usize>>) = unknown.unzip();
        if is_several {
            let half = claims.len().div_ceil(2).max(1);
            let halves =
                claims.chunks(half).flat_map(|half| self.search_halves(half, model, most).0);
            for (unknown, outcome) in unknown.into_iter().zip(halves) {
                *unknown = outcome;
            }
        }
        (outcomes, transitions)
    }

    /// Searches for all rules at once; also returns the number of transitions if all were tried.
    fn search_together(
        &self,
        claims: &[&Claim<usize>],
        model: &Model,
        limit: u64,
    ) -> (Vec<Outcome>, Option<u64>) {
        let judge = RuleJudge::new(claims);
        let bounds = Bounds { states: usize::MAX, transitions: limit, stop: self.stop.as_deref() };
        let search = Search { model, bounds, judge: &judge };
        let (found, ()) = search.run(judge.watch(), || ());
        self.states.set(self.states.get() + found.states.count());
        self.limit.set(self.limit.get().saturating_sub(found.transitions));
        // Only doubts, and values, are looked for in all of a run.
        let computes = self.computes.get();
        let needs_all = self.keeps_runs || computes || !self.all_is_known();
        let most = if needs_all { usize::MAX } else { MOST_TICKS };
        let outcome = |(rule, demand): (usize, Demand)| {
            let is_it = |rules: &Vec<usize>| rules.contains(&rule);
            match found.broken.iter().find(|broken| is_it(&broken.fault)) {
                Some(broken) => {
                    let search = Search { judge: &RuleJudge::new(claims), ..search };
                    let (before, ticks) = search.path(&found, broken, &is_it, most);
                    let run = Run { before, ticks };
                    if computes && !self.is_possible(&run) {
                        self.lost_values.set(true);
                        return Outcome::Unknown;
                    }
                    Outcome::Run(run)
                }
                None if found.is_complete => Outcome::Holds(demand),
                None => Outcome::Unknown,
            }
        };
        let outcomes = judge.demanded().into_iter().enumerate().map(outcome);
        (outcomes.collect(), found.is_complete.then_some(found.transitions))
    }

    /// Returns `false` if no values, however many, lead to this run.
    fn is_possible(&self, run: &Run) -> bool {
        let known: Vec<Known> = self.nodes.iter().map(|node| node.known).collect();
        let Ok(model) = self.part.model_with_all_values(&known) else { return true };
        let (mut followed, mut again) = (Followed::new(&model), Seen::default());
        for (is_aborted, seen) in &run.ticks {
            if *is_aborted {
                followed.abort_unseen(&model);
            }
            let is_shown = |of: &&Event| of.is_visible() || matches!(of, Event::Decision { .. });
            let events: Vec<Event> = seen.events.iter().filter(is_shown).copied().collect();
            let (events, after, is_stop) = (events.as_slice(), seen.after.as_slice(), seen.is_stop);
            let look = Look { events, has_decisions: true, after, is_stop };
            match followed.tick(&model, look, seen.status, &mut again) {
                Some(true) => {}
                Some(false) => return false,
                None => return true,
            }
        }
        true
    }

    /// What in a run types may exclude, with refusals to begin if there are some in it; `None` if nobody can be asked about it.
    fn doubts(&self, run: &Run, known: &[Known], refuses: bool) -> Option<Vec<Doubt>> {
        let mut doubts = Vec::new();
        for (_, seen) in &run.ticks {
            for (place, (node, known)) in self.nodes.iter().zip(known).enumerate() {
                let Some(status) = seen.results.get(place).copied().flatten() else { continue };
                if node.is_opaque && node.is_secret {
                    return None;
                }
                let doubted: &[(bool, Doubted)] = match status {
                    Status::Success => &[],
                    Status::Running => &[(node.may_exclude, Doubted::Running)],
                    Status::Failure => &[
                        (node.may_exclude && known.answers.failure, Doubted::Failure),
                        (refuses && node.may_refuse && !known.begins, Doubted::Refusal),
                    ],
                };
                for (_, doubted) in doubted.iter().filter(|(may_exclude, _)| *may_exclude) {
                    if node.is_secret {
                        return None;
                    }
                    let doubt = Doubt { place, doubted: *doubted };
                    if !doubts.contains(&doubt) {
                        doubts.push(doubt);
                    }
                }
            }
        }
        Some(doubts)
    }
}

impl Run {
    /// The last ticks, a line each; `name` has the label or the text of a node, and `key` the condition of a node that stands
    /// in front of one of its children.
    #[must_use]
    pub fn text(
        &self,
        name: &dyn Fn(usize) -> String,
        key: &dyn Fn(usize, usize) -> Option<String>,
    ) -> String {
        let mut text = String::new();
        let skipped = self.ticks.len().saturating_sub(MOST_TICKS);
        let hidden = self.before + skipped;
        if hidden > 0 {
            let _ = write!(text, "\n  {hidden} ticks come first");
        }
        for (number, (is_after_abort, seen)) in self.ticks.iter().enumerate().skip(skipped) {
            if *is_after_abort {
                text.push_str("\n  the program aborts the tree");
            }
            let parts = seen.events.iter().filter_map(|event| {
                let (place, what) = told(event)?;
                let name = match event {
                    Event::Decision { of, about, .. } if of != about => {
                        key(of.place(), about.place()).unwrap_or_else(|| name(place))
                    }
                    Event::Decision { .. }
                    | Event::Leaf(..)
                    | Event::Finished(..)
                    | Event::Aborted(_)
                    | Event::Ticked(_)
                    | Event::Over(_) => name(place),
                };
                Some(format!("`{name}` {what}"))
            });
            let parts: Vec<String> = parts.collect();
            let result = match (seen.is_stop, seen.status) {
                (false, Status::Success) => "the tree succeeds",
                (false, Status::Failure) => "the tree fails",
                (_, Status::Running) => "the tree runs",
                (true, Status::Success | Status::Failure) => "the tree has stopped",
            };
            let call = if seen.is_stop { " (stop)" } else { "" };
            let separator = if parts.is_empty() { "" } else { "; " };
            let tick = self.before + number + 1;
            let _ = write!(text, "\n  tick {tick}{call}: {}{separator}{result}", parts.join(", "));
        }
        text
    }
}

/// The place of the node of an event, and what happens; `None` for an event that follows from others.
fn told(event: &Event) -> Option<(usize, &'static str)> {
    let (node, what) = match event {
        Event::Leaf(node, Status::Success) => (node, "succeeds"),
        Event::Leaf(node, Status::Failure) => (node, "fails"),
        Event::Leaf(node, Status::Running) => (node, "runs"),
        Event::Aborted(node) => (node, "is aborted"),
        Event::Over(node) => (node, "is over"),
        Event::Decision { about, answer: true, .. } => (about, "is true"),
        Event::Decision { about, answer: false, .. } => (about, "is false"),
        Event::Finished(..) | Event::Ticked(_) => return None,
    };
    Some((node.place(), what))
}

/// A node as a text names it: by its label, or by its word and its arguments.
#[must_use]
pub fn name(label: Option<&proc_macro2::Ident>, word: crate::words::Word, source: &str) -> String {
    match label {
        Some(label) => format!("'{label}"),
        None if source.is_empty() => word.to_string(),
        None => format!("{word} {source}"),
    }
}

/// The beginning of the message about a tree that breaks a rule.
#[must_use]
pub fn breaks(tree: &str, rule: &str, description: Option<&str>) -> String {
    format!("`{tree}` breaks the rule {}", described(rule, description))
}

/// A rule with its doc comment.
#[must_use]
pub fn described(rule: &str, description: Option<&str>) -> String {
    match description {
        Some(text) => format!("`{rule}` ({})", text.replace('\n', " ").trim_end_matches('.')),
        None => format!("`{rule}`"),
    }
}
