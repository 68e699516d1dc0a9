//! The syntax tree of a tree, as it was written.
//!
//! ```text
//! tree      := attributes visibility "tree" Name generics? "(" binder ":" "&mut" Type ")" ("->" "(" results ")")? where? "{" node "}"
//! node      := doc-comment* ("'label" ":")? (leaf | composite | decorator node)
//! leaf      := "condition" EXPR ";" | "action" EXPR ";" | "wait" "(" D ")" ";" | …
//! composite := word ("(" arguments ")")? "{" node+ "}"
//! decorator := word ("(" arguments ")")?
//! ```

pub(crate) use crate::nodes::Kind;

use crate::source;
use crate::words::{Children, Word};
use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use std::cmp::Ordering;
use std::ops::{Deref, DerefMut};
use std::rc::Rc;

/// One `tree` of a macro call.
pub struct Tree {
    /// The attributes, the visibility and the name.
    pub outline: Outline,
    /// The generics of the header, with its `where` clause.
    pub generics: syn::Generics,
    /// The blackboard of the tree.
    pub blackboard: Blackboard,
    /// The parameters of the tree.
    pub parameters: Vec<Parameter>,
    /// The values that the tree gives when it succeeds.
    pub results: Vec<Parameter>,
    /// The one node of the tree's block.
    pub root: Node,
}

impl Tree {
    /// Returns `true` for a tree of a file that a program can make: one that is `pub`, or any if none is.
    #[must_use]
    pub fn is_entry(&self) -> bool {
        matches!(self.outline.visibility, syn::Visibility::Public(_))
    }

    /// Makes it an entry of a file without `pub`.
    pub(crate) fn make_entry(&mut self) {
        self.outline.visibility = syn::parse_quote!(pub);
    }

    /// The name, the parameters and the results, as they are written: `Navigate(goal: Pose, attempts: u32 = 6) -> (path: Path)`.
    ///
    /// `None` if there are neither parameters nor results.
    #[must_use]
    pub fn header(&self) -> Option<String> {
        let list = |arrow, all: &[Parameter]| {
            let all: Vec<String> = all.iter().map(Parameter::text).collect();
            (!all.is_empty()).then(|| format!("{arrow}({})", all.join(", ")))
        };
        let parts = [list("", &self.parameters), list(" -> ", &self.results)];
        let name = parts.iter().any(Option::is_some).then(|| self.outline.name.to_string())?;
        Some(parts.into_iter().flatten().fold(name, |header, part| header + &part))
    }
}

/// The part of a tree that can be named even if the rest of its header cannot be read.
pub struct Outline {
    /// Attributes and doc comments.
    pub attributes: Vec<syn::Attribute>,
    /// The visibility before `tree`; in a file, that of an [entry](Tree::is_entry) is `pub`.
    pub visibility: syn::Visibility,
    /// The name after `tree`.
    pub name: Ident,
}

impl Outline {
    /// The doc comments, without the white space around each line.
    #[must_use]
    pub fn description(&self) -> String {
        let texts = self.attributes.iter().filter_map(|attribute| {
            if !attribute.path().is_ident("doc") {
                return None;
            }
            match &attribute.meta.require_name_value().ok()?.value {
                syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
                _ => None,
            }
        });
        let lines: Vec<String> = texts
            .flat_map(|text| text.lines().map(|line| line.trim().to_owned()).collect::<Vec<_>>())
            .collect();
        lines.join("\n").trim().to_owned()
    }
}

/// `npc: &mut Npc`
pub struct Blackboard {
    /// The name by which the leaves call the blackboard.
    pub binder: Ident,
    /// The type after the `&mut`.
    pub of: TokenStream,
    /// The colon after the binder.
    pub colon: Span,
}

/// `speed: f32`
pub struct Parameter {
    /// The name of the parameter in the leaves.
    pub name: Ident,
    /// Its type.
    pub of: TokenStream,
    /// The value that it has if a subtree gives none, in a file.
    pub default: Option<Expression>,
}

