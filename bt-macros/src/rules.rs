//! `rules Soldier { never 'flee && 'fight; }`: finds the nodes of the rules and proves them while the tree is compiled.
//!
//! The macro knows no types. What holds under every result of every leaf holds for all types. A run that breaks a rule needs
//! certain results of certain leaves; rustc knows whether their types allow these:
//!
//! ```text
//! no run breaks it                        →  nothing
//! a run that all types allow breaks it    →  an error
//! a run breaks it                         →  const _: () = if CAN_RUN_3 { panic!(run) } else if CAN_RUN_5 { panic!(other run) };
//! too many such runs, or too many states  →  a warning, and #[cfg(test)] decide_rules! { Soldier 0; … }
//! ```
//!
//! `decide_rules!` reads the trees again and searches longer: a test has more time than a program that is compiled.

use crate::program::Program;
use crate::render::{
    Id, Items, Written, can, is_generic, may_exclude, may_refuse, nested_ids, test,
};
use bt_language::ast::Purpose;
use bt_language::explore::{Doubt, Doubted, Open, Part, Prover, Run, Typed, Verdict, breaks, name};
use bt_language::file::Doubtful;
use bt_language::machine::{Node, NodeId};
use bt_language::mistakes::Mistake;
use bt_language::names::{self, plain};
use bt_language::place;
use bt_language::rules::{Claim, Named, Rule, Rules};
use bt_language::vocabulary::TRANSITIONS;
use bt_language::words::nearest;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use std::collections::BTreeMap;

/// The rules of a vocabulary about the trees of a file.
pub(crate) struct FileRules {
    /// The name of the vocabulary.
    pub(crate) vocabulary: Ident,
    /// The place of the file's name.
    pub(crate) span: Span,
    /// The text and the doc comment of each rule.
    pub(crate) rules: Vec<(String, Option<String>)>,
    /// The names of the trees of the file.
    pub(crate) trees: Vec<String>,
    /// What is demanded of each of them.
    pub(crate) demands: Vec<bt_language::file::Demands>,
    /// The path of the file.
    pub(crate) path: String,
}

/// The least number of parts of ticks that the tests of undecided rules may take.
const TRANSITIONS_OF_TESTS: u64 = 5_000_000;

/// Adds the rules of a call; `unread` are the names of trees that could not be read.
pub(crate) fn add(all: &[Rules], unread: &[String], items: &mut Items) -> Vec<Mistake> {
    let programs: Vec<Program> = std::mem::take(&mut items.programs);
    let files = std::mem::take(&mut items.file_rules);
    let mut mistakes = Vec::new();
    let mut asked = Asked::new();
    let mut written: BTreeMap<usize, Vec<Written>> = BTreeMap::new();
    for file in &files {
        let is_of_file = |of: &&Program| file.trees.iter().any(|name| of.name == *name);
        let own: Vec<&Program> = programs.iter().filter(is_of_file).collect();
        for (name, demands) in file.trees.iter().zip(&file.demands) {
            let Some(place) = programs.iter().position(|of| of.name == *name) else { continue };
            let subject =
                Subject::of(&programs[place], own.clone(), Proofs { limit: 0, is_test: false });
            let rules = demands
                .claims
                .iter()
                .map(|(rule, claim)| subject.demanded(file, *rule, claim, &demands.doubtful));
            written.entry(place).or_default().extend(rules);
        }
    }
    for (first, rules) in numbered(all) {
        let name = &rules.tree;
        let Some(place) = programs.iter().position(|program| program.name == *name) else {
            if !unread.contains(&name.to_string()) {
                mistakes.push(unknown_tree(name, &programs));
            }
            continue;
        };
        let limit = rules.limit.unwrap_or(TRANSITIONS);
        let proofs = Proofs { limit, is_test: false };
        let subject = Subject::of(&programs[place], programs.iter().collect(), proofs);
        let prover = subject.prover();
        let of_tree = written.entry(place).or_default();
        let mut found: Vec<(&Rule, Claim<usize>)> = Vec::new();
        let find = |rule| {
            let places = subject.places(rule)?;
            let earlier = found.iter().find(|(_, claim)| places.contradicts(claim));
            let earlier = earlier.map(|(earlier, _)| contradiction(rule, earlier));
            found.push((rule, places));
            earlier.map_or(Ok(found.len() - 1), Err)
        };
        let results: Vec<Result<usize, Mistake>> = rules.rules.iter().map(find).collect();
        let claims = results.iter().flatten().map(|place| &found[*place].1);
        let verdicts = prover.map(|prover| prover.verdicts(&claims.collect::<Vec<_>>()));
        let mut verdicts = verdicts.into_iter().flatten();
        for (number, result) in (first..).zip(results) {
            let written = result.and_then(|place| {
                let (rule, places) = &found[place];
                let verdict = verdicts.next().unwrap_or(Verdict::Unknown);
                if !subject.is_generic() && matches!(verdict.open(), Some(Open::Limit)) {
                    items.undecided.push((number, rule.span));
                }
                subject.written(rule, places, &verdict, &mut asked)
            });
            match written {
                Ok(rule) => of_tree.push(Written { allows: rules.allows.clone(), ..rule }),
                Err(mistake) => mistakes.push(mistake),
            }
        }
    }
    for (place, written) in &written {
        items.rules(&programs[*place], written);
    }
    for (program, node) in asked.into_values() {
        items.can(program, node, false);
    }
    mistakes
}

