//! The rules of a vocabulary, and what they ask of a tree: `rule always Fire.ticked -> IsSafe.succeeded;`

use super::{Role, Type, Vocabulary, Word};
use crate::ast::{Expression, Kind, Node, Purpose};
use crate::names::plain;
use crate::nodes::Shows;
use crate::rules::{Claim, NamedWord, Property, Question};
use crate::words::advice;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt;

/// A rule that every tree of a file keeps.
///
/// It is displayed as it is written: `always Fire.ticked -> IsSafe.succeeded`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The demand.
    pub(crate) claim: Claim<Asked>,
    /// The doc comment.
    pub description: Option<String>,
}

/// The name of a word; none for the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Asked(pub(crate) Option<String>);

impl fmt::Display for Rule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.claim, formatter)
    }
}

impl fmt::Display for Asked {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0.as_deref().unwrap_or("root"))
    }
}

/// What is wrong with a question about a word.
pub(crate) fn mistake(name: &str, property: Property, words: &[Word]) -> Option<String> {
    let Some(word) = words.iter().find(|word| word.name == *name) else {
        let mut names = words.iter().map(|word| word.name.as_str());
        let advice = advice(name, &mut names, "its words are");
        return Some(format!("there is no word `{name}` in this vocabulary{advice}"));
    };
    let what = match &word.role {
        Role::Action { .. } | Role::Decorator | Role::Subtree { .. } => return None,
        Role::Condition => "condition",
        Role::Value(Type::Bool) => "value",
        Role::Value(_) | Role::Type => {
            return Some(format!(
                "a rule asks about conditions, actions, decorators and subtrees, and `{name}` is a {}",
                word.role.name()
            ));
        }
    };
    match property {
        Property::Ticked | Property::Succeeded | Property::Failed => None,
        Property::Active
        | Property::Started
        | Property::Running
        | Property::Aborted
        | Property::Answered { .. } => Some(format!(
            "the {what} `{name}` is asked and has its answer at once; ask for `{name}.succeeded`, `{name}.failed` or `{name}.ticked`"
        )),
    }
}

/// The nodes of a tree in which the words of a vocabulary stand, by the indexes of the words.
#[derive(Default)]
pub(crate) struct Uses(BTreeMap<usize, Use>);

#[derive(Default)]
struct Use {
    /// The nodes that are what the word says.
    nodes: Vec<usize>,
    ticked: Vec<Question<usize>>,
    succeeded: Vec<Question<usize>>,
    failed: Vec<Question<usize>>,
}

impl Uses {
    /// Adds those in a node at this place, with the places of its children; `called` is the word of the tree of the program
    /// that it calls.
    pub(crate) fn add(
        &mut self,
        node: &Node,
        called: Option<usize>,
        place: usize,
        children: &[usize],
    ) {
        if let Some(word) = called {
            self.of(word).nodes.push(place);
        }
        let mut conditions = 0;
        for (purpose, expression) in node.expressions.iter() {
            match purpose {
                Purpose::Act | Purpose::Made | Purpose::Decorator => {
                    if let Some(call) = expression.call() {
                        self.of(call.word).nodes.push(place);
                        for argument in &call.arguments {
                            argument.each_word(&mut |word| self.of(word).mention(place, false));
                        }
                        continue;
                    }
                }
                Purpose::Answer | Purpose::Decision => {
                    let shows = node.kind.as_ref().map(|kind| kind.definition().shows(conditions));
                    conditions += 1;
                    let about = match shows {
                        None | Some(Shows::Result) => None,
                        Some(Shows::Decision) => Some(place),
                        Some(Shows::DecisionAbout(child)) => children.get(child).copied(),
                    };
                    self.answer(expression, place, about);
                    continue;
                }
                // Asks once more what another expression is made of.
                Purpose::Results => continue,
                Purpose::Statement
                | Purpose::Length
                | Purpose::Lasting
                | Purpose::Count
                | Purpose::Weight
                | Purpose::Draw
                | Purpose::Score
                | Purpose::Margin
                | Purpose::Blackboard
                | Purpose::Parameter
                | Purpose::Value
                | Purpose::Assigned
                | Purpose::Lent
                | Purpose::Range
                | Purpose::Scrutinee
                | Purpose::Pattern => {}
            }
            let ends = node.kind.as_ref().is_some_and(Kind::has_end);
            let at_end = *purpose == Purpose::Statement && ends;
            expression.each_word(&mut |word| self.of(word).mention(place, at_end));
        }
    }

    fn of(&mut self, word: usize) -> &mut Use {
        self.0.entry(word).or_default()
    }

    /// Adds the words of a condition, which are asked when it is, and those whose answers follow from its own. A leaf has it as
    /// its result; else it is about the node, or about a child.
    fn answer(&mut self, of: &Expression, place: usize, about: Option<usize>) {
        let is = |yes| match (about, yes) {
            (Some(about), yes) => {
                Question::Is(about, Property::Answered { in_front: about != place, yes })
            }
            (None, true) => Question::Is(place, Property::Succeeded),
            (None, false) => Question::Is(place, Property::Failed),
        };
        let asked = Question::Either(Box::new((is(true), is(false))));
        of.each_word(&mut |word| self.of(word).asked(asked.clone()));
        let Some(formula) = of.formula() else { return };
        // What has no result is no, whatever its parts are.
        let answers = if formula.may_fail() { &[true][..] } else { &[true, false] };
        for answer in answers {
            formula.each_answer(*answer, &mut |word, yes| {
                let of = self.of(word);
                let list = if yes { &mut of.succeeded } else { &mut of.failed };
                list.push(is(*answer));
            });
        }
    }