impl Parameter {
    /// The parameter as it is written: `speed: f32 = 1.0`
    fn text(&self) -> String {
        let (name, of) = (&self.name, source::of(&self.of));
        match &self.default {
            Some(default) => format!("{name}: {of} = {}", default.text()),
            None => format!("{name}: {of}"),
        }
    }
}

/// One node: its word and arguments, and its children in written order.
pub struct Node {
    /// The word and its arguments; `None` if the node cannot be read.
    pub(crate) kind: Option<Kind>,
    /// The expressions of the arguments and the keys.
    pub expressions: Expressions,
    /// In written order.
    pub children: Vec<Node>,
    /// The `flee` of `'flee:`.
    pub label: Option<Ident>,
    /// The doc comment.
    pub description: Option<String>,
    /// The span of the node's word.
    pub span: Span,
    /// `true` if it or a node below it has a cleanup that takes time, see [`Node::mark_cleanups`].
    pub(crate) cleans_up: bool,
}

/// The purpose of the expressions in front of the children.
pub(crate) const fn key_purpose(children: Children) -> Option<Purpose> {
    match children {
        Children::None
        | Children::One
        | Children::Block
        | Children::Pair
        | Children::Watched
        | Children::Branches => None,
        Children::Weighted => Some(Purpose::Weight),
        Children::Lasting => Some(Purpose::Lasting),
        Children::Scored => Some(Purpose::Score),
        Children::Conditional => Some(Purpose::Answer),
        Children::Arms => Some(Purpose::Pattern),
    }
}

/// A value of a user's type: `Walk { to: npc.home }` and `Walk = Walk::to(npc.home)` both have the
/// type `Walk`.
#[derive(Clone)]
pub struct Literal {
    /// The type, in the form that is also valid in an expression: `Walk::<Npc>`
    pub(crate) path: TokenStream,
    /// The struct literal, or the expression after `=`, as it was written.
    pub(crate) value: Expression,
    /// Which of them.
    pub(crate) form: Form,
}

/// The forms of a value of a user's type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A struct literal.
    Literal,
    /// Any expression: `Walk = Walk::to(npc.home)`
    Expression,
    /// An expression that gives a future, after `await`.
    Future {
        /// `false` after `?Send`.
        is_send: bool,
    },
}

/// `Shoot(&mut npc.weapon, speed = 2.0)`
#[derive(Clone)]
pub struct Subtree {
    /// The path of the tree.
    pub(crate) tree: TokenStream,
    /// The blackboard of the subtree, if that is not this tree's.
    pub(crate) blackboard: Option<Expression>,
    /// The values of its parameters.
    pub(crate) arguments: Vec<(Ident, Expression)>,
    /// The names of its results.
    pub(crate) gives: Vec<Ident>,
    pub(crate) cleanup: Cleanup,
}

/// Whether a subtree has a cleanup that takes time: `finally { … } node`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cleanup {
    /// It has none.
    None,
    /// It has one.
    Some,
    /// It is not known, and both are possible.
    Unknown,
    /// It is not known, and must have none: what ends the subtree could not wait for it.
    Refused,
}

/// A length of time: a literal such as `250ms`, or an expression.
#[derive(Clone)]
pub(crate) struct Duration {
    /// A Rust expression for it; in a file an expression of words, names and literals.
    pub(crate) value: Expression,
    /// Its length, if it is a literal.
    pub(crate) known: Option<std::time::Duration>,
}

impl Duration {
    pub(crate) fn new(value: Expression, known: Option<std::time::Duration>) -> Self {
        let value = match known {
            Some(length) => value.meaning(Formula::Constant(Constant::Duration(length))),
            None => value,
        };
        Self { value, known }
    }
}

/// The known part of a length of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    /// `0s`: it has passed in the tick of the activation.
    Zero,
    /// `2s`: it has not passed in the tick of the activation.
    Positive,
    /// An expression, for which both are possible.
    Unknown,
}

