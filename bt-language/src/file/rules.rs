//! The rules of a vocabulary: read from a text, and proved for the trees of a file.

use crate::ast::{Call, Expression, Node, Purpose, Tree};
use crate::explore::{
    Answers, Demand, Doubted, Known, MOST_VALUES, Part, Prover, Run, Typed, Verdict, breaks,
    described, name,
};
use crate::mistakes::{Mistake, Mistakes};
use crate::names::plain;
use crate::parse::{self, Notes};
use crate::place;
use crate::rules::{Claim, Named, Rules};
use crate::vocabulary::{Can, Rule, TRANSITIONS, Uses, Vocabulary, Word, mistake_in_rule};
use crate::words::advice;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The number of nodes of a tree whose transitions count as one.
const USUAL_NODES: usize = 100;

impl Rule {
    /// Reads a rule for a vocabulary with these words.
    ///
    /// ```
    /// use bt_language::vocabulary::{Role, Rule, Word};
    ///
    /// let words = [Word::new("Fire", Role::Action { is_stateful: false }), Word::new("IsSafe", Role::Condition)];
    /// let rule = Rule::parse("always Fire.ticked -> IsSafe.succeeded", &words).unwrap();
    /// assert_eq!(rule.to_string(), "always Fire.ticked -> IsSafe.succeeded");
    ///
    /// let mistake = Rule::parse("never Fir.ticked", &words).unwrap_err();
    /// assert_eq!(mistake, "there is no word `Fir` in this vocabulary; did you mean `Fire`?");
    /// ```
    ///
    /// # Errors
    ///
    /// One sentence about the first mistake.
    pub fn parse(text: &str, words: &[Word]) -> Result<Self, String> {
        let tokens = super::tokens(text).map_err(|mistake| mistake.text)?;
        let claim = parse::rule_of_words(tokens).map_err(|mistake| mistake.text)?;
        let mut wrong = None;
        claim.each(&mut |asked, property| {
            let name = asked.word.as_ref().map(plain);
            wrong = wrong.take().or_else(|| mistake_in_rule(&name?, property, words));
        });
        match wrong {
            Some(wrong) => Err(wrong),
            None => Ok(Self { claim: claim.of_words(), description: None }),
        }
    }
}

/// What the rules of the vocabulary demand of a tree.
#[derive(Default)]
pub struct Demands {
    /// The rules that a run of the tree could break, by their indexes, about the nodes of the tree and of those that it calls.
    pub claims: Vec<(usize, Claim<usize>)>,
    /// The rules of which only the types of words tell whether they are broken.
    pub doubtful: Vec<Doubtful>,
    /// Warnings about rules that hold because what they ask first is never true.
    pub vacuous: Vec<super::Mistake>,
}

/// A rule that a run breaks, if the types of words allow it.
pub struct Doubtful {
    /// The index of the rule.
    pub rule: usize,
    /// The runs.
    pub verdict: Verdict,
    /// The mistake for each of the runs, in the order of [`Verdict::each_run`].
    pub mistakes: Vec<super::Mistake>,
    /// The mistake where the verdict is [`Verdict::Unknown`].
    pub undecided: super::Mistake,
    /// The places of nodes whose types matter, with the indexes of their words.
    pub words: BTreeMap<usize, usize>,
}

/// The proofs of all rules about a tree.
pub struct Proofs {
    /// The number of states that all searches have reached.
    pub states: usize,
    /// The number of parts of ticks that they have tried.
    pub transitions: u64,
    /// The rules of the vocabulary, and then those that were asked.
    pub proofs: Vec<Proof>,
}

impl Doubtful {
    /// The mistake for who does not know the types.
    #[must_use]
    pub fn mistake(&self) -> Option<super::Mistake> {
        let mut mistake = self.mistakes.first()?.clone();
        mistake.text = format!(
            "only the types of the program tell whether {}\nJSON of the words has the types, as `vocabulary_as_json` writes it; `--unproved` accepts the file as it is",
            mistake.text
        );
        Some(mistake)
    }
}

/// A rule about a tree, and what its proof has found.
pub struct Proof {
    /// The rule as it is laid out.
    pub rule: String,
    /// The doc comment.
    pub description: Option<String>,
    /// The result.
    pub result: Proved,
    /// Why, in one sentence, or the last ticks of the run, a line each; empty if there is nothing to say.
    pub text: String,
    /// The run that breaks the rule, or that makes possible what has to be.
    pub run: Option<Run>,
    /// The mistake for which a program refuses the file.
    pub mistake: Option<super::Mistake>,
}