    /// What a claim demands of the tree; `None` if no run can break it.
    pub(crate) fn claim(
        &self,
        claim: &Claim<Asked>,
        vocabulary: &Vocabulary,
    ) -> Option<Claim<usize>> {
        let root = |property| Question::Is(0, property);
        let ask = |question: &Question<Asked>| {
            question.decided(&mut |asked, property| match &asked.0 {
                None => Decided::Open(root(property)),
                Some(name) => {
                    let word = vocabulary.place(name).and_then(|word| self.0.get(&word));
                    let any = word.and_then(|word| Question::any(word.questions(property)));
                    any.map_or(Decided::Sure(false), Decided::Open)
                }
            })
        };
        // The root is ticked in every tick.
        let open = |decided: Decided| match decided {
            Decided::Open(question) => question,
            Decided::Sure(true) => root(Property::Ticked),
            Decided::Sure(false) => Question::Not(Box::new(root(Property::Ticked))),
        };
        let two =
            |first: &Question<Asked>, second: &Question<Asked>| match (ask(first), ask(second)) {
                (Decided::Sure(false), _) | (_, Decided::Sure(true)) => None,
                (first, second) => Some((open(first), open(second))),
            };
        match claim {
            Claim::Never(of) => match ask(of) {
                Decided::Sure(false) => None,
                of @ (Decided::Sure(true) | Decided::Open(_)) => Some(Claim::Never(open(of))),
            },
            Claim::Always(of) => match ask(of) {
                Decided::Sure(true) => None,
                of @ (Decided::Sure(false) | Decided::Open(_)) => Some(Claim::Always(open(of))),
            },
            Claim::Possible(of) => Some(Claim::Possible(open(ask(of)))),
            Claim::AfterNext(first, next) => {
                two(first, next).map(|(first, next)| Claim::AfterNext(first, next))
            }
            Claim::WheneverUntil(holds, ends) => {
                two(holds, ends).map(|(holds, ends)| Claim::WheneverUntil(holds, ends))
            }
        }
    }
}

impl Use {
    /// A node has the word in an expression, which is evaluated when the node is ticked, or when it ends.
    fn mention(&mut self, place: usize, at_end: bool) {
        let is = |property| Question::Is(place, property);
        let mut asked = is(Property::Ticked);
        if at_end {
            let finished = (is(Property::Succeeded), is(Property::Failed));
            let finished = Question::Either(Box::new(finished));
            asked = Question::Either(Box::new((finished, is(Property::Aborted))));
        }
        self.asked(asked);
    }

    /// The word is asked when this is true.
    fn asked(&mut self, asked: Question<usize>) {
        if self.ticked.last() != Some(&asked) {
            self.ticked.push(asked);
        }
    }

    /// The questions of which one is to be true.
    fn questions(&self, property: Property) -> Vec<Question<usize>> {
        let others: &[Question<usize>] = match property {
            Property::Ticked => &self.ticked,
            Property::Succeeded => &self.succeeded,
            Property::Failed => &self.failed,
            Property::Active
            | Property::Started
            | Property::Running
            | Property::Aborted
            | Property::Answered { .. } => &[],
        };
        let own = self.nodes.iter().map(|node| Question::Is(*node, property));
        own.chain(others.iter().cloned()).collect()
    }
}

/// A question about a tree, or its answer, if that is the same in every tick.
enum Decided {
    Sure(bool),
    Open(Question<usize>),
}

impl Question<Asked> {
    fn decided(&self, ask: &mut impl FnMut(&Asked, Property) -> Decided) -> Decided {
        use Decided::{Open, Sure};
        let mut both = |of: &(Self, Self)| (of.0.decided(ask), of.1.decided(ask));
        let not = |of| match of {
            Sure(answer) => Sure(!answer),
            Open(of) => Open(Question::Not(Box::new(of))),
        };
        match self {
            Self::Is(asked, property) => ask(asked, *property),
            Self::Not(of) => not(of.decided(ask)),
            Self::Both(of) => match both(of) {
                (Sure(false), _) | (_, Sure(false)) => Sure(false),
                (Sure(true), of) | (of, Sure(true)) => of,
                (Open(first), Open(second)) => Open(Question::Both(Box::new((first, second)))),
            },
            Self::Either(of) => match both(of) {
                (Sure(true), _) | (_, Sure(true)) => Sure(true),
                (Sure(false), of) | (of, Sure(false)) => of,
                (Open(first), Open(second)) => Open(Question::Either(Box::new((first, second)))),
            },
            Self::Implies(of) => match both(of) {
                (Sure(false), _) | (_, Sure(true)) => Sure(true),
                (Sure(true), of) => of,
                (of, Sure(false)) => not(of),
                (Open(first), Open(second)) => Open(Question::Implies(Box::new((first, second)))),
            },
        }
    }
}

impl Claim<NamedWord> {
    /// The claim without the places of its words.
    pub(crate) fn of_words(&self) -> Claim<Asked> {
        let name = |named: &NamedWord| Ok::<_, Infallible>(Asked(named.word.as_ref().map(plain)));
        let Ok(claim) = self.about(&mut { name });
        claim
    }
}