impl Size {
    /// The size of a length, if it is a literal.
    pub(crate) fn of(known: Option<std::time::Duration>) -> Self {
        match known {
            Some(length) if length.is_zero() => Self::Zero,
            Some(_) => Self::Positive,
            None => Self::Unknown,
        }
    }
}

/// The number of rounds of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rounds {
    /// Without end.
    Endless,
    /// An expression, which may also be 0.
    Unknown,
    /// A literal, which is at least 1.
    Known(u32),
}

impl Rounds {
    /// The number, if it is a literal.
    pub(crate) fn known(self) -> Option<u32> {
        match self {
            Self::Known(rounds) => Some(rounds),
            Self::Endless | Self::Unknown => None,
        }
    }
}

/// What begins a cooldown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum After {
    /// A success, or an end or an abort after a tick in which the child ran.
    Work,
    /// Any end.
    End,
    /// A success.
    Success,
}

/// The thresholds of a parallel.
#[derive(Clone)]
pub(crate) struct Policies {
    /// The number of children that have to succeed.
    pub(crate) success: Threshold,
    /// The number of children that have to fail.
    pub(crate) failure: Threshold,
}

impl Node {
    /// The word of the node; one that cannot be read counts as `running`.
    #[must_use]
    pub fn word(&self) -> Word {
        self.kind.as_ref().map_or(Word::Running, Kind::word)
    }

    /// The text of the arguments.
    #[must_use]
    pub fn source(&self) -> String {
        self.kind
            .as_ref()
            .map_or_else(String::new, |kind| kind.definition().text(&self.expressions))
    }

    /// The weights, scores, conditions or patterns in front of the children.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &Expression> {
        let purpose = self.kind.as_ref().and_then(|kind| key_purpose(kind.word().children()));
        purpose.into_iter().flat_map(|purpose| self.expressions.of(purpose))
    }

    /// The texts in front of the children. A weight of 1 need not be written, and no duration is 0s.
    #[must_use]
    pub fn key_texts(&self) -> Vec<Option<String>> {
        let default = match self.word().children() {
            Children::Weighted => Some("1"),
            Children::Lasting => Some("0s"),
            _ => None,
        };
        let texts = self.keys().map(Expression::text);
        texts.map(|text| Some(text).filter(|text| Some(text.as_str()) != default)).collect()
    }

    /// The tree that the node calls.
    pub(crate) fn calls(&self) -> Option<&Subtree> {
        self.kind.as_ref()?.definition().calls()
    }

    /// Returns `true` if its first child is its cleanup, which takes time.
    pub(crate) fn has_cleanup(&self) -> bool {
        self.kind.as_ref().is_some_and(|kind| kind.definition().cleans_up())
    }

    /// Marks the nodes with a cleanup that takes time in them.
    pub(crate) fn mark_cleanups(&mut self) -> bool {
        let own = self.has_cleanup()
            || self.calls().is_some_and(|called| called.cleanup == Cleanup::Some);
        self.cleans_up =
            self.children.iter_mut().fold(own, |below, child| child.mark_cleanups() | below);
        self.cleans_up
    }

    /// Makes the node one that cannot be read, after a mistake in it was reported.
    pub(crate) fn reject(&mut self) {
        self.kind = None;
        self.expressions = Expressions::default();
    }
}

impl Policies {
    /// The thresholds that differ from `success = all, failure = one`.
    pub(crate) fn text(&self) -> String {
        let written = |name, threshold: Threshold, default| {
            let word = threshold.word();
            (word != default).then(|| format!("{name} = {word}"))
        };
        let success = written("success", self.success, "all");
        let failure = written("failure", self.failure, "one");
        success.into_iter().chain(failure).collect::<Vec<_>>().join(", ")
    }
}

/// A number of children.
#[derive(Clone, Copy)]
pub(crate) enum Threshold {
    /// `all`
    All,
    /// A number with its span; `one` is 1.
    Number(u32, Span),
}

impl Threshold {
    /// The number for a node with this number of children.
    pub(crate) fn of(self, children: u32) -> u32 {
        match self {
            Self::All => children,
            Self::Number(number, _) => number,
        }
    }