/// The result of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proved {
    /// No run breaks it; one makes possible what has to be.
    Proved,
    /// It holds whatever the tree does.
    Vacuous,
    /// A run breaks it, or none makes possible what has to be.
    Broken,
    /// Only the types of words tell.
    Unsure,
    /// There are too many states.
    TooLarge,
}

/// A mistake in a tree: a rule that it breaks.
struct Broken {
    rule: usize,
    /// The index of the tree.
    tree: usize,
    /// The index of the tree in which the node is written.
    written_in: usize,
    mistake: Mistake,
}

/// What is known of a rule about a tree.
enum Judged {
    Holds(Demand),
    Broken(Run, Broken),
    Doubtful(Doubtful),
    TooLarge(Obstacle),
}

/// Why a rule is not decided.
#[derive(Clone)]
enum Obstacle {
    /// The proofs of a tree take at most this number of transitions.
    Transitions(u64),
    /// It depends on a name with more values than a proof keeps.
    Values,
    /// The tree has no model, for this reason.
    Model(String),
}

impl Obstacle {
    fn reason(&self) -> String {
        match self {
            Self::Transitions(limit) => {
                format!("the proofs of a tree take at most {limit} transitions")
            }
            Self::Values => format!("it depends on a name that has more than {MOST_VALUES} values"),
            Self::Model(reason) => reason.clone(),
        }
    }

    const fn advice(&self) -> &'static str {
        match self {
            Self::Values => "let the name count less far, or ask a word instead",
            Self::Transitions(_) | Self::Model(_) => {
                "write a smaller tree, or let the program set another `#[limit(transitions = N)]` before its vocabulary"
            }
        }
    }
}

/// Proves the trees of a file that has no other mistakes.
pub(super) fn prove(
    trees: &[Tree],
    vocabulary: &Vocabulary,
    placed: &dyn Fn(Mistake) -> super::Mistake,
    mistakes: &mut Mistakes,
    stop: Option<Arc<AtomicBool>>,
) -> Vec<Demands> {
    if vocabulary.rules.is_empty() {
        return Vec::new();
    }
    let mut prover = FileProver::new(trees, vocabulary, placed);
    prover.stop = stop;
    let (mut broken, mut too_large) = (Vec::new(), Vec::new());
    let of_tree = |tree| {
        let mut demands = Demands::default();
        let Found { nodes, judged, .. } = prover.tree(tree);
        for (rule, claim, judged) in judged {
            match judged {
                Judged::Holds(Demand::Nothing) if claim.first().is_some() => {
                    let vacuous = prover.vacuous(tree, rule, &nodes, Demand::Nothing);
                    demands.vacuous.push(super::Mistake { is_warning: true, ..placed(vacuous) });
                }
                Judged::Holds(_) => {}
                Judged::Broken(_, of) => broken.push(of),
                Judged::Doubtful(of) => demands.doubtful.push(of),
                Judged::TooLarge(why) => too_large.push(prover.unproved(tree, rule, &why)),
            }
            demands.claims.push((rule, claim));
        }
        demands
    };
    let demands = (0..trees.len()).map(of_tree).collect();
    // A tree that breaks a rule by itself has the mistake, and not those that call it.
    broken.sort_by_key(|of| (of.rule, place::order(of.mistake.span), of.tree != of.written_in));
    broken.dedup_by_key(|of| (of.rule, place::order(of.mistake.span)));
    for of in broken {
        mistakes.push(of.mistake);
    }
    for of in too_large.into_iter().filter(|_| !vocabulary.accepts_unproved) {
        mistakes.push(of);
    }
    demands
}