/// The tests of rules that [`add`] has not decided, by their numbers among those of the call, at these places.
pub(crate) fn tests(all: &[Rules], numbers: &[(usize, Span)], items: &mut Items) -> TokenStream {
    let programs: Vec<Program> = std::mem::take(&mut items.programs);
    let (mut asked, mut tests) = (Asked::new(), TokenStream::new());
    for (first, rules) in numbered(all) {
        let Some(program) = programs.iter().find(|program| program.name == rules.tree) else {
            continue;
        };
        let limit = rules.limit.unwrap_or_default().max(TRANSITIONS_OF_TESTS);
        let proofs = Proofs { limit, is_test: true };
        let subject = Subject::of(program, programs.iter().collect(), proofs);
        let own = first..first + rules.rules.len();
        let open = numbers.iter().filter(|(number, _)| own.contains(number));
        let open = open.filter_map(|(number, span)| {
            let rule = Rule { span: *span, ..rules.rules[number - first].clone() };
            let claim = subject.places(&rule).ok()?;
            Some((*number, rule, claim))
        });
        let open: Vec<(usize, Rule, Claim<usize>)> = open.collect();
        if open.is_empty() {
            continue;
        }
        let claims: Vec<&Claim<usize>> = open.iter().map(|(.., claim)| claim).collect();
        let mut verdicts = subject.prover().map(|of| of.verdicts(&claims)).into_iter().flatten();
        for (number, rule, claim) in &open {
            let verdict = verdicts.next().unwrap_or(Verdict::Unknown);
            let question = match subject.written(rule, claim, &verdict, &mut asked) {
                Ok(written) => written.question,
                Err(Mistake { text, .. }) => refuse(rule.span, &text),
            };
            tests.extend([test(program, *number, rule, &question)]);
        }
    }
    for (program, node) in asked.into_values() {
        items.can(program, node, true);
    }
    tests.extend([std::mem::take(&mut items.compiled)]);
    tests
}

/// All rules of a call, each block with the number of its first rule.
fn numbered(all: &[Rules]) -> impl Iterator<Item = (usize, &Rules)> {
    let mut next = 0;
    all.iter().map(move |rules| {
        let first = next;
        next += rules.rules.len();
        (first, rules)
    })
}

/// The message for rules about a tree that is not in the call.
fn unknown_tree(name: &Ident, programs: &[Program]) -> Mistake {
    let names: Vec<String> = programs.iter().map(|program| program.name.to_string()).collect();
    let advice = match nearest(&name.to_string(), &mut names.iter().map(String::as_str)) {
        Some(near) => format!("; did you mean `{near}`?"),
        None => "; rules stand in the call that declares their tree".into(),
    };
    Mistake { span: name.span(), text: format!("there is no tree `{name}` in this call{advice}") }
}

