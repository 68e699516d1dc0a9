//! The expressions in the arguments of a node: Rust, or words of a vocabulary.

use crate::source;
use proc_macro2::TokenStream;
use quote::ToTokens;
use std::ops::{Deref, DerefMut};
use std::rc::Rc;

/// An expression in the arguments of a node.
///
/// In a macro call it is Rust. In a file it is a word of the vocabulary or a literal; then its meaning is known, and
/// the tokens are those of the file.
#[derive(Clone)]
pub struct Expression {
    tokens: TokenStream,
    /// The meaning of an expression in a file.
    meant: Option<Rc<Meant>>,
    /// The text, if the tokens are not as they were written.
    text: Option<Rc<str>>,
}

/// The purpose of an expression; a file has words of a fitting type there.
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
    /// The range of a `for`.
    Range,
    /// Matched by patterns.
    Scrutinee,
    /// A pattern of a `match`.
    Pattern,
}

/// The expressions of a node: those of the arguments in written order, and the keys in the order of the children.
#[derive(Clone, Default)]
pub struct Expressions(Vec<(Purpose, Expression)>);

impl Expressions {
    pub(crate) fn push(&mut self, purpose: Purpose, expression: impl Into<Expression>) {
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

/// The meaning of an expression in a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Meant {
    /// A word with its arguments.
    Call(Call),
    /// A literal.
    Constant(Constant),
}

/// A word of the vocabulary with its arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The index of the word in the vocabulary.
    pub word: usize,
    /// A value for each parameter, in the order of the vocabulary.
    pub arguments: Vec<Argument>,
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// A literal.
    Constant(Constant),
    /// The index of a `value` in the vocabulary.
    Value(usize),
}

/// A literal of a known type.
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

impl Expression {
    /// The same expression with its meaning, in a file.
    #[must_use]
    pub fn meaning(self, meant: Meant) -> Self {
        Self { meant: Some(Rc::new(meant)), ..self }
    }

    /// An expression that was written as this text.
    pub(crate) fn of_text(tokens: TokenStream, text: &str) -> Self {
        Self { tokens, meant: None, text: Some(text.into()) }
    }

    /// The text as it was written.
    #[must_use]
    pub fn text(&self) -> String {
        self.text.as_deref().map_or_else(|| source::of(&self.tokens), str::to_owned)
    }

    /// The word that the expression calls, in a file.
    #[must_use]
    pub fn call(&self) -> Option<&Call> {
        match self.meant.as_deref() {
            Some(Meant::Call(call)) => Some(call),
            _ => None,
        }
    }

    /// The literal that the expression is, in a file.
    #[must_use]
    pub fn constant(&self) -> Option<&Constant> {
        match self.meant.as_deref() {
            Some(Meant::Constant(constant)) => Some(constant),
            _ => None,
        }
    }
}

/// Rust.
impl From<TokenStream> for Expression {
    fn from(tokens: TokenStream) -> Self {
        Self { tokens, meant: None, text: None }
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
