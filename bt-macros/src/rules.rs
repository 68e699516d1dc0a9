//! `rules Soldier { never 'flee && 'fight; }`: finds the nodes of the rules and proves them while the tree is compiled.
//!
//! The macro knows no types. What holds under every result of every leaf holds for all types. A run that breaks a rule needs
//! certain results of certain leaves; rustc knows whether their types allow these:
//!
//! ```text
//! no run breaks it                        →  nothing
//! a run that all types allow breaks it    →  an error
//! a run breaks it                         →  const _: () = if CAN_RUN_3 { panic!(run) } else if CAN_RUN_5 { panic!(other run) };
//! too many such runs, or too many states  →  #[test] fn nobody_shoots_while_fleeing() { … }
//! ```

use crate::program::Program;
use crate::render::{Id, Items, Written, can, may_exclude, may_refuse};
use bt_language::explore::{
    Answers, Bounds, Demand, Event, Known, Model, Part, RuleJudge, Search, Seen, Watch,
};
use bt_language::machine::{Node, NodeId, Status};
use bt_language::mistakes::Mistake;
use bt_language::names;
use bt_language::place;
use bt_language::rules::{Claim, Named, Rule, Rules};
use bt_language::words::nearest;
use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The largest number of parts of ticks for each search, unless the rules say it.
const TRANSITIONS: u64 = 5_000;

/// The largest number of searches for runs of one rule.
const MOST_SEARCHES: u32 = 8;

/// The number of ticks that a message shows, the last ones.
const MOST_TICKS: usize = 8;

/// Adds the rules of a call; `unread` are the names of trees that could not be read.
pub(crate) fn add(all: &[Rules], unread: &[String], items: &mut Items) -> Vec<Mistake> {
    let programs = std::mem::take(&mut items.programs);
    let mut mistakes = Vec::new();
    let mut asked = Asked::new();
    for rules in all {
        let name = &rules.tree;
        let Some(program) = programs.iter().find(|program| program.name == *name) else {
            if !unread.contains(&name.to_string()) {
                mistakes.push(unknown_tree(name, &programs));
            }
            continue;
        };
        let subject = Subject::of(program, &programs, rules.limit.unwrap_or(TRANSITIONS));
        let mut written = Vec::new();
        let mut found = Vec::new();
        for rule in &rules.rules {
            let proved = subject.places(rule).and_then(|places| {
                let earlier = found.iter().find(|(_, claim)| places.contradicts(claim));
                let earlier = earlier.map(|(rule, _)| *rule);
                found.push((rule, places.clone()));
                match earlier {
                    Some(earlier) => Err(contradiction(rule, earlier)),
                    None => subject.prove(rule, &places, &mut asked),
                }
            });
            match proved {
                Ok(proved) => written.push(proved),
                Err(mistake) => mistakes.push(mistake),
            }
        }
        items.rules(program, &written);
    }
    for (program, node) in asked.into_values() {
        items.can(program, node);
    }
    mistakes
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

/// A result of a leaf or a decorator that its type may exclude.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Doubt {
    place: usize,
    status: Status,
}

/// The result of one search.
enum Outcome {
    /// No run breaks the rule.
    Holds(Demand),
    /// The run that breaks it, or that makes possible what has to be; for each tick `true` if the tree was aborted before it.
    Run(Vec<(bool, Seen)>),
    /// There are too many states.
    Unknown,
}

/// The result of all searches for runs that break a rule.
enum Verdict {
    /// There are none.
    Holds(Demand),
    /// This one, if the types allow all of these results; for each the verdict if they exclude it.
    Run(String, Vec<(Doubt, Verdict)>),
    /// There are too many states, or too many runs.
    Unknown,
}

impl Verdict {
    /// Returns `true` if a test has to go on with the proof.
    fn is_open(&self) -> bool {
        match self {
            Self::Holds(_) => false,
            Self::Run(_, others) => others.iter().any(|(_, verdict)| verdict.is_open()),
            Self::Unknown => true,
        }
    }