    fn word(self) -> String {
        match self {
            Self::All => "all".into(),
            Self::Number(1, _) => "one".into(),
            Self::Number(number, _) => number.to_string(),
        }
    }
}

/// An expression in the arguments of a node.
///
/// In a macro call it is Rust. In a file it is an expression of words, names and literals; then its meaning and type
/// are known, and the tokens are those of the file.
#[derive(Clone)]
pub struct Expression {
    tokens: TokenStream,
    /// The meaning of an expression in a file.
    meant: Option<Rc<Formula>>,
    /// Its type, in a file.
    of: Option<Rc<Type>>,
    /// The text, if the tokens are not as they were written.
    text: Option<Rc<str>>,
    /// `true` for Rust that gives a `Result` of the value.
    is_result: bool,
}

/// The purpose of an expression; in a file its type has to fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A `bool`.
    Answer,
    /// A `bool`, or `let PATTERN = …`, that chooses the first child.
    Decision,
    /// The expression of an action.
    Act,
    /// The value of a stateful action.
    Made,
    /// The value of a decorator of the user.
    Decorator,
    /// Run at once, without a result.
    Statement,
    /// A length of time.
    Length,
    /// The time for which the success of a child counts.
    Lasting,
    /// The number of rounds.
    Count,
    /// The weight of a child.
    Weight,
    /// A random number.
    Draw,
    /// The score of a child.
    Score,
    /// Added to the score of the running child.
    Margin,
    /// The part of the blackboard for a subtree.
    Blackboard,
    /// The value of a parameter of a subtree.
    Parameter,
    /// The value of a `let`.
    Value,
    /// The new value of a name.
    Assigned,
    /// Lent to an action of a file in each tick.
    Lent,
    /// The range of a `for`.
    Range,
    /// Matched by patterns.
    Scrutinee,
    /// A pattern of a `match`.
    Pattern,
    /// Whether the expressions have results that the node evaluates when it begins; only if they may have none.
    Results,
}

impl Purpose {
    /// Returns `true` for an expression that is evaluated when its node begins, which fails if there is no result. The
    /// others have a meaning without one: an answer is no, a score is no number, and a `let` refuses.
    pub(crate) const fn begins_node(self) -> bool {
        match self {
            Self::Act
            | Self::Made
            | Self::Decorator
            | Self::Length
            | Self::Lasting
            | Self::Count
            | Self::Weight
            | Self::Margin
            | Self::Parameter
            | Self::Range
            | Self::Assigned
            | Self::Decision
            | Self::Scrutinee => true,
            Self::Answer
            | Self::Statement
            | Self::Draw
            | Self::Score
            | Self::Blackboard
            | Self::Value
            | Self::Pattern
            | Self::Lent
            | Self::Results => false,
        }
    }

    /// All purposes; data about machines names a purpose by its index.
    pub(crate) const ALL: [Self; 22] = [
        Self::Answer,
        Self::Decision,
        Self::Act,
        Self::Made,
        Self::Decorator,
        Self::Statement,
        Self::Length,
        Self::Lasting,
        Self::Count,
        Self::Weight,
        Self::Draw,
        Self::Score,
        Self::Margin,
        Self::Blackboard,
        Self::Parameter,
        Self::Value,
        Self::Assigned,
        Self::Lent,
        Self::Range,
        Self::Scrutinee,
        Self::Pattern,
        Self::Results,
    ];
}

/// The expressions of a node: those of the arguments in written order, and the keys in the order of the children.
#[derive(Clone, Default)]
pub struct Expressions(Vec<(Purpose, Expression)>);

