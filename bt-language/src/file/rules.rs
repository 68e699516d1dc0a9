//! The rules of a vocabulary: read from a text, and proved for the trees of a file.

use crate::ast::{Call, Expression, Node, Purpose, Tree};
use crate::explore::{Answers, Known, Part, Prover, Run, Typed, Verdict, breaks, described, name};
use crate::mistakes::{Mistake, Mistakes};
use crate::names::plain;
use crate::rules::Claim;
use crate::vocabulary::{Can, Role, Rule, TRANSITIONS, Uses, Vocabulary, Word, mistake_in_rule};
use crate::{parse, place};
use std::collections::BTreeMap;
use std::fmt::Write as _;

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
}

/// A rule that a run breaks, if the types of words allow it.
pub struct Doubtful {
    /// The index of the rule.
    pub rule: usize,
    /// The runs.
    pub verdict: Verdict,
    /// The mistake for each of the runs, in the order of [`Verdict::each_run`].
    pub mistakes: Vec<super::Mistake>,
    /// The places of nodes whose types matter, with the indexes of their words.
    pub words: BTreeMap<usize, usize>,
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

/// Proves the trees of a file that has no other mistakes.
pub(super) fn prove(
    trees: &[Tree],
    vocabulary: &Vocabulary,
    placed: &dyn Fn(Mistake) -> super::Mistake,
    mistakes: &mut Mistakes,
) -> Vec<Demands> {
    if vocabulary.rules.is_empty() {
        return Vec::new();
    }
    let limit = vocabulary.limit.unwrap_or(TRANSITIONS);
    let names = trees.iter().enumerate().map(|(place, of)| (of.outline.name.to_string(), place));
    let mut proofs = Proofs {
        trees,
        vocabulary,
        places: names.collect(),
        placed,
        left: limit,
        broken: Vec::new(),
        too_large: Vec::new(),
    };
    let demands = (0..trees.len()).map(|tree| proofs.tree(tree)).collect();
    let Proofs { mut broken, too_large, .. } = proofs;
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

struct Proofs<'p> {
    trees: &'p [Tree],
    vocabulary: &'p Vocabulary,
    /// The index of each tree.
    places: BTreeMap<String, usize>,
    placed: &'p dyn Fn(Mistake) -> super::Mistake,
    /// The number of transitions that are left, in trees of the usual size.
    left: u64,
    broken: Vec<Broken>,
    too_large: Vec<Mistake>,
}

/// A node of a tree or of one that it calls.
struct Place<'t> {
    node: &'t Node,
    /// The index of the tree in which it is written.
    tree: usize,
    children: Vec<usize>,
}

impl<'p> Proofs<'p> {
    fn called(&self, node: &Node) -> Option<usize> {
        self.places.get(&node.calls()?.tree.to_string()).copied()
    }

    /// Proves the rules about a tree.
    fn tree(&mut self, tree: usize) -> Demands {
        let trees = self.trees;
        let mut nodes: Vec<Place<'p>> = Vec::new();
        let part = Part::of_file(
            &trees[tree].root,
            &|node| self.called(node).map(|place| &trees[place].root),
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
        let rules = self.vocabulary.rules.iter().enumerate();
        let claims = rules
            .filter_map(|(place, rule)| Some((place, uses.claim(&rule.claim, self.vocabulary)?)));
        let claims: Vec<(usize, Claim<usize>)> = claims.collect();
        let mut demands = Demands::default();
        if !claims.is_empty() {
            let weight = u64::try_from(nodes.len().div_ceil(USUAL_NODES)).unwrap_or(u64::MAX);
            let typed = nodes.iter().map(|of| self.typed(of.node)).collect();
            let prover = part.and_then(|part| Prover::new(part, typed, self.left / weight));
            match prover.map(Prover::sharing) {
                Ok(prover) => {
                    let asked: Vec<&Claim<usize>> = claims.iter().map(|(_, of)| of).collect();
                    for ((rule, claim), verdict) in claims.iter().zip(prover.verdicts(&asked)) {
                        self.rule(tree, &nodes, verdict, *rule, claim, &mut demands.doubtful);
                    }
                    self.left = prover.left() * weight;
                }
                Err(why) => {
                    for (rule, _) in &claims {
                        self.unproved(tree, *rule, &why);
                    }
                }
            }
        }
        Demands { claims, ..demands }
    }

    /// Reports the verdict about one rule and a tree.
    fn rule(
        &mut self,
        tree: usize,
        nodes: &[Place<'_>],
        verdict: Verdict,
        rule: usize,
        claim: &Claim<usize>,
        doubtful: &mut Vec<Doubtful>,
    ) {
        match &verdict {
            Verdict::Holds(_) => {}
            Verdict::Unknown if self.knows_types() => {
                let limit = self.vocabulary.limit.unwrap_or(TRANSITIONS);
                let why = format!("the proofs of a file take at most {limit} transitions");
                self.unproved(tree, rule, &why);
            }
            Verdict::Run(run, others) if others.is_empty() => {
                let (written_in, mistake) = self.mistake(tree, nodes, rule, claim, run);
                self.broken.push(Broken { rule, tree, written_in, mistake });
            }
            Verdict::Unknown | Verdict::Run(..) => {
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
                doubtful.push(Doubtful { rule, verdict, mistakes, words });
            }
        }
    }

    /// A rule is not proved, for this reason.
    fn unproved(&mut self, tree: usize, rule: usize, why: &str) {
        let name = &self.trees[tree].outline.name;
        let rule = self.described(rule);
        let text = format!(
            "`{name}` is too large for a proof of the rule {rule}: {why}; write a smaller tree, or let the program set another `#[limit(transitions = N)]` before its vocabulary"
        );
        self.too_large.push(Mistake::new(name.span(), text));
    }

    fn described(&self, rule: usize) -> String {
        let rule: &Rule = &self.vocabulary.rules[rule];
        described(&rule.to_string(), rule.description.as_deref())
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
        let of = &self.vocabulary.rules[rule];
        let written = of.to_string();
        let tree_name = self.trees[tree].outline.name.to_string();
        let mut text = breaks(&tree_name, &written, of.description.as_deref());
        // Nothing is known of the trees of the program.
        let foreign = nodes.iter().enumerate().find(|(place, of)| {
            let mut ticks = run.ticks.iter();
            self.is_foreign(of.node)
                && (run.before > 0 || ticks.any(|(_, seen)| seen.ticked[*place]))
        });
        if let Some((_, foreign)) = foreign {
            let _ = write!(text, ", if `{}` of the program can do this", foreign.node.source());
        }
        text += ":";
        text += &run.text(&|place| {
            let node = nodes[place].node;
            name(node.label.as_ref(), node.word(), &node.source())
        });
        let at = &nodes[breaking(claim, run).unwrap_or_default()];
        (at.tree, Mistake::new(at.node.span, text))
    }

    /// Returns `true` for a tree of the vocabulary.
    fn is_foreign(&self, node: &Node) -> bool {
        node.calls().is_some() && self.called(node).is_none()
    }

    /// Returns `true` if the results of all words are known.
    fn knows_types(&self) -> bool {
        self.vocabulary.words.iter().all(|word| match &word.role {
            Role::Action { .. } | Role::Decorator => word.can.is_some(),
            Role::Condition | Role::Value(_) | Role::Type | Role::Subtree { .. } => true,
        })
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