    /// Adds the places of the nodes whose types matter.
    fn add_places(&self, places: &mut Vec<usize>) {
        if let Self::Run(_, others) = self {
            for (doubt, verdict) in others {
                places.push(doubt.place);
                verdict.add_places(places);
            }
        }
    }
}

/// The nodes whose types rustc is asked for.
type Asked<'p> = BTreeMap<(String, NodeId), (&'p Program, &'p Node)>;

/// A tree with its subtrees.
struct Subject<'p> {
    program: &'p Program,
    programs: &'p [Program],
    /// The program and the node at each place.
    nodes: Vec<(&'p Program, &'p Node)>,
    part: Result<Part, String>,
    /// The model for types of which nothing is known.
    model: Option<Model>,
    limit: u64,
}

impl<'p> Subject<'p> {
    fn of(program: &'p Program, programs: &'p [Program], limit: u64) -> Self {
        let part = Err(String::new());
        let mut subject = Self { program, programs, nodes: Vec::new(), part, model: None, limit };
        let mut machines = BTreeMap::new();
        subject.add(program, &mut machines);
        let own = program.machine.to_bytes(&|_, _| None);
        subject.part = Part::read(&own, &|place| machines.get(&place).map(Vec::as_slice));
        subject.model = subject.model_of(&vec![Known::default(); subject.nodes.len()]);
        subject
    }

    /// Adds the nodes of a tree, those of a subtree behind its call.
    fn add(&mut self, program: &'p Program, machines: &mut BTreeMap<usize, Vec<u8>>) {
        for node in program.nodes() {
            self.nodes.push((program, node));
            if let Some(below) = self.called(program, node.id) {
                machines.insert(self.nodes.len() - 1, below.machine.to_bytes(&|_, _| None));
                self.add(below, machines);
            }
        }
    }

    /// The tree that a node calls, if it is in the call of the macro.
    fn called(&self, program: &Program, node: NodeId) -> Option<&'p Program> {
        let mut calls = program.machine.calls();
        let name = calls.find(|(of, _)| *of == node)?.1.tree.to_string();
        self.programs.iter().find(|program| program.name == name)
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
            let (of, _) = self.nodes[*place];
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
        let other = self.programs.iter().find(has);
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