/// The message for a rule that no tree keeps together with an earlier one.
fn contradiction(rule: &Rule, earlier: &Rule) -> Mistake {
    let text = format!(
        "the rule `{}` contradicts the rule `{}` in line {}: no tree keeps both; remove one of them",
        rule.claim,
        earlier.claim,
        place::line(earlier.span)
    );
    Mistake { span: rule.span, text }
}

/// A node of a tree or of one of its subtrees.
struct At {
    /// Its place among all nodes that the macro knows.
    place: usize,
    id: Id,
}

/// The nodes whose types rustc is asked for.
type Asked<'p> = BTreeMap<(String, NodeId), (&'p Program, &'p Node)>;

/// How long runs are searched for.
#[derive(Clone, Copy)]
struct Proofs {
    /// The largest number of parts of ticks; nothing is searched for if it is 0.
    limit: u64,
    /// `true` in a test, which is the last to decide.
    is_test: bool,
}

/// A tree with its subtrees.
struct Subject<'p> {
    program: &'p Program,
    programs: Vec<&'p Program>,
    /// For each place its program, its node, and the place of the node that calls its tree.
    nodes: Vec<(&'p Program, &'p Node, Option<usize>)>,
    /// The machine of the tree that each of these nodes calls, as bytes.
    machines: BTreeMap<usize, Vec<u8>>,
    proofs: Proofs,
}

impl<'p> Subject<'p> {
    fn of(program: &'p Program, programs: Vec<&'p Program>, proofs: Proofs) -> Self {
        let (nodes, machines) = (Vec::new(), BTreeMap::new());
        let mut subject = Self { program, programs, nodes, machines, proofs };
        subject.add(program, None);
        subject
    }

    /// The search for runs of the tree; none if it has no model.
    fn prover(&self) -> Option<Prover> {
        let own = self.program.machine.to_bytes(&|_, _| None);
        let part = Part::read(&own, &|place| self.machines.get(&place).map(Vec::as_slice)).ok()?;
        let typed = self.nodes.iter().map(|(program, node, _)| {
            let is_foreign = !std::ptr::eq(*program, self.program);
            let is_opaque = node.word.calls_tree() && self.called(program, node.id).is_none();
            Typed {
                may_exclude: may_exclude(node),
                may_refuse: may_refuse(node),
                is_secret: is_opaque || (is_foreign && !program.generics.params.is_empty()),
                is_opaque,
                ..Typed::default()
            }
        });
        Prover::new(part, typed.collect(), self.proofs.limit).ok()
    }

    /// Adds the nodes of a tree, those of a subtree behind its call.
    fn add(&mut self, program: &'p Program, call: Option<usize>) {
        for node in program.nodes() {
            let place = self.nodes.len();
            self.nodes.push((program, node, call));
            if let Some(below) = self.called(program, node.id) {
                if self.proofs.limit > 0 {
                    self.machines.insert(place, below.machine.to_bytes(&|_, _| None));
                }
                self.add(below, Some(place));
            }
        }
    }