impl Expressions {
    /// Adds the question whether the expressions have results that are evaluated when the node begins, if they may have
    /// none.
    pub(crate) fn ask_for_results(&mut self) {
        let mut fallible = Vec::new();
        for (_, of) in self.0.iter().filter(|(purpose, _)| purpose.begins_node()) {
            match of.formula() {
                // Only the parts: the word is called later.
                Some(formula @ (Formula::Call(_) | Formula::Set(..) | Formula::Range(_))) => {
                    fallible.extend(formula.parts().into_iter().filter(|part| part.may_fail()));
                }
                Some(formula) if formula.may_fail() => fallible.push(formula),
                Some(_) | None => {}
            }
        }
        let question = Formula::Results(fallible.into_iter().cloned().collect());
        let all = self.0.iter().find(|(purpose, of)| purpose.begins_node() && of.may_fail());
        if let Some((_, first)) = all {
            let question = first.clone().meaning(question);
            self.push(Purpose::Results, question);
        }
    }

    /// Replaces the expressions with a purpose.
    pub(crate) fn renew(&mut self, purpose: Purpose, all: impl Iterator<Item = Expression>) {
        self.0.retain(|(own, _)| *own != purpose);
        self.0.extend(all.map(|one| (purpose, one)));
    }

    pub(crate) fn push(&mut self, purpose: Purpose, expression: impl Into<Expression>) {
        if self.0.is_empty() {
            // Most nodes have one, and a file may have many nodes.
            self.0.reserve_exact(1);
        }
        self.0.push((purpose, expression.into()));
    }

    /// The expressions with a purpose.
    pub fn of(&self, purpose: Purpose) -> impl Iterator<Item = &Expression> {
        self.0.iter().filter(move |(own, _)| *own == purpose).map(|(_, expression)| expression)
    }

    /// The texts of the expressions with a purpose.
    pub(crate) fn text(&self, purpose: Purpose) -> String {
        self.of(purpose).map(Expression::text).collect::<Vec<_>>().join(", ")
    }
}

impl Deref for Expressions {
    type Target = [(Purpose, Expression)];

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Expressions {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

/// The meaning of an expression in a file; its words and its types are known.
#[derive(Clone, Debug, PartialEq)]
pub enum Formula {
    /// A literal.
    Constant(Constant),
    /// A name of a `let`, of a `for` or of a parameter.
    Name(String),
    /// A word with its arguments.
    Call(Call),
    /// Two values of this type.
    Compare(Box<[Formula; 2]>, Comparison, Type),
    /// A value, and what is computed with it, from left to right.
    Compute(Box<Formula>, Vec<Computation>),
    /// `!A`
    Not(Box<Formula>),
    /// `A && B`: those after the first that is false are not asked.
    All(Vec<Formula>),
    /// `A || B`: those after the first that is true are not asked.
    Any(Vec<Formula>),
    /// Yes, if all of these have a result.
    Results(Vec<Formula>),
    /// `0..3`
    Range(Box<[Formula; 2]>),
    /// One of these literals, or anything if there is none: a pattern of a `match`.
    OneOf(Vec<Constant>),
    /// A name that gets a value.
    Set(String, Box<Formula>),
}

/// `+ 3`
#[derive(Clone, Debug, PartialEq)]
pub struct Computation {
    /// The operation.
    pub operation: Operation,
    /// The value on its right side.
    pub with: Formula,
    /// The type of that value: the type of the left side, or of the number by which a duration is multiplied or divided.
    pub of: Type,
    /// `true` if the left side is a duration and the right side a number.
    pub scales: bool,
}

/// An operation of two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Remainder,
}

impl Operation {
    /// All operations.
    pub const ALL: [Self; 5] =
        [Self::Add, Self::Subtract, Self::Multiply, Self::Divide, Self::Remainder];

    /// The sign, as in Rust.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Remainder => "%",
        }
    }
}

/// A comparison of two values of one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<=`
    LessOrEqual,
    /// `>=`
    GreaterOrEqual,
    /// `<`
    Less,
    /// `>`
    Greater,
}

impl Comparison {
    /// All comparisons; one whose sign begins with that of another comes before it.
    pub const ALL: [Self; 6] = [
        Self::Equal,
        Self::NotEqual,
        Self::LessOrEqual,
        Self::GreaterOrEqual,
        Self::Less,
        Self::Greater,
    ];