/// Proves the same, and the rules that are asked about some of the trees; adds mistakes in these rules.
pub(super) fn prove_all(
    trees: &[Tree],
    vocabulary: &Vocabulary,
    asked: &[Rules],
    placed: &dyn Fn(Mistake) -> super::Mistake,
    mistakes: &mut Mistakes,
    stop: Option<Arc<AtomicBool>>,
) -> Vec<Proofs> {
    let mut prover = FileProver::new(trees, vocabulary, placed);
    (prover.keeps_runs, prover.stop) = (true, stop);
    for rules in asked {
        let tree = rules.tree.to_string();
        match prover.indexes.get(&tree) {
            Some(place) => prover.asked.extend(rules.rules.iter().map(|rule| (*place, rule))),
            None => {
                let mut names = prover.indexes.keys().map(String::as_str);
                let advice = advice(&tree, &mut names, "its trees are");
                mistakes.add(rules.tree.span(), format!("the file has no tree `{tree}`{advice}"));
            }
        }
    }
    prover.asked.sort_by_key(|(tree, _)| *tree);
    let all = (0..trees.len()).map(|tree| {
        let found = prover.tree(tree);
        prover.proofs(tree, found)
    });
    let all = all.collect();
    for mistake in prover.unknown {
        mistakes.push(mistake);
    }
    all
}

/// Reads a text of rules: `rules Guard { never 'flee && 'shoot; }`
pub(super) fn read(text: &str) -> Result<Vec<Rules>, Vec<super::Mistake>> {
    let mut notes = Notes::of_file();
    let tokens = super::tokens(text).map_err(|mistake| vec![mistake])?;
    let items = parse::items(tokens, &mut notes);
    let trees = items.trees.iter().map(|of| of.as_ref().map_or_else(|of| of, |of| &of.outline));
    let words = items.vocabularies.iter();
    let words = words.map(|of| of.as_ref().map_or_else(|of| of, |of| &of.outline));
    let others = trees.chain(words).map(|of| of.name.span());
    for span in others.chain(items.files.iter().map(|of| of.span)) {
        notes.error(span, "a text of rules has only `rules Tree { never 'one && 'other; }`");
    }
    let mistakes = super::placed(text, notes.mistakes);
    if mistakes.is_empty() { Ok(items.rules) } else { Err(mistakes) }
}

struct FileProver<'p> {
    trees: &'p [Tree],
    vocabulary: &'p Vocabulary,
    /// The index of each tree.
    indexes: BTreeMap<String, usize>,
    placed: &'p dyn Fn(Mistake) -> super::Mistake,
    /// The number of transitions for each tree of the usual size: a verdict does not depend on other trees.
    limit: u64,
    /// The rules that are asked, with the indexes of their trees, in the order of these.
    asked: Vec<(usize, &'p crate::rules::Rule)>,
    /// The mistakes in them.
    unknown: Vec<Mistake>,
    /// `true` if runs are kept from their first tick on.
    keeps_runs: bool,
    /// The proofs end when another thread sets this.
    stop: Option<Arc<AtomicBool>>,
}

/// A node of a tree or of one that it calls.
struct Place<'t> {
    node: &'t Node,
    /// The index of the tree in which it is written.
    tree: usize,
    children: Vec<usize>,
}

/// What is known of all rules about a tree that a run could break.
struct Found<'t> {
    nodes: Vec<Place<'t>>,
    states: usize,
    transitions: u64,
    judged: Vec<(usize, Claim<usize>, Judged)>,
}

impl<'p> FileProver<'p> {
    fn new(
        trees: &'p [Tree],
        vocabulary: &'p Vocabulary,
        placed: &'p dyn Fn(Mistake) -> super::Mistake,
    ) -> Self {
        let indexes = trees.iter().enumerate();
        let indexes = indexes.map(|(index, of)| (of.outline.name.to_string(), index)).collect();
        let limit = vocabulary.limit.unwrap_or(TRANSITIONS);
        let (asked, unknown, keeps_runs) = (Vec::new(), Vec::new(), false);
        let stop = None;
        Self { trees, vocabulary, indexes, placed, limit, asked, unknown, keeps_runs, stop }
    }

    fn called(&self, node: &Node) -> Option<usize> {
        self.indexes.get(&node.calls()?.tree.to_string()).copied()
    }

    /// The indexes of the rules that the vocabulary demands of a tree: a helper keeps them only as a part of the entries that
    /// call it.
    fn demanded_of(&self, tree: usize) -> Range<usize> {
        if self.trees[tree].is_entry() { 0..self.vocabulary.rules.len() } else { 0..0 }
    }

    /// The indexes of the rules that are asked about a tree.
    fn asked_of(&self, tree: usize) -> Range<usize> {
        let first = |tree| self.asked.partition_point(|(of, _)| *of < tree);
        first(tree)..first(tree + 1)
    }