    /// The tree that a node calls, if it is in the call of the macro.
    fn called(&self, program: &Program, node: NodeId) -> Option<&'p Program> {
        let mut calls = program.machine.calls();
        let name = calls.find(|(of, _)| *of == node)?.1.tree.to_string();
        self.programs.iter().find(|program| program.name == name).copied()
    }

    /// The id of a node in Rust.
    fn id(&self, place: usize) -> Id {
        let (program, node, call) = self.nodes[place];
        let Some(call) = call else {
            return Id { of: program.id(node.id), end: program.end(node.id) };
        };
        let above = self.id(call).of;
        let (of, end) = nested_ids(program, node.id);
        Id { of: hygienic!(#above + 1 + #of), end: hygienic!(#above + 1 + #end) }
    }

    /// A rule of a vocabulary about the tree.
    fn demanded(
        &self,
        file: &FileRules,
        rule: usize,
        claim: &Claim<usize>,
        doubtful: &[Doubtful],
    ) -> Written {
        let (text, description) = file.rules[rule].clone();
        let doubtful = doubtful.iter().find(|of| of.rule == rule);
        let question = doubtful.map(|of| {
            let mut mistakes = of.mistakes.iter();
            let mut refused = |_: Option<&Run>| {
                let text = mistakes.next().map(|one| one.show(&file.path).to_string());
                let text = text.unwrap_or_default();
                refuse(file.span, text.strip_prefix("error: ").unwrap_or(&text))
            };
            let undecided = of.undecided.show(&file.path).to_string();
            let undecided = undecided.strip_prefix("error: ").unwrap_or(&undecided);
            let undecided = refuse(file.span, undecided);
            let vocabulary = &file.vocabulary;
            let allows = |doubt: &Doubt| {
                let word = of.words.get(&doubt.place).copied().unwrap_or_default();
                let doubted = doubted(doubt);
                hygienic!(#vocabulary::WORDS[#word].can().#doubted())
            };
            question(&of.verdict, false, &mut refused, &undecided, &allows)
        });
        let Ok(claim) =
            claim.about(&mut |place| Ok::<_, std::convert::Infallible>(self.id(*place)));
        Written {
            text,
            description,
            span: file.span,
            claim,
            question: question.unwrap_or_default(),
            undecided: None,
            allows: Vec::new(),
        }
    }

    /// Finds a node by its labels.
    fn find(&self, named: &Named) -> Result<At, Mistake> {
        let (mut program, mut first) = (self.program, 0);
        let id = |program: &Program, node| Id { of: program.id(node), end: program.end(node) };
        let mut at = At { place: 0, id: id(program, NodeId::FIRST) };
        for (depth, label) in named.labels.iter().enumerate() {
            if depth > 0 {
                let Some(below) = self.called(program, self.nodes[at.place].1.id) else {
                    return Err(self.not_inside(program, &at, label));
                };
                (program, first) = (below, at.place + 1);
            }
            let is_it = |of: &&Node| of.label.as_ref().is_some_and(|own| own == label);
            let Some(node) = program.nodes().iter().find(is_it) else {
                return Err(self.no_label(program, label));
            };
            let place = self.place(program, first, node.id);
            let id = if depth == 0 {
                id(program, node.id)
            } else {
                let (above, tree) = (&at.id.of, &program.name);
                let constant = names::constant(label);
                Id {
                    of: hygienic!(#above + 1 + #tree::#constant.number()),
                    end: hygienic!(#above + 1 + #tree::NODES[#tree::#constant.index()].end.number()),
                }
            };
            at = At { place, id };
        }
        Ok(at)
    }

    /// The place of a node of a tree whose nodes begin at `first`.
    fn place(&self, program: &Program, first: usize, node: NodeId) -> usize {
        let own = (first..self.nodes.len()).filter(|place| {
            let (of, ..) = self.nodes[*place];
            std::ptr::eq(of, program)
        });
        let mut own = own.filter(|place| self.nodes[*place].1.id == node);
        own.next().unwrap_or(first)
    }

    fn no_label(&self, program: &Program, label: &Ident) -> Mistake {
        let labels = |of: &Program| -> Vec<String> {
            let labels = of.nodes().iter().filter_map(|node| node.label.as_ref());
            labels.map(ToString::to_string).collect()
        };
        let (tree, own) = (&program.name, labels(program));
        let has = |of: &&Program| labels(of).contains(&label.to_string());
        let near = nearest(&label.to_string(), &mut own.iter().map(String::as_str));
        let below = program.nodes().iter().find_map(|node| {
            let below = self.called(program, node.id).filter(|below| has(below))?;
            Some((node.label.as_ref()?, &below.name))
        });
        let other = self.programs.iter().copied().find(has);
        let advice = match (near, below, other) {
            (Some(near), _, _) => format!("; did you mean `'{near}`?"),
            (None, Some((call, below)), _) => {
                format!("; it is a label of `{below}`: `'{call}.'{label}`")
            }
            (None, None, Some(other)) => format!("; it is a label of `{}`", other.name),
            (None, None, None) if own.is_empty() => {
                "; write one in front of the node: `'name: node`".into()
            }
            (None, None, None) => {
                let own: Vec<String> = own.iter().map(|label| format!("`'{label}`")).collect();
                format!("; its labels are {}", own.join(", "))
            }
        };
        Mistake {
            span: label.span(),
            text: format!("there is no label `'{label}` in `{tree}`{advice}"),
        }
    }

    fn not_inside(&self, program: &Program, at: &At, label: &Ident) -> Mistake {
        let node = self.nodes[at.place].1;
        let own = node.label.as_ref().map(ToString::to_string).unwrap_or_default();
        let call = program.machine.calls().find(|(of, _)| *of == node.id);
        let text = match call {
            Some((_, call)) => format!(
                "the tree `{}` is not in this call, so its labels are not known here; rules can name `'{own}` itself",
                call.tree.to_string().replace(' ', "")
            ),
            None => format!(
                "`'{own}` is no `subtree`, so there is no label in it; each label of a tree is named alone: `'{label}`"
            ),
        };
        Mistake { span: label.span(), text }
    }

    /// The claim of a rule about the places of nodes.
    fn places(&self, rule: &Rule) -> Result<Claim<usize>, Mistake> {
        rule.claim.about(&mut |named| self.find(named).map(|at| at.place))
    }

    /// What is left of the proof of a rule: what rustc, or a test, has to answer. Adds the nodes whose types rustc is asked for.
    fn written(
        &self,
        rule: &Rule,
        places: &Claim<usize>,
        verdict: &Verdict,
        asked: &mut Asked<'p>,
    ) -> Result<Written, Mistake> {
        let claim = rule.claim.about(&mut |named| self.find(named).map(|at| at.id))?;
        let is_wish = matches!(places, Claim::Possible(_));
        let mistake = |text: String| Err(Mistake { span: rule.span, text });
        match verdict {
            Verdict::Holds(_) if is_wish => return mistake(self.refusal(rule, None)),
            Verdict::Holds(demand) => {
                let tree = self.program.name.to_string();
                if let Some(why) = demand.why_nothing(&tree, &rule.claim, &|place| self.name(place))
                {
                    return mistake(format!("the rule `{}` demands nothing: {why}", rule.claim));
                }
            }
            Verdict::Run(run, others) if others.is_empty() && !is_wish => {
                return mistake(self.refusal(rule, Some(run)));
            }
            Verdict::Unknown | Verdict::Secret | Verdict::Run(..) => {}
        }
        let mut places = Vec::new();
        verdict.add_places(&mut places);
        for place in places {
            let (program, node, _) = self.nodes[place];
            asked.insert((program.name.to_string(), node.id), (program, node));
        }
        let mut refused = |run: Option<&Run>| refuse(rule.span, &self.refusal(rule, run));
        let undecided = if self.proofs.is_test {
            refuse(rule.span, &self.undecided(rule, Open::Limit))
        } else {
            TokenStream::new()
        };
        let question = match verdict {
            Verdict::Holds(_) => TokenStream::new(),
            Verdict::Run(_, others) if is_wish && others.is_empty() => TokenStream::new(),
            Verdict::Run(..) | Verdict::Unknown | Verdict::Secret => {
                question(verdict, is_wish, &mut refused, &undecided, &|doubt| self.allows(doubt))
            }
        };
        Ok(Written {
            text: rule.claim.to_string(),
            description: rule.description.clone(),
            span: rule.span,
            claim,
            question,
            undecided: verdict.open().map(|open| self.undecided(rule, open)),
            allows: Vec::new(),
        })
    }

    /// `Self::CAN_7.runs()`; a test is a function, which has no `Self`.
    fn allows(&self, doubt: &Doubt) -> TokenStream {
        let ((program, node, _), is_test) = (self.nodes[doubt.place], self.proofs.is_test);
        let name = &program.name;
        let is_own = std::ptr::eq(program, self.program) && !is_test;
        let of = if is_own { hygienic!(Self) } else { hygienic!(#name) };
        let (constant, doubted) = (can(node.id, is_test), doubted(doubt));
        hygienic!(#of::#constant.#doubted())
    }

    fn is_generic(&self) -> bool {
        is_generic(self.program)
    }

    /// The warning about a rule that is not decided, and the message of a test that has not decided it.
    fn undecided(&self, rule: &Rule, open: Open) -> String {
        let (tree, limit) = (plain(&self.program.name), self.proofs.limit);
        let (what, why) = match open {
            Open::Limit => (
                format!("is not decided within {limit} transitions"),
                if self.proofs.is_test {
                    "set a larger `#[limit(transitions = N)]`, or write a smaller tree".into()
                } else if self.is_generic() {
                    "set a larger `#[limit(transitions = N)]`".into()
                } else {
                    format!(
                        "`cargo test` tries {TRANSITIONS_OF_TESTS}, or set a larger `#[limit(transitions = N)]`"
                    )
                },
            ),
            Open::Secret => (
                "is not decided: it depends on a tree that is not in this call".into(),
                format!(
                    "declare all trees in one call, or write a test with `bt_verify::explore::<{tree}>().check(&bt_verify::Rules::of({tree}::RULES))`"
                ),
            ),
        };
        format!("the rule `{}` of `{tree}` {what}; {why}", rule.claim)
    }

    /// The message for a rule that a run breaks, or that no run makes true.
    fn refusal(&self, rule: &Rule, run: Option<&Run>) -> String {
        let tree = self.program.name.to_string();
        let mut text = breaks(&tree, &rule.claim.to_string(), rule.description.as_deref());
        text.push(':');
        text += &run.map_or_else(
            || " no run of the tree has such a tick".to_owned(),
            |run| run.text(&|place| self.name(place), &|of, about| self.key(of, about)),
        );
        text
    }

    /// The condition that stands in front of a child.
    fn key(&self, of: usize, about: usize) -> Option<String> {
        let ((_, node, _), (_, child, _)) = (self.nodes[of], self.nodes[about]);
        let place = node.children.iter().position(|one| *one == child.id)?;
        Some(node.expressions.of(Purpose::Answer).nth(place)?.text())
    }

    /// The label of a node, or its text.
    fn name(&self, place: usize) -> String {
        let (_, node, _) = self.nodes[place];
        name(node.label.as_ref(), node.word, &node.source)
    }
}

/// The method of `Can` that tells whether a type allows what is doubted.
fn doubted(doubt: &Doubt) -> Ident {
    let name = match doubt.doubted {
        Doubted::Running => "runs",
        Doubted::Failure => "fails",
        Doubted::Refusal => "refuses",
    };
    Ident::new(name, Span::mixed_site())
}

/// An error of rustc, or of a test.
fn refuse(span: Span, text: &str) -> TokenStream {
    quote_spanned!(span=> ::core::panic!("{}", #text);)
}

/// The code that asks rustc whether the types allow the run of a verdict; `refused` is the error for a run, or for none.
fn question(
    verdict: &Verdict,
    is_wish: bool,
    refused: &mut dyn FnMut(Option<&Run>) -> TokenStream,
    undecided: &TokenStream,
    allows: &dyn Fn(&Doubt) -> TokenStream,
) -> TokenStream {
    match verdict {
        Verdict::Holds(_) if is_wish => refused(None),
        Verdict::Holds(_) => TokenStream::new(),
        Verdict::Unknown | Verdict::Secret => undecided.clone(),
        Verdict::Run(run, others) => {
            let refused_run = if is_wish { TokenStream::new() } else { refused(Some(run)) };
            let mut code = hygienic!({ #refused_run });
            let others: Vec<(TokenStream, TokenStream)> = others
                .iter()
                .map(|(doubt, other)| {
                    let other = question(other, is_wish, refused, undecided, allows);
                    (allows(doubt), other)
                })
                .collect();
            for (allows, inner) in others.into_iter().rev() {
                code = hygienic!(if !#allows { #inner } else #code);
            }
            code
        }
    }
}