    /// The sign, as in Rust.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::LessOrEqual => "<=",
            Self::GreaterOrEqual => ">=",
            Self::Less => "<",
            Self::Greater => ">",
        }
    }

    /// The answer, from the order of the two values; a NaN has none.
    #[must_use]
    pub fn holds(self, order: Option<Ordering>) -> bool {
        match self {
            Self::Equal => order == Some(Ordering::Equal),
            Self::NotEqual => order != Some(Ordering::Equal),
            Self::LessOrEqual => order.is_some_and(Ordering::is_le),
            Self::GreaterOrEqual => order.is_some_and(Ordering::is_ge),
            Self::Less => order == Some(Ordering::Less),
            Self::Greater => order == Some(Ordering::Greater),
        }
    }
}

impl Formula {
    /// The parts, in written order.
    pub(crate) fn parts(&self) -> Vec<&Self> {
        match self {
            Self::Constant(_) | Self::Name(_) | Self::OneOf(_) => Vec::new(),
            Self::Call(call) => call.arguments.iter().collect(),
            Self::Compare(sides, ..) | Self::Range(sides) => sides.iter().collect(),
            Self::Compute(first, computations) => {
                let others = computations.iter().map(|computation| &computation.with);
                std::iter::once(&**first).chain(others).collect()
            }
            Self::Not(inner) | Self::Set(_, inner) => vec![inner],
            Self::All(all) | Self::Any(all) | Self::Results(all) => all.iter().collect(),
        }
    }

    /// Visits the words whose answers follow, if it is a condition with this answer.
    pub(crate) fn each_answer(&self, answer: bool, visit: &mut dyn FnMut(usize, bool)) {
        match self {
            Self::Call(call) => visit(call.word, answer),
            Self::Not(inner) => inner.each_answer(!answer, visit),
            Self::All(all) if answer => all.iter().for_each(|one| one.each_answer(answer, visit)),
            Self::Any(all) if !answer => all.iter().for_each(|one| one.each_answer(answer, visit)),
            Self::All(_)
            | Self::Any(_)
            | Self::Constant(_)
            | Self::Name(_)
            | Self::OneOf(_)
            | Self::Set(..)
            | Self::Compare(..)
            | Self::Compute(..)
            | Self::Results(_)
            | Self::Range(_) => {}
        }
    }

    /// Visits the words in written order.
    pub(crate) fn each_word(&self, visit: &mut dyn FnMut(usize)) {
        if let Self::Call(call) = self {
            visit(call.word);
        }
        for part in self.parts() {
            part.each_word(visit);
        }
    }

    /// Returns `true` if it uses a name.
    fn uses(&self, name: &str) -> bool {
        matches!(self, Self::Name(own) if own == name)
            || self.parts().into_iter().any(|part| part.uses(name))
    }

    /// Returns `true` if it can be without a result: it divides, or its result may not fit into its type.
    #[must_use]
    pub fn may_fail(&self) -> bool {
        let fails = |of: &Type, scales: bool| match of {
            Type::Integer(_) | Type::Duration => true,
            Type::Single | Type::Double => scales,
            Type::Bool | Type::Text | Type::Variants { .. } | Type::Own { .. } => false,
        };
        let own = match self {
            Self::Compute(_, computations) => {
                computations.iter().any(|one| fails(&one.of, one.scales))
            }
            Self::Constant(_)
            | Self::Name(_)
            | Self::OneOf(_)
            | Self::Set(..)
            | Self::Range(_)
            | Self::Call(_)
            | Self::Compare(..)
            | Self::Not(_)
            | Self::All(_)
            | Self::Any(_)
            | Self::Results(_) => false,
        };
        own || self.parts().into_iter().any(Self::may_fail)
    }
}

/// A word of the vocabulary with its arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The index of the word in the vocabulary.
    pub word: usize,
    /// A value for each parameter, in the order of the vocabulary.
    pub arguments: Vec<Formula>,
}

