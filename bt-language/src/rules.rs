//! Rules: what a tree must never do, must always do, or must be able to do.
//!
//! ```text
//! rules    := "rules" Tree "{" rule* "}"
//! rule     := doc-comment* claim ";"
//! claim    := ("never" | "always" | "possible") question | "after" question "next" question
//!           | "whenever" question "until" question
//! question := question ("->" | "||" | "&&") question | "!" question | "(" question ")" | node ("." property)?
//! node     := "root" | 'label ("." 'label)*
//! ```
//!
//! In a vocabulary, `rule claim ";"` names a word in place of a label: a node with this word.

use crate::names::plain;
use proc_macro2::{Ident, Span};
use std::fmt;

/// The rules about one tree.
pub struct Rules {
    /// The name of the tree.
    pub tree: Ident,
    /// The rules, in written order.
    pub rules: Vec<Rule>,
    /// The largest number of parts of ticks for all proofs together, from `#[limit(transitions = N)]`.
    pub limit: Option<u64>,
    /// `#[allow(deprecated)]`, for warnings about rules that are not decided.
    pub allows: Vec<syn::Attribute>,
}

/// One rule.
#[derive(Clone)]
pub struct Rule {
    /// What it demands.
    pub claim: Claim<Named>,
    /// The doc comment.
    pub description: Option<String>,
    /// The span of its first word.
    pub span: Span,
}

/// What a rule demands of the ticks of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim<N> {
    /// It is true in no tick.
    Never(Question<N>),
    /// It is true in every tick.
    Always(Question<N>),
    /// It is true in a tick of some run.
    Possible(Question<N>),
    /// In the tick after one in which the first is true, the second is true.
    AfterNext(Question<N>, Question<N>),
    /// Once the first is true, it stays true up to the tick before one in which the second is true.
    WheneverUntil(Question<N>, Question<N>),
}

/// A question about a tick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question<N> {
    /// A property of a node.
    Is(N, Property),
    /// `!`
    Not(Box<Self>),
    /// `&&`
    Both(Box<(Self, Self)>),
    /// `||`
    Either(Box<(Self, Self)>),
    /// `->`: the second is true, or the first is not.
    Implies(Box<(Self, Self)>),
}

/// What a rule can ask about a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Property {
    /// It is active after the tick.
    Active,
    /// It was ticked.
    Ticked,
    /// It began in the tick.
    Started,
    /// It returned success.
    Succeeded,
    /// It returned failure.
    Failed,
    /// It returned running.
    Running,
    /// It was aborted.
    Aborted,
    /// A condition that is no leaf was asked about it, and this was the answer. No rule is written like that: it is what rules
    /// about words ask.
    Answered {
        /// The condition stands in front of the node, in the node above it; else it is the node's own.
        in_front: bool,
        /// The answer.
        yes: bool,
    },
}

/// A node as a rule names it.
#[derive(Clone, Debug)]
pub struct Named {
    /// The labels: of the node, or of subtrees on the way to it. The root has none.
    pub labels: Vec<Ident>,
    /// The span for a message about the whole.
    pub span: Span,
}

/// A word of a vocabulary as a rule names it.
#[derive(Clone, Debug)]
pub struct NamedWord {
    /// The word. The root has none.
    pub word: Option<Ident>,
    /// Its span.
    pub span: Span,
}

impl Property {
    /// All that can be written, in the order of the documentation.
    pub const ALL: [Self; 7] = [
        Self::Active,
        Self::Ticked,
        Self::Started,
        Self::Succeeded,
        Self::Failed,
        Self::Running,
        Self::Aborted,
    ];

    /// The word behind the dot.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Ticked => "ticked",
            Self::Started => "started",
            Self::Succeeded => "succeeded",
            Self::Failed => "failed",
            Self::Running => "running",
            Self::Aborted => "aborted",
            Self::Answered { .. } => "answered",
        }
    }
}