    /// Proves a rule; what rustc, or a test, has to answer is written. Adds the nodes whose types rustc is asked for.
    fn prove<'r>(
        &self,
        rule: &'r Rule,
        places: &Claim<usize>,
        asked: &mut Asked<'p>,
    ) -> Result<Written<'r>, Mistake> {
        let ids = rule.claim.about(&mut |named| self.find(named).map(|at| at.id))?;
        let is_wish = matches!(places, Claim::Possible(_));
        let mistake = |text: String| Err(Mistake { span: rule.span, text });
        let verdict = self.verdict(places);
        match &verdict {
            Verdict::Holds(_) if is_wish => return mistake(self.refusal(rule, None)),
            Verdict::Holds(Demand::Something) | Verdict::Unknown => {}
            Verdict::Holds(demand) => return mistake(self.demands_nothing(rule, *demand)),
            Verdict::Run(run, others) if others.is_empty() && !is_wish => {
                return mistake(self.refusal(rule, Some(run)));
            }
            Verdict::Run(..) => {}
        }
        let mut places = Vec::new();
        verdict.add_places(&mut places);
        for place in places {
            let (program, node) = self.nodes[place];
            asked.insert((program.name.to_string(), node.id), (program, node));
        }
        Ok(Written {
            rule,
            claim: ids,
            question: self.question(&verdict, rule, is_wish),
            needs_test: verdict.is_open(),
        })
    }

    /// Searches for runs that break a rule, or that make possible what has to be.
    fn verdict(&self, claim: &Claim<usize>) -> Verdict {
        let first = match self.search_in(claim, self.model.as_ref()) {
            Outcome::Holds(demand) => return Verdict::Holds(demand),
            Outcome::Unknown => return Verdict::Unknown,
            Outcome::Run(run) => run,
        };
        // Every type allows success.
        let answers = Answers { success: true, failure: false, running: false };
        let sure = vec![Known { answers, begins: true }; self.nodes.len()];
        match self.search(claim, &sure) {
            Outcome::Run(run) if self.doubts(&run).is_some() => {
                Verdict::Run(self.text(&run), Vec::new())
            }
            Outcome::Run(_) | Outcome::Holds(_) | Outcome::Unknown => {
                let all = vec![Known::default(); self.nodes.len()];
                self.verdict_of(claim, &all, first, &mut { MOST_SEARCHES })
            }
        }
    }

    /// The verdict for types of which this is known, with a run that they may exclude; `left` is the number of searches.
    fn verdict_of(
        &self,
        claim: &Claim<usize>,
        known: &[Known],
        mut run: Vec<(bool, Seen)>,
        left: &mut u32,
    ) -> Verdict {
        // A run shows that a node has failed, and not whether it has refused to begin. So nothing may refuse in it.
        if self.nodes.iter().any(|(_, node)| may_refuse(node)) {
            let all_begin = known.iter().map(|of| Known { begins: true, ..*of });
            match self.search(claim, &all_begin.collect::<Vec<Known>>()) {
                Outcome::Run(other) => run = other,
                Outcome::Holds(_) | Outcome::Unknown => return Verdict::Unknown,
            }
        }
        let Some(doubts) = self.doubts(&run) else { return Verdict::Unknown };
        let without = |doubt: Doubt, left: &mut u32| {
            let mut known = known.to_vec();
            let answers = &mut known[doubt.place].answers;
            match doubt.status {
                Status::Success => answers.success = false,
                Status::Failure => answers.failure = false,
                Status::Running => answers.running = false,
            }
            let other = if *left == 0 { Outcome::Unknown } else { self.search(claim, &known) };
            *left = left.saturating_sub(1);
            let verdict = match other {
                Outcome::Holds(demand) => Verdict::Holds(demand),
                Outcome::Unknown => Verdict::Unknown,
                Outcome::Run(run) => self.verdict_of(claim, &known, run, left),
            };
            (doubt, verdict)
        };
        let others = doubts.into_iter().map(|doubt| without(doubt, left)).collect();
        Verdict::Run(self.text(&run), others)
    }

    fn model_of(&self, known: &[Known]) -> Option<Model> {
        self.part.as_ref().ok()?.model(known, true).ok()
    }

    fn search(&self, claim: &Claim<usize>, known: &[Known]) -> Outcome {
        self.search_in(claim, self.model_of(known).as_ref())
    }

    fn search_in(&self, claim: &Claim<usize>, model: Option<&Model>) -> Outcome {
        let Some(model) = model else { return Outcome::Unknown };
        let judge = RuleJudge::new(claim);
        let bounds = Bounds { states: usize::MAX, transitions: self.limit };
        let search = Search { model, bounds, judge: &judge };
        let (mut found, ()) = search.run(Watch::default(), || ());
        match found.broken.take() {
            Some(broken) => Outcome::Run(search.path(&found, &broken)),
            None if found.is_complete => Outcome::Holds(judge.demanded()),
            None => Outcome::Unknown,
        }
    }

    /// The results in a run that types may exclude; `None` if rustc cannot be asked for one of them here.
    fn doubts(&self, run: &[(bool, Seen)]) -> Option<Vec<Doubt>> {
        let mut doubts = Vec::new();
        for (_, seen) in run {
            for (place, (program, node)) in self.nodes.iter().enumerate() {
                let Some(status) = seen.results.get(place).copied().flatten() else { continue };
                let is_foreign = !std::ptr::eq(*program, self.program);
                if node.word.calls_tree() && self.called(program, node.id).is_none() {
                    return None;
                }
                let doubt = Doubt { place, status };
                if status == Status::Success || !may_exclude(node) || doubts.contains(&doubt) {
                    continue;
                }
                if is_foreign && !program.generics.params.is_empty() {
                    return None;
                }
                doubts.push(doubt);
            }
        }
        Some(doubts)
    }

    /// The code that asks rustc whether the types allow the run of a verdict.
    fn question(&self, verdict: &Verdict, rule: &Rule, is_wish: bool) -> TokenStream {
        let refused = |run: Option<&str>| {
            let text = self.refusal(rule, run);
            quote_spanned!(rule.span=> ::core::panic!("{}", #text);)
        };
        match verdict {
            Verdict::Holds(_) if is_wish => refused(None),
            Verdict::Holds(_) | Verdict::Unknown => TokenStream::new(),
            Verdict::Run(_, others) if is_wish && others.is_empty() => TokenStream::new(),
            Verdict::Run(run, others) => {
                let refused = if is_wish { TokenStream::new() } else { refused(Some(run)) };
                let mut code = hygienic!({ #refused });
                for (doubt, verdict) in others.iter().rev() {
                    let (allows, inner) =
                        (self.allows(doubt), self.question(verdict, rule, is_wish));
                    code = hygienic!(if !#allows { #inner } else #code);
                }
                code
            }
        }
    }

    /// `Self::CAN_7.runs()`
    fn allows(&self, doubt: &Doubt) -> TokenStream {
        let (program, node) = self.nodes[doubt.place];
        let name = &program.name;
        let of =
            if std::ptr::eq(program, self.program) { hygienic!(Self) } else { hygienic!(#name) };
        let constant = can(node.id);
        match doubt.status {
            Status::Running => hygienic!(#of::#constant.runs()),
            Status::Failure | Status::Success => hygienic!(#of::#constant.fails()),
        }
    }

    /// The message for a rule that holds whatever the tree does.
    fn demands_nothing(&self, rule: &Rule, demand: Demand) -> String {
        let tree = &self.program.name;
        let why = match demand {
            Demand::NeverActive(node) => format!(
                "{} is active in no tick of `{tree}`; ask what happens to it, for example `.ticked`",
                self.name(node)
            ),
            Demand::NeverTicked(node) => {
                format!("{} is ticked in no tick of `{tree}`", self.name(node))
            }
            Demand::Something | Demand::Nothing => {
                format!("what it asks first is true in no tick of `{tree}`")
            }
        };
        format!("the rule `{}` demands nothing: {why}", rule.claim)
    }

    /// The message for a rule that a run breaks, or that no run makes true.
    fn refusal(&self, rule: &Rule, run: Option<&str>) -> String {
        let tree = &self.program.name;
        let mut text = format!("`{tree}` breaks the rule `{}`", rule.claim);
        if let Some(description) = &rule.description {
            let _ = write!(text, " ({})", description.replace('\n', " ").trim_end_matches('.'));
        }
        text += ":";
        text += run.unwrap_or(" no run of the tree has such a tick");
        text
    }

    /// The last ticks of a run, a line each.
    fn text(&self, run: &[(bool, Seen)]) -> String {
        let mut text = String::new();
        let hidden = run.len().saturating_sub(MOST_TICKS);
        if hidden > 0 {
            let _ = write!(text, "\n  {hidden} ticks come first");
        }
        for (number, (is_after_abort, seen)) in run.iter().enumerate().skip(hidden) {
            if *is_after_abort {
                text.push_str("\n  the program aborts the tree");
            }
            let parts: Vec<String> =
                seen.events.iter().filter_map(|event| self.event(event)).collect();
            let result = match seen.status {
                Status::Success => "the tree succeeds",
                Status::Failure => "the tree fails",
                Status::Running => "the tree runs",
            };
            let separator = if parts.is_empty() { "" } else { "; " };
            let _ =
                write!(text, "\n  tick {}: {}{separator}{result}", number + 1, parts.join(", "));
        }
        text
    }

    fn event(&self, event: &Event) -> Option<String> {
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
        Some(format!("{} {what}", self.name(node.place())))
    }

    /// The label of a node in backquotes, or its text.
    fn name(&self, place: usize) -> String {
        let (_, node) = self.nodes[place];
        match &node.label {
            Some(label) => format!("`'{label}`"),
            None if node.source.is_empty() => format!("`{}`", node.word),
            None => format!("`{} {}`", node.word, node.source),
        }
    }
}