/// A literal of a known type: the default of a [`Parameter`](crate::vocabulary::Parameter).
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// `true`
    Bool(bool),
    /// A literal of any integer type.
    Integer(i128),
    /// A literal of the type `f32`.
    Single(f32),
    /// A literal of the type `f64`.
    Double(f64),
    /// `250ms`
    Duration(std::time::Duration),
    /// `"gate"`
    Text(String),
    /// The index of a variant, in the order of the vocabulary.
    Variant(usize),
}

/// The type of a parameter or of a [value](crate::vocabulary::Role::Value).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// `bool`
    Bool,
    /// `i32`, `usize`, …
    Integer(Integer),
    /// `f32`
    Single,
    /// `f64`
    Double,
    /// `Duration`
    Duration,
    /// `&'static str`
    Text,
    /// `Side { Left, Right }`
    Variants {
        /// The path of the enum.
        name: String,
        /// The variants that a file may name.
        variants: Vec<String>,
    },
    /// `type Pose;`, a type of the program: a file keeps its values and passes them on.
    Own {
        /// The name by which the vocabulary declares it.
        name: String,
    },
}

/// A type of integers; [`Integer::named`] has all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Integer {
    /// The name in Rust: `u8`
    pub name: &'static str,
    /// The smallest value.
    pub least: i128,
    /// The largest value that a file can contain: only half of the values of a `u128`.
    pub most: i128,
}

impl Integer {
    /// All types of integers. A `usize` is assumed to have 64 bits; a smaller machine refuses values that are too
    /// large.
    pub(crate) const ALL: &'static [Self] = &[
        Self { name: "i8", least: i8::MIN as i128, most: i8::MAX as i128 },
        Self { name: "i16", least: i16::MIN as i128, most: i16::MAX as i128 },
        Self { name: "i32", least: i32::MIN as i128, most: i32::MAX as i128 },
        Self { name: "i64", least: i64::MIN as i128, most: i64::MAX as i128 },
        Self { name: "i128", least: i128::MIN, most: i128::MAX },
        Self { name: "isize", least: i64::MIN as i128, most: i64::MAX as i128 },
        Self { name: "u8", least: 0, most: u8::MAX as i128 },
        Self { name: "u16", least: 0, most: u16::MAX as i128 },
        Self { name: "u32", least: 0, most: u32::MAX as i128 },
        Self { name: "u64", least: 0, most: u64::MAX as i128 },
        Self { name: "u128", least: 0, most: i128::MAX },
        Self { name: "usize", least: 0, most: u64::MAX as i128 },
    ];

    /// Returns the type with this name in Rust; `None` for any other name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|integer| integer.name == name)
    }
}

impl Type {
    /// The type of this name in Rust, if it is one that every file knows.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "bool" => Some(Self::Bool),
            "f32" => Some(Self::Single),
            "f64" => Some(Self::Double),
            "Duration" => Some(Self::Duration),
            "&'static str" | "&'staticstr" => Some(Self::Text),
            name => Integer::named(name).cloned().map(Self::Integer),
        }
    }

    /// The names of the types that every file knows and that are one word.
    pub(crate) fn simple_names<'a>() -> impl Iterator<Item = &'a str> {
        let integers = Integer::ALL.iter().map(|integer| integer.name);
        ["bool", "f32", "f64", "Duration"].into_iter().chain(integers)
    }

    /// Returns `true` for integers and floats.
    pub(crate) const fn is_number(&self) -> bool {
        matches!(self, Self::Integer(_) | Self::Single | Self::Double)
    }

    /// The name of the type in Rust: `i32`, `&'static str`, or the path of an enum.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Bool => "bool",
            Self::Integer(integer) => integer.name,
            Self::Single => "f32",
            Self::Double => "f64",
            Self::Duration => "Duration",
            Self::Text => "&'static str",
            Self::Variants { name, .. } | Self::Own { name } => name,
        }
    }
}

impl Expression {
    /// The same expression with its meaning, in a file.
    pub(crate) fn meaning(self, meant: Formula) -> Self {
        Self { meant: Some(Rc::new(meant)), ..self }
    }