    /// Proves the rules about a tree.
    fn tree(&mut self, tree: usize) -> Found<'p> {
        let trees = self.trees;
        let mut nodes: Vec<Place<'p>> = Vec::new();
        if self.demanded_of(tree).is_empty() && self.asked_of(tree).is_empty() {
            return Found { nodes, states: 0, transitions: 0, judged: Vec::new() };
        }
        let part = Part::of_file(
            &trees[tree],
            &|node| self.called(node).map(|place| &trees[place]),
            &mut |node, parent| {
                let place = nodes.len();
                let mut within = tree;
                if let Some(parent) = parent {
                    nodes[parent].children.push(place);
                    within = self.called(nodes[parent].node).unwrap_or(nodes[parent].tree);
                }
                nodes.push(Place { node, tree: within, children: Vec::new() });
            },
        );
        let mut uses = Uses::default();
        for (place, of) in nodes.iter().enumerate() {
            let foreign = of.node.calls().filter(|_| self.is_foreign(of.node));
            let foreign = foreign.and_then(|call| self.vocabulary.place(&call.tree.to_string()));
            uses.add(of.node, foreign, place, &of.children);
        }
        let rules = self.demanded_of(tree).filter_map(|place| {
            Some((place, uses.claim(&self.vocabulary.rules[place].claim, self.vocabulary)?))
        });
        let mut claims: Vec<(usize, Claim<usize>)> = rules.collect();
        for place in self.asked_of(tree) {
            let claim = &self.asked[place].1.claim;
            match claim.about(&mut |named| self.find(tree, &nodes, named)) {
                Ok(claim) => claims.push((self.vocabulary.rules.len() + place, claim)),
                Err(mistake) => self.unknown.push(mistake),
            }
        }
        let mut found = Found { nodes, states: 0, transitions: 0, judged: Vec::new() };
        if claims.is_empty() {
            return found;
        }
        let nodes = &found.nodes;
        let weight = u64::try_from(nodes.len().div_ceil(USUAL_NODES)).unwrap_or(u64::MAX);
        let typed = nodes.iter().map(|of| self.typed(of.node)).collect();
        match part.and_then(|part| Prover::new(part, typed, self.limit / weight)) {
            Ok(prover) => {
                let prover = prover.until(self.stop.clone());
                let prover = if self.keeps_runs { prover.keeping_runs() } else { prover };
                let all: Vec<&Claim<usize>> = claims.iter().map(|(_, claim)| claim).collect();
                let verdicts = prover.verdicts(&all);
                let obstacle =
                    if prover.lost_values() { Obstacle::Values } else { self.too_many() };
                for ((rule, claim), verdict) in claims.into_iter().zip(verdicts) {
                    let judged = self.judged((tree, nodes), (rule, &claim), verdict, &obstacle);
                    found.judged.push((rule, claim, judged));
                }
                found.states = prover.states();
                found.transitions = self.limit / weight - prover.left();
            }
            Err(why) => {
                let why = Obstacle::Model(why);
                let all = claims.into_iter();
                let all = all.map(|(rule, claim)| (rule, claim, Judged::TooLarge(why.clone())));
                found.judged.extend(all);
            }
        }
        found
    }

    /// What the verdict says about a rule of a tree; `obstacle` is why it is not decided, if it is not.
    fn judged(
        &self,
        (tree, nodes): (usize, &[Place<'_>]),
        (rule, claim): (usize, &Claim<usize>),
        verdict: Verdict,
        obstacle: &Obstacle,
    ) -> Judged {
        match verdict {
            Verdict::Holds(demand) => Judged::Holds(demand),
            // No node of a file is secret.
            Verdict::Unknown | Verdict::Secret => Judged::TooLarge(obstacle.clone()),
            Verdict::Run(run, others) if others.is_empty() => {
                let (written_in, mistake) = self.mistake(tree, nodes, rule, claim, &run);
                Judged::Broken(run, Broken { rule, tree, written_in, mistake })
            }
            Verdict::Run(..) => {
                let mut mistakes = Vec::new();
                verdict.each_run(&mut |run| {
                    let (_, mistake) = self.mistake(tree, nodes, rule, claim, run);
                    mistakes.push((self.placed)(mistake));
                });
                let mut places = Vec::new();
                verdict.add_places(&mut places);
                let words = places.into_iter().filter_map(|place| {
                    let mut words = nodes[place].node.expressions.iter();
                    Some((place, words.find_map(|(of, one)| done(*of, one))?.word))
                });
                let words = words.collect();
                let undecided = (self.placed)(self.unproved(tree, rule, obstacle));
                Judged::Doubtful(Doubtful { rule, verdict, mistakes, undecided, words })
            }
        }
    }

    const fn too_many(&self) -> Obstacle {
        Obstacle::Transitions(self.limit)
    }

    /// The proofs of all rules about a tree, also of those that no run could break.
    fn proofs(&self, tree: usize, found: Found<'_>) -> Proofs {
        let Found { nodes, states, transitions, judged } = found;
        let mut judged = judged.into_iter().peekable();
        let count = self.vocabulary.rules.len();
        let rules = self.demanded_of(tree).chain(self.asked_of(tree).map(|place| count + place));
        let proof = |rule| match judged.next_if(|(of, ..)| *of == rule) {
            Some((_, claim, judged)) => self.proof(tree, &nodes, rule, &claim, judged),
            None => {
                let tree = &self.trees[tree].outline.name;
                let text = format!("`{tree}` has no node with a word about which it asks");
                self.proof_of(rule, Proved::Vacuous, text)
            }
        };
        Proofs { states, transitions, proofs: rules.map(proof).collect() }
    }

    fn proof_of(&self, rule: usize, result: Proved, text: String) -> Proof {
        let (rule, description) = self.rule(rule);
        let description = description.map(str::to_owned);
        Proof { rule, description, result, text, run: None, mistake: None }
    }

    fn proof(
        &self,
        tree: usize,
        nodes: &[Place<'_>],
        rule: usize,
        claim: &Claim<usize>,
        judged: Judged,
    ) -> Proof {
        let name = &self.trees[tree].outline.name;
        let is_wish = matches!(claim, Claim::Possible(_));
        let shown = |place: usize| nodes[place].name();
        match judged {
            Judged::Holds(demand) if is_wish => {
                let why = self.why_nothing(tree, rule, demand, &shown);
                let why = why.unwrap_or_else(|| "no run of the tree has such a tick".to_owned());
                let (written, description) = self.rule(rule);
                let text = breaks(&name.to_string(), &written, description);
                let mistake = Mistake::new(name.span(), format!("{text}: {why}"));
                let mistake = Some((self.placed)(mistake));
                Proof { mistake, ..self.proof_of(rule, Proved::Broken, why) }
            }
            Judged::Holds(demand) => {
                let why = self.why_nothing(tree, rule, demand, &shown);
                let is_vacuous = match demand {
                    Demand::Something => false,
                    Demand::Nothing => true,
                    // Other nodes may have the same word.
                    Demand::NeverActive(_) | Demand::NeverTicked(_) => {
                        rule >= self.vocabulary.rules.len()
                    }
                };
                let result = if is_vacuous { Proved::Vacuous } else { Proved::Proved };
                self.proof_of(rule, result, why.unwrap_or_default())
            }
            Judged::Broken(run, Broken { mistake, .. }) => {
                let text = self.run_text(nodes, &[], &run);
                let result = if is_wish { Proved::Proved } else { Proved::Broken };
                let mistake = (!is_wish).then(|| (self.placed)(mistake));
                Proof { run: Some(run), mistake, ..self.proof_of(rule, result, text) }
            }
            Judged::Doubtful(Doubtful { verdict: Verdict::Run(run, others), .. }) => {
                let doubts = others.iter().map(|(doubt, _)| {
                    let what = match doubt.doubted {
                        Doubted::Running => "run",
                        Doubted::Failure => "fail",
                        Doubted::Refusal => "refuse to begin",
                    };
                    format!("`{}` can {what}", shown(doubt.place))
                });
                let text = self.run_text(nodes, &doubts.collect::<Vec<_>>(), &run);
                Proof { run: Some(run), ..self.proof_of(rule, Proved::Unsure, text) }
            }
            Judged::Doubtful(_) => {
                self.proof(tree, nodes, rule, claim, Judged::TooLarge(self.too_many()))
            }
            Judged::TooLarge(why) => {
                let mistake = Some((self.placed)(self.unproved(tree, rule, &why)));
                Proof { mistake, ..self.proof_of(rule, Proved::TooLarge, why.reason()) }
            }
        }
    }

    /// Why a rule holds whatever a tree does, if that is so.
    fn why_nothing(
        &self,
        tree: usize,
        rule: usize,
        demand: Demand,
        shown: &dyn Fn(usize) -> String,
    ) -> Option<String> {
        let name = self.trees[tree].outline.name.to_string();
        match self.vocabulary.rules.get(rule) {
            Some(of) => demand.why_nothing(&name, &of.claim, shown),
            None => {
                let (_, of) = self.asked[rule - self.vocabulary.rules.len()];
                demand.why_nothing(&name, &of.claim, shown)
            }
        }
    }

    /// A rule of which a tree does nothing that it is about.
    fn vacuous(&self, tree: usize, rule: usize, nodes: &[Place<'_>], demand: Demand) -> Mistake {
        let name = &self.trees[tree].outline.name;
        let (written, description) = self.rule(rule);
        let why = self.why_nothing(tree, rule, demand, &|place| nodes[place].name());
        let text = format!(
            "the rule {} demands nothing of `{name}`: {}",
            described(&written, description),
            why.unwrap_or_default()
        );
        Mistake::new(name.span(), text)
    }

    /// A run as text, with what it depends on.
    fn run_text(&self, nodes: &[Place<'_>], doubts: &[String], run: &Run) -> String {
        let foreign = self.foreign(nodes, run);
        let foreign =
            foreign.map(|of| format!("`{}` of the program can do this", of.node.source()));
        let conditions: Vec<String> = foreign.into_iter().chain(doubts.iter().cloned()).collect();
        let text = run.text(&|place| nodes[place].name(), &|of, about| key(nodes, of, about));
        if conditions.is_empty() {
            return text.trim_start().replace("\n  ", "\n");
        }
        format!("if {}:{text}", conditions.join(" and "))
    }

    /// Finds a node by its labels.
    fn find(&self, tree: usize, nodes: &[Place<'_>], named: &Named) -> Result<usize, Mistake> {
        let (mut within, mut place) = (tree, 0);
        for (depth, label) in named.labels.iter().enumerate() {
            if depth > 0 {
                let node = nodes[place].node;
                within = self.called(node).ok_or_else(|| {
                    let text = format!(
                        "`{}` is no `subtree` of this file, so there is no label in it; each label of a tree is named alone: `'{label}`",
                        nodes[place].name()
                    );
                    Mistake::new(label.span(), text)
                })?;
            }
            // The nodes of a call come before those of a later one.
            let own = nodes.iter().enumerate().skip(place).filter(|(_, of)| of.tree == within);
            let labelled = own.filter_map(|(at, of)| Some((at, of.node.label.as_ref()?)));
            let found = labelled.clone().find(|(_, own)| *own == label);
            (place, _) = found.ok_or_else(|| {
                let own: Vec<String> = labelled.map(|(_, own)| format!("'{own}")).collect();
                let mut own = own.iter().map(String::as_str);
                let is_it = |of: &&Place<'_>| of.node.label.as_ref() == Some(label);
                let advice = match nodes.iter().find(is_it) {
                    Some(other) => format!(
                        "; it is a label of `{}`, so the label of the `subtree` comes first: `'….'{label}`",
                        self.trees[other.tree].outline.name
                    ),
                    None => advice(&format!("'{label}"), &mut own, "its labels are"),
                };
                let tree = &self.trees[within].outline.name;
                Mistake::new(
                    label.span(),
                    format!("there is no label `'{label}` in `{tree}`{advice}"),
                )
            })?;
        }
        Ok(place)
    }

    /// The message about a rule that is not proved, for this reason.
    fn unproved(&self, tree: usize, rule: usize, why: &Obstacle) -> Mistake {
        let name = &self.trees[tree].outline.name;
        let (rule, description) = self.rule(rule);
        let rule = described(&rule, description);
        let (reason, advice) = (why.reason(), why.advice());
        let text =
            format!("`{name}` is too large for a proof of the rule {rule}: {reason}; {advice}");
        Mistake::new(name.span(), text)
    }

    /// A rule as it is laid out, with its doc comment.
    fn rule(&self, rule: usize) -> (String, Option<&str>) {
        match self.vocabulary.rules.get(rule) {
            Some(of) => (of.to_string(), of.description.as_deref()),
            None => {
                let (_, of) = self.asked[rule - self.vocabulary.rules.len()];
                (of.claim.to_string(), of.description.as_deref())
            }
        }
    }

    /// The message about a run that breaks a rule, and the tree in which the node is written that breaks it.
    fn mistake(
        &self,
        tree: usize,
        nodes: &[Place<'_>],
        rule: usize,
        claim: &Claim<usize>,
        run: &Run,
    ) -> (usize, Mistake) {
        let (written, description) = self.rule(rule);
        let tree_name = self.trees[tree].outline.name.to_string();
        let mut text = breaks(&tree_name, &written, description);
        if let Some(foreign) = self.foreign(nodes, run) {
            let _ = write!(text, ", if `{}` of the program can do this", foreign.node.source());
        }
        text += ":";
        text += &run.text(&|place| nodes[place].name(), &|of, about| key(nodes, of, about));
        let at = &nodes[breaking(claim, run).unwrap_or_default()];
        (at.tree, Mistake::new(at.node.span, text))
    }

    /// The first tree of the program that a run ticks: nothing is known of these.
    fn foreign<'n, 't>(&self, nodes: &'n [Place<'t>], run: &Run) -> Option<&'n Place<'t>> {
        let mut all = nodes.iter().enumerate();
        let foreign = all.find(|(place, of)| {
            let mut ticks = run.ticks.iter();
            self.is_foreign(of.node)
                && (run.before > 0 || ticks.any(|(_, seen)| seen.ticked[*place]))
        });
        foreign.map(|(_, of)| of)
    }

    /// Returns `true` for a tree of the vocabulary.
    fn is_foreign(&self, node: &Node) -> bool {
        node.calls().is_some() && self.called(node).is_none()
    }

    /// What is known of the type of a node.
    fn typed(&self, node: &Node) -> Typed {
        let mut typed = Typed { is_opaque: self.is_foreign(node), ..Typed::default() };
        for (purpose, expression) in node.expressions.iter() {
            match purpose {
                Purpose::Act | Purpose::Made | Purpose::Decorator => {
                    let word = expression.call().and_then(|of| self.vocabulary.words.get(of.word));
                    // What is no value of a type of its own begins when its arguments are read.
                    let can_refuse = *purpose != Purpose::Act;
                    if let Some(can) = word.and_then(|word| word.can) {
                        let Can { fails, runs, refuses } = can;
                        let answers =
                            Answers { failure: fails, running: runs, ..Answers::default() };
                        typed.known = Known { answers, begins: !(can_refuse && refuses) };
                    } else {
                        typed.known.begins = !can_refuse;
                        typed.may_exclude = true;
                        typed.may_refuse = can_refuse;
                    }
                }
                Purpose::Value => typed.known.begins = !expression.may_fail(),
                Purpose::Answer
                | Purpose::Decision
                | Purpose::Statement
                | Purpose::Length
                | Purpose::Lasting
                | Purpose::Count
                | Purpose::Weight
                | Purpose::Draw
                | Purpose::Score
                | Purpose::Margin
                | Purpose::Blackboard
                | Purpose::Parameter
                | Purpose::Assigned
                | Purpose::Lent
                | Purpose::Range
                | Purpose::Scrutinee
                | Purpose::Pattern
                | Purpose::Results => {}
            }
        }
        typed
    }
}

impl Place<'_> {
    /// The label or the text of the node.
    fn name(&self) -> String {
        name(self.node.label.as_ref(), self.node.word(), &self.node.source())
    }
}

/// The condition that stands in front of a child.
fn key(nodes: &[Place<'_>], of: usize, about: usize) -> Option<String> {
    let child = nodes[of].children.iter().position(|child| *child == about)?;
    Some(nodes[of].node.expressions.of(Purpose::Answer).nth(child)?.text())
}

/// The word that a node does.
fn done(purpose: Purpose, expression: &Expression) -> Option<&Call> {
    let does = matches!(purpose, Purpose::Act | Purpose::Made | Purpose::Decorator);
    expression.call().filter(|_| does)
}

/// The last node that has a property which the rule asks for, in the last tick or else in the one before.
fn breaking(claim: &Claim<usize>, run: &Run) -> Option<usize> {
    run.ticks.iter().rev().take(2).find_map(|(_, seen)| {
        let mut last = None;
        claim.each(&mut |node, property| {
            if *node > 0 && seen.is(*node, property, None) {
                last = last.max(Some(*node));
            }
        });
        last
    })
}