impl<N> Claim<N> {
    /// The same claim about nodes that are found by `find`.
    ///
    /// # Errors
    ///
    /// The first error of `find`.
    pub fn about<M, E>(&self, find: &mut impl FnMut(&N) -> Result<M, E>) -> Result<Claim<M>, E> {
        Ok(match self {
            Self::Never(question) => Claim::Never(question.about(find)?),
            Self::Always(question) => Claim::Always(question.about(find)?),
            Self::Possible(question) => Claim::Possible(question.about(find)?),
            Self::AfterNext(first, next) => Claim::AfterNext(first.about(find)?, next.about(find)?),
            Self::WheneverUntil(holds, ends) => {
                Claim::WheneverUntil(holds.about(find)?, ends.about(find)?)
            }
        })
    }
}

impl<N: Copy + Ord> Claim<N> {
    /// The questions about single nodes, each once, in the order of the nodes.
    #[must_use]
    pub fn asked(&self) -> Vec<(N, Property)> {
        let mut asked = Vec::new();
        self.each(&mut |node, property| asked.push((*node, property)));
        asked.sort_unstable();
        asked.dedup();
        asked
    }

    /// Returns `true` if no tree can keep both of two rules about one tick, though it might keep each of them.
    #[must_use]
    pub fn contradicts(&self, other: &Self) -> bool {
        let mut asked = self.asked();
        asked.extend(other.asked());
        if asked.len() > MOST_ASKED
            || matches!((self, other), (Self::Possible(_), Self::Possible(_)))
        {
            return false;
        }
        let (mut first, mut second, mut both) = (false, false, false);
        for answers in 0..1_u32 << asked.len() {
            let is = |node: N, property| {
                let place = asked.iter().position(|of| *of == (node, property));
                place.map(|place| answers >> place & 1 != 0)
            };
            if !asked.iter().all(|(node, _)| can_be(&|property| is(*node, property))) {
                continue;
            }
            let holds = |question: &Question<N>| {
                question.holds(&mut |node, property| is(*node, property) == Some(true))
            };
            let keeps = |claim: &Self| match claim {
                Self::Never(question) => !holds(question),
                Self::Always(question) | Self::Possible(question) => holds(question),
                // They demand nothing of one tick alone.
                Self::AfterNext(..) | Self::WheneverUntil(..) => true,
            };
            let (keeps_first, keeps_second) = (keeps(self), keeps(other));
            (first, second) = (first | keeps_first, second | keeps_second);
            both |= keeps_first & keeps_second;
        }
        first && second && !both
    }
}

/// The largest number of questions about nodes for which all answers are tried.
const MOST_ASKED: usize = 10;

/// Returns `false` if no tick gives a node these answers: it has one result, and only if it is ticked.
fn can_be(is: &impl Fn(Property) -> Option<bool>) -> bool {
    let results = [Property::Succeeded, Property::Failed, Property::Running];
    let results = results.iter().filter(|property| is(**property) == Some(true)).count();
    let is_ticked = is(Property::Ticked) != Some(false);
    results <= usize::from(is_ticked) && (is_ticked || is(Property::Started) != Some(true))
}

impl<N> Claim<N> {
    /// What it asks first: it demands nothing of a tick in which that is not true.
    pub(crate) fn first(&self) -> Option<&Question<N>> {
        match self {
            Self::Always(Question::Implies(of)) => Some(&of.0),
            Self::AfterNext(first, _) | Self::WheneverUntil(first, _) => Some(first),
            Self::Never(_) | Self::Always(_) | Self::Possible(_) => None,
        }
    }

    /// Returns `true` if it demands something of a tick because of the tick before.
    pub(crate) const fn has_memory(&self) -> bool {
        match self {
            Self::Never(_) | Self::Always(_) | Self::Possible(_) => false,
            Self::AfterNext(..) | Self::WheneverUntil(..) => true,
        }
    }

    /// Visits all nodes with the properties that are asked.
    pub fn each<'q>(&'q self, visit: &mut impl FnMut(&'q N, Property)) {
        match self {
            Self::Never(question) | Self::Always(question) | Self::Possible(question) => {
                question.each(visit);
            }
            Self::AfterNext(first, second) | Self::WheneverUntil(first, second) => {
                first.each(visit);
                second.each(visit);
            }
        }
    }
}

impl<N> Question<N> {
    fn each<'q>(&'q self, visit: &mut impl FnMut(&'q N, Property)) {
        match self {
            Self::Is(node, property) => visit(node, *property),
            Self::Not(of) => of.each(visit),
            Self::Both(of) | Self::Either(of) | Self::Implies(of) => {
                of.0.each(visit);
                of.1.each(visit);
            }
        }
    }