    /// The same expression with its type, in a file.
    pub(crate) fn of_type(self, of: Type) -> Self {
        Self { of: Some(Rc::new(of)), ..self }
    }

    /// The type, if it is known: in a file.
    #[must_use]
    pub fn value_type(&self) -> Option<&Type> {
        self.of.as_deref()
    }

    /// An expression that was written as this text.
    pub(crate) fn of_text(tokens: TokenStream, text: &str) -> Self {
        Self { tokens, meant: None, of: None, text: Some(text.into()), is_result: false }
    }

    /// Rust that gives a `Result` of the value of an expression of a file.
    #[must_use]
    pub fn result(tokens: TokenStream) -> Self {
        Self { is_result: true, ..tokens.into() }
    }

    /// Returns `true` for such Rust.
    #[must_use]
    pub const fn is_result(&self) -> bool {
        self.is_result
    }

    /// The text as it was written.
    #[must_use]
    pub fn text(&self) -> String {
        self.text.as_deref().map_or_else(|| source::of(&self.tokens), str::to_owned)
    }

    /// The question that this expression asks, without any `!` in front of it, and whether its answer is the opposite one:
    /// `!npc.is_hurt()` → `npc.is_hurt()`, `true`.
    pub(crate) fn question(&self) -> (String, bool) {
        if let Some(mut formula) = self.formula() {
            let mut is_opposite = false;
            // Without a result the answer is no, with `!` and without it.
            while let Formula::Not(inner) = formula {
                if formula.may_fail() {
                    break;
                }
                (formula, is_opposite) = (inner, !is_opposite);
            }
            return (format!("{formula:?}"), is_opposite);
        }
        let (mut tokens, mut is_opposite) = (self.tokens.clone(), false);
        while let Some((inner, turns)) = source::within(&tokens) {
            (tokens, is_opposite) = (inner, is_opposite != turns);
        }
        let text = if tokens.is_empty() { self.text() } else { source::of(&tokens) };
        (text, is_opposite)
    }

    /// The meaning, in a file.
    #[must_use]
    pub fn formula(&self) -> Option<&Formula> {
        self.meant.as_deref()
    }

    /// The same, shared.
    pub(crate) fn meant(&self) -> Option<Rc<Formula>> {
        self.meant.clone()
    }

    /// The word that the expression calls, in a file.
    #[must_use]
    pub fn call(&self) -> Option<&Call> {
        match self.formula() {
            Some(Formula::Call(call)) => Some(call),
            _ => None,
        }
    }

    /// Visits the indexes of all words of the vocabulary in it, in a file.
    pub fn each_word(&self, visit: &mut dyn FnMut(usize)) {
        if let Some(formula) = self.formula() {
            formula.each_word(visit);
        }
    }

    /// The literal that the expression is, in a file.
    #[must_use]
    pub fn constant(&self) -> Option<&Constant> {
        match self.formula() {
            Some(Formula::Constant(constant)) => Some(constant),
            _ => None,
        }
    }

    /// The position at which the expression uses a name.
    pub(crate) fn use_of(&self, name: &Ident) -> Option<Span> {
        match self.formula() {
            Some(formula) if !formula.uses(&name.to_string()) => None,
            _ => source::use_of(&self.tokens, name),
        }
    }

    /// Returns `true` if it can be without a result, in a file.
    #[must_use]
    pub fn may_fail(&self) -> bool {
        self.formula().is_some_and(Formula::may_fail)
    }
}

/// Rust.
impl From<TokenStream> for Expression {
    fn from(tokens: TokenStream) -> Self {
        Self { tokens, meant: None, of: None, text: None, is_result: false }
    }
}

impl Deref for Expression {
    type Target = TokenStream;

    fn deref(&self) -> &TokenStream {
        &self.tokens
    }
}

impl DerefMut for Expression {
    fn deref_mut(&mut self) -> &mut TokenStream {
        &mut self.tokens
    }
}

impl ToTokens for Expression {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.tokens.to_tokens(tokens);
    }
}