    /// Is `true` if any of these is, and nested no deeper than necessary; `None` if there are none.
    pub(crate) fn any(mut all: Vec<Self>) -> Option<Self> {
        while all.len() > 1 {
            let mut pairs = Vec::with_capacity(all.len().div_ceil(2));
            let mut rest = all.into_iter();
            while let Some(first) = rest.next() {
                pairs.push(match rest.next() {
                    Some(second) => Self::Either(Box::new((first, second))),
                    None => first,
                });
            }
            all = pairs;
        }
        all.pop()
    }

    fn about<M, E>(&self, find: &mut impl FnMut(&N) -> Result<M, E>) -> Result<Question<M>, E> {
        let mut both = |(first, second): &(Self, Self)| {
            Ok(Box::new((first.about(find)?, second.about(find)?)))
        };
        Ok(match self {
            Self::Both(of) => Question::Both(both(of)?),
            Self::Either(of) => Question::Either(both(of)?),
            Self::Implies(of) => Question::Implies(both(of)?),
            Self::Not(of) => Question::Not(Box::new(of.about(find)?)),
            Self::Is(node, property) => Question::Is(find(node)?, *property),
        })
    }

    /// Answers the question; `is` answers it for one node. Every node is asked about.
    pub fn holds(&self, is: &mut impl FnMut(&N, Property) -> bool) -> bool {
        let mut both = |(first, second): &(Self, Self)| (first.holds(is), second.holds(is));
        match self {
            Self::Both(of) => {
                let (first, second) = both(of);
                first && second
            }
            Self::Either(of) => {
                let (first, second) = both(of);
                first || second
            }
            Self::Implies(of) => {
                let (first, second) = both(of);
                !first || second
            }
            Self::Not(of) => !of.holds(is),
            Self::Is(node, property) => is(node, *property),
        }
    }

    /// How tightly the operator binds.
    const fn strength(&self) -> u8 {
        match self {
            Self::Implies(_) => 0,
            Self::Either(_) => 1,
            Self::Both(_) => 2,
            Self::Not(_) => 3,
            Self::Is(..) => 4,
        }
    }
}

/// The rule as it is laid out.
impl<N: fmt::Display> fmt::Display for Claim<N> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Never(question) => write!(formatter, "never {question}"),
            Self::Always(question) => write!(formatter, "always {question}"),
            Self::Possible(question) => write!(formatter, "possible {question}"),
            Self::AfterNext(first, next) => write!(formatter, "after {first} next {next}"),
            Self::WheneverUntil(holds, ends) => write!(formatter, "whenever {holds} until {ends}"),
        }
    }
}

impl<N: fmt::Display> fmt::Display for Question<N> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operand = |formatter: &mut fmt::Formatter<'_>, of: &Self, least: u8| {
            if of.strength() < least {
                write!(formatter, "({of})")
            } else {
                write!(formatter, "{of}")
            }
        };
        // `->` groups to the right, the others to the left.
        let (of, sign, left, right) = match self {
            Self::Is(node, Property::Active) => return write!(formatter, "{node}"),
            Self::Is(node, property) => return write!(formatter, "{node}.{}", property.word()),
            Self::Not(of) => {
                formatter.write_str("!")?;
                return operand(formatter, of, self.strength());
            }
            Self::Implies(of) => (of, "->", 1, 0),
            Self::Either(of) => (of, "||", 1, 2),
            Self::Both(of) => (of, "&&", 2, 3),
        };
        operand(formatter, &of.0, left)?;
        write!(formatter, " {sign} ")?;
        operand(formatter, &of.1, right)
    }
}

impl fmt::Display for NamedWord {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.word {
            Some(word) => formatter.write_str(&plain(word)),
            None => formatter.write_str("root"),
        }
    }
}

impl fmt::Display for Named {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.labels.is_empty() {
            return formatter.write_str("root");
        }
        for (place, label) in self.labels.iter().enumerate() {
            let dot = if place > 0 { "." } else { "" };
            write!(formatter, "{dot}'{label}")?;
        }
        Ok(())
    }
}
